// Where a person goes after logging in: back to the page they came from, if it is a page of this shop.

import { stripLanguage } from '#web/i18n/language.ts'

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unsafePattern = /[\u0000-\u0020\u007F\\]/

const authPaths = new Set(['/login', '/register'])

/**
 * The address as one of ours, without its language; '/' when `from` is missing or is no page of ours.
 * Browsers read `//`, `/\` and control characters as another site, so such addresses are refused.
 */
export const toSameSitePath = (from: string | null | undefined): string => {
  if (!from?.startsWith('/') || from.startsWith('//') || unsafePattern.test(from)) return '/'
  const url = URL.parse(from, 'http://shop')
  if (url?.origin !== 'http://shop' || url.pathname.startsWith('//')) return '/'
  // The page that goes there adds its own language.
  const path = stripLanguage(url.pathname)
  return path.startsWith('//') ? '/' : path + url.search + url.hash
}

/** The page to return to after logging in: one of ours, and not the log-in page itself. */
export const getReturnPath = (from: string | null | undefined): string => {
  const sameSitePath = toSameSitePath(from)
  const path = sameSitePath.replace(/[?#].*$/s, '')
  return authPaths.has(path.toLowerCase().replace(/\/+$/, '')) ? '/' : sameSitePath
}

/** The address of the log-in page that remembers `from`. */
export const toLoginPath = (from: string): string => {
  const returnTo = getReturnPath(from)
  return returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ from: returnTo })}`
}
