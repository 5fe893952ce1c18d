// Where a person goes after logging in: back to the page they came from, if it is a page of this shop.

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const sly = /[\u0000-\u0020\u007F\\]/

const entrances = new Set(['/login', '/register'])

/**
 * The page to return to; '/' when `from` is missing or is no page of ours.
 * Browsers read `//`, `/\` and control characters as another site, so such addresses are refused, and so is the log-in
 * page itself.
 */
export const returnPath = (from: string | null | undefined): string => {
  if (!from?.startsWith('/') || from.startsWith('//') || sly.test(from)) return '/'
  const url = URL.parse(from, 'http://shop')
  if (url?.origin !== 'http://shop' || url.pathname.startsWith('//')) return '/'
  if (entrances.has(url.pathname.toLowerCase().replace(/\/+$/, ''))) return '/'
  return url.pathname + url.search + url.hash
}

/** The address of the log-in page that remembers `from`. */
export const loginPath = (from: string): string => {
  const back = returnPath(from)
  return back === '/' ? '/login' : `/login?${new URLSearchParams({ from: back })}`
}
