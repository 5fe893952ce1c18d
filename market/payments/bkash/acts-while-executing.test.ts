// While bKash takes the money of a claimed payment, the bike stays the buyer's: whatever is done meanwhile is refused, by the
// rules and by the database, and then the payment has bought the bike.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError } from '#tests/support/buying.ts'
import { beginDeal, findAllViolations, type TestDeal } from '#tests/support/money.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginBkash, returnFromBkash, setBkashFault } from '#tests/support/wallets/bkash.ts'
import { createPayingSteps, type Paying } from '#tests/support/wallets/paying.ts'
import { wallets } from '#tests/support/wallets/wallets.ts'

const [bkash] = wallets.filter(({ way }) => way === 'bkash')
assert(bkash, 'needs bKash')
const { begin, agree, findPayment, makeStale, readTaken, sweepLater } = createPayingSteps(() => testApp, bkash)

let testApp: TestApp
/** bKash was asked for the money of one buyer, and its answer was lost; another buyer has booked the bike. */
let claimed: Paying & { rival: Omit<TestDeal, 'seller'> }

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  const deal = await beginDeal(testApp)
  const rival = await registerMember(testApp, 'Buyer')
  const order = await book(rival, deal.order.bike)
  const paying = await begin(deal)
  await agree(paying)
  await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'drop_after' })
  const { state } = await returnFromBkash(paying.buyer, paying.reference, 'success')
  assert(state === 'waiting', 'needs an answer that was lost')
  claimed = { ...paying, rival: { buyer: rival, order, id: order.bookingId, params: { id: order.bookingId } } }
})
afterAll(() => testApp.close())

const acts: [story: string, code: string, act: () => Promise<unknown>][] = [
  [
    'the seller accepts another',
    'bike_being_paid',
    () => claimed.seller('PUT /deals/:id/answer', { params: claimed.rival.params, body: { answer: 'yes' } }),
  ],
  [
    'the seller says no',
    'bike_being_paid',
    () => claimed.seller('PUT /deals/:id/answer', { params: claimed.params, body: { answer: 'no' } }),
  ],
  ...[() => claimed.params, () => claimed.rival.params].map(
    (getParams, index): [string, string, () => Promise<unknown>] => [
      `the seller says that ${index === 0 ? 'this buyer' : 'another buyer'} paid cash`,
      'bike_being_paid',
      () => claimed.seller('PUT /deals/:id/outcome', { params: getParams(), body: { outcome: 'bought_for_cash' } }),
    ],
  ),
  ['the next buyer pays', 'another_buyer_paying', () => beginBkash(claimed.rival.buyer, claimed.rival.order)],
  [
    'the next buyer pays after 15 minutes',
    'another_buyer_paying',
    async () => {
      await makeStale(claimed)
      return beginBkash(claimed.rival.buyer, claimed.rival.order)
    },
  ],
]

test.each(acts)('%s: refused', async (_, code, act) => {
  expect(await catchError(act())).toMatchObject({ status: 409, code })
})

describe('the database refuses, whoever asks,', () => {
  test.each([
    ['to accept another', `update deals set accepted_at = now() where id = $1`, () => claimed.rival.id],
    ['to end the deal', `update deals set closed_at = now() where id = $1`, () => claimed.id],
    ['to freeze the deal', `update deals set frozen_at = now() where id = $1`, () => claimed.id],
    ['another price', `update deals set price_taka = 1000 where id = $1`, () => claimed.id],
    ['to sell the bike', `update bikes set sold_at = now() where id = $1`, () => claimed.order.bike.id],
    ['to withdraw it', `update bikes set withdrawn_at = now() where id = $1`, () => claimed.order.bike.id],
  ])('%s', async (_, sql, getId) => {
    const change = queryAsOwner(testApp, sql, [getId()])
    expect(await catchError(change)).toMatchObject({ constraint: 'payment_is_executing' })
  })
})

test('then the money has bought the bike, and was taken once', async () => {
  await sweepLater(1)
  expect(await findPayment(claimed)).toMatchObject({ state: 'succeeded' })
  expect(await readTaken(claimed)).toEqual({ times: 1, takenPoisha: 14_900_000, refundedPoisha: 0 })
  // The claim was made before the time was over.
  await queryAsOwner(testApp, `update payments set executing_at = created_at where intent_id = $1`, [claimed.reference])
  const { violations } = await findAllViolations(testApp)
  expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
})
