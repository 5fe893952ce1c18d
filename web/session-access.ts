// What carries a signed-in person's calls: their token is renewed, and it is noticed when the session has ended.
import { createClient, Refusal, type Transport } from '../contract/client.ts'
import { createTokenKeeper, type TokenKeeper } from './session-token-keeper.ts'
import type { TokenStorage } from './session-token.ts'
import type { WhoKeeper } from './session-who.ts'

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
  return { transport: renewing(transport, token), token, fetchToken }
}
