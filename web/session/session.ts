// The session of one page: asked once when the page opens, kept while it lives, told to whoever subscribes.
import { createClient, Unreachable, type Client, type Transport } from '#contract/client.ts'
import type { SignUp } from './sign-in-actions.ts'
import type { TokenStorage } from './token-storage.ts'
import { createWho, isKept, type SessionUser, type Who, type WhoKeeper } from './auth-state.ts'

export type { SessionUser, Who } from './auth-state.ts'

export type Roles = { isBuyer: boolean; isSeller: boolean; isAdmin: boolean }

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
  // What a token is for and how it is renewed concerns members alone, so a visitor's page never fetches it.
  const access = createMemo(() =>
    import('./member-access.ts').then(
      ({ createAccess }) => createAccess({ ...needs, who, onEnd: () => settle(null) }),
      (cause: unknown) => {
        throw new Unreachable('Cannot reach Motohaat. Check your connection and try again.', { cause })
      },
    ),
  )
  const bearer = async () => ((await who.known()).state === 'member' ? (await access.get()).token.current() : null)
  const client = createClient(
    async (path, init) =>
      init.headers.authorization === undefined
        ? needs.transport(path, init)
        : (await access.get()).transport(path, init),
    bearer,
  )
  const roles = createMemo(async () => (await access.get()).rolesOf(client, await who.known()))

  const settle = (user: SessionUser | null) => {
    roles.forget()
    if (user && isKept(user)) return who.become({ state: 'member', user })
    needs.storage.write(null)
    who.become({ state: 'visitor' })
  }

  const refresh = async () => {
    const isNews = turns.watch()
    // Whoever has a token will need its program as soon as the shop has said who they are.
    const hasToken = needs.storage.read() !== null
    if (hasToken) access.get().catch(() => {})
    try {
      const { user } = await plain('GET /auth/get-session')
      if (!isNews()) return
      settle(user)
      // So that a member's next call need not wait for another that renews the token. What goes wrong here goes wrong there
      // as well, where it is told. Who comes back from a social provider has no token yet, and may not be registered.
      if (user && hasToken) bearer().catch(() => {})
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

  // Most visits go through none of these doors, so their program is fetched by those who do.
  const doors = async () =>
    (await import('./sign-in-actions.ts')).openDoors({ ...(await access.get()), plain, settle, settled, leave })

  return {
    client,
    current: who.current,
    subscribe: who.subscribe,
    refresh,
    settled,
    roles: roles.get,
    signIn: (login) => turns.take(async () => (await doors()).signIn(login)),
    signInWithCode: (given) => turns.take(async () => (await doors()).signInWithCode(given)),
    signUp: (person) => turns.take(async () => (await doors()).signUp(person)),
    signInSocially: async (back) => (await doors()).signInSocially(back),
    welcomeFromSocial: async () => (await doors()).welcomeFromSocial(),
    renew: async () => void (await (await access.get()).token.renewed()),
    signOut: () => turns.take(leave),
  }
}
