// Which bikes are in the member's wishlist: asked for once, when the first heart is shown, and for each member anew.
import type { Session } from './auth-store.ts'

export type WishedBikes = {
  has: (productId: string) => boolean
  /** Calls `listener` on each change; the result stops it. */
  subscribe: (listener: () => void) => () => void
  add: (productId: string) => void
  remove: (productId: string) => void
}

/** Knows nothing until a heart subscribes. Without an answer no heart is marked, and adding still works. */
export const createWishedBikes = ({
  client,
  getState,
  subscribe,
}: Pick<Session, 'client' | 'getState' | 'subscribe'>): WishedBikes => {
  let productIds: ReadonlySet<string> = new Set()
  let memberId: string | null = null
  let isWatching = false
  const listeners = new Set<() => void>()
  const set = (next: ReadonlySet<string>) => {
    productIds = next
    for (const listener of listeners) listener()
  }
  const load = async () => {
    const authState = getState()
    const nextId = authState.state === 'member' ? authState.user.uid : null
    if (nextId === memberId) return
    memberId = nextId
    set(new Set())
    if (nextId === null) return
    const found = await client('GET /wishlist/products').catch(() => null)
    if (found && memberId === nextId) set(new Set([...productIds, ...found.productIds]))
  }
  return {
    has: (productId) => productIds.has(productId),
    subscribe: (listener) => {
      listeners.add(listener)
      if (!isWatching) {
        isWatching = true
        subscribe(() => void load())
        void load()
      }
      return () => listeners.delete(listener)
    },
    add: (productId) => set(new Set([...productIds, productId])),
    remove: (productId) => set(new Set([...productIds].filter((id) => id !== productId))),
  }
}
