// The session of one page: who is signed in, and the API client that sends the access token.
// This file is on every page; auth-member.ts is fetched for members only.
import { createClient, UnreachableError, type Client, type Transport } from '#contract/client.ts'
import type { Roles, SessionUser, SignInResult, SignUp, TokenStorage } from './auth-member.ts'

export type { Roles, SessionUser, SignInResult, TokenStorage } from './auth-member.ts'

/** `unreached`: the server did not answer. `waitForState` asks again. */
export type AuthState =
  | { state: 'loading' }
  | { state: 'visitor' }
  | { state: 'unreached' }
  | { state: 'member'; user: SessionUser }

export type Session = {
  /** The typed API client, which sends the access token; `{ as: 'anyone' }` omits it. */
  client: Client
  getState: () => AuthState
  subscribe: (listener: () => void) => () => void
  /** Asks the server who is signed in. */
  refresh: () => Promise<void>
  /** Who is signed in, once that is known; throws UnreachableError when the server does not answer. */
  waitForState: () => Promise<AuthState>
  /** The roles of the signed-in person: four calls, made once per sign-in. */
  getRoles: () => Promise<Roles>
  /** Throws an ApiResponseError when e-mail or password are wrong; nobody is signed in yet on 'needs code'. */
  signIn: (login: { email: string; password: string }) => Promise<SignInResult>
  /** Completes a sign-in that needs a code of the authenticator app or a backup code. */
  signInWithCode: (login: { code: string; isBackup: boolean }) => Promise<SignInResult>
  /** Creates the account, registers the member with the chosen role, and leaves the person signed out. */
  signUp: (person: SignUp) => Promise<void>
  /** Returns the URL of the social provider, which redirects to `returnUrl`. */
  startSocialSignIn: (returnUrl: string) => Promise<string>
  /** After the redirect from the social provider: registers the person as a Buyer and fetches a token. */
  completeSocialSignIn: () => Promise<void>
  /** Fetches a new token after the session behind the stored one has ended. */
  renewToken: () => Promise<void>
  signOut: () => Promise<void>
}

/** The key of the access token in local storage. */
export const tokenKey = 'motohaat-token'

/** Stores the token in local storage; where that is blocked, for the life of the page. */
export const createBrowserTokenStorage = (): TokenStorage => {
  let memoryToken: string | null = null
  const read = () => {
    try {
      return localStorage.getItem(tokenKey)
    } catch {
      return memoryToken
    }
  }
  const write = (token: string | null) => {
    memoryToken = token
    try {
      if (token === null) localStorage.removeItem(tokenKey)
      else localStorage.setItem(tokenKey, token)
    } catch {
      // `memoryToken` is used instead.
    }
  }
  return { read, write }
}

const noRoles: Roles = { isBuyer: false, isSeller: false, isAdmin: false, isCashier: false, isModerator: false }

/** Spec §3: the user is kept only if unverified or if they have a display name. */
const isUsableUser = (user: SessionUser): boolean => !user.emailVerified || user.displayName !== ''

const createAuthStore = (storage: TokenStorage) => {
  let authState: AuthState = { state: 'loading' }
  /** Sign-ins and sign-outs so far: an older response of `get-session` must not overwrite a newer state. */
  let changeCount = 0
  const listeners = new Set<() => void>()
  const setState = (next: AuthState) => {
    authState = next
    for (const listener of listeners) listener()
  }
  const setUser = (user: SessionUser | null) => {
    if (user && isUsableUser(user)) return setState({ state: 'member', user })
    storage.write(null)
    setState({ state: 'visitor' })
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  /** The current state, or the next one while it is loading. */
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
  const waitForUser = async () => {
    const known = await waitUntilKnown()
    return known.state === 'member' ? known.user : null
  }
  /** Shows `loading` during a sign-in or sign-out (spec §4); the previous state returns when it fails. */
  const changeUser = async <T>(change: () => Promise<T>): Promise<T> => {
    const previousState = authState
    changeCount += 1
    setState({ state: 'loading' })
    try {
      return await change()
    } catch (error) {
      setState(previousState.state === 'loading' ? { state: 'visitor' } : previousState)
      throw error
    }
  }
  const [getState, getChangeCount] = [() => authState, () => changeCount]
  return { getState, getChangeCount, setState, setUser, subscribe, waitUntilKnown, waitForUser, changeUser }
}

/** Caches the result of `load` until `clear`; an error is not cached. */
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

/** Creates the session of one page. It sends no request before `refresh`. */
export const createSession = (deps: { transport: Transport; storage: TokenStorage; now: () => number }): Session => {
  const { transport, storage } = deps
  const store = createAuthStore(storage)
  const anonymousClient = createClient(transport)

  const member = createMemo(async () => {
    const { createMember } = await import('./auth-member.ts').catch((cause: unknown) => {
      throw new UnreachableError('Cannot reach Motohaat. Check your connection and try again.', { cause })
    })
    return createMember({ ...deps, ...store })
  })
  const getBearer = async () => ((await store.waitForUser()) ? (await member.get()).getToken() : null)
  const client = createClient(
    async (path, init) =>
      (init.headers.authorization === undefined ? transport : (await member.get()).transport)(path, init),
    getBearer,
  )
  const roles = createMemo(async () => {
    const user = await store.waitForUser()
    return user ? (await member.get()).fetchRoles(client, user.email) : noRoles
  })
  store.subscribe(roles.clear)

  const refresh = async () => {
    const changeCount = store.getChangeCount()
    // Members have a token, so their code is fetched in parallel with the session.
    const hasToken = storage.read() !== null
    if (hasToken) member.get().catch(() => {})
    try {
      const { user } = await anonymousClient('GET /auth/get-session')
      if (changeCount !== store.getChangeCount()) return
      store.setUser(user)
      // Renews the token before the first call needs it; that call reports an error. After a social sign-in there is no
      // token yet, and the person may not be registered.
      if (user && hasToken) getBearer().catch(() => {})
    } catch (error) {
      if (changeCount === store.getChangeCount()) store.setState({ state: 'unreached' })
      throw error
    }
  }
  const waitForState = async () => {
    if ((await store.waitUntilKnown()).state === 'unreached') await refresh()
    return store.waitUntilKnown()
  }

  return {
    client,
    getState: store.getState,
    subscribe: store.subscribe,
    refresh,
    waitForState,
    getRoles: roles.get,
    signIn: (login) => store.changeUser(async () => (await member.get()).signIn(login)),
    signInWithCode: (login) => store.changeUser(async () => (await member.get()).signInWithCode(login)),
    signUp: (person) => store.changeUser(async () => (await member.get()).signUp(person)),
    signOut: () => store.changeUser(async () => (await member.get()).signOut()),
    startSocialSignIn: async (returnUrl) => (await member.get()).startSocialSignIn(returnUrl),
    completeSocialSignIn: async () => {
      const authState = await waitForState()
      if (authState.state === 'member') await (await member.get()).completeSocialSignIn(authState.user)
    },
    renewToken: async () => void (await (await member.get()).renewToken()),
  }
}
