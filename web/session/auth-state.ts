// Who is there: one value, and those who want to know when it changes.
import type { z } from 'zod'
import type { SessionUser as Shape } from '#contract/auth/sign-in.ts'

export type SessionUser = z.output<typeof Shape>

/** `unreached`: the shop did not say who is there; it is asked again when somebody needs to know. */
export type Who =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'unreached' }
  | { state: 'member'; user: SessionUser }

/** Spec §3: kept only if unverified or if they have a display name. */
export const isKept = (user: SessionUser): boolean => !user.emailVerified || user.displayName !== ''

export type WhoKeeper = {
  current: () => Who
  become: (next: Who) => void
  subscribe: (listener: () => void) => () => void
  /** The present state, or the next one when it is loading. */
  known: () => Promise<Who>
}

export const createWho = (): WhoKeeper => {
  let who: Who = { state: 'loading' }
  const listeners = new Set<() => void>()
  const become = (next: Who) => {
    who = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const known = () =>
    new Promise<Who>((resolve) => {
      const look = () => {
        if (who.state === 'loading') return
        leave()
        resolve(who)
      }
      const leave = subscribe(look)
      look()
    })
  return { current: () => who, become, subscribe, known }
}
