// The typed client of a signed-in person: it carries their token, renews it, and notices when the session has ended.
import { createClient, Refusal, type Client, type Transport } from '../contract/client.ts'
import { createTokenKeeper, type TokenKeeper, type TokenStorage } from './session-token.ts'
import type { WhoKeeper } from './session-who.ts'

type Needs = {
  transport: Transport
  storage: TokenStorage
  now: () => number
  who: WhoKeeper
  /** Told when the session turns out to have ended. */
  onEnd: () => void
}

export type Access = { client: Client; token: TokenKeeper; fetchToken: (email: string) => Promise<string> }

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
  const bearer = async () => ((await who.known()).state === 'member' ? token.current() : null)
  return { client: createClient(renewing(transport, token), bearer), token, fetchToken }
}
