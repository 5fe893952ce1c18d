import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { registerRoutes } from '#platform/http/router.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createAuthenticator } from './authenticator.ts'
import { createKnownDevices } from './known-devices.ts'
import { createPasswordHasher } from './password/hashing.ts'
import { createAuthProvider } from './better-auth.ts'
import { createAccessTokens } from './session/access-tokens.ts'

const response = z.object({ email: z.string().nullable() })
const endpoints = {
  'GET /anyone': { summary: 'For all', access: 'anyone', response },
  'GET /member': { summary: 'For members', access: 'member', response },
  'GET /seller': { summary: 'For sellers', access: 'seller', response },
  'GET /admin': { summary: 'For the admin', access: 'admin', response },
  'GET /session': { summary: 'For a session', access: 'session', response },
} as const satisfies Calls

const now = () => new Date()
const handle = async ({ me }: { me: { email: string } | null }) => ({ email: me?.email ?? null })

let testApp: TestApp
let app: FastifyInstance
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  app = createTestServer()
})
afterAll(() => testApp.close())

/** Five test endpoints with the authenticator of the app. */
const createTestServer = (): FastifyInstance => {
  const secret = 'a secret of the tests, thirty-two characters long'
  const { db, publicUrl } = testApp
  const social = { issuer: testApp.sandbox.issuer, clientId: 'a', clientSecret: 'b' }
  const createId = () => crypto.randomUUID()
  const passwordHasher = createPasswordHasher()
  const authProvider = createAuthProvider({ db, publicUrl, secret, social, passwordHasher, now, createId })
  const tokens = createAccessTokens({ secret, publicUrl })
  const devices = createKnownDevices({ db, now, publicUrl, cookie: authProvider.deviceCookie, createToken: createId })
  const otherDeps = { createId, passwordHasher, devices, secondFactorOfAdmins: 'asked' } as const
  const authenticator = createAuthenticator({ db, publicUrl, secret, now, authProvider, tokens, ...otherDeps })
  const server = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => crypto.randomUUID() })
  registerRoutes(
    server,
    endpoints,
    {
      'GET /anyone': handle,
      'GET /member': handle,
      'GET /seller': handle,
      'GET /admin': handle,
      'GET /session': handle,
    },
    authenticator,
  )
  return server
}

/** The statuses of all five endpoints. */
const fetchStatuses = async (headers: Record<string, string>) => {
  const replies = await Promise.all(
    ['anyone', 'member', 'seller', 'admin', 'session'].map((name) => app.inject({ url: `/api/${name}`, headers })),
  )
  return replies.map((reply) => reply.statusCode).join(' ')
}

test('each endpoint admits its own roles only', async () => {
  const withToken = async (name: 'karim' | 'rahim' | 'ayesha') =>
    fetchStatuses({ authorization: `Bearer ${(await testApp.signInAs(name)).token}` })
  expect(await fetchStatuses({})).toBe('200 401 401 401 401')
  expect(await withToken('karim')).toBe('200 200 403 403 401')
  expect(await withToken('rahim')).toBe('200 200 200 403 401')
  expect(await withToken('ayesha')).toBe('200 200 403 200 401')
})

test('the session cookie works for the auth endpoints and no others', async () => {
  expect(await fetchStatuses({ cookie: (await testApp.signInAs('ayesha')).cookie })).toBe('200 401 401 401 200')
})

test('an invalid token is refused even where visitors are allowed', async () => {
  expect(await fetchStatuses({ authorization: 'Bearer null' })).toBe('401 401 401 401 401')
})

test.each(['', '%', '%E0%A4%A', '.', 'a.b', `${'a'.repeat(6_000)}.b`, "' or 1=1 --.x"])(
  'a cookie of %j is no session',
  async (value) => {
    expect(await fetchStatuses({ cookie: `motohaat.session_token=${value}` })).toBe('200 401 401 401 401')
  },
)
