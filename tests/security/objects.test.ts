// Whose things they are: another's, an absent one and one of another kind are the same to everybody but the owner.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { beginMeetingAndDispute, bodiesOfMoneyCalls, type TestDeal } from '#tests/support/money.ts'
import { getMemberId, registerMember } from '#tests/support/selling.ts'
import { parseCallName, uploadForm } from '#tests/support/test-roles.ts'
import {
  absentId,
  type Actor,
  type RequestOptions,
  type TestResponse,
  type SecurityTestApp,
  createSecurityTestApp,
} from './security-test-app.ts'
import { defineAttackTests } from './attack-rows.ts'
import { testEachCall } from '#tests/support/run-length.ts'

let testApp: SecurityTestApp
/** Deals of a buyer and a seller who are nobody of this test; one to come, one handed over and disputed. */
let foreignDeals: { meeting: TestDeal; disputed: TestDeal }
beforeAll(async () => {
  testApp = await createSecurityTestApp()
  const seller = await registerMember(testApp.baseApp, 'Seller')
  const buyer = await registerMember(testApp.baseApp, 'Buyer')
  foreignDeals = await beginMeetingAndDispute(testApp.baseApp, { buyer, seller })
})
afterAll(() => testApp.close())

const notFound = [404, 'not_found'] as const
const notYours = [403, 'not_your_email'] as const

defineAttackTests(
  () => testApp,
  [
    {
      id: 'A073',
      what: 'the orders and wishes of another address are not given',
      call: 'GET /bookings',
      answers: { B1: notYours, S1: notYours, A: notYours, V: 401 },
      send: () => [{ query: '?email=sadia@motohaat.test' }, { query: '?email=SADIA@motohaat.test' }],
    },
    {
      id: 'A073',
      what: 'no other word asks for another’s orders',
      call: 'GET /bookings',
      answers: { B1: 400 },
      send: (app) =>
        [
          `buyer=${app.getId('B2')}`,
          `buyerId=${app.getId('B2')}`,
          'user=sadia@motohaat.test',
          'email=karim@motohaat.test&email=sadia@motohaat.test',
          'email[]=sadia@motohaat.test',
          'filter={}',
          'email=',
          'email=*',
          `id=${app.K2}`,
        ].map((param) => ({ query: `?${param}` })),
    },
    {
      id: 'A073',
      what: 'the wishlist of another is not given',
      call: 'GET /wishlist',
      answers: { B1: notYours, A: notYours, V: 401 },
      send: () => ({ query: '?email=sadia@motohaat.test' }),
    },
    {
      id: 'A075',
      what: 'one order of another is not there',
      call: 'GET /bookings/:id',
      answers: { B1: notFound, S1: notFound, S2: notFound, A: notFound, V: 401 },
      send: (app) => ({ params: { id: app.K2 } }),
    },
    {
      id: 'A075',
      what: 'one wish of another is not there',
      call: 'GET /wishlists/:id',
      answers: { B1: notFound, S1: notFound, S2: notFound, A: notFound, V: 401 },
      send: (app) => ({ params: { id: app.W2 } }),
    },
    {
      id: 'A077',
      what: 'the bikes of another seller are not given',
      call: 'GET /allbikes/myproduct',
      answers: { S1: notYours, V: 401, B1: 403 },
      send: () => ({ query: '?email=farhana@motohaat.test' }),
    },
    {
      id: 'A077',
      what: 'another’s bike is neither advertised nor taken off',
      call: 'PUT /allbikes/:id',
      answers: { S1: notFound, B1: 403, A: 403, V: 401 },
      send: (app) => ({ params: { id: app.P2.id }, body: { advertise: 'on' } }),
    },
    {
      id: 'A077',
      what: 'another’s bike is not taken off',
      call: 'DELETE /allbikes/:id',
      answers: { S1: notFound, B1: 403, A: 403, V: 401 },
      send: (app) => ({ params: { id: app.P2.id } }),
    },
    {
      id: 'A079',
      what: 'a wish is no order',
      call: 'GET /bookings/:id',
      answers: { B1: notFound },
      send: (app) => [app.W1, app.P1.id, app.getId('B1')].map((id) => ({ params: { id } })),
    },
    {
      id: 'A079',
      what: 'an order is no wish',
      call: 'GET /wishlists/:id',
      answers: { B1: notFound },
      send: (app) => [app.K1, app.P2.id, app.getId('B1')].map((id) => ({ params: { id } })),
    },
    {
      id: 'A079',
      what: 'paying takes an order as an order and a wish as a wish, one of the two and one’s own',
      call: 'POST /create-payment-intent',
      answers: { B1: notFound },
      send: (app) => {
        const price = app.P1.salePriceTaka
        return [
          { bookingId: app.W1 },
          { wishlistId: app.K1 },
          { bookingId: app.K2 },
          { wishlistId: app.W2 },
          { bookingId: app.P1.id },
        ].map((one) => ({ body: { price, ...one } }))
      },
    },
    {
      id: 'A079',
      what: 'a member is no bike and a bike is no member',
      call: 'DELETE /users/:id',
      answers: { A: notFound },
      send: (app) => [app.P1.id, app.K1, app.W1].map((id) => ({ params: { id } })),
    },
  ],
)

describe('every call that names a thing by its id', () => {
  const calls: Record<string, Call> = contract
  const moneyBodies: Record<string, object> = bodiesOfMoneyCalls
  const named = Object.keys(contract).filter((name) => name.includes('/:id'))
  const inBody = ['POST /auth/revoke-session']
  const actors = ['B1', 'S1', 'A'] as const

  /** Calls by which the admin reads and decides about the deals of all. */
  const isAboutEverybody = (name: string): boolean => {
    const call: Call | undefined = calls[name]
    const isReadByAdmin = /^GET \/(?:deals\/:id\/(?:receipt|dispute)|transfers\/:id)$/.test(name)
    return ['admin', 'cashier', 'moderator'].includes(call?.access ?? '') || isReadByAdmin
  }

  /** What each kind of thing that is not theirs is called, beside an id of nothing. */
  const listForeignIds = async (name: string, actor: Actor) => {
    const { rows } = await testApp.db.$client.query<{ id: string }>('select id from sessions where member_id = $1', [
      testApp.getId('B2'),
    ])
    const ofOthers = {
      // The seller of P1 has part in every booking of it.
      ...(actor !== 'S1' && { booking: testApp.K2 }),
      deal: foreignDeals.meeting.id,
      disputedDeal: foreignDeals.disputed.id,
    }
    const things = {
      ...(actor === 'A' && isAboutEverybody(name) ? {} : ofOthers),
      wish: testApp.W2,
      session: rows[0]?.id ?? '',
      bike: actor === 'S1' ? testApp.P2.id : testApp.P1.id,
    }
    return { ...things, nothing: absentId }
  }
  const toBody = (name: string, id: string): object | undefined => {
    if (name === 'PUT /users/:id') return { verify: true }
    if (name === 'PUT /messages/:id') return { handled: true }
    if (name === 'PUT /allbikes/:id') return { advertise: 'on' }
    return inBody.includes(name) ? { id } : moneyBodies[name]
  }
  const toPayload = (name: string, id: string): RequestOptions => {
    if (calls[name]?.upload !== undefined) return { raw: uploadForm.payload, headers: uploadForm.headers }
    const body = toBody(name, id)
    return body ? { body } : {}
  }

  testEachCall(
    'A075 %s tells another’s thing, one of another kind and none apart for nobody',
    [...named, ...inBody],
    async (name) => {
      assert(parseCallName(name).path !== '', 'needs a path')
      for (const actor of actors) {
        const responses = new Set<string>()
        await testApp.expectUnchanged(async () => {
          for (const id of Object.values(await listForeignIds(name, actor))) {
            const answer: TestResponse = await testApp.call(actor, name, { params: { id }, ...toPayload(name, id) })
            responses.add(`${answer.status} ${answer.code}`)
            expect(answer.status).toBeGreaterThanOrEqual(400)
          }
        })
        expect([name, actor, responses.size]).toEqual([name, actor, 1])
      }
    },
  )
})

test('A079 one’s own session ends by its id; the session of another is not there', async () => {
  const { rows } = await testApp.db.$client.query<{ id: string }>('select id from sessions where member_id = $1', [
    testApp.getId('A'),
  ])
  await testApp.expectUnchanged(async () => {
    const answer = await testApp.call('B1', 'POST /auth/revoke-session', { body: { id: rows[0]?.id } })
    expect([answer.status, answer.code]).toEqual([404, 'not_found'])
  })
})

test('A081 a visitor reads no e-mail, no buyer, no whole number and no other field of a bike', async () => {
  await testApp.call('S1', 'PUT /allbikes/:id', { params: { id: testApp.P1.id }, body: { advertise: 'on' } })
  const { text } = await testApp.call('V', 'GET /allbikes', { query: '?limit=100' })
  const bikes: Record<string, unknown>[] = JSON.parse(text)
  assert(bikes.length > 10, 'needs bikes')
  expect(text).not.toContain('@')
  for (const bike of bikes) {
    expect(
      Object.keys(bike).filter((key) => /email|buyer|seller_?id|password|removed|telephone|role|token/i.test(key)),
    ).toEqual([])
    const isWhole = /^[\d+-]+$/.test(String(bike['contactNumber']))
    expect(isWhole).toBe(bike['advertise'] === 'on')
  }
})

test('A081 no answer to a buyer or a seller holds another person’s e-mail, number or password', async () => {
  const buyer = await registerMember(testApp.baseApp, 'Buyer')
  const { rows } = await testApp.db.$client.query<{ email: string }>(
    `select email from members where role <> 'Seller' and removed_at is null`,
  )
  const lists = [
    'GET /bookings',
    'GET /wishlist',
    'GET /auth/account',
    'GET /auth/export',
    'GET /auth/list-sessions',
  ] as const
  for (const call of lists) {
    const answer = await testApp.request('V', 'GET', `/api${parseCallName(call).path}`, {
      headers: { authorization: `Bearer ${buyer.token}`, cookie: buyer.cookie },
    })
    expect([call, answer.status]).toEqual([call, 200])
    for (const { email } of rows) if (email !== buyer.email) expect(answer.text).not.toContain(email)
    expect(answer.text).not.toMatch(/argon2|"token"|"password"/)
  }
  for (const call of ['GET /allbikes/myproduct', 'GET /auth/export']) {
    const { text } = await testApp.call('S1', call)
    for (const { email } of rows) expect([call, text.includes(email)]).toEqual([call, false])
  }
})

test('A081 the export holds what is the person’s own and nothing that opens their account', async () => {
  const { text } = await testApp.call('B1', 'GET /auth/export')
  const own = JSON.parse(text)
  expect(own.profile.email).toBe('karim@motohaat.test')
  expect(own.bookings.map((one: { _id: string }) => one._id)).not.toContain(testApp.K2)
  expect(text).not.toContain(testApp.people.B1.cookie.split(/[=;]/)[1]?.slice(0, 30))
  expect(await getMemberId(testApp.baseApp, { email: own.profile.email })).toBe(testApp.getId('B1'))
})
