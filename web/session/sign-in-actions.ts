// The ways in: signing in, with a second factor, with another provider, and signing up.
import type { z } from 'zod'
import type { Client } from '#contract/client.ts'
import type { identityCalls } from '#contract/auth/sign-in.ts'
import type { SignedIn } from './session.ts'
import type { TokenKeeper } from './access-token.ts'
import type { SessionUser, Who } from './auth-state.ts'

export type SignUp = z.input<(typeof identityCalls)['POST /auth/sign-up/email']['body']>

type Needs = {
  plain: Client
  token: TokenKeeper
  fetchToken: (email: string) => Promise<string>
  /** Told who is there now. */
  settle: (user: SessionUser | null) => void
  settled: () => Promise<Who>
  leave: () => Promise<void>
}

/** What each does and refuses stands at the session, which opens them. */
export const openDoors = ({ plain, token, fetchToken, settle, settled, leave }: Needs) => {
  const signIn = async (login: { email: string; password: string }): Promise<SignedIn> => {
    const { user, secondFactorIs } = await plain('POST /auth/sign-in/email', { body: login })
    if (user) token.keep(await fetchToken(user.email))
    settle(user)
    if (!user) return 'needs code'
    return secondFactorIs === 'required' ? 'must set up' : 'signed in'
  }

  const signInWithCode = async ({ code, isBackup }: { code: string; isBackup: boolean }): Promise<SignedIn> => {
    const call = isBackup ? 'POST /auth/sign-in/backup-code' : 'POST /auth/sign-in/code'
    const { user } = await plain(call, { body: { code } })
    token.keep(await fetchToken(user.email))
    settle(user)
    return 'signed in'
  }

  const signUp = async (person: SignUp) => {
    await plain('POST /auth/sign-up/email', { body: person })
    const { name, email, role } = person
    try {
      await plain('POST /users', { body: { name, email, role } })
    } finally {
      // The account exists and keeps its role; whatever happened just now, nobody stays half signed in.
      await leave()
    }
  }

  const signInSocially = async (back: string) =>
    (await plain('POST /auth/sign-in/social', { body: { callbackURL: back } })).url

  const welcomeFromSocial = async () => {
    const known = await settled()
    if (known.state !== 'member') return
    const { displayName: name, email } = known.user
    await plain('POST /users', { body: { name, email, role: 'Buyer' } })
    await token.renewed()
  }

  return { signIn, signInWithCode, signUp, signInSocially, welcomeFromSocial }
}
