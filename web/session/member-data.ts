// What a page knows of its member by one call, for the buttons of the bikes.
import type { Session } from './auth-store.ts'

export type MemberData<T> = {
  get: () => T
  set: (next: T) => void
  /** Calls `listener` on each change; the result stops it. */
  subscribe: (listener: () => void) => () => void
}

type Source<T> = {
  /** For visitors, until the answer is there, and without one. */
  none: T
  fetch: () => Promise<T>
  /** Asks again when the first button of a further page subscribes. */
  isFetchedByPage?: boolean
}

/** Asks nothing until a button subscribes; then once, and for each member anew. */
export const createMemberData = <T>(
  { getState, subscribe }: Pick<Session, 'getState' | 'subscribe'>,
  { none, fetch, isFetchedByPage = false }: Source<T>,
): MemberData<T> => {
  let data = none
  let memberId: string | null = null
  let isWatching = false
  // The fetch under way; an older one has no say.
  let current: Promise<T> | null = null
  const listeners = new Set<() => void>()
  const show = (next: T) => {
    data = next
    for (const listener of listeners) listener()
  }
  const load = async () => {
    const mine = (current = fetch())
    const found = await mine.catch(() => null)
    if (current !== mine) return
    current = null
    if (found !== null) show(found)
  }
  const watch = () => {
    const authState = getState()
    const nextId = authState.state === 'member' ? authState.user.uid : null
    if (nextId === memberId) return
    memberId = nextId
    current = null
    show(none)
    if (nextId !== null) void load()
  }
  return {
    get: () => data,
    set: (next) => {
      show(next)
      // Its answer does not know of this change.
      if (current) void load()
    },
    subscribe: (listener) => {
      const isFirst = listeners.size === 0
      listeners.add(listener)
      if (!isWatching) {
        isWatching = true
        subscribe(watch)
        watch()
      } else if (isFirst && isFetchedByPage && memberId !== null) void load()
      return () => listeners.delete(listener)
    },
  }
}
