// Where the stand-in keeps its codes and tokens: in memory, each until it ends. A restart forgets them all.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Kept = { payload: AdapterPayload; endsAtMs: number }

// A forgotten tab must not fill the memory: the oldest go first.
const keptMost = 2_000
// What names no end of its own is forgotten after an hour.
const longestSeconds = 60 * 60

/** Makes the storage; each kind of thing has its own drawer of one shared cupboard. */
export const openStorage = (nowMs: () => number): AdapterFactory => {
  const cupboard = new Map<string, Kept>()

  const found = (key: string): AdapterPayload | undefined => {
    const kept = cupboard.get(key)
    return kept && kept.endsAtMs > nowMs() ? kept.payload : undefined
  }
  const firstWith = (kind: string, fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
    [...cupboard.keys()]
      .filter((key) => key.startsWith(`${kind}:`))
      .map(found)
      .find((payload) => payload !== undefined && fits(payload))
  const makeRoom = () => {
    for (const key of cupboard.keys()) {
      if (cupboard.size > keptMost || found(key) === undefined) cupboard.delete(key)
    }
  }

  return (kind): Adapter => ({
    upsert: async (id, payload, lifeSeconds = longestSeconds) => {
      cupboard.set(`${kind}:${id}`, { payload, endsAtMs: nowMs() + lifeSeconds * 1000 })
      makeRoom()
    },
    find: async (id) => found(`${kind}:${id}`),
    findByUid: async (uid) => firstWith(kind, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => firstWith(kind, (payload) => payload.userCode === userCode),
    destroy: async (id) => {
      cupboard.delete(`${kind}:${id}`)
    },
    consume: async (id) => {
      const payload = found(`${kind}:${id}`)
      if (payload) payload.consumed = Math.floor(nowMs() / 1000)
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of cupboard) {
        if (payload.grantId === grantId) cupboard.delete(key)
      }
    },
  })
}
