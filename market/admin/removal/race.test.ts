// Paying for a bike while it, its seller or its buyer leaves the shop: money with the bike, or neither.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPayment, book, createPaymentBody, getCollectedTaka, catchError } from '#tests/support/buying.ts'
import { findViolations, collect } from '#scripts/invariants.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { getMemberId, registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { settle } from '#market/payments/settle.ts'

let testApp: TestApp
let ayesha: MemberClient
let karim: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ayesha = await testApp.signInAs('ayesha')
  karim = await testApp.signInAs('karim')
})
afterAll(() => testApp.close())

// Settling asks the card provider first, so it needs this much of a start to be the first at the bike now and then.
const headStartMs = [0, 0, 2, 5, 10, 20, 40]

/** Starts the one, and after a head start that differs from round to round the other, so that each wins at times. */
const race = async (round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) => {
  const first = one()
  await pause(headStartMs[round % headStartMs.length])
  return Promise.all([first, other()])
}

/** A bike of this seller whose price lies at the provider, still to be recorded. */
const createPaidBike = async (seller: MemberClient, buyer: MemberClient) => {
  const bike = await createListing(testApp, seller)
  const order = await book(buyer, bike)
  const intent = await startPayment(buyer, order)
  await testApp.payIntent(intent)
  return {
    bike,
    intent,
    record: () => catchError(buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) })),
  }
}

const isSold = async (id: string): Promise<boolean> => {
  const { rows } = await testApp.db.$client.query('select from bikes where id = $1 and sold_at is not null', [id])
  return rows.length > 0
}

const expectNoBrokenInvariants = async () => {
  const { violations } = await findViolations(testApp.db.$client, await collect(testApp.paymentProvider.listIntents()))
  expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
}

const [minDeletionRounds, maxDeletionRounds] = [chooseByRun(14, 100), 100]
const removalRounds = chooseByRun(5, 20)

const deletions = { first: 0, second: 0 }
/** Whether the deletion and the payment both won a round: which one does is a matter of milliseconds. */
const bothWon = () => deletions.first > 0 && deletions.second > 0

describe('a bike that is paid for and deleted at the same moment', () => {
  test(
    'is sold and stays, or is gone and the money is sent back: many rounds, each order',
    { timeout: 120_000 },
    async () => {
      const seller = await registerMember(testApp, 'Seller')
      for (let round = 0; round < minDeletionRounds || (!bothWon() && round < maxDeletionRounds); round += 1) {
        const { bike, intent, record } = await createPaidBike(seller, karim)
        const remove = () => catchError(seller('DELETE /allbikes/:id', { params: { id: bike.id } }))
        const [paid, deleted] = await race(round, record, remove)
        const sold = await isSold(bike.id)
        deletions[sold ? 'second' : 'first'] += 1
        expect((await getCollectedTaka(testApp)).has(intent)).toBe(sold)
        expect([paid, deleted]).toMatchObject(sold ? [{}, { code: 'bike_sold' }] : [{ code: 'payment_refunded' }, {}])
      }
      expect(deletions.first, 'needs rounds that the deletion won').toBeGreaterThan(0)
      expect(deletions.second, 'needs rounds that the payment won').toBeGreaterThan(0)
      await expectNoBrokenInvariants()
    },
  )
})

describe('a member who is deleted in the middle of something', () => {
  const removeMember = (id: string) => () => catchError(ayesha('DELETE /users/:id', { params: { id } }))

  test('the seller, while a bike is paid for', { timeout: 60_000 }, async () => {
    for (let round = 0; round < removalRounds; round += 1) {
      const seller = await registerMember(testApp, 'Seller')
      const { bike, intent, record } = await createPaidBike(seller, karim)
      await race(round, record, removeMember(await getMemberId(testApp, seller)))
      expect((await getCollectedTaka(testApp)).has(intent)).toBe(await isSold(bike.id))
    }
    await expectNoBrokenInvariants()
  })

  test('the buyer, while paying', { timeout: 60_000 }, async () => {
    const seller = await registerMember(testApp, 'Seller')
    for (let round = 0; round < removalRounds; round += 1) {
      const buyer = await registerMember(testApp, 'Buyer')
      const { bike, intent, record } = await createPaidBike(seller, buyer)
      await race(round, record, removeMember(await getMemberId(testApp, buyer)))
      // The page's token may have died first; then the webhook or the sweeper records it.
      await settle(testApp.paymentsDeps, intent)
      expect((await getCollectedTaka(testApp)).has(intent)).toBe(await isSold(bike.id))
    }
    await expectNoBrokenInvariants()
  })

  test('the seller, while offering a bike: nothing of theirs is on sale afterwards', { timeout: 60_000 }, async () => {
    for (let round = 0; round < removalRounds; round += 1) {
      const seller = await registerMember(testApp, 'Seller')
      const id = await getMemberId(testApp, seller)
      await race(round, () => catchError(createListing(testApp, seller)), removeMember(id))
      const { rows } = await testApp.db.$client.query(
        'select from bikes where seller_id = $1 and withdrawn_at is null',
        [id],
      )
      expect(rows).toEqual([])
    }
  })

  test('the buyer, while booking: no booking of theirs is open afterwards', { timeout: 60_000 }, async () => {
    const seller = await registerMember(testApp, 'Seller')
    for (let round = 0; round < removalRounds; round += 1) {
      const [buyer, bike] = [await registerMember(testApp, 'Buyer'), await createListing(testApp, seller)]
      const id = await getMemberId(testApp, buyer)
      await race(round, () => catchError(book(buyer, bike)), removeMember(id))
      const { rows } = await testApp.db.$client.query(
        'select from bookings where buyer_id = $1 and cancelled_at is null',
        [id],
      )
      expect(rows).toEqual([])
    }
  })

  test('and the numbers of members that the lists tell are true afterwards', async () => {
    const { rows } = await testApp.db.$client.query(
      `select role, active_count, (select count(*)::int from members where members.role = member_counts.role and removed_at is null) as counted
       from member_counts`,
    )
    expect(rows).toHaveLength(3)
    for (const { active_count: activeCount, counted } of rows) expect(activeCount).toBe(counted)
  })
})
