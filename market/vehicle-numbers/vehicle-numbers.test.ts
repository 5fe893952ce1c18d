import { dayMs } from '#contract/time/durations.ts'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { createListing, type MemberClient, registerMember, testPassword } from '#tests/support/selling.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createLimits } from '#server/multiplied-limits.ts'
import { readNumbers } from './stored-numbers.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock, logLevel: 'debug' })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

let lastNumber = 0
/** Numbers that no other bike has. */
const createNumbers = () => {
  const serial = String(100_000 + (lastNumber += 1))
  return { registration: `Dhaka Metro-La 12-${serial}`, engine: `G3E5E0${serial}`, chassis: `ME1RG4420L1${serial}` }
}
const none = { registration: null, engine: null, chassis: null }
type Numbers = Record<keyof typeof none, string | null>

const enter = (seller: MemberClient, id: string, numbers: Numbers) =>
  seller('PUT /allbikes/myproduct/:id/numbers', { params: { id }, body: numbers })
const read = (seller: MemberClient, id: string) => seller('GET /allbikes/myproduct/:id/numbers', { params: { id } })
const listBike = async () => {
  const seller = await registerMember(testApp, 'Seller')
  return { seller, ...(await createListing(testApp, seller)) }
}
const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await testApp.db.$client.query<Row>(sql, values)).rows
/** What they read of themselves. The session's cookie belongs to it, not the token. */
const exportData = async ({ cookie }: MemberClient): Promise<{ vehicleNumbers: unknown; warnings: unknown }> =>
  (await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })).json()
/** Two bikes of two sellers with one chassis number, in another spelling. */
const createCollision = async () => {
  const [first, second] = [await listBike(), await listBike()]
  const numbers = createNumbers()
  await enter(first.seller, first.id, numbers)
  await enter(second.seller, second.id, { ...none, chassis: ` ${numbers.chassis.toLowerCase().replace('1', 'i')} ` })
  return { first, second, numbers }
}
const areListed = async (...ids: string[]) => {
  const listed: boolean[] = []
  for (const id of ids) listed.push(await market.isListed(id))
  return listed
}

describe('the numbers of a bike', () => {
  test('are read by their seller alone, and stand nowhere but as ciphertext', async () => {
    const { seller, id } = await listBike()
    expect(await read(seller, id)).toMatchObject({ ...none, changedAt: null, mayChange: true })
    const numbers = createNumbers()
    await enter(seller, id, numbers)
    expect(await read(seller, id)).toEqual({
      productName: 'Suzuki Gixxer 155',
      ...numbers,
      changedAt: clock.now.toISOString(),
      mayChange: true,
    })
    expect(await enter(seller, id, numbers)).toEqual({ modifiedCount: 0 })
    const other = await registerMember(testApp, 'Seller')
    for (const request of [() => read(other, id), () => enter(other, id, createNumbers())])
      expect(await catchError(request())).toMatchObject({ status: 404 })
    expect((await exportData(seller)).vehicleNumbers).toMatchObject([numbers])
    // The end of this file searches every table and the log for all numbers.
    const acts = await query<{ what: string; details: object }>('select what, details from audit where bike_id = $1', [
      id,
    ])
    expect(acts).toEqual([{ what: 'vehicle_numbers_changed', details: {} }])
  })

  test('are refused when they are not whole, and deleted one by one or all', async () => {
    const { seller, id } = await listBike()
    const numbers = createNumbers()
    expect(await catchError(enter(seller, id, { ...numbers, chassis: 'RG4420L01' }))).toMatchObject({
      status: 400,
      message: 'Enter the chassis number in full, as it is on the bike or the papers.',
    })
    await enter(seller, id, numbers)
    await enter(seller, id, { ...numbers, engine: null })
    expect(await read(seller, id)).toMatchObject({ ...numbers, engine: null })
    await enter(seller, id, none)
    expect(await query('select from vehicle_numbers where bike_id = $1', [id])).toEqual([])
  })

  test('are read by somebody else only with a row in the audit log, which nobody can leave out', async () => {
    const { seller, id } = await listBike()
    const numbers = createNumbers()
    await enter(seller, id, numbers)
    const [buyer] = await query<{ id: string }>(`select id from members where email = 'karim@motohaat.test'`)
    const readerId = buyer?.id ?? ''
    const deps = { secret: testSecret, now: () => clock.now, createId: () => crypto.randomUUID() }
    const found = await testApp.db.transaction((tx) =>
      readNumbers(tx, deps, { bikeId: id, readerId, purpose: 'transfer' }),
    )
    expect(found).toEqual(numbers)
    expect(
      await query('select member_id, details from audit where what = $1 and bike_id = $2', [
        'vehicle_numbers_read',
        id,
      ]),
    ).toEqual([{ member_id: readerId, details: { purpose: 'transfer' } }])
  })

  test('are changed twenty times a day', async () => {
    const limited = await createTestApp({ limits: createLimits(), clock: { now: new Date() } })
    const seller = await registerMember(limited, 'Seller')
    const { id } = await createListing(limited, seller)
    for (let count = 0; count < 20; count += 1) await enter(seller, id, createNumbers())
    expect(await catchError(enter(seller, id, createNumbers()))).toMatchObject({ status: 429 })
  })

  test('of a removed seller are deleted, but for a sold bike; those of a year ago too', async () => {
    const [removed, withdrawn] = [await listBike(), await listBike()]
    await enter(removed.seller, removed.id, createNumbers())
    await enter(withdrawn.seller, withdrawn.id, createNumbers())
    const { cookie } = removed.seller
    const leaving = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/auth/delete-user',
      headers: { cookie, origin: testApp.publicUrl },
      payload: { password: testPassword },
    })
    expect(leaving.statusCode).toBe(200)
    expect(await query('select from vehicle_numbers where bike_id = $1', [removed.id])).toEqual([])
    await withdrawn.seller('DELETE /allbikes/:id', { params: { id: withdrawn.id } })
    await testApp.deleteOldNumbers()
    expect(await query('select from vehicle_numbers where bike_id = $1', [withdrawn.id])).toHaveLength(1)
    const today = clock.now
    clock.now = new Date(today.getTime() + 365 * dayMs + 1)
    await testApp.deleteOldNumbers()
    clock.now = today
    expect(await query('select from vehicle_numbers where bike_id = $1', [withdrawn.id])).toEqual([])
  })
})

describe('a number that another seller advertises', () => {
  test('makes both bikes wait; each seller reads only that the papers are checked, and changes no number meanwhile', async () => {
    const { first, second } = await createCollision()
    expect(await areListed(first.id, second.id)).toEqual([false, false])
    for (const { seller, id } of [first, second]) {
      const { reasons } = await seller('GET /waiting/:id', { params: { id } })
      expect(reasons.filter(({ rule }) => rule !== 'same_picture')).toEqual([{ rule: 'papers_check', quote: null }])
      expect(await market.listKinds(seller)).toEqual(['ad_waits'])
      expect(await catchError(enter(seller, id, createNumbers()))).toMatchObject({ code: 'papers_being_checked' })
      expect((await read(seller, id)).mayChange).toBe(false)
      expect((await exportData(seller)).warnings).toContainEqual(
        expect.objectContaining({ rule: 'papers_check', quote: null }),
      )
    }
    const found = await market.moderator('GET /cases/:id', { params: { id: await market.findCase(first.id) } })
    expect(found.firedRules[0]).toMatchObject({ rule: 'number_of_another', points: 60 })
  })

  test('is published once: of the two bikes a moderator shows one, and the other not until that one is gone', async () => {
    const { first, second } = await createCollision()
    await market.decide(market.moderator, await market.findCase(first.id), 'nothing')
    expect(await areListed(first.id, second.id)).toEqual([true, false])
    const secondCase = await market.findCase(second.id)
    expect(await catchError(market.decide(market.moderator, secondCase, 'nothing'))).toMatchObject({
      code: 'number_on_sale',
    })
    // What a moderator has looked at stays on sale, whoever enters its number next and whatever its seller edits.
    const third = await listBike()
    const { chassis } = await read(first.seller, first.id)
    await enter(third.seller, third.id, { ...none, chassis })
    expect(await areListed(first.id, third.id)).toEqual([true, false])
    await first.seller('DELETE /allbikes/:id', { params: { id: first.id } })
    await market.decide(market.moderator, secondCase, 'nothing')
    expect(await areListed(second.id)).toEqual([true])
  })

  test('by the same seller is another advertisement of one bike: the older one is withdrawn first', async () => {
    const { seller, id } = await listBike()
    const numbers = createNumbers()
    await enter(seller, id, numbers)
    const again = await createListing(testApp, seller)
    expect(await catchError(enter(seller, again.id, numbers))).toMatchObject({ code: 'number_in_own_advertisement' })
    await seller('DELETE /allbikes/:id', { params: { id } })
    await enter(seller, again.id, numbers)
    expect(await areListed(again.id)).toEqual([true])
  })

  test('is never on sale twice, whoever is faster, and however many are', async () => {
    const sellers = await Promise.all([1, 2, 3, 4].map(listBike))
    const numbers = createNumbers()
    const answers = await Promise.allSettled(sellers.map(({ seller, id }) => enter(seller, id, numbers)))
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
    expect(await areListed(...sellers.map(({ id }) => id))).toEqual(Array(4).fill(false))
    const [bike] = sellers
    assert(bike, 'needs a bike')
    // The last wall, without the code before it.
    const show = testApp.db.$client.query(
      `update vehicle_fingerprints set is_live = true where hmac in (select hmac from vehicle_fingerprints where bike_id = $1)`,
      [bike.id],
    )
    await expect(show).rejects.toMatchObject({ constraint: 'one_live_number' })
  })

  test('waits for a moderator after the suspension of its seller, if it is on sale elsewhere by then', async () => {
    const { first, second } = await createCollision()
    await market.decide(market.moderator, await market.findCase(second.id), 'suspend_7')
    // As a suspension about another thing hides it.
    await query(`update bikes set hidden_by = 'suspension' where id = $1`, [second.id])
    await market.decide(market.moderator, await market.findCase(first.id), 'nothing')
    const today = clock.now
    clock.now = new Date(today.getTime() + 7 * dayMs + 1)
    await testApp.endSuspensions()
    clock.now = today
    expect(await areListed(first.id, second.id)).toEqual([true, false])
    expect(await query('select hidden_by from bikes where id = $1', [second.id])).toEqual([{ hidden_by: 'rules' }])
  })
})

describe('checking a chassis number', () => {
  const check = (by: MemberClient, chassis: string) => by('POST /check-number', { body: { chassis } })

  test('says nothing of advertisements, and the same to everybody who has advertised the number', async () => {
    const { seller, id } = await listBike()
    const { chassis } = createNumbers()
    const buyer = await registerMember(testApp, 'Buyer')
    expect(await check(buyer, chassis)).toEqual({ answer: 'nothing_known' })
    await enter(seller, id, { ...none, chassis })
    expect(await check(buyer, chassis.toLowerCase())).toEqual({ answer: 'nothing_known' })
    expect(await check(seller, chassis)).toEqual({ answer: 'being_checked' })
    expect(await catchError(check(buyer, chassis.slice(0, 9)))).toMatchObject({ status: 400 })
    await testApp.db.$client.query('update members set email_verified = false where email = $1', [buyer.email])
    expect(await catchError(check(buyer, chassis))).toMatchObject({ status: 403, code: 'address_not_proven' })
    expect(await catchError(testApp.visitor('POST /check-number', { body: { chassis } }))).toMatchObject({
      status: 401,
    })
  })

  test('says that it is checked while two sellers have it, and that it was stolen when a moderator has agreed', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    const { numbers } = await createCollision()
    expect(await check(buyer, numbers.chassis)).toEqual({ answer: 'being_checked' })
    const thief = await listBike()
    const { chassis } = createNumbers()
    await enter(thief.seller, thief.id, { ...none, chassis })
    await market.report(market.reporters[0], thief.id, 'stolen')
    expect(await check(buyer, chassis)).toEqual({ answer: 'being_checked' })
    await market.decide(market.moderator, await market.findCase(thief.id), 'hide')
    expect(await check(buyer, chassis)).toEqual({ answer: 'reported' })
    // The thief, or whoever bought from them, reads what everybody reads whose papers are checked.
    expect(await check(thief.seller, chassis)).toEqual({ answer: 'being_checked' })
    const again = await listBike()
    await enter(again.seller, again.id, { ...none, chassis })
    expect(await areListed(again.id)).toEqual([false])
    const { reasons } = await again.seller('GET /waiting/:id', { params: { id: again.id } })
    expect(reasons.filter(({ rule }) => rule !== 'same_picture')).toEqual([{ rule: 'papers_check', quote: null }])
  })

  test('is done ten times a day, whatever the answer', async () => {
    const limited = await createTestApp({
      limits: { ...createLimits(1_000), numberChecks: createLimits().numberChecks },
    })
    const buyer = await registerMember(limited, 'Buyer')
    for (let count = 0; count < 10; count += 1) await check(buyer, createNumbers().chassis)
    expect(await catchError(check(buyer, createNumbers().chassis))).toMatchObject({
      status: 429,
      message: 'You have checked 10 numbers. Check more tomorrow.',
    })
  })
})

describe('at the meeting', () => {
  test('the buyer of a held deal reads the plate and the last four, and “different” keeps the money until it is decided', async () => {
    const { seller, ...bike } = await listBike()
    const numbers = createNumbers()
    await enter(seller, bike.id, numbers)
    const karim = await testApp.signInAs('karim')
    const order = await book(karim, bike)
    const id = order.bookingId
    const readAtMeeting = (by: MemberClient) => by('GET /deals/:id/numbers', { params: { id } })
    expect(await catchError(readAtMeeting(karim))).toMatchObject({ code: 'nothing_paid_yet' })
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    expect(await readAtMeeting(karim)).toEqual({
      registration: numbers.registration,
      engineLastFour: numbers.engine.slice(-4),
      chassisLastFour: numbers.chassis.slice(-4),
    })
    expect(await catchError(readAtMeeting(seller))).toMatchObject({ status: 404 })
    expect(await catchError(enter(seller, bike.id, createNumbers()))).toMatchObject({ code: 'bike_reserved' })
    const reads = await query<{ details: object }>(
      `select details from audit where what = 'vehicle_numbers_read' and bike_id = $1`,
      [bike.id],
    )
    expect(reads).toEqual([{ details: { purpose: 'deal' } }])
    await karim('POST /deals/:id/problem', { params: { id }, body: { reason: 'numbers_different' } })
    expect((await karim('GET /deals/:id', { params: { id } })).state).toBe('disputed')
    expect(await catchError(readAtMeeting(karim))).toMatchObject({ code: 'deal_over' })
    const admin = await testApp.signInAs('ayesha')
    await admin('PUT /disputes/:id', { params: { id }, body: { takaToBuyer: bike.salePriceTaka } })
    const { closeReason, refund } = await karim('GET /deals/:id', { params: { id } })
    expect([closeReason, refund?.taka]).toEqual(['refunded', bike.salePriceTaka])
  })
})
