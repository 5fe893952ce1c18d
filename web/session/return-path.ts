// The page to open after logging in: the one the person came from, if it is on this site.

import { stripLanguage } from '#web/i18n/language.ts'

// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const unsafePattern = /[\u0000-\u0020\u007F\\]/

const authPaths = new Set(['/login', '/register'])

const parseUrl = (path: string): URL | null => {
  try {
    return new URL(path, 'http://shop')
  } catch {
    return null
  }
}

/**
 * Returns `from` as a path of this site without its language prefix; '/' when it is missing or leads to another site.
 * Browsers read `//`, `/\` and control characters as another origin, so such paths are rejected.
 */
export const toSameSitePath = (from: string | null | undefined): string => {
  if (!from?.startsWith('/') || from.startsWith('//') || unsafePattern.test(from)) return '/'
  const url = parseUrl(from)
  if (url?.origin !== 'http://shop' || url.pathname.startsWith('//')) return '/'
  // The navigation adds the language of the current page.
  const path = stripLanguage(url.pathname)
  return path.startsWith('//') ? '/' : path + url.search + url.hash
}

/** The page to return to after logging in; '/' for another site and for the log-in and registration pages. */
export const getReturnPath = (from: string | null | undefined): string => {
  const sameSitePath = toSameSitePath(from)
  const path = sameSitePath.replace(/[?#].*$/s, '')
  return authPaths.has(path.toLowerCase().replace(/\/+$/, '')) ? '/' : sameSitePath
}

/** The path of the log-in or registration page with the page to return to, whose fragment stays one. */
export const toAuthPath = (
  path: '/login' | '/register',
  { from, fragment = '' }: { from: string | null; fragment?: string },
): string => {
  const returnTo = getReturnPath(from)
  return (returnTo === '/' ? path : `${path}?${new URLSearchParams({ from: returnTo })}`) + fragment
}

/** The path of "Sell your bike": a visitor registers first, and comes back to the form. */
export const toSellPath = (isMember: boolean): string => (isMember ? '' : '/register?from=') + '/dashboard/addproducts'

/** The path of the log-in page with `from` as the page to return to. */
export const toLoginPath = (from: string): string => toAuthPath('/login', { from })
