// The access token while it lives: read from where it is kept, renewed before it ends.
import type { TokenStorage } from './token-storage.ts'

/** A token this near to its end is renewed first, so that it does not end on the way. */
const renewBeforeMs = 20_000

const parsePayload = (token: string): unknown => {
  try {
    const payloadPart = token.split('.')[1] ?? ''
    return JSON.parse(atob(payloadPart.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

/** When the token ends, in milliseconds since 1970; 0 when it is not readable. */
export const parseExpiresAtMs = (token: string): number => {
  const payload = parsePayload(token)
  if (typeof payload !== 'object' || payload === null || !('exp' in payload)) return 0
  return typeof payload.exp === 'number' ? payload.exp * 1000 : 0
}

export type AccessTokenStore = {
  /** The kept token, or a renewed one when it is near its end; null when there is none to have. */
  get(): Promise<string | null>
  /** A new token, whatever is kept. Asked by many at once it is fetched once. */
  renew(): Promise<string | null>
  set(token: string | null): void
}

/** @param needs.fetchNew gives a new token, or null when nobody is signed in any more */
export const createAccessTokenStore = (deps: {
  storage: TokenStorage
  now: () => number
  fetchNewToken: () => Promise<string | null>
}): AccessTokenStore => {
  let pendingRenewal: Promise<string | null> | null = null
  const fetchAndStore = async () => {
    const token = await deps.fetchNewToken()
    deps.storage.write(token)
    return token
  }
  const renew = () => {
    pendingRenewal ??= fetchAndStore().finally(() => {
      pendingRenewal = null
    })
    return pendingRenewal
  }
  const get = async () => {
    const stored = deps.storage.read()
    return stored !== null && parseExpiresAtMs(stored) - deps.now() > renewBeforeMs ? stored : renew()
  }
  return { get, renew, set: (token) => deps.storage.write(token) }
}
