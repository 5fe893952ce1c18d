// A shop with everybody in it whom an attack needs, each signed in once, and the ways to send what they try.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { assert, inject } from 'vitest'
import { book } from '#tests/support/buying.ts'
import { memberId, offer } from '#tests/support/selling.ts'
import { openTestShop } from '#tests/support/test-app.ts'
import { wayOf } from '#tests/support/test-roles.ts'
import { expectDecent } from './response-checks.ts'
import { expectNoEffect, fingerprint } from './table-checksums.ts'

/** Visitor, two buyers, two sellers, the admin. Another site is anybody with the headers of `foreign`. */
export type Actor = 'V' | 'B1' | 'B2' | 'S1' | 'S2' | 'A'

/** What the browser of a person adds when a page of another site makes it send something. */
export const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } as const

/** An id of nothing. */
export const absent = '019a0000-0000-7000-8000-000000000000'

export type Asking = {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, as JSON unless the headers say otherwise. */
  raw?: string | Buffer
  /** With its question mark. */
  query?: string
  params?: Record<string, string>
  /** What shows who the actor is; both unless told. */
  proof?: 'both' | 'token' | 'cookie'
}

export type Answered = {
  status: number
  /** The code of a refusal, or `answered`. */
  code: string
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'] as const

const payloadOf = ({ body, raw }: Asking, method: string): string | Buffer | undefined => {
  if (raw !== undefined) return raw
  if (body !== undefined) return JSON.stringify(body)
  return method === 'POST' || method === 'PUT' ? '{}' : undefined
}

type Options = NonNullable<Parameters<typeof openTestShop>[0]>

/** P1 is a bike of S1 and P2 of S2; K1 and K2 are orders of B1 and B2 for P1; W1 and W2 are their wishes for P2. */
const fill = async (shop: Awaited<ReturnType<typeof openTestShop>>) => {
  const names = ['karim', 'sadia', 'rahim', 'farhana', 'ayesha'] as const
  const [B1, B2, S1, S2, A] = await Promise.all(names.map((name) => shop.as(name)))
  assert(B1 && B2 && S1 && S2 && A, 'needs everybody')
  const [P1, P2] = [await offer(shop, S1), await offer(shop, S2)]
  const [K1, K2] = [await book(B1, P1), await book(B2, P1)]
  const wish = async (who: typeof B1) => (await who('POST /wishlist', { body: { productId: P2.id } })).insertedId
  const [W1, W2] = [await wish(B1), await wish(B2)]
  const everybody = { B1, B2, S1, S2, A } as const
  const ids = Object.fromEntries(
    await Promise.all(Object.entries(everybody).map(async ([key, who]) => [key, await memberId(shop, who)] as const)),
  )
  const idOf = (actor: Exclude<Actor, 'V'>): string => ids[actor] ?? ''
  return { people: everybody, idOf, P1, P2, K1: K1.bookingId, K2: K2.bookingId, W1, W2 }
}

/** Opens the shop and everybody in it; `close` it in `afterAll`. */
export const openArena = async (options: Options = {}) => {
  const shop = await openTestShop({ keep: true, ...options })
  const filled = await fill(shop)

  const proofOf = (actor: Actor, proof: Asking['proof'] = 'both'): Record<string, string> => {
    if (actor === 'V') return {}
    const { token, cookie } = filled.people[actor]
    return { ...(proof !== 'cookie' && { authorization: `Bearer ${token}` }), ...(proof !== 'token' && { cookie }) }
  }

  /** Sends a request to any address as this actor; every answer is looked at for what no answer may show. */
  const at = async (actor: Actor, method: string, url: string, asking: Asking = {}): Promise<Answered> => {
    const payload = payloadOf(asking, method)
    const answer = await shop.app.inject({
      method: methods.find((one) => one === method) ?? 'GET',
      url: `${url}${asking.query ?? ''}`,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...proofOf(actor, asking.proof),
        ...asking.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const answered = { status: answer.statusCode, headers: answer.headers, text: answer.payload }
    expectDecent(answered)
    const code = /"code":"(\w+)"/.exec(answer.payload)?.[1] ?? 'answered'
    return { ...answered, code }
  }

  /** Makes a call of the contract, such as 'PUT /users/:id', as this actor. */
  const ask = (actor: Actor, name: string, asking: Asking = {}): Promise<Answered> => {
    const { method, path } = wayOf(name)
    const filledIn = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(asking.params?.[key] ?? absent))
    return at(actor, method, `/api${filledIn}`, asking)
  }

  /** Sends bytes as they are to the real port; gives all that comes back until the server closes. */
  const speak = async (...pieces: (string | Buffer)[]): Promise<string> => {
    if (!shop.app.server.listening) await shop.app.listen({ host: '127.0.0.1', port: shop.port })
    const socket = connect(shop.port, '127.0.0.1')
    await once(socket, 'connect')
    for (const piece of pieces) socket.write(piece)
    const heard = await text(socket)
    expectDecent({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 400), headers: {}, text: heard })
    return heard
  }

  /** Writes to the database past the shop, as the owner of its tables; several statements may stand in the SQL. */
  const asOwner = async (sql: string): Promise<void> => {
    const { rows } = await shop.db.$client.query<{ name: string }>('select current_database() as name')
    const owner = new pg.Client({ host: inject('postgresSocketDir'), user: 'postgres', database: rows[0]?.name ?? '' })
    await owner.connect()
    try {
      await owner.query(sql)
    } finally {
      await owner.end()
    }
  }

  return {
    ...shop,
    ...filled,
    shop,
    asOwner,
    at,
    ask,
    speak,
    proofOf,
    quietly: <T>(deed: () => Promise<T>) => expectNoEffect(shop, deed),
    fingerprint: () => fingerprint(shop),
  }
}

export type Arena = Awaited<ReturnType<typeof openArena>>
