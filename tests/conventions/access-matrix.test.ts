// Every call as every kind of visitor: what the contract's `access` says is what the door does.
import { pino } from 'pino'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Access, Call } from '#contract/call.ts'
import { mount } from '#platform/http/router.ts'
import { openServer } from '#platform/http/http-server.ts'
import { codeOf, type Kind, kinds, openVisitedShop, proofOf, type VisitedShop } from '#tests/support/test-roles.ts'

let shop: VisitedShop
beforeAll(async () => {
  shop = await openVisitedShop()
})
afterAll(() => shop.close())

const calls = Object.entries<Call>(contract)

const mayCome: Record<Access, readonly Kind[]> = {
  anyone: ['visitor', 'buyer', 'seller', 'admin'],
  session: ['buyer', 'seller', 'admin'],
  member: ['buyer', 'seller', 'admin'],
  seller: ['seller'],
  admin: ['admin'],
  provider: [],
}

/** The refusal that a person must read, or null for one who may come in. */
const refusalFor = (access: Access, kind: Kind): [status: number, code: string] | null => {
  if (access === 'provider') return [400, 'bad_signature']
  if (mayCome[access].includes(kind)) return null
  return kind === 'visitor' || kind === 'removed' ? [401, 'not_signed_in'] : [403, 'role_not_allowed']
}

describe.each(calls)('%s', (name, call) => {
  test.each(kinds)(`is for ${call.access}; asked by: %s`, async (kind) => {
    const refusal = refusalFor(call.access, kind)
    if (refusal) {
      await shop.expectNoEffect(async () => {
        const answer = await shop.send(name, { headers: proofOf(shop.people[kind]) })
        expect([answer.statusCode, codeOf(answer)]).toEqual(refusal)
      })
      return
    }
    // Signing out ends the session, so it is done with one that nobody else needs.
    const person = name === 'POST /auth/sign-out' ? await shop.as('imran') : shop.people[kind]
    const answer = await shop.send(name, { headers: proofOf(person) })
    expect(answer.statusCode).toBeLessThan(500)
    expect(['not_signed_in', 'role_not_allowed']).not.toContain(codeOf(answer))
  })
})

const guarded = calls.filter(([, { access }]) => !['anyone', 'provider'].includes(access))
const byToken = guarded.filter(([, { access }]) => access !== 'session')
const bySession = calls.filter(([, { access }]) => access === 'session')

describe('a visitor', () => {
  test('reads 401 of every guarded call, whatever the body and the query are', async () => {
    await shop.expectNoEffect(async () => {
      for (const [name] of guarded) {
        for (const payload of ['{', 'null', '[]', '{"a":', `"${'x'.repeat(70_000)}"`]) {
          const isGet = name.startsWith('GET')
          const answer = await shop.send(name, { query: '?nonsense=1', ...(!isGet && { payload }) })
          expect([name, payload.slice(0, 9), answer.statusCode]).toEqual([name, payload.slice(0, 9), 401])
        }
      }
    })
  })
})

describe('the two proofs', () => {
  test('a cookie alone opens no call that asks for a token', async () => {
    await shop.expectNoEffect(async () => {
      for (const [name] of byToken) {
        const answer = await shop.send(name, { headers: { cookie: shop.people.admin.cookie } })
        expect([name, answer.statusCode]).toEqual([name, 401])
      }
    })
  })

  test('a token alone opens no call that asks for the session', async () => {
    assert(bySession.length > 0, 'needs a call of the session')
    for (const [name] of bySession) {
      const answer = await shop.send(name, { headers: { authorization: `Bearer ${shop.people.buyer.token}` } })
      expect([name, answer.statusCode]).toEqual([name, 401])
    }
  })

  test('a token that is none is 401 everywhere, and never a visitor’s right', async () => {
    const { token } = await shop.as('karim')
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
    await shop.expectNoEffect(async () => {
      for (const [name] of asksForToken) {
        for (const authorization of wrong) {
          const answer = await shop.send(name, { headers: { authorization, cookie: shop.people.admin.cookie } })
          expect([name, authorization.slice(0, 20), answer.statusCode]).toEqual([name, authorization.slice(0, 20), 401])
        }
      }
    })
  })

  test('a token in the query or the body is no proof', async () => {
    for (const [name] of byToken.filter(([one]) => !one.startsWith('GET'))) {
      const payload = JSON.stringify({ token: shop.people.admin.token })
      const answer = await shop.send(name, { query: `?token=${shop.people.admin.token}`, payload })
      expect([name, answer.statusCode]).toEqual([name, 401])
    }
  })
})

describe('the contract and the rooms', () => {
  const open = () => openServer({ log: pino({ level: 'silent' }), newRequestId: () => 'request' })
  const keeper = { whoIs: async () => null, whoseSession: async () => null, may: () => false }
  const category = { 'GET /category': contract['GET /category'] }

  test.each(['seller', 'admin'] as const)(
    'a call for the %s is refused to who is not, before it is handled',
    async (access) => {
      const app = open()
      const handled: string[] = []
      const handlers = { 'GET /category': async () => (handled.push(access), []) }
      const somebody = { ...keeper, whoIs: async () => ({ id: 'karim' }) }
      mount(app, { 'GET /category': { ...contract['GET /category'], access } }, handlers, somebody)
      const answer = await app.inject('/api/category')
      expect([answer.statusCode, codeOf(answer), handled]).toEqual([403, 'role_not_allowed', []])
    },
  )

  test('a call that no room answers stops the start', () => {
    // The types say so too; here somebody has gone around them.
    expect(() => mount(open(), category, JSON.parse('{}'), keeper)).toThrow('GET /category stands in the contract')
  })

  test('a room’s answer to a call that is none stops the start', () => {
    const handlers = { 'GET /category': async () => [], 'GET /garage': async () => [] }
    expect(() => mount(open(), category, handlers, keeper)).toThrow('GET /garage, which does not stand in the contract')
  })
})
