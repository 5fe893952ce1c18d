// A buyer has the page of a provider open while the bike leaves the sale, its price changes, or the time is over: who pays
// there afterwards has not paid here. Each story runs once for each provider, in `npm test` for bKash.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError } from '#tests/support/buying.ts'
import { beginDeal, findAllViolations, listEntries, type TestDeal } from '#tests/support/money.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createPayingSteps, type Paying } from '#tests/support/wallets/paying.ts'
import { type Wallet, wallets } from '#tests/support/wallets/wallets.ts'

const crowd = chooseByRun(5, 20)
const loweredTaka = 100_000
// Of a bike of Tk 149,000.
const depositTaka = 4_470

let testApp: TestApp
let people: { seller: MemberClient; buyer: MemberClient }
let others: MemberClient[]
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  people = { seller: await registerMember(testApp, 'Seller'), buyer: await registerMember(testApp, 'Buyer') }
  others = await Promise.all(Array.from({ length: crowd - 1 }, () => registerMember(testApp, 'Buyer')))
})
afterAll(() => testApp.close())

const beginRequested = () => beginDeal(testApp, people)
const beginAccepted = async () => {
  const deal = await beginRequested()
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
  return deal
}

const withdraw = ({ seller, order }: TestDeal) => seller('DELETE /allbikes/:id', { params: { id: order.bike.id } })

const endings: { story: string; isAccepted: boolean; end: (deal: TestDeal) => Promise<unknown> }[] = [
  { story: 'the seller takes the bike off', isAccepted: false, end: withdraw },
  { story: 'the seller takes the promised bike off', isAccepted: true, end: withdraw },
  {
    story: 'the seller declines',
    isAccepted: false,
    end: ({ seller, params }) => seller('PUT /deals/:id/answer', { params, body: { answer: 'no' } }),
  },
  {
    story: 'the seller cancels',
    isAccepted: true,
    end: ({ seller, params }) => seller('POST /deals/:id/cancel', { params, body: {} }),
  },
  {
    story: 'the buyer cancels',
    isAccepted: true,
    end: ({ buyer, params }) => buyer('POST /deals/:id/cancel', { params, body: {} }),
  },
  {
    story: 'the buyer cancels the booking',
    isAccepted: false,
    end: ({ buyer, params }) => buyer('DELETE /bookings/:id', { params }),
  },
]

describe.each(wallets)('by $way', (wallet: Wallet) => {
  const run = wallet.way === 'bkash' ? {} : { tags: 'long' }
  const { begin, agree, comeBack, pay, readTaken, sweepToEnd, findPayment, makeStale } = createPayingSteps(
    () => testApp,
    wallet,
  )
  const takesNothing = wallet.asksBeforeTaking || wallet.cancelsAtProvider

  /** The buyer pays on the page that is still open, where the provider lets it, and comes back. */
  const payTooLate = async (paying: Paying) => {
    await agree(paying).catch(() => {})
    return comeBack(paying)
  }
  /** Nothing is left of the payment: nothing was taken, or all of it went back. */
  const expectNothingKept = async (paying: Paying, taka = paying.order.price) => {
    expect(await comeBack(paying)).toMatchObject({ state: takesNothing ? 'unpaid' : 'refunded' })
    await sweepToEnd()
    const { takenPoisha, refundedPoisha } = (await readTaken(paying)) ?? { takenPoisha: 0, refundedPoisha: 0 }
    const poisha = takesNothing ? 0 : taka * 100
    expect({ takenPoisha, refundedPoisha }).toEqual({ takenPoisha: poisha, refundedPoisha: poisha })
  }
  const bookByAnother = async ({ order }: TestDeal, [buyer] = others) => {
    assert(buyer, 'needs another buyer')
    const booked = await book(buyer, order.bike)
    return { buyer, order: booked, id: booked.bookingId, params: { id: booked.bookingId } }
  }

  test.each(endings)('$story while the page is open: nothing is kept', run, async ({ isAccepted, end }) => {
    const paying = await begin(await (isAccepted ? beginAccepted() : beginRequested()))
    await end(paying)
    expect(await findPayment(paying)).toMatchObject({ state: 'canceled' })
    await payTooLate(paying)
    await expectNothingKept(paying)
  })

  test('who has paid there a moment before has the bike: the seller cannot take it off any more', run, async () => {
    const paying = await begin(await beginRequested())
    await agree(paying)
    // bKash has taken nothing yet.
    const expected = wallet.asksBeforeTaking ? {} : { status: 409, code: 'bike_reserved' }
    expect(await catchError(withdraw(paying))).toMatchObject(expected)
    expect(await comeBack(paying)).toMatchObject({ state: wallet.asksBeforeTaking ? 'unpaid' : 'paid' })
  })

  test('both lower the price while the page of the rest is open: the next page asks for less', run, async () => {
    const deal = await beginAccepted()
    await pay(deal, 'deposit')
    const paying = await begin(deal, 'rest')
    const { buyer, seller, params } = paying
    await seller('PUT /deals/:id/price', { params, body: { price: loweredTaka } })
    await buyer('PUT /deals/:id/price', { params, body: { agree: true, price: loweredTaka } })
    await payTooLate(paying)
    const next = await pay({ ...deal, order: { ...deal.order, price: loweredTaka } }, 'rest')
    expect(next).toMatchObject({ state: 'paid' })
    const restTaka = loweredTaka - depositTaka
    expect(await readTaken(next)).toMatchObject({ takenPoisha: restTaka * 100, refundedPoisha: 0 })
    await expectNothingKept(paying, deal.order.price - depositTaka)
  })

  test('both lower the full price while the page is open: the next page asks for less', run, async () => {
    const paying = await begin(await beginAccepted())
    const { buyer, seller, params } = paying
    await seller('PUT /deals/:id/price', { params, body: { price: loweredTaka } })
    await buyer('PUT /deals/:id/price', { params, body: { agree: true, price: loweredTaka } })
    expect(await findPayment(paying)).toMatchObject({ state: 'canceled' })
    await payTooLate(paying)
    const next = await pay({ ...paying, order: { ...paying.order, price: loweredTaka } })
    expect(next).toMatchObject({ state: 'paid' })
    expect(await readTaken(next)).toMatchObject({ takenPoisha: loweredTaka * 100, refundedPoisha: 0 })
    await expectNothingKept(paying)
  })

  test('15 minutes later the bike is the next buyer’s to pay, and the first pays in vain', run, async () => {
    const first = await begin(await beginRequested())
    const second = await bookByAnother(first)
    expect(await catchError(begin({ ...first, ...second }))).toMatchObject({ code: 'another_buyer_paying' })
    await makeStale(first)
    const next = await begin({ ...first, ...second })
    await payTooLate(first)
    await agree(next)
    expect(await comeBack(next)).toMatchObject({ state: 'paid' })
    await expectNothingKept(first)
  })

  test('the try of the next buyer settles what the first has paid and nobody has heard of', run, async () => {
    const first = await begin(await beginRequested())
    const second = await bookByAnother(first)
    await agree(first)
    await makeStale(first)
    const refused = await catchError(begin({ ...first, ...second }))
    // bKash has not been asked for the money, and 15 minutes later it is not.
    expect(refused).toMatchObject(wallet.asksBeforeTaking ? {} : { code: 'promised_to_another' })
    expect((await findPayment(first))?.state).toBe(wallet.asksBeforeTaking ? 'canceled' : 'succeeded')
    expect(await comeBack(first)).toMatchObject({ state: wallet.asksBeforeTaking ? 'unpaid' : 'paid' })
    const poisha = wallet.asksBeforeTaking ? 0 : first.order.price * 100
    expect(await readTaken(first)).toMatchObject({ takenPoisha: poisha, refundedPoisha: 0 })
  })

  test(`${crowd} buyers at once and one bike: one pays it, and nothing of the others is kept`, run, async () => {
    const deal = await beginRequested()
    const deals: TestDeal[] = [deal]
    for (const other of others) deals.push({ ...deal, ...(await bookByAnother(deal, [other])) })
    const tries = await Promise.all(deals.map((one) => begin(one).catch((error: unknown) => error)))
    const begun = tries.filter((one): one is Paying => !(one instanceof Error))
    expect(begun).toHaveLength(1)
    for (const error of tries.filter((one) => one instanceof Error))
      expect(error).toMatchObject({ code: 'another_buyer_paying' })
    // Everybody gets a page when the time of the one before is over, and leaves it open.
    for (const one of deals.filter(({ id }) => id !== begun[0]?.id)) {
      const before = begun.at(-1)
      assert(before, 'needs the page before')
      await makeStale(before)
      begun.push(await begin(one))
    }
    await Promise.allSettled(begun.map(agree))
    await Promise.allSettled([...begun, ...begun].map((one) => comeBack(one)))
    const winner = begun.pop()
    assert(winner, 'needs the last page')
    expect(await comeBack(winner)).toMatchObject({ state: 'paid' })
    expect(await readTaken(winner)).toMatchObject({ times: 1, refundedPoisha: 0 })
    for (const paying of begun) await expectNothingKept(paying)
    expect(await listEntries(testApp, winner)).toContainEqual(['settled', { provider: 149_000, held: -149_000 }])
  })

  test('all invariants hold', run, async () => {
    const { violations } = await findAllViolations(testApp)
    expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
  })
})
