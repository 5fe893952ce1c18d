// The access token while it lives: read from where it is kept, renewed before it ends.
import type { TokenStorage } from './token-storage.ts'

/** A token this near to its end is renewed first, so that it does not end on the way. */
const spareMs = 20_000

const payloadOf = (token: string): unknown => {
  try {
    const part = token.split('.')[1] ?? ''
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

/** When the token ends, in milliseconds since 1970; 0 when it is not readable. */
export const tokenEndsAt = (token: string): number => {
  const payload = payloadOf(token)
  if (typeof payload !== 'object' || payload === null || !('exp' in payload)) return 0
  return typeof payload.exp === 'number' ? payload.exp * 1000 : 0
}

export type TokenKeeper = {
  /** The kept token, or a renewed one when it is near its end; null when there is none to have. */
  current(): Promise<string | null>
  /** A new token, whatever is kept. Asked by many at once it is fetched once. */
  renewed(): Promise<string | null>
  keep(token: string | null): void
}

/** @param needs.fetchNew gives a new token, or null when nobody is signed in any more */
export const createTokenKeeper = (needs: {
  storage: TokenStorage
  now: () => number
  fetchNew: () => Promise<string | null>
}): TokenKeeper => {
  let underWay: Promise<string | null> | null = null
  const fetchAndKeep = async () => {
    const token = await needs.fetchNew()
    needs.storage.write(token)
    return token
  }
  const renewed = () => {
    underWay ??= fetchAndKeep().finally(() => {
      underWay = null
    })
    return underWay
  }
  const current = async () => {
    const kept = needs.storage.read()
    return kept !== null && tokenEndsAt(kept) - needs.now() > spareMs ? kept : renewed()
  }
  return { current, renewed, keep: (token) => needs.storage.write(token) }
}
