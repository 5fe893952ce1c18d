// Every call as every kind of visitor: what the contract's `access` says is what the door does.
import { pino } from 'pino'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { CallAccess, Call } from '#contract/call.ts'
import { registerRoutes } from '#platform/http/router.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import {
  parseErrorCode,
  type TestRole,
  testRoles,
  createTestAppWithRoles,
  createAuthHeaders,
  type TestAppWithRoles,
} from '#tests/support/test-roles.ts'
import { isCallOfEveryRun, testEachCall } from '#tests/support/run-length.ts'

let testApp: TestAppWithRoles
beforeAll(async () => {
  testApp = await createTestAppWithRoles()
})
afterAll(() => testApp.close())

const calls = Object.entries<Call>(contract)

const allowedRoles: Record<CallAccess, readonly TestRole[]> = {
  anyone: ['visitor', 'buyer', 'seller', 'admin', 'cashier', 'moderator'],
  session: ['buyer', 'seller', 'admin', 'cashier', 'moderator'],
  member: ['buyer', 'seller', 'admin', 'cashier', 'moderator'],
  seller: ['seller'],
  admin: ['admin'],
  cashier: ['admin', 'cashier'],
  moderator: ['admin', 'moderator'],
  provider: [],
}

/** The refusal that a person must read, or null for one who may come in. */
const getExpectedError = (access: CallAccess, kind: TestRole): [status: number, code: string] | null => {
  if (access === 'provider') return [400, 'bad_signature']
  if (allowedRoles[access].includes(kind)) return null
  return kind === 'visitor' || kind === 'removed' ? [401, 'not_signed_in'] : [403, 'role_not_allowed']
}

describe('a call that is not for everybody', () => {
  let findChanges: () => Promise<unknown>
  beforeAll(async () => {
    findChanges = await testApp.watchRows()
  })

  testEachCall(
    '%s is refused to all that its access leaves out',
    calls.map(([name]) => name),
    async (name, { access }) => {
      for (const kind of testRoles) {
        const expectedError = getExpectedError(access, kind)
        if (!expectedError) continue
        const answer = await testApp.send(name, { headers: createAuthHeaders(testApp.people[kind]) })
        expect([kind, answer.statusCode, parseErrorCode(answer)]).toEqual([kind, ...expectedError])
      }
    },
  )

  test('has no effect when it is refused', async () => {
    expect(await findChanges()).toEqual([])
  })
})

// A visitor has the key of its address, or is asked to log in (market/deals/meeting-file/meeting-file.test.ts).
const isKeyMissing = (name: string, kind: TestRole) => name === 'GET /deals/:id/meeting.ics' && kind === 'visitor'

describe.each(calls.filter(([, { access }]) => access !== 'provider'))('%s', (name, { access }) => {
  const options = isCallOfEveryRun(name) ? {} : { tags: 'long' }
  const isOpenTo = (kind: TestRole) => !getExpectedError(access, kind) && !isKeyMissing(name, kind)
  test.each(testRoles.filter(isOpenTo))('is open to: %s', options, async (kind) => {
    // Signing out ends the session, so it is done with one that nobody else needs.
    const person = name === 'POST /auth/sign-out' ? await testApp.signInAs('imran') : testApp.people[kind]
    const answer = await testApp.send(name, { headers: createAuthHeaders(person) })
    expect(answer.statusCode).toBeLessThan(500)
    expect(['not_signed_in', 'role_not_allowed']).not.toContain(parseErrorCode(answer))
  })
})

const guarded = calls.filter(([, { access }]) => !['anyone', 'provider'].includes(access))
const byToken = guarded.filter(([, { access }]) => access !== 'session')
const bySession = calls.filter(([, { access }]) => access === 'session')

describe('a visitor', () => {
  test('reads 401 of every guarded call, whatever the body and the query are', async () => {
    await testApp.expectNoEffect(async () => {
      for (const [name] of guarded) {
        for (const payload of ['{', 'null', '[]', '{"a":', `"${'x'.repeat(70_000)}"`]) {
          const isGet = name.startsWith('GET')
          const answer = await testApp.send(name, { query: '?nonsense=1', ...(!isGet && { payload }) })
          expect([name, payload.slice(0, 9), answer.statusCode]).toEqual([name, payload.slice(0, 9), 401])
        }
      }
    })
  })
})

describe('the two proofs', () => {
  test('a cookie alone opens no call that asks for a token', async () => {
    await testApp.expectNoEffect(async () => {
      for (const [name] of byToken) {
        const answer = await testApp.send(name, { headers: { cookie: testApp.people.admin.cookie } })
        expect([name, answer.statusCode]).toEqual([name, 401])
      }
    })
  })

  test('a token alone opens no call that asks for the session', async () => {
    assert(bySession.length > 0, 'needs a call of the session')
    for (const [name] of bySession) {
      const answer = await testApp.send(name, { headers: { authorization: `Bearer ${testApp.people.buyer.token}` } })
      expect([name, answer.statusCode]).toEqual([name, 401])
    }
  })

  test('a token that is none is 401 everywhere, and never a visitor’s right', async () => {
    const { token } = await testApp.signInAs('karim')
    const wrong = [
      'Bearer null',
      'Bearer undefined',
      'Bearer',
      'Basic eDp5',
      `Bearer ${token}x`,
      `Bearer ${'a'.repeat(8_000)}`,
      token,
      '',
    ]
    const asksForToken = calls.filter(([, { access }]) => !['session', 'provider'].includes(access))
    await testApp.expectNoEffect(async () => {
      for (const [name] of asksForToken) {
        for (const authorization of wrong) {
          const answer = await testApp.send(name, { headers: { authorization, cookie: testApp.people.admin.cookie } })
          expect([name, authorization.slice(0, 20), answer.statusCode]).toEqual([name, authorization.slice(0, 20), 401])
        }
      }
    })
  })

  test('a token in the query or the body is no proof', async () => {
    for (const [name] of byToken.filter(([one]) => !one.startsWith('GET'))) {
      const payload = JSON.stringify({ token: testApp.people.admin.token })
      const answer = await testApp.send(name, { query: `?token=${testApp.people.admin.token}`, payload })
      expect([name, answer.statusCode]).toEqual([name, 401])
    }
  })
})

/** `GET /api/deals/:id` and its like, from the tree that Fastify prints: each level is indented by four characters. */
const listRoutes = (tree: string): string[] => {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─ ]*)(\S*)(?: \((.*)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    const path = (parents[depth - 2] ?? '') + part
    parents.splice(depth - 1, Infinity, path)
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`)
  })
}

describe('the contract and the rooms', () => {
  test('every route below /api is a call of the contract, files and streams too', async () => {
    await testApp.fastify.ready()
    const routes = listRoutes(testApp.fastify.printRoutes({ commonPrefix: false }))
    expect(routes).toContain('GET /health')
    const below = routes.flatMap((route) => (route.includes(' /api/') ? [route.replace(' /api', ' ')] : []))
    expect(below.toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  const createTestServer = () => createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request' })
  const authenticator = {
    authenticate: async () => null,
    authenticateSession: async () => null,
    mayAccess: () => false,
  }
  const category = { 'GET /category': contract['GET /category'] }

  test.each(['seller', 'admin'] as const)(
    'a call for the %s is refused to who is not, before it is handled',
    async (access) => {
      const app = createTestServer()
      const handled: string[] = []
      const handlers = { 'GET /category': async () => (handled.push(access), []) }
      const signedInAuthenticator = { ...authenticator, authenticate: async () => ({ id: 'karim' }) }
      registerRoutes(
        app,
        { 'GET /category': { ...contract['GET /category'], access } },
        handlers,
        signedInAuthenticator,
      )
      const answer = await app.inject('/api/category')
      expect([answer.statusCode, parseErrorCode(answer), handled]).toEqual([403, 'role_not_allowed', []])
    },
  )

  test('a call that no room answers stops the start', () => {
    // The types say so too; here somebody has gone around them.
    expect(() => registerRoutes(createTestServer(), category, JSON.parse('{}'), authenticator)).toThrow(
      'Endpoint GET /category has no handler.',
    )
  })

  test('a room’s answer to a call that is none stops the start', () => {
    const handlers = { 'GET /category': async () => [], 'GET /garage': async () => [] }
    expect(() => registerRoutes(createTestServer(), category, handlers, authenticator)).toThrow(
      'Handler GET /garage has no endpoint in the contract.',
    )
  })
})
