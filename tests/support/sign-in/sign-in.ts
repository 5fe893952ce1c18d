// Clients of visitors and of members who are logged in.
import { createHmac, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { v7 } from 'uuid'
import { createClient } from '#contract/client.ts'
import { createAccessTokens } from '#market/auth/session/access-tokens.ts'
import { getCookieNames } from '#market/auth/session/cookies.ts'
import type { Database } from '#platform/database/database.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import type { createApp } from '#server/app.ts'
import { fixtures } from '#seed/fixtures.ts'

/** The SECRET of every test app, for tests that forge signatures. */
export const testSecret = 'a secret of the tests, thirty-two characters long'

type Fastify = Awaited<ReturnType<typeof createApp>>['fastify']
type App = { fastify: Fastify; db: Database; publicUrl: string; now: () => Date }

/** A visitor, one of the fixtures, or the member with an e-mail address; with a password it logs in as a person does. */
export type Who = keyof typeof fixtures | 'visitor' | { email: string; password?: string }

export const createVisitor = (fastify: Fastify) => createClient(injectTransport(fastify))

// A token lives for five minutes, and a test on a busy machine may take longer.
const renewTokenAfterMs = 120_000
// Longer than any session of the shop: how old one may be is checked from its first and last use.
const sessionMs = 365 * 24 * 60 * 60 * 1000

/** Gives the token, after a while a new one of the same session: it asks no server, so that tests may count requests. */
const createTokenSource = (first: string, { publicUrl, now }: App) => {
  const { sub: memberId = '', sid } = decodeJwt<{ sid: string }>(first)
  const tokens = createAccessTokens({ secret: testSecret, publicUrl })
  let [token, since] = [first, performance.now()]
  return async () => {
    if (performance.now() - since > renewTokenAfterMs)
      [token, since] = [await tokens.sign({ memberId, sessionId: sid }, now()), performance.now()]
    return token
  }
}

type LogIn = { token: string; cookie: string }

/** Logs in as a person does, by the form and the call that gives a token. */
const logInByPassword = async ({ fastify }: App, email: string, password: string): Promise<LogIn> => {
  const payload = { email, password }
  const response = await fastify.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  const cookie = [response.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { token } = await createClient(injectTransport(fastify, { cookie }))('POST /jwt', { body: { email } })
  return { token, cookie }
}

/** Writes the session that a login would write, which takes a tenth of the time. */
const insertSession = async ({ db, publicUrl, now }: App, email: string): Promise<LogIn> => {
  const [sessionId, sessionToken, at] = [v7(), randomBytes(24).toString('base64url'), now()]
  const { rows } = await db.$client.query<{ member_id: string }>(
    `insert into sessions (id, member_id, token, expires_at, ip_address, user_agent, created_at, updated_at)
     select $1, id, $2, $3, '127.0.0.1', 'lightMyRequest', $4, $4 from members where email = $5 and removed_at is null returning member_id`,
    [sessionId, sessionToken, new Date(at.getTime() + sessionMs), at, email],
  )
  const memberId = rows[0]?.member_id
  if (memberId === undefined) throw new Error(`There is no member with the address ${email}.`)
  const signature = createHmac('sha256', testSecret).update(sessionToken).digest('base64')
  const cookie = `${getCookieNames(publicUrl).sessionCookie}=${encodeURIComponent(`${sessionToken}.${signature}`)}`
  const token = await createAccessTokens({ secret: testSecret, publicUrl }).sign({ memberId, sessionId }, at)
  return { token, cookie }
}

/** Returns a client of a person, with what the person is logged in by. Rejects when there is no such member. */
export const signInAs = async (app: App, who: Who) => {
  if (who === 'visitor') return Object.assign(createVisitor(app.fastify), { email: '', token: '', cookie: '' })
  const { email, password } = typeof who === 'string' ? { email: fixtures[who].email, password: undefined } : who
  const { token, cookie } = await (password === undefined
    ? insertSession(app, email)
    : logInByPassword(app, email, password))
  const client = createClient(injectTransport(app.fastify), createTokenSource(token, app))
  return Object.assign(client, { email, token, cookie })
}
