// What carries a signed-in person's calls: their token is renewed, and it is noticed when the session has ended.
import { createClient, Refusal, type Client, type Transport } from '#contract/client.ts'
import type { Roles } from './session.ts'
import { createTokenKeeper, type TokenKeeper } from './access-token.ts'
import type { TokenStorage } from './token-storage.ts'
import type { Who, WhoKeeper } from './auth-state.ts'

type Needs = {
  transport: Transport
  storage: TokenStorage
  now: () => number
  who: WhoKeeper
  /** Told when the session turns out to have ended. */
  onEnd: () => void
}

export type Access = {
  /** Carries calls that say who is asking. */
  transport: Transport
  token: TokenKeeper
  fetchToken: (email: string) => Promise<string>
  /** What the three look-ups say of somebody; nobody has no role. */
  rolesOf: (client: Client, who: Who) => Promise<Roles>
}

const nobody: Roles = { isBuyer: false, isSeller: false, isAdmin: false }

const rolesOf = async (client: Client, who: Who): Promise<Roles> => {
  if (who.state !== 'member') return nobody
  const params = { email: who.user.email }
  const [buyer, seller, admin] = await Promise.all([
    client('GET /users/buyer/:email', { params }),
    client('GET /users/seller/:email', { params }),
    client('GET /users/admin/:email', { params }),
  ])
  return { ...buyer, ...seller, ...admin }
}

// The shop may end a token before its time (a sign-out elsewhere, a changed role), so a refused one is renewed once and
// the call made again; when the renewal is refused too, the refusal stands.
const renewing =
  (transport: Transport, token: TokenKeeper): Transport =>
  async (path, init) => {
    const answer = await transport(path, init)
    if (answer.status !== 401 || init.headers.authorization === undefined) return answer
    const fresh = await token.renewed()
    if (fresh === null) return answer
    return transport(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${fresh}` } })
  }

export const createAccess = ({ transport, storage, now, who, onEnd }: Needs): Access => {
  const plain = createClient(transport)
  const fetchToken = async (email: string) => (await plain('POST /jwt', { body: { email } })).token

  const fetchNew = async () => {
    const person = await who.known()
    if (person.state !== 'member') return null
    try {
      return await fetchToken(person.user.email)
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) throw error
      onEnd()
      return null
    }
  }
  const token = createTokenKeeper({ storage, now, fetchNew })
  return { transport: renewing(transport, token), token, fetchToken, rolesOf }
}
