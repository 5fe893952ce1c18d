// The ways in: signing in, with a second factor, with another provider, and signing up.
import type { z } from 'zod'
import type { Client } from '#contract/client.ts'
import type { signInCalls } from '#contract/auth/sign-in.ts'
import type { SignInResult } from './session.ts'
import type { AccessTokenStore } from './access-token.ts'
import type { SessionUser, AuthState } from './auth-state.ts'

export type SignUp = z.input<(typeof signInCalls)['POST /auth/sign-up/email']['body']>

type SignInDeps = {
  anonymousClient: Client
  token: AccessTokenStore
  fetchToken: (email: string) => Promise<string>
  /** Told who is there now. */
  setUser: (user: SessionUser | null) => void
  waitForState: () => Promise<AuthState>
  endSession: () => Promise<void>
}

/** What each does and refuses stands at the session, which opens them. */
export const createSignInActions = ({
  anonymousClient,
  token,
  fetchToken,
  setUser,
  waitForState,
  endSession,
}: SignInDeps) => {
  const signIn = async (login: { email: string; password: string }): Promise<SignInResult> => {
    const { user, secondFactorIs } = await anonymousClient('POST /auth/sign-in/email', { body: login })
    if (user) token.set(await fetchToken(user.email))
    setUser(user)
    if (!user) return 'needs code'
    return secondFactorIs === 'required' ? 'must set up' : 'signed in'
  }

  const signInWithCode = async ({ code, isBackup }: { code: string; isBackup: boolean }): Promise<SignInResult> => {
    const call = isBackup ? 'POST /auth/sign-in/backup-code' : 'POST /auth/sign-in/code'
    const { user } = await anonymousClient(call, { body: { code } })
    token.set(await fetchToken(user.email))
    setUser(user)
    return 'signed in'
  }

  const signUp = async (person: SignUp) => {
    await anonymousClient('POST /auth/sign-up/email', { body: person })
    const { name, email, role } = person
    try {
      await anonymousClient('POST /users', { body: { name, email, role } })
    } finally {
      // The account exists and keeps its role; whatever happened just now, nobody stays half signed in.
      await endSession()
    }
  }

  const startSocialSignIn = async (returnUrl: string) =>
    (await anonymousClient('POST /auth/sign-in/social', { body: { callbackURL: returnUrl } })).url

  const completeSocialSignIn = async () => {
    const authState = await waitForState()
    if (authState.state !== 'member') return
    const { displayName: name, email } = authState.user
    await anonymousClient('POST /users', { body: { name, email, role: 'Buyer' } })
    await token.renew()
  }

  return { signIn, signInWithCode, signUp, startSocialSignIn, completeSocialSignIn }
}
