// The session of one page: asked once when the page opens, kept while it lives, told to whoever subscribes.
import type { z } from 'zod'
import { createClient, type Client, type Transport } from '../contract/client.ts'
import type { identityCalls } from '../contract/identity.ts'
import { createAccess } from './session-access.ts'
import type { TokenStorage } from './session-token.ts'
import { createWho, isKept, type SessionUser, type Who, type WhoKeeper } from './session-who.ts'

export type { SessionUser, Who } from './session-who.ts'

export type Roles = { isBuyer: boolean; isSeller: boolean; isAdmin: boolean }

type SignUp = z.input<(typeof identityCalls)['POST /auth/sign-up/email']['body']>

/**
 * After the password: signed in; signed in, and a second factor must be set up before the admin's screens open; or not
 * yet signed in, since a code comes next.
 */
export type SignedIn = 'signed in' | 'must set up' | 'needs code'

export type Session = {
  /** The typed client that says who is asking; `{ as: 'anyone' }` leaves that out. */
  client: Client
  current: () => Who
  subscribe: (listener: () => void) => () => void
  /** Asks the shop who is there. */
  refresh: () => Promise<void>
  /** Who is there, once that is known; throws Unreachable when the shop does not answer. */
  settled: () => Promise<Who>
  /** The roles of the signed-in person: the three look-ups, made once for each sign-in. */
  roles: () => Promise<Roles>
  /** Refuses with the shop's sentence when e-mail or password are wrong; nobody is signed in yet on 'needs code'. */
  signIn: (login: { email: string; password: string }) => Promise<SignedIn>
  /** Finishes a log-in that needs a code, with one of the app or a backup code. */
  signInWithCode: (given: { code: string; isBackup: boolean }) => Promise<SignedIn>
  /** Creates the account, registers the member with the chosen role, and leaves the person signed out. */
  signUp: (person: SignUp) => Promise<void>
  /** Gives the address of the social provider, which sends the person back to `back`. */
  signInSocially: (back: string) => Promise<string>
  /** After the social provider sent the person back: registers them as a Buyer and fetches their token. */
  welcomeFromSocial: () => Promise<void>
  /** Fetches a new token, after something ended the session that the kept one was made from. */
  renew: () => Promise<void>
  signOut: () => Promise<void>
}

const nobody: Roles = { isBuyer: false, isSeller: false, isAdmin: false }

const lookUpRoles = async (client: Client, who: Who): Promise<Roles> => {
  if (who.state !== 'member') return nobody
  const params = { email: who.user.email }
  const [buyer, seller, admin] = await Promise.all([
    client('GET /users/buyer/:email', { params }),
    client('GET /users/seller/:email', { params }),
    client('GET /users/admin/:email', { params }),
  ])
  return { ...buyer, ...seller, ...admin }
}

/** Keeps what `ask` gives until it is forgotten; a failure is not kept. */
const createMemo = <T>(ask: () => Promise<T>) => {
  let kept: Promise<T> | null = null
  const get = () => {
    kept ??= ask().catch((error: unknown) => {
      kept = null
      throw error
    })
    return kept
  }
  return { get, forget: () => void (kept = null) }
}

/** Shows `loading` while it works (spec §4); what was before comes back when it fails. */
const whileLoading = async <T>(who: WhoKeeper, work: () => Promise<T>): Promise<T> => {
  const before = who.current()
  who.become({ state: 'loading' })
  try {
    return await work()
  } catch (error) {
    who.become(before.state === 'loading' ? { state: 'visitor' } : before)
    throw error
  }
}

/** Counts the log-ins and log-outs: what the shop said of the time before one of them must not undo it. */
const createTurns = (who: WhoKeeper) => {
  let turns = 0
  const take = <T>(work: () => Promise<T>): Promise<T> => {
    turns += 1
    return whileLoading(who, work)
  }
  /** Gives a question: has nobody logged in or out since? */
  const watch = () => {
    const seen = turns
    return () => seen === turns
  }
  return { take, watch }
}

/** Makes the session of one page. It asks nothing until `refresh`. */
export const createSession = (needs: { transport: Transport; storage: TokenStorage; now: () => number }): Session => {
  const who = createWho()
  const turns = createTurns(who)
  const plain = createClient(needs.transport)
  const { client, token, fetchToken } = createAccess({ ...needs, who, onEnd: () => settle(null) })
  const roles = createMemo(async () => lookUpRoles(client, await who.known()))

  const settle = (user: SessionUser | null) => {
    roles.forget()
    if (user && isKept(user)) return who.become({ state: 'member', user })
    token.keep(null)
    who.become({ state: 'visitor' })
  }

  const refresh = async () => {
    const isNews = turns.watch()
    try {
      const { user } = await plain('GET /auth/get-session')
      if (isNews()) settle(user)
    } catch (error) {
      if (isNews()) who.become({ state: 'unreached' })
      throw error
    }
  }

  const settled = async () => {
    const known = await who.known()
    if (known.state !== 'unreached') return known
    await refresh()
    return who.current()
  }

  const leave = async () => {
    await plain('POST /auth/sign-out')
    settle(null)
  }

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

  const welcomeFromSocial = async () => {
    const known = await settled()
    if (known.state !== 'member') return
    const { displayName: name, email } = known.user
    await plain('POST /users', { body: { name, email, role: 'Buyer' } })
    await token.renewed()
  }

  return {
    client,
    current: who.current,
    subscribe: who.subscribe,
    refresh,
    settled,
    roles: roles.get,
    signIn: (login) => turns.take(() => signIn(login)),
    signInWithCode: (given) => turns.take(() => signInWithCode(given)),
    signUp: (person) => turns.take(() => signUp(person)),
    signInSocially: async (back) => (await plain('POST /auth/sign-in/social', { body: { callbackURL: back } })).url,
    welcomeFromSocial,
    renew: async () => void (await token.renewed()),
    signOut: () => turns.take(leave),
  }
}
