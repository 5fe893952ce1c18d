// Paths of calls that have another name now. The old ones keep answering: pages that were open and programs use them.
const renamed: readonly (readonly [old: string, path: string])[] = [
  ['/api/price-letters', '/api/price-alerts'],
  ['/api/letters', '/api/alerts'],
]

/** The address of a request with the name that its path has now. */
export const toPresentPath = (url: string): string => {
  const found = renamed.find(([old]) => url.startsWith(old) && /^(?:[/?]|$)/.test(url.slice(old.length)))
  return found ? found[1] + url.slice(found[0].length) : url
}
