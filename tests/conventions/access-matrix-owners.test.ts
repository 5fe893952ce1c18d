// What belongs to somebody: to others it is as if it were not there.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { fixtures } from '#seed/fixtures.ts'
import { beginChats } from '#tests/support/chats/chats.ts'
import { beginInspections } from '#tests/support/inspections/inspections.ts'
import { beginMeetingAndDispute, bodiesOfMoneyCalls } from '#tests/support/money.ts'
import { createUniqueNumbers, provePhone, reportStolen } from '#tests/support/papers/stolen.ts'
import {
  absentId,
  parseErrorCode,
  type TestRole,
  createTestAppWithRoles,
  createAuthHeaders,
  type TestAppWithRoles,
  uploadForm,
} from '#tests/support/test-roles.ts'

let testApp: TestAppWithRoles
beforeAll(async () => {
  testApp = await createTestAppWithRoles()
  const sadia = await testApp.signInAs('sadia')
  await sadia('POST /searches', { body: { query: { q: 'fzs' } } })
  const karim = await testApp.signInAs('karim')
  const sellers = [await testApp.signInAs('rahim'), await testApp.signInAs('farhana')] as const
  await beginMeetingAndDispute(testApp, { buyer: karim, seller: sellers[0] })
  await beginMeetingAndDispute(testApp, { buyer: sadia, seller: sellers[1] })
  await beginChats(testApp, [karim, sadia])
  await beginInspections([karim, sadia])
  await provePhone(testApp, sadia)
  await reportStolen(sadia, createUniqueNumbers().chassis, '2025-10-19')
})
afterAll(() => testApp.close())

const calls = Object.entries(contract)

/** `adminReads`: the admin may read everybody's. */
type ReadCall = { query: string; owner: string; other: string; otherKind: string; adminReads?: true }
type ChangeCall = {
  as: TestRole
  body?: object
  others?: { query: string; owner: string }
  upload?: true
}

describe('what belongs to somebody', () => {
  const findFirstId = async (sql: string, email: string): Promise<string> => {
    const { rows } = await testApp.db.$client.query<{ id: string }>(sql, [email])
    const id = rows[0]?.id
    assert(id, `needs a row: ${sql} of ${email}`)
    return id
  }
  const booking = 'select b.id from bookings b join members m on m.id = buyer_id where email = $1 limit 1'
  const wish = 'select w.id from wishes w join members m on m.id = buyer_id where email = $1 limit 1'

  const selectDeal = (state: string) =>
    `select d.id from deals d join members m on m.id in (buyer_id, seller_id) where email = $1 and ${state} limit 1`

  // Every call with an id in its path says here whose things they are; `kin` are things of another kind.
  const chat = 'select c.id from chats c join members m on m.id = c.buyer_id where email = $1 limit 1'
  const inspection = `select i.id from inspections i join members m on m.id = member_id where email = $1 and kind = 'buyer'`
  const ofBuyers = { owner: fixtures.karim.email, other: fixtures.sadia.email }
  const disputedDeal = { ...ofBuyers, query: selectDeal('disputed_at is not null'), otherKind: wish }
  const readCalls: Record<string, ReadCall> = {
    'GET /bookings/:id': { ...ofBuyers, query: booking, otherKind: wish },
    'GET /wishlists/:id': { ...ofBuyers, query: wish, otherKind: booking },
    'GET /inspections/:id': { ...ofBuyers, query: inspection, otherKind: wish },
    'GET /chats/:id': { ...ofBuyers, query: chat, otherKind: booking },
    'GET /chats/:id/messages': { ...ofBuyers, query: chat, otherKind: booking },
    'GET /deals/:id': disputedDeal,
    'GET /deals/:id/rules': disputedDeal,
    'GET /deals/:id/ratings': disputedDeal,
    'GET /transfers/:id': { ...disputedDeal, adminReads: true },
    'GET /transfers/:id/receipt': disputedDeal,
    'GET /deals/:id/meeting.ics': { ...ofBuyers, query: selectDeal('meet_at is not null'), otherKind: wish },
    'GET /deals/:id/code': { ...ofBuyers, query: selectDeal('meet_at is not null'), otherKind: wish },
    'GET /deals/:id/numbers': { ...ofBuyers, query: selectDeal('meet_at is not null'), otherKind: wish },
    'GET /deals/:id/receipt': { ...disputedDeal, adminReads: true },
    'GET /deals/:id/dispute': { ...disputedDeal, adminReads: true },
  }

  const farhanasBikeSql = `select b.id from bikes b join members m on m.id = seller_id where email = $1
    and sold_at is null and withdrawn_at is null limit 1`

  const sadiasSearch = {
    query: 'select s.id from saved_searches s join members m on m.id = member_id where email = $1',
    owner: fixtures.sadia.email,
  }
  const sadiasReport = {
    query: 'select s.id from stolen_bikes s join members m on m.id = reporter_id where email = $1',
    owner: fixtures.sadia.email,
  }
  const sadiasDeal = { query: selectDeal('meet_at is not null'), owner: fixtures.sadia.email }
  const sadiasDispute = { query: selectDeal('disputed_at is not null'), owner: fixtures.sadia.email }
  const farhanas = { query: farhanasBikeSql, owner: fixtures.farhana.email }
  const bike = {
    productName: 'Suzuki Gixxer 155',
    salePrice: 1_000,
    originalPrice: 239_950,
    name: 'Suzuki',
    condition: 'Good',
    purchaseTime: 2021,
    usedTime: 5,
    sellerName: 'Me',
    contactNumber: '01700000101',
    location: 'Mirpur, Dhaka',
    image: '/pictures/gixxer-coal.webp',
    version: 1,
  }
  const names = { name: 'A name', nameBn: null, aliases: [], retired: true }
  const model = { ...names, engineCc: 150, kind: 'street', madeFrom: null, madeUntil: null, family: null }

  const offer = `select o.id from offers o join chats c on c.id = chat_id join members m on m.id = c.buyer_id
    where email = $1 limit 1`
  const sadiasInspection = { query: inspection, owner: fixtures.sadia.email }
  const sadiasChat = { query: chat, owner: fixtures.sadia.email }
  const dealCalls = [
    ['PUT /deals/:id/answer', 'seller', sadiasDeal],
    ['PUT /deals/:id/meeting', 'seller', sadiasDeal],
    ['PUT /deals/:id/contact', 'buyer', sadiasDeal],
    ['POST /deals/:id/cancel', 'buyer', sadiasDeal],
    ['POST /deals/:id/handover', 'seller', sadiasDeal],
    ['PUT /deals/:id/cash', 'buyer', sadiasDeal],
    ['PUT /deals/:id/price', 'seller', sadiasDeal],
    ['PUT /deals/:id/confirm', 'buyer', sadiasDeal],
    ['PUT /deals/:id/outcome', 'buyer', sadiasDeal],
    ['POST /deals/:id/problem', 'buyer', sadiasDeal],
    ['PUT /deals/:id/problem', 'buyer', sadiasDispute],
    ['POST /deals/:id/evidence', 'buyer', sadiasDispute],
    ['POST /deals/:id/ratings', 'buyer', sadiasDeal],
    ['PUT /deals/:id/ratings', 'buyer', sadiasDeal],
    ['PUT /transfers/:id', 'buyer', sadiasDispute],
  ] as const
  const moneyCalls = [
    ['PUT /payouts/:id', 'cashier'],
    ['PUT /refunds/:id', 'cashier'],
    ['PUT /payments/attention/:id', 'admin'],
    ['PUT /disputes/:id', 'admin'],
    ['PUT /deals/:id/code', 'admin'],
  ] as const

  // Calls that change something by its id: who may make them, with which body, and what is not theirs.
  const changeCalls: Record<string, ChangeCall> = {
    'GET /allbikes/myproduct/:id': { as: 'seller', others: farhanas },
    'PUT /allbikes/myproduct/:id': { as: 'seller', body: bike, others: farhanas },
    'PUT /searches/:id': { as: 'buyer', body: { paused: true }, others: sadiasSearch },
    'DELETE /searches/:id': { as: 'buyer', others: sadiasSearch },
    'PUT /allbikes/:id': {
      as: 'seller',
      body: { advertise: 'on' },
      others: { query: farhanasBikeSql, owner: fixtures.farhana.email },
    },
    'DELETE /allbikes/:id': { as: 'seller', others: { query: farhanasBikeSql, owner: fixtures.farhana.email } },
    'GET /waiting/:id': { as: 'seller' },
    'GET /allbikes/myproduct/:id/line': { as: 'seller', others: farhanas },
    'POST /chats/:id/messages': { as: 'buyer', body: { text: 'Hello', clientId: absentId }, others: sadiasChat },
    'POST /chats/:id/offers': { as: 'buyer', body: { price: 100_000, clientId: absentId }, others: sadiasChat },
    'PUT /offers/:id': { as: 'buyer', body: { act: 'accept' }, others: { query: offer, owner: fixtures.sadia.email } },
    'GET /allbikes/myproduct/:id/offers': { as: 'seller', others: farhanas },
    'PUT /allbikes/myproduct/:id/offers': {
      as: 'seller',
      body: { isPriceFixed: true, floor: null },
      others: farhanas,
    },
    'GET /allbikes/myproduct/:id/numbers': { as: 'seller', others: farhanas },
    'PUT /allbikes/myproduct/:id/numbers': {
      as: 'seller',
      body: { registration: null, engine: null, chassis: 'ME1RG4420L0123456' },
      others: farhanas,
    },
    'GET /allbikes/myproduct/:id/papers': { as: 'seller', others: farhanas },
    'PUT /allbikes/myproduct/:id/papers': { as: 'seller', body: { kind: 'loan', said: 'none' }, others: farhanas },
    'PUT /chats/:id/seen': { as: 'buyer', body: { number: 1 }, others: sadiasChat },
    'PUT /chats/:id/block': { as: 'buyer', body: { blocked: true }, others: sadiasChat },
    'PUT /inspections/:id/answers': { as: 'buyer', body: { answers: [] }, others: sadiasInspection },
    'POST /inspections/:id/sign': { as: 'buyer', body: {}, others: sadiasInspection },
    'DELETE /inspections/:id': { as: 'buyer', others: sadiasInspection },
    'DELETE /inspections/:id/invitation': {
      as: 'buyer',
      others: { query: inspection.replace(`'buyer'`, `'mechanic'`), owner: fixtures.sadia.email },
    },
    'DELETE /wishlist/:id': { as: 'buyer', others: { query: wish, owner: fixtures.sadia.email } },
    'DELETE /bookings/:id': { as: 'buyer', others: { query: booking, owner: fixtures.sadia.email } },
    ...Object.fromEntries(
      dealCalls.map(([name, as, others]) => [name, { as, body: bodiesOfMoneyCalls[name], others }]),
    ),
    'POST /deals/:id/evidence/picture': { as: 'buyer', upload: true, others: sadiasDispute },
    'GET /evidence/:id': { as: 'buyer' },
    'GET /papers/files/:id': { as: 'seller' },
    // The cashier's calls are about everybody's money.
    ...Object.fromEntries(moneyCalls.map(([name, as]) => [name, { as, body: bodiesOfMoneyCalls[name] }])),
    // The admin's calls are about everybody's things, so only an absent one is not there.
    'PUT /catalogue/brands/:id': { as: 'admin', body: names },
    'POST /catalogue/brands/:id/aliases': { as: 'admin', body: { name: 'Bazaj' } },
    'PUT /catalogue/models/:id': { as: 'admin', body: model },
    'GET /alldeals/:id': { as: 'admin' },
    'GET /allpayments/:id': { as: 'cashier' },
    'POST /payouts/:id/account': { as: 'cashier' },
    'PUT /messages/:id': { as: 'admin', body: { handled: true } },
    'PUT /users/:id': { as: 'admin', body: { verify: true } },
    'PUT /badges/:id': { as: 'admin', body: { reason: 'The shop has moved.' } },
    'PUT /badges/:id/question': { as: 'admin', body: { wanted: 'papers' } },
    'DELETE /users/:id': { as: 'admin' },
    // The moderators' calls are about everybody's bikes.
    'GET /cases/:id': { as: 'moderator' },
    'POST /cases/:id/take': { as: 'moderator' },
    'PUT /cases/:id': { as: 'moderator', body: { decision: 'nothing', reason: 'Fine.' } },
    'PUT /cases/:id/appeal': { as: 'moderator', body: { answer: 'stays', reason: 'Still.' } },
    'POST /papers/:id/openings': { as: 'moderator' },
    'POST /stolen/:id/withdrawal': { as: 'buyer', others: sadiasReport },
    'POST /stolen/:id/openings': { as: 'moderator' },
    'PUT /stolen/:id': { as: 'moderator', body: { decision: 'not_gd' } },
    'PUT /papers/:id': { as: 'moderator', body: { fileId: absentId, decision: 'checked' } },
    'PUT /hidden/:id': { as: 'moderator', body: { hidden: true, reason: 'A fraud.' } },
  }

  test('every call with an id in its path is in one of the two lists of this test', () => {
    const names = calls.map(([name]) => name).filter((name) => name.includes('/:id'))
    expect(names.filter((name) => !readCalls[name] && !changeCalls[name])).toEqual([])
  })

  test.each(calls.map(([name]) => name).filter((name) => changeCalls[name]))(
    '%s of another’s thing or an absent one is the same 404 and changes nothing',
    async (name) => {
      const { as, body, others, upload } = changeCalls[name] ?? { as: 'visitor' }
      const theirs = others ? [await findFirstId(others.query, others.owner)] : []
      await testApp.expectNoEffect(async () => {
        for (const id of [...theirs, absentId]) {
          const payload = body ? JSON.stringify(body) : upload && uploadForm.payload
          const headers = { ...createAuthHeaders(testApp.people[as]), ...(upload && uploadForm.headers) }
          const answer = await testApp.send(name, {
            headers,
            params: { id },
            ...(payload !== undefined && { payload }),
          })
          expect([answer.statusCode, parseErrorCode(answer)]).toEqual([404, 'not_found'])
        }
      })
    },
  )

  test.each(Object.entries(readCalls))(
    '%s gives it to its owner; another’s, an absent one and one of another kind are all the same 404',
    async (name, { query, owner, other, otherKind, adminReads }) => {
      const headers = createAuthHeaders(testApp.people.buyer)
      assert(owner === testApp.people.buyer.email, 'the buyer of this test owns it')
      const own = await testApp.send(name, { headers, params: { id: await findFirstId(query, owner) } })
      expect(own.statusCode).toBe(200)
      for (const id of [await findFirstId(query, other), absentId, await findFirstId(otherKind, owner)]) {
        const answer = await testApp.send(name, { headers, params: { id } })
        expect([answer.statusCode, parseErrorCode(answer)]).toEqual([404, 'not_found'])
      }
      const asAdmin = await testApp.send(name, {
        headers: createAuthHeaders(testApp.people.admin),
        params: { id: await findFirstId(query, owner) },
      })
      expect(asAdmin.statusCode).toBe(adminReads ? 200 : 404)
    },
  )

  test('paying for another’s order, an absent one or a wish in an order’s place is 404 and asks nothing of the provider', async () => {
    await testApp.expectNoEffect(async () => {
      for (const id of [
        await findFirstId(booking, fixtures.sadia.email),
        absentId,
        await findFirstId(wish, fixtures.karim.email),
      ]) {
        const payload = JSON.stringify({ price: 150_000, bookingId: id })
        const answer = await testApp.send('POST /create-payment-intent', {
          headers: createAuthHeaders(testApp.people.buyer),
          payload,
        })
        expect([answer.statusCode, parseErrorCode(answer)]).toEqual([404, 'not_found'])
      }
    })
  })

  test('reporting another’s conversation, an absent one or an order in its place is 404 and changes nothing', async () => {
    await testApp.expectNoEffect(async () => {
      for (const chatId of [
        await findFirstId(chat, fixtures.sadia.email),
        absentId,
        await findFirstId(booking, fixtures.karim.email),
      ]) {
        const answer = await testApp.send('POST /reports', {
          headers: createAuthHeaders(testApp.people.buyer),
          payload: JSON.stringify({ chatId, reason: 'rude' }),
        })
        expect([answer.statusCode, parseErrorCode(answer)]).toEqual([404, 'not_found'])
      }
    })
  })

  test.each(['POST /payments', 'POST /payments/product', 'POST /payments/wishlist', 'POST /payments/wishlist/product'])(
    '%s knows nothing of a payment that is not the caller’s',
    async (name) => {
      await testApp.expectNoEffect(async () => {
        const claim = { price: 150_000, transactionId: 'pi_another', bookingId: absentId, productId: absentId }
        const mine = { ...claim, email: testApp.people.buyer.email }
        const notMine = await testApp.send(name, {
          headers: createAuthHeaders(testApp.people.buyer),
          payload: JSON.stringify(mine),
        })
        expect([notMine.statusCode, parseErrorCode(notMine)]).toEqual([404, 'not_found'])
        const named = await testApp.send(name, {
          headers: createAuthHeaders(testApp.people.seller),
          payload: JSON.stringify(mine),
        })
        expect([named.statusCode, parseErrorCode(named)]).toEqual([403, 'not_your_email'])
      })
    },
  )

  test('lists and roles are told of the own address only; the admin may ask for every role', async () => {
    const other = fixtures.sadia.email
    for (const name of ['GET /bookings', 'GET /wishlist']) {
      const answer = await testApp.send(name, {
        headers: createAuthHeaders(testApp.people.buyer),
        query: `?email=${other}`,
      })
      expect([name, answer.statusCode, parseErrorCode(answer)]).toEqual([name, 403, 'not_your_email'])
    }
    for (const email of [other, 'nobody@motohaat.test']) {
      for (const role of ['buyer', 'seller', 'admin']) {
        const name = `GET /users/${role}/:email`
        const response = await testApp.send(name, {
          headers: createAuthHeaders(testApp.people.buyer),
          params: { email },
        })
        expect([name, response.statusCode]).toEqual([name, 403])
        const admin = await testApp.send(name, { headers: createAuthHeaders(testApp.people.admin), params: { email } })
        expect([name, admin.statusCode]).toEqual([name, 200])
      }
    }
  })
})
