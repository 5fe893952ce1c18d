// What carries a signed-in person's calls: their token is renewed, and it is noticed when the session has ended.
import { createClient, ApiResponseError, type Client, type Transport } from '#contract/client.ts'
import type { Roles } from './session.ts'
import { createAccessTokenStore, type AccessTokenStore } from './access-token.ts'
import type { TokenStorage } from './token-storage.ts'
import type { AuthState, AuthStore } from './auth-state.ts'

type MemberAccessDeps = {
  transport: Transport
  storage: TokenStorage
  now: () => number
  authStore: AuthStore
  /** Told when the session turns out to have ended. */
  onSessionEnd: () => void
}

export type MemberAccess = {
  /** Carries calls that say who is asking. */
  transport: Transport
  token: AccessTokenStore
  fetchToken: (email: string) => Promise<string>
  /** What the three look-ups say of somebody; nobody has no role. */
  fetchRoles: (client: Client, authState: AuthState) => Promise<Roles>
}

const noRoles: Roles = { isBuyer: false, isSeller: false, isAdmin: false }

const fetchRoles = async (client: Client, authState: AuthState): Promise<Roles> => {
  if (authState.state !== 'member') return noRoles
  const params = { email: authState.user.email }
  const [buyer, seller, admin] = await Promise.all([
    client('GET /users/buyer/:email', { params }),
    client('GET /users/seller/:email', { params }),
    client('GET /users/admin/:email', { params }),
  ])
  return { ...buyer, ...seller, ...admin }
}

// The shop may end a token before its time (a sign-out elsewhere, a changed role), so a refused one is renewed once and
// the call made again; when the renewal is refused too, the refusal stands.
const withTokenRenewal =
  (transport: Transport, token: AccessTokenStore): Transport =>
  async (path, init) => {
    const response = await transport(path, init)
    if (response.status !== 401 || init.headers.authorization === undefined) return response
    const newToken = await token.renew()
    if (newToken === null) return response
    return transport(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${newToken}` } })
  }

export const createMemberAccess = ({
  transport,
  storage,
  now,
  authStore,
  onSessionEnd,
}: MemberAccessDeps): MemberAccess => {
  const anonymousClient = createClient(transport)
  const fetchToken = async (email: string) => (await anonymousClient('POST /jwt', { body: { email } })).token

  const fetchNewToken = async () => {
    const authState = await authStore.waitUntilKnown()
    if (authState.state !== 'member') return null
    try {
      return await fetchToken(authState.user.email)
    } catch (error) {
      if (!(error instanceof ApiResponseError && error.status === 401)) throw error
      onSessionEnd()
      return null
    }
  }
  const token = createAccessTokenStore({ storage, now, fetchNewToken })
  return { transport: withTokenRenewal(transport, token), token, fetchToken, fetchRoles }
}
