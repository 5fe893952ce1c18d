// Who is signed in: asked once when the page opens, kept while it lives, told to whoever subscribes.
import type { z } from 'zod'
import { createClient, Refusal, type Client, type Transport } from '../contract/client.ts'
import type { identityCalls, SessionUser as Shape } from '../contract/identity.ts'
import { createTokenKeeper, type TokenStorage } from './session-token.ts'

export type SessionUser = z.output<typeof Shape>

/** `unreached`: the shop did not say who is there; it is asked again when somebody needs to know. */
export type Who = { state: 'loading' } | { state: 'visitor' } | { state: 'unreached' } | { state: 'member'; user: SessionUser }

export type Roles = { isBuyer: boolean; isSeller: boolean; isAdmin: boolean }

type SignUp = z.input<(typeof identityCalls)['POST /auth/sign-up/email']['body']>

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
  /** Refuses with the shop's sentence when e-mail or password are wrong. */
  signIn: (login: { email: string; password: string }) => Promise<void>
  /** Creates the account, registers the member with the chosen role, and leaves the person signed out. */
  signUp: (person: SignUp) => Promise<void>
  /** Gives the address of the social provider, which sends the person back to `back`. */
  signInSocially: (back: string) => Promise<string>
  /** After the social provider sent the person back: registers them as a Buyer and fetches their token. */
  welcomeFromSocial: () => Promise<void>
  signOut: () => Promise<void>
}

/** Spec §3: kept only if unverified or if they have a display name. */
const isKept = (user: SessionUser): boolean => !user.emailVerified || user.displayName !== ''

const nobody: Roles = { isBuyer: false, isSeller: false, isAdmin: false }

const lookUpRoles = async (client: Client, email: string): Promise<Roles> => {
  const params = { email }
  const [buyer, seller, admin] = await Promise.all([
    client('GET /users/buyer/:email', { params }),
    client('GET /users/seller/:email', { params }),
    client('GET /users/admin/:email', { params }),
  ])
  return { ...buyer, ...seller, ...admin }
}

const createWho = () => {
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
  /** The next state that is not `loading`. */
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

/** Makes the session of one page. It asks nothing until `refresh`. */
export const createSession = (needs: { transport: Transport; storage: TokenStorage; now: () => number }): Session => {
  const { current, become, subscribe, known } = createWho()
  const plain = createClient(needs.transport)
  let roles: Promise<Roles> | null = null

  const settle = (user: SessionUser | null) => {
    roles = null
    if (user && isKept(user)) return become({ state: 'member', user })
    token.keep(null)
    become({ state: 'visitor' })
  }

  const fetchToken = async (email: string) => (await plain('POST /jwt', { body: { email } })).token

  const fetchNew = async () => {
    const who = await known()
    if (who.state !== 'member') return null
    try {
      return await fetchToken(who.user.email)
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) throw error
      settle(null)
      return null
    }
  }
  const token = createTokenKeeper({ storage: needs.storage, now: needs.now, fetchNew })

  // The shop may end a token before its time (a sign-out elsewhere, a changed role), so a refused one is renewed once;
  // when that is refused too the person is a visitor.
  const renewing: Transport = async (path, init) => {
    const answer = await needs.transport(path, init)
    if (answer.status !== 401 || init.headers.authorization === undefined) return answer
    const fresh = await token.renewed()
    if (fresh === null) return answer
    return needs.transport(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${fresh}` } })
  }
  const bearer = async () => ((await known()).state === 'member' ? token.current() : null)
  const client = createClient(renewing, bearer)

  const refresh = async () => {
    try {
      settle((await plain('GET /auth/get-session')).user)
    } catch (error) {
      become({ state: 'unreached' })
      throw error
    }
  }

  const settled = async () => {
    const who = await known()
    if (who.state !== 'unreached') return who
    await refresh()
    return current()
  }

  /** Shows `loading` while it works (spec §4); what was before comes back when it fails. */
  const whileLoading = async (work: () => Promise<void>) => {
    const before = current()
    become({ state: 'loading' })
    try {
      await work()
    } catch (error) {
      become(before.state === 'loading' ? { state: 'visitor' } : before)
      throw error
    }
  }

  const signIn: Session['signIn'] = (login) =>
    whileLoading(async () => {
      const { user } = await plain('POST /auth/sign-in/email', { body: login })
      token.keep(await fetchToken(user.email))
      settle(user)
    })

  const leave = async () => {
    await plain('POST /auth/sign-out')
    settle(null)
  }

  const signUp: Session['signUp'] = (person) =>
    whileLoading(async () => {
      await plain('POST /auth/sign-up/email', { body: person })
      const { name, email, role } = person
      // The account exists from here on and keeps its role; whatever happens next, nobody stays half signed in.
      await plain('POST /users', { body: { name, email, role } }).finally(leave)
    })

  const welcomeFromSocial = async () => {
    const who = await settled()
    if (who.state !== 'member') return
    const { displayName: name, email } = who.user
    await plain('POST /users', { body: { name, email, role: 'Buyer' } })
    await token.renewed()
  }

  const askRoles = async () => {
    const who = await known()
    return who.state === 'member' ? lookUpRoles(client, who.user.email) : nobody
  }

  return {
    client,
    current,
    subscribe,
    refresh,
    settled,
    roles: () => {
      roles ??= askRoles().catch((error: unknown) => {
        roles = null
        throw error
      })
      return roles
    },
    signIn,
    signUp,
    signInSocially: async (back) => (await plain('POST /auth/sign-in/social', { body: { callbackURL: back } })).url,
    welcomeFromSocial,
    signOut: () => whileLoading(leave),
  }
}
