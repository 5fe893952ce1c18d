// Where the stand-in keeps its codes and tokens: in memory, each until it ends. A restart forgets them all.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type StoredPayload = { payload: AdapterPayload; endsAtMs: number }

// A forgotten tab must not fill the memory: the oldest go first.
const maxPayloads = 2_000
// What names no end of its own is forgotten after an hour.
const maxTtlSeconds = 60 * 60

/** Makes the storage; each kind of thing has its own drawer of one shared cupboard. */
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
