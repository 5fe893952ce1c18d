import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { mount } from '#platform/http/router.ts'
import { openServer } from '#platform/http/http-server.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { doorkeeper } from './authenticator.ts'
import { openDevices } from './known-devices/rules.ts'
import { openHashing } from './password/provider.ts'
import { openIdentity } from './provider.ts'
import { openTokens } from './session/provider.ts'

const answer = z.object({ email: z.string().nullable() })
const doors = {
  'GET /anyone': { summary: 'For all', access: 'anyone', answer },
  'GET /member': { summary: 'For members', access: 'member', answer },
  'GET /seller': { summary: 'For sellers', access: 'seller', answer },
  'GET /admin': { summary: 'For the admin', access: 'admin', answer },
  'GET /session': { summary: 'For a session', access: 'session', answer },
} as const satisfies Calls

const now = () => new Date()
const handle = async ({ me }: { me: { email: string } | null }) => ({ email: me?.email ?? null })

let shop: TestShop
let app: FastifyInstance
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  app = openDoors()
})
afterAll(() => shop.close())

/** The doors alone, kept by the doorkeeper of the shop. */
const openDoors = (): FastifyInstance => {
  const secret = 'a secret of the tests, thirty-two characters long'
  const { db, publicUrl } = shop
  const social = { issuer: shop.sandbox.issuer, clientId: 'a', clientSecret: 'b' }
  const newId = () => crypto.randomUUID()
  const hashing = openHashing()
  const identity = openIdentity({ db, publicUrl, secret, social, hashing, now, newId })
  const tokens = openTokens({ secret, publicUrl })
  const devices = openDevices({ secret, publicUrl, cookie: identity.deviceCookie, newToken: newId })
  const more = { newId, hashing, devices, secondFactorOfAdmins: 'asked' } as const
  const keeper = doorkeeper({ db, publicUrl, secret, now, identity, tokens, ...more })
  const server = openServer({ log: pino({ level: 'silent' }), newRequestId: () => crypto.randomUUID() })
  mount(
    server,
    doors,
    {
      'GET /anyone': handle,
      'GET /member': handle,
      'GET /seller': handle,
      'GET /admin': handle,
      'GET /session': handle,
    },
    keeper,
  )
  return server
}

/** The statuses of all five doors. */
const knock = async (headers: Record<string, string>) => {
  const replies = await Promise.all(
    ['anyone', 'member', 'seller', 'admin', 'session'].map((door) => app.inject({ url: `/api/${door}`, headers })),
  )
  return replies.map((reply) => reply.statusCode).join(' ')
}

test('each door opens to its own people only', async () => {
  const withToken = async (who: 'karim' | 'rahim' | 'ayesha') =>
    knock({ authorization: `Bearer ${(await shop.as(who)).token}` })
  expect(await knock({})).toBe('200 401 401 401 401')
  expect(await withToken('karim')).toBe('200 200 403 403 401')
  expect(await withToken('rahim')).toBe('200 200 200 403 401')
  expect(await withToken('ayesha')).toBe('200 200 403 200 401')
})

test('the session cookie opens the doors of the identity calls and no other', async () => {
  expect(await knock({ cookie: (await shop.as('ayesha')).cookie })).toBe('200 401 401 401 200')
})

test('a bad token is refused even where a visitor may enter', async () => {
  expect(await knock({ authorization: 'Bearer null' })).toBe('401 401 401 401 401')
})

test.each(['', '%', '%E0%A4%A', '.', 'a.b', `${'a'.repeat(6_000)}.b`, "' or 1=1 --.x"])(
  'a cookie of %j is no session',
  async (value) => {
    expect(await knock({ cookie: `motohaat.session_token=${value}` })).toBe('200 401 401 401 401')
  },
)
