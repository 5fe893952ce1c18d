// Who is there: one value, and those who want to know when it changes.
import type { z } from 'zod'
import type { SessionUser as SessionUserSchema } from '#contract/auth/sign-in.ts'

export type SessionUser = z.output<typeof SessionUserSchema>

/** `unreached`: the shop did not say who is there; it is asked again when somebody needs to know. */
export type AuthState =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'unreached' }
  | { state: 'member'; user: SessionUser }

/** Spec §3: kept only if unverified or if they have a display name. */
export const isUsableUser = (user: SessionUser): boolean => !user.emailVerified || user.displayName !== ''

export type AuthStore = {
  getState: () => AuthState
  setState: (next: AuthState) => void
  subscribe: (listener: () => void) => () => void
  /** The present state, or the next one when it is loading. */
  waitUntilKnown: () => Promise<AuthState>
}

export const createAuthStore = (): AuthStore => {
  let authState: AuthState = { state: 'loading' }
  const listeners = new Set<() => void>()
  const setState = (next: AuthState) => {
    authState = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const waitUntilKnown = () =>
    new Promise<AuthState>((resolve) => {
      const resolveWhenKnown = () => {
        if (authState.state === 'loading') return
        unsubscribe()
        resolve(authState)
      }
      const unsubscribe = subscribe(resolveWhenKnown)
      resolveWhenKnown()
    })
  return { getState: () => authState, setState, subscribe, waitUntilKnown }
}
