// A shop with everybody in it whom an attack needs, each signed in once, and the ways to send what they try.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { assert, inject } from 'vitest'
import { book } from '#tests/support/buying.ts'
import { expectNoRowChanges } from '#tests/support/row-changes.ts'
import { getMemberId, createListing } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { parseCallName, parseErrorCode } from '#tests/support/test-roles.ts'
import { expectSafeResponse } from './response-checks.ts'

/** Visitor, two buyers, two sellers, the admin. Another site is anybody with the headers of `foreign`. */
export type Actor = 'V' | 'B1' | 'B2' | 'S1' | 'S2' | 'A'

/** What the browser of a person adds when a page of another site makes it send something. */
export const crossSiteHeaders = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } as const

// Attempts are counted and recorded there.
const uncheckedTables = /limit|audit|attempt|throttle|migration/

/** An id of nothing. */
export const absentId = '019a0000-0000-7000-8000-000000000000'

export type RequestOptions = {
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

export type TestResponse = {
  status: number
  /** The code of a refusal, or `answered`. */
  code: string
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'] as const

const toPayload = ({ body, raw }: RequestOptions, method: string): string | Buffer | undefined => {
  if (raw !== undefined) return raw
  if (body !== undefined) return JSON.stringify(body)
  return method === 'POST' || method === 'PUT' ? '{}' : undefined
}

type Options = NonNullable<Parameters<typeof createTestApp>[0]>

/** P1 is a bike of S1 and P2 of S2; K1 and K2 are orders of B1 and B2 for P1; W1 and W2 are their wishes for P2. */
const createActors = async (baseApp: Awaited<ReturnType<typeof createTestApp>>) => {
  const names = ['karim', 'sadia', 'rahim', 'farhana', 'ayesha'] as const
  const [B1, B2, S1, S2, A] = await Promise.all(names.map((name) => baseApp.signInAs(name)))
  assert(B1 && B2 && S1 && S2 && A, 'needs everybody')
  const [P1, P2] = [await createListing(baseApp, S1), await createListing(baseApp, S2)]
  const [K1, K2] = [await book(B1, P1), await book(B2, P1)]
  const wish = async (client: typeof B1) => (await client('POST /wishlist', { body: { productId: P2.id } })).insertedId
  const [W1, W2] = [await wish(B1), await wish(B2)]
  const members = { B1, B2, S1, S2, A } as const
  const ids = Object.fromEntries(
    await Promise.all(
      Object.entries(members).map(async ([key, client]) => [key, await getMemberId(baseApp, client)] as const),
    ),
  )
  const getId = (actor: Exclude<Actor, 'V'>): string => ids[actor] ?? ''
  return { people: members, getId, P1, P2, K1: K1.bookingId, K2: K2.bookingId, W1, W2 }
}

/** Opens the shop and everybody in it; `close` it in `afterAll`. */
export const createSecurityTestApp = async (options: Options = {}) => {
  const baseApp = await createTestApp({ manualClose: true, ...options })
  const actors = await createActors(baseApp)

  const toCredentialHeaders = (actor: Actor, proof: RequestOptions['proof'] = 'both'): Record<string, string> => {
    if (actor === 'V') return {}
    const { token, cookie } = actors.people[actor]
    return { ...(proof !== 'cookie' && { authorization: `Bearer ${token}` }), ...(proof !== 'token' && { cookie }) }
  }

  /** Sends a request to any address as this actor; every answer is looked at for what no answer may show. */
  const request = async (
    actor: Actor,
    method: string,
    url: string,
    options: RequestOptions = {},
  ): Promise<TestResponse> => {
    const payload = toPayload(options, method)
    const answer = await baseApp.fastify.inject({
      method: methods.find((one) => one === method) ?? 'GET',
      url: `${url}${options.query ?? ''}`,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...toCredentialHeaders(actor, options.proof),
        ...options.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const response = { status: answer.statusCode, headers: answer.headers, text: answer.payload }
    expectSafeResponse(response)
    const code = parseErrorCode(answer)
    return { ...response, code }
  }

  /** Makes a call of the contract, such as 'PUT /users/:id', as this actor. */
  const call = (actor: Actor, name: string, options: RequestOptions = {}): Promise<TestResponse> => {
    const { method, path } = parseCallName(name)
    const filledPath = path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(options.params?.[key] ?? absentId),
    )
    return request(actor, method, `/api${filledPath}`, options)
  }

  /** Sends bytes as they are to the real port; gives all that comes back until the server closes. */
  const sendRaw = async (...chunks: (string | Buffer)[]): Promise<string> => {
    if (!baseApp.fastify.server.listening) await baseApp.fastify.listen({ host: '127.0.0.1', port: baseApp.port })
    const socket = connect(baseApp.port, '127.0.0.1')
    await once(socket, 'connect')
    for (const chunk of chunks) socket.write(chunk)
    const response = await text(socket)
    // An ETag is random, and may have "Fst_" in it.
    const read = response.replace(/^etag: .*$/im, '')
    expectSafeResponse({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 400), headers: {}, text: read })
    return response
  }

  /** Writes to the database past the shop, as the owner of its tables; several statements may stand in the SQL. */
  const runAsOwner = async (sql: string): Promise<void> => {
    const { rows } = await baseApp.db.$client.query<{ name: string }>('select current_database() as name')
    const owner = new pg.Client({ host: inject('postgresSocketDir'), user: 'postgres', database: rows[0]?.name ?? '' })
    await owner.connect()
    try {
      await owner.query(sql)
    } finally {
      await owner.end()
    }
  }

  return {
    ...baseApp,
    ...actors,
    baseApp,
    runAsOwner,
    request,
    call,
    sendRaw,
    toCredentialHeaders,
    expectUnchanged: <T>(action: () => Promise<T>) => expectNoRowChanges(baseApp, uncheckedTables, action),
  }
}

export type SecurityTestApp = Awaited<ReturnType<typeof createSecurityTestApp>>
