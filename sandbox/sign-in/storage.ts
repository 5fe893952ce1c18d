// Stores the provider's codes and tokens in memory until they expire. A restart removes all of them.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type StoredPayload = { payload: AdapterPayload; endsAtMs: number }

// Bounds the memory: the oldest are removed first.
const maxPayloads = 2_000
// For payloads without a time to live.
const maxTtlSeconds = 60 * 60

/** Creates the adapter factory of oidc-provider; all kinds share one map, with the kind as key prefix. */
export const createStorage = (nowMs: () => number): AdapterFactory => {
  const entries = new Map<string, StoredPayload>()

  const findLive = (key: string): AdapterPayload | undefined => {
    const stored = entries.get(key)
    return stored && stored.endsAtMs > nowMs() ? stored.payload : undefined
  }
  const findFirst = (kind: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
    [...entries.keys()]
      .filter((key) => key.startsWith(`${kind}:`))
      .map(findLive)
      .find((payload) => payload !== undefined && matches(payload))
  const evictExpired = () => {
    for (const key of entries.keys()) {
      if (entries.size > maxPayloads || findLive(key) === undefined) entries.delete(key)
    }
  }

  return (kind): Adapter => ({
    upsert: async (id, payload, ttlSeconds = maxTtlSeconds) => {
      entries.set(`${kind}:${id}`, { payload, endsAtMs: nowMs() + ttlSeconds * 1000 })
      evictExpired()
    },
    find: async (id) => findLive(`${kind}:${id}`),
    findByUid: async (uid) => findFirst(kind, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findFirst(kind, (payload) => payload.userCode === userCode),
    destroy: async (id) => {
      entries.delete(`${kind}:${id}`)
    },
    consume: async (id) => {
      const payload = findLive(`${kind}:${id}`)
      if (payload) payload.consumed = Math.floor(nowMs() / 1000)
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key)
      }
    },
  })
}
