// Rewrites the URLs of pages that cannot be decoded, so that the router does not refuse them.

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/**
 * Escapes every percent sign of a page's path that is not part of valid UTF-8: /bikes/100% → /bikes/100%25. Such a page
 * gets the 404 page as any other unknown address. Leaves API paths and queries as they are.
 */
export const escapeInvalidPercents = (url: string): string => {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  if (isApiPath(path) || isDecodable(path)) return url
  const escaped = path.replace(/(?:%[0-9a-f]{2})+|%/gi, (run) => (isDecodable(run) ? run : run.replaceAll('%', '%25')))
  return [escaped, ...query].join('?')
}
