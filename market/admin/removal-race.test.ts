// Races of a payment with the removal of the bike, its seller or its buyer: the sale is complete, or nobody is charged for it.
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

// Settlement calls the card provider first, so it needs this head start in ms to win some of the races.
const headStartMs = [0, 0, 2, 5, 10, 20, 40]

/** Starts two actions with a head start that differs per round, so that each of them wins some rounds. */
const race = async (round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) => {
  const first = one()
  await pause(headStartMs[round % headStartMs.length])
  return Promise.all([first, other()])
}

/** A bike of this seller for which a buyer has begun to pay. */
const createBegunPayment = async (seller: MemberClient, buyer: MemberClient) => {
  const bike = await createListing(testApp, seller)
  const order = await book(buyer, bike)
  const intent = await startPayment(buyer, order)
  return {
    bike,
    intent,
    /** Fails where the payment was ended at the provider. */
    charge: () => catchError(testApp.payIntent(intent)),
    record: () => catchError(buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) })),
  }
}

/** A bike of this seller that is paid at the provider; the payment is not recorded yet. */
const createPaidBike = async (seller: MemberClient, buyer: MemberClient) => {
  const { charge, ...begun } = await createBegunPayment(seller, buyer)
  expect(await charge()).not.toBeInstanceOf(Error)
  return begun
}

/** Whether the bike is reserved for its buyer; refunds that are due are sent first. */
const isReserved = async (id: string): Promise<boolean> => {
  await testApp.sweep()
  const { rows } = await testApp.db.$client.query('select from bikes where id = $1 and reserved_at is not null', [id])
  return rows.length > 0
}

const expectNoBrokenInvariants = async () => {
  const { violations } = await findViolations(testApp.db.$client, await collect(testApp.paymentProvider.listIntents()))
  expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
}

const [minDeletionRounds, maxDeletionRounds] = [chooseByRun(14, 100), 100]
const removalRounds = chooseByRun(5, 20)

const deletions = { first: 0, second: 0 }
/** Whether the deletion and the payment each won a round. */
const bothWon = () => deletions.first > 0 && deletions.second > 0

describe('a bike that is paid for and deleted at the same moment', () => {
  test(
    'is reserved and stays, or is gone and nobody is charged: many rounds, each order',
    { tags: 'long' },
    async () => {
      const seller = await registerMember(testApp, 'Seller')
      for (let round = 0; round < minDeletionRounds || (!bothWon() && round < maxDeletionRounds); round += 1) {
        const { bike, intent, charge, record } = await createBegunPayment(seller, karim)
        const pay = async () => {
          await charge()
          return record()
        }
        const remove = () => catchError(seller('DELETE /allbikes/:id', { params: { id: bike.id } }))
        const [paid, deleted] =
          round % 2 === 0 ? await race(round, pay, remove) : (await race(round, remove, pay)).toReversed()
        const reserved = await isReserved(bike.id)
        deletions[reserved ? 'second' : 'first'] += 1
        expect((await getCollectedTaka(testApp)).has(intent)).toBe(reserved)
        expect([paid, deleted]).toMatchObject(
          reserved ? [{}, { code: 'bike_reserved' }] : [{ code: expect.any(String) }, {}],
        )
      }
      expect(deletions.first, 'needs rounds that the deletion won').toBeGreaterThan(0)
      expect(deletions.second, 'needs rounds that the payment won').toBeGreaterThan(0)
      await expectNoBrokenInvariants()
    },
  )

  test('has been charged before the deletion began: it is reserved and stays', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const { bike, intent } = await createPaidBike(seller, karim)
    const deleted = await catchError(seller('DELETE /allbikes/:id', { params: { id: bike.id } }))
    expect(deleted).toMatchObject({ code: 'bike_reserved' })
    expect(await isReserved(bike.id)).toBe(true)
    expect((await getCollectedTaka(testApp)).has(intent)).toBe(true)
  })
})

describe('a member who is deleted in the middle of something', () => {
  const removeMember = (id: string) => () => catchError(ayesha('DELETE /users/:id', { params: { id } }))

  test('the seller, while a bike is paid for', { tags: 'long' }, async () => {
    for (let round = 0; round < removalRounds; round += 1) {
      const seller = await registerMember(testApp, 'Seller')
      const { bike, intent, record } = await createPaidBike(seller, karim)
      await race(round, record, removeMember(await getMemberId(testApp, seller)))
      const reserved = await isReserved(bike.id)
      expect((await getCollectedTaka(testApp)).has(intent)).toBe(reserved)
    }
    await expectNoBrokenInvariants()
  })

  test('the buyer, while paying', { tags: 'long' }, async () => {
    const seller = await registerMember(testApp, 'Seller')
    for (let round = 0; round < removalRounds; round += 1) {
      const buyer = await registerMember(testApp, 'Buyer')
      const { bike, intent, record } = await createPaidBike(seller, buyer)
      await race(round, record, removeMember(await getMemberId(testApp, buyer)))
      // The token may be invalid already; then the webhook or the payments job records the payment.
      await settle(testApp.paymentsDeps, intent)
      const reserved = await isReserved(bike.id)
      expect((await getCollectedTaka(testApp)).has(intent)).toBe(reserved)
    }
    await expectNoBrokenInvariants()
  })

  test('the seller, while offering a bike: nothing of theirs is on sale afterwards', async () => {
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

  test('the buyer, while booking: no booking of theirs is open afterwards', async () => {
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

  test('and the totals of the member lists are correct afterwards', async () => {
    const { rows } = await testApp.db.$client.query(
      `select role, active_count, (select count(*)::int from members where members.role = member_counts.role and removed_at is null) as counted
       from member_counts`,
    )
    expect(rows).toHaveLength(3)
    for (const { active_count: activeCount, counted } of rows) expect(activeCount).toBe(counted)
  })
})
