// The session of one page: asked once when the page opens, kept while it lives, told to whoever subscribes.
import { createClient, UnreachableError, type Client, type Transport } from '#contract/client.ts'
import type { SignUp } from './sign-in-actions.ts'
import type { TokenStorage } from './token-storage.ts'
import { createAuthStore, isUsableUser, type SessionUser, type AuthState, type AuthStore } from './auth-state.ts'

export type { SessionUser, AuthState } from './auth-state.ts'

export type Roles = { isBuyer: boolean; isSeller: boolean; isAdmin: boolean }

/**
 * After the password: signed in; signed in, and a second factor must be set up before the admin's screens open; or not
 * yet signed in, since a code comes next.
 */
export type SignInResult = 'signed in' | 'must set up' | 'needs code'

export type Session = {
  /** The typed client that says who is asking; `{ as: 'anyone' }` leaves that out. */
  client: Client
  getState: () => AuthState
  subscribe: (listener: () => void) => () => void
  /** Asks the shop who is there. */
  refresh: () => Promise<void>
  /** Who is there, once that is known; throws Unreachable when the shop does not answer. */
  waitForState: () => Promise<AuthState>
  /** The roles of the signed-in person: the three look-ups, made once for each sign-in. */
  getRoles: () => Promise<Roles>
  /** Refuses with the shop's sentence when e-mail or password are wrong; nobody is signed in yet on 'needs code'. */
  signIn: (login: { email: string; password: string }) => Promise<SignInResult>
  /** Finishes a log-in that needs a code, with one of the app or a backup code. */
  signInWithCode: (login: { code: string; isBackup: boolean }) => Promise<SignInResult>
  /** Creates the account, registers the member with the chosen role, and leaves the person signed out. */
  signUp: (person: SignUp) => Promise<void>
  /** Gives the address of the social provider, which sends the person back to `back`. */
  startSocialSignIn: (returnUrl: string) => Promise<string>
  /** After the social provider sent the person back: registers them as a Buyer and fetches their token. */
  completeSocialSignIn: () => Promise<void>
  /** Fetches a new token, after something ended the session that the kept one was made from. */
  renewToken: () => Promise<void>
  signOut: () => Promise<void>
}

/** Keeps what `ask` gives until it is forgotten; a failure is not kept. */
const createMemo = <T>(load: () => Promise<T>) => {
  let cached: Promise<T> | null = null
  const get = () => {
    cached ??= load().catch((error: unknown) => {
      cached = null
      throw error
    })
    return cached
  }
  return { get, clear: () => void (cached = null) }
}

/** Shows `loading` while it works (spec §4); what was before comes back when it fails. */
const withLoadingState = async <T>(authStore: AuthStore, work: () => Promise<T>): Promise<T> => {
  const previousState = authStore.getState()
  authStore.setState({ state: 'loading' })
  try {
    return await work()
  } catch (error) {
    authStore.setState(previousState.state === 'loading' ? { state: 'visitor' } : previousState)
    throw error
  }
}

/** Counts the log-ins and log-outs: what the shop said of the time before one of them must not undo it. */
const createGenerationCounter = (authStore: AuthStore) => {
  let generation = 0
  const startGeneration = <T>(work: () => Promise<T>): Promise<T> => {
    generation += 1
    return withLoadingState(authStore, work)
  }
  /** Gives a question: has nobody logged in or out since? */
  const trackGeneration = () => {
    const startedAt = generation
    return () => startedAt === generation
  }
  return { startGeneration, trackGeneration }
}

/** Makes the session of one page. It asks nothing until `refresh`. */
export const createSession = (deps: { transport: Transport; storage: TokenStorage; now: () => number }): Session => {
  const authStore = createAuthStore()
  const generations = createGenerationCounter(authStore)
  const anonymousClient = createClient(deps.transport)
  // What a token is for and how it is renewed concerns members alone, so a visitor's page never fetches it.
  const memberAccess = createMemo(() =>
    import('./member-access.ts').then(
      ({ createMemberAccess }) => createMemberAccess({ ...deps, authStore, onSessionEnd: () => setUser(null) }),
      (cause: unknown) => {
        throw new UnreachableError('Cannot reach Motohaat. Check your connection and try again.', { cause })
      },
    ),
  )
  const getBearer = async () =>
    (await authStore.waitUntilKnown()).state === 'member' ? (await memberAccess.get()).token.get() : null
  const client = createClient(
    async (path, init) =>
      init.headers.authorization === undefined
        ? deps.transport(path, init)
        : (await memberAccess.get()).transport(path, init),
    getBearer,
  )
  const rolesMemo = createMemo(async () =>
    (await memberAccess.get()).fetchRoles(client, await authStore.waitUntilKnown()),
  )

  const setUser = (user: SessionUser | null) => {
    rolesMemo.clear()
    if (user && isUsableUser(user)) return authStore.setState({ state: 'member', user })
    deps.storage.write(null)
    authStore.setState({ state: 'visitor' })
  }

  const refresh = async () => {
    const isCurrent = generations.trackGeneration()
    // Whoever has a token will need its program as soon as the shop has said who they are.
    const hasToken = deps.storage.read() !== null
    if (hasToken) memberAccess.get().catch(() => {})
    try {
      const { user } = await anonymousClient('GET /auth/get-session')
      if (!isCurrent()) return
      setUser(user)
      // So that a member's next call need not wait for another that renews the token. What goes wrong here goes wrong there
      // as well, where it is told. Who comes back from a social provider has no token yet, and may not be registered.
      if (user && hasToken) getBearer().catch(() => {})
    } catch (error) {
      if (isCurrent()) authStore.setState({ state: 'unreached' })
      throw error
    }
  }

  const waitForState = async () => {
    const authState = await authStore.waitUntilKnown()
    if (authState.state !== 'unreached') return authState
    await refresh()
    return authStore.getState()
  }

  const endSession = async () => {
    await anonymousClient('POST /auth/sign-out')
    setUser(null)
  }

  // Most visits go through none of these doors, so their program is fetched by those who do.
  const getSignInActions = async () =>
    (await import('./sign-in-actions.ts')).createSignInActions({
      ...(await memberAccess.get()),
      anonymousClient,
      setUser,
      waitForState,
      endSession,
    })

  return {
    client,
    getState: authStore.getState,
    subscribe: authStore.subscribe,
    refresh,
    waitForState,
    getRoles: rolesMemo.get,
    signIn: (login) => generations.startGeneration(async () => (await getSignInActions()).signIn(login)),
    signInWithCode: (login) =>
      generations.startGeneration(async () => (await getSignInActions()).signInWithCode(login)),
    signUp: (person) => generations.startGeneration(async () => (await getSignInActions()).signUp(person)),
    startSocialSignIn: async (returnUrl) => (await getSignInActions()).startSocialSignIn(returnUrl),
    completeSocialSignIn: async () => (await getSignInActions()).completeSocialSignIn(),
    renewToken: async () => void (await (await memberAccess.get()).token.renew()),
    signOut: () => generations.startGeneration(endSession),
  }
}
