// Which bikes are in the member's wishlist: asked for once, when the first heart is shown, and for each member anew.
import type { Session } from './auth-store.ts'
import { createMemberData, type MemberData } from './member-data.ts'

export type WishedBikes = Pick<MemberData<unknown>, 'subscribe'> & {
  has: (productId: string) => boolean
  add: (productId: string) => void
  remove: (productId: string) => void
}

/** Knows nothing until a heart subscribes. Without an answer no heart is marked, and adding still works. */
export const createWishedBikes = (session: Pick<Session, 'client' | 'getState' | 'subscribe'>): WishedBikes => {
  const { get, set, subscribe } = createMemberData<ReadonlySet<string>>(session, {
    none: new Set(),
    fetch: async () => new Set((await session.client('GET /wishlist/products')).productIds),
  })
  return {
    has: (productId) => get().has(productId),
    subscribe,
    add: (productId) => set(new Set([...get(), productId])),
    remove: (productId) => set(new Set([...get()].filter((id) => id !== productId))),
  }
}
