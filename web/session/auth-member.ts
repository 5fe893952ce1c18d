// The part of the session that only members need: access tokens, roles, sign-in and sign-out.
// A visitor's page does not fetch this file.
import type { z } from 'zod'
import type { signInCalls, SessionUser as SessionUserSchema } from '#contract/auth/sign-in.ts'
import { ApiResponseError, createClient, type Client, type Transport } from '#contract/client.ts'

export type SessionUser = z.output<typeof SessionUserSchema>
export type SignUp = z.input<(typeof signInCalls)['POST /auth/sign-up/email']['body']>
/** The role, and whether the person may pay sellers out and decide cases. */
export type Roles = { isBuyer: boolean; isSeller: boolean; isAdmin: boolean; isCashier: boolean; isModerator: boolean }

/**
 * The result of a correct password: signed in; signed in, but an admin must set up a second factor first; or not signed
 * in until a code is entered.
 */
export type SignInResult = 'signed in' | 'must set up' | 'needs code'

/** Where the access token is stored; `write(null)` removes it. */
export type TokenStorage = { read: () => string | null; write: (token: string | null) => void }

type MemberDeps = {
  transport: Transport
  storage: TokenStorage
  /** Milliseconds since 1970. */
  now: () => number
  /** The signed-in person, once that is known; null for a visitor. */
  waitForUser: () => Promise<SessionUser | null>
  setUser: (user: SessionUser | null) => void
  /** The number of sign-ins and sign-outs so far. */
  getChangeCount: () => number
}

/** A token is renewed this long before it expires, so that it is still valid when it arrives. */
const renewBeforeMs = 20_000

const parsePayload = (token: string): unknown => {
  try {
    const payloadPart = token.split('.')[1] ?? ''
    return JSON.parse(atob(payloadPart.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

/** When the token expires, in milliseconds since 1970; 0 when the token is unreadable. */
const parseExpiresAtMs = (token: string): number => {
  const payload = parsePayload(token)
  if (typeof payload !== 'object' || payload === null || !('exp' in payload)) return 0
  return typeof payload.exp === 'number' ? payload.exp * 1000 : 0
}

const toNullIfSessionEnded = (error: unknown): null => {
  if (error instanceof ApiResponseError && error.status === 401) return null
  throw error
}

/** Reads the stored token and renews it before it expires. Concurrent renewals share one request. */
const createTokenStore = (deps: MemberDeps, anonymousClient: Client) => {
  const { storage, now, waitForUser, setUser, getChangeCount } = deps
  let pendingRenewal: Promise<string | null> | null = null
  /** Fetches a token for this e-mail address; refuses an address that is not the session's. */
  const fetchToken = async (email: string): Promise<string> =>
    (await anonymousClient('POST /jwt', { body: { email } })).token
  /** Fetches a token and stores it. */
  const fetchFor = async (email: string): Promise<string> => {
    const token = await fetchToken(email)
    storage.write(token)
    return token
  }
  const fetchNew = async (): Promise<string | null> => {
    const user = await waitForUser()
    const changeCount = getChangeCount()
    const token = user ? await fetchToken(user.email).catch(toNullIfSessionEnded) : null
    // A sign-out or sign-in meanwhile: the response belongs to the person before.
    if (changeCount !== getChangeCount()) return fetchNew()
    if (user && token === null) setUser(null)
    storage.write(token)
    return token
  }
  const renew = (): Promise<string | null> => {
    pendingRenewal ??= fetchNew().finally(() => {
      pendingRenewal = null
    })
    return pendingRenewal
  }
  const get = async (): Promise<string | null> => {
    const stored = storage.read()
    return stored !== null && parseExpiresAtMs(stored) - now() > renewBeforeMs ? stored : renew()
  }
  return { get, renew, fetchFor }
}

/** The server may revoke a token early (sign-out elsewhere, changed role), so a 401 is retried once with a new token. */
const withTokenRenewal =
  (transport: Transport, renew: () => Promise<string | null>): Transport =>
  async (path, init) => {
    const response = await transport(path, init)
    if (response.status !== 401 || init.headers.authorization === undefined) return response
    const newToken = await renew()
    if (newToken === null) return response
    return transport(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${newToken}` } })
  }

const fetchRoles = async (client: Client, email: string): Promise<Roles> => {
  const params = { email }
  const [buyer, seller, admin, permissions] = await Promise.all([
    client('GET /users/buyer/:email', { params }),
    client('GET /users/seller/:email', { params }),
    client('GET /users/admin/:email', { params }),
    client('GET /permissions'),
  ])
  return { ...buyer, ...seller, ...admin, ...permissions }
}

/** The actions are documented at `Session`, which forwards to them. */
export const createMember = (deps: MemberDeps) => {
  const { transport, setUser } = deps
  const anonymousClient = createClient(transport)
  const token = createTokenStore(deps, anonymousClient)

  const signIn = async (login: { email: string; password: string }): Promise<SignInResult> => {
    const { user, secondFactorIs } = await anonymousClient('POST /auth/sign-in/email', { body: login })
    if (user) await token.fetchFor(user.email)
    setUser(user)
    if (!user) return 'needs code'
    return secondFactorIs === 'required' ? 'must set up' : 'signed in'
  }

  const signInWithCode = async ({ code, isBackup }: { code: string; isBackup: boolean }): Promise<SignInResult> => {
    const call = isBackup ? 'POST /auth/sign-in/backup-code' : 'POST /auth/sign-in/code'
    const { user } = await anonymousClient(call, { body: { code } })
    await token.fetchFor(user.email)
    setUser(user)
    return 'signed in'
  }

  const signOut = async (): Promise<void> => {
    await anonymousClient('POST /auth/sign-out')
    setUser(null)
  }

  // The form sent again after a lost answer has the same key, so that the person is not told that the address is taken.
  let lastSignUp = { person: '', key: '' }

  const signUp = async (person: SignUp): Promise<void> => {
    const text = JSON.stringify(person)
    // Its chunk has the code of forms, which only the registration page needs.
    const { createId } = await import('#web/lib/create-id.ts')
    if (lastSignUp.person !== text) lastSignUp = { person: text, key: createId() }
    await anonymousClient('POST /auth/sign-up/email', { body: person }, { idempotencyKey: lastSignUp.key })
    lastSignUp = { person: '', key: '' }
    const { name, email, role } = person
    try {
      await anonymousClient('POST /users', { body: { name, email, role } })
    } finally {
      // The account exists with its role even when this call failed, and a new member logs in by hand.
      await signOut()
    }
  }

  const startSocialSignIn = async (returnUrl: string): Promise<string> =>
    (await anonymousClient('POST /auth/sign-in/social', { body: { callbackURL: returnUrl } })).url

  const completeSocialSignIn = async ({ displayName: name, email }: SessionUser): Promise<void> => {
    await anonymousClient('POST /users', { body: { name, email, role: 'Buyer' } })
    await token.renew()
  }

  return {
    transport: withTokenRenewal(transport, token.renew),
    getToken: token.get,
    renewToken: token.renew,
    fetchRoles,
    signIn,
    signInWithCode,
    signUp,
    signOut,
    startSocialSignIn,
    completeSocialSignIn,
  }
}
