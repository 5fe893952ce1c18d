// The access token: kept under one key, read under the same, renewed before it ends.

/** The one key of the browser's storage. */
export const tokenKey = 'motohaat-token'

/** Where the token is kept; `write(null)` forgets it. */
export type TokenStorage = { read: () => string | null; write: (token: string | null) => void }

/** The browser's own storage; where it is barred, the token lives as long as the page. */
export const createBrowserTokenStorage = (): TokenStorage => {
  let memoryToken: string | null = null
  const read = () => {
    try {
      return localStorage.getItem(tokenKey)
    } catch {
      return memoryToken
    }
  }
  const write = (token: string | null) => {
    memoryToken = token
    try {
      if (token === null) localStorage.removeItem(tokenKey)
      else localStorage.setItem(tokenKey, token)
    } catch {
      // A browser that bars storage still has the copy above.
    }
  }
  return { read, write }
}
