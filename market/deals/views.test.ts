// What each side sees of a deal on its page and in its lists.
import { describe, expect, test } from 'vitest'
import { addMs, dayMs, hourMs } from '#contract/time/durations.ts'
import { beginWalk, toRow } from '#tests/support/deals/act-tries.ts'
import { type ExampleState, createExample, hoursAgo, now } from '#tests/support/deals/deal-examples.ts'
import { createRandom } from '#tests/resilience/random.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { type DealRow, maySeeNumber, toDealView, toSummary } from './views.ts'
import type { Side } from './transitions.ts'

const walk = beginWalk(createRandom('views'), 100_000)

const details: Omit<Parameters<typeof toDealView>[2], 'now'> = {
  otherNumber: null,
  chatId: null,
  lineLength: 1,
  meetingFile: null,
  refund: null,
  payout: null,
  online: 0,
  decision: null,
  hasDestination: false,
  hasNumbers: false,
  steps: [],
  payments: [],
}

const createRow = (state: ExampleState, changes: Partial<Deal> = {}, row: Partial<DealRow> = {}): DealRow => {
  const { deal, paidTaka } = createExample(state, changes)
  const buyer = { memberSince: '2026-10', bought: 2, hasProvenNumber: true }
  return { ...toRow(walk, deal), buyer, paidTaka, ...row }
}
type Changes = Partial<Deal>
const view = (side: Side, state: ExampleState, changes: Changes = {}, row: Partial<DealRow> = {}) =>
  toDealView(createRow(state, changes, row), side, { ...details, now })
const summary = (side: Side, state: ExampleState, changes: Changes = {}, row: Partial<DealRow> = {}) =>
  toSummary(createRow(state, changes, row), side, now)
/** What the buyer and the seller read. */
const both = <Value>(read: (side: Side) => Value): [buyer: Value, seller: Value] => [read('buyer'), read('seller')]

describe('the page of a deal', () => {
  test('has the time of the code for the buyer alone: two hours before the meeting, or from the payment on', () => {
    const meetAt = addMs(now, 5 * hourMs)
    const codeFrom = (changes: Changes) => both((side) => view(side, 'held', changes).codeFrom)
    expect(codeFrom({ meetAt })).toEqual([addMs(now, 3 * hourMs).toISOString(), null])
    expect(codeFrom({})).toEqual([hoursAgo(10).toISOString(), null])
  })

  test('has the buyer’s own number for the buyer alone', () => {
    const number = (changes: Changes) => both((side) => view(side, 'accepted', changes).buyerNumber)
    expect(number({ buyerNumber: '01712345678' })).toEqual(['01712345678', null])
    expect(number({ buyerNumber: null })).toEqual([null, null])
  })

  test('asks for the number while it is missing and the deal goes on', () => {
    const needs = (state: ExampleState, buyerNumber: string | null) =>
      view('buyer', state, { buyerNumber }).needsContact
    expect([needs('held', null), needs('held', '01712345678'), needs('closed', null)]).toEqual([true, false, false])
  })

  test('says until when a problem can be reported: a day after the handover', () => {
    expect(view('buyer', 'handed over').windowUntil).toBe(addMs(hoursAgo(2), dayMs).toISOString())
    expect(view('buyer', 'held').windowUntil).toBeNull()
  })

  test('counts what is left to pay without the deposit and the cash, unless the buyer denies the cash', () => {
    const rest = (state: ExampleState, changes: Changes = {}) => view('buyer', state, changes).rest
    expect(rest('accepted')).toBe(100_000)
    expect(rest('held')).toBe(97_000)
    expect(rest('handed over')).toBe(0)
    expect(rest('handed over', { cashTaka: 90_000 })).toBe(7_000)
    expect(rest('handed over', { cashDeniedAt: now })).toBe(97_000)
    expect(rest('handed over', { cashTaka: 98_000 })).toBe(0)
  })

  test('has a deposit only where the seller takes one', () => {
    const deposit = (takesDeposits: boolean) => view('buyer', 'accepted', {}, { takesDeposits }).deposit
    expect([deposit(true), deposit(false)]).toEqual([3_000, 0])
  })

  test('counts how often the meeting may still be moved', () => {
    const left = [0, 1, 3].map((meetingMoves) => view('seller', 'held', { meetingMoves }).meetingMovesLeft)
    expect(left).toEqual([3, 2, 0])
  })

  test('asks the seller where to be paid as soon as there is money, and nobody else', () => {
    const needs = (state: ExampleState, more: Partial<typeof details> = {}) =>
      both((side) => toDealView(createRow(state), side, { ...details, ...more, now }).needsDestination)
    expect(needs('accepted')).toEqual([false, false])
    expect(needs('held')).toEqual([false, true])
    expect(needs('held', { hasDestination: true })).toEqual([false, false])
    expect(needs('closed')).toEqual([false, false])
    for (const payout of ['due', 'failed'] as const) expect(needs('closed', { payout })).toEqual([false, true])
    for (const payout of ['sent', 'confirmed'] as const) expect(needs('closed', { payout })).toEqual([false, false])
  })

  test('tells the seller alone that numbers to compare are missing, until the bike is handed over', () => {
    const needs = (state: ExampleState, hasNumbers = false) =>
      both((side) => toDealView(createRow(state), side, { ...details, hasNumbers, now }).needsNumbers)
    expect(needs('requested')).toEqual([false, false])
    for (const state of ['accepted', 'held'] as const) {
      expect(needs(state)).toEqual([false, true])
      expect(needs(state, true)).toEqual([false, false])
    }
    for (const state of ['handed over', 'disputed', 'closed'] as const) expect(needs(state)).toEqual([false, false])
  })

  test('tells the seller alone who the buyer is, until the bike is handed over', () => {
    const reads = (state: ExampleState) => both((side) => view(side, state).buyer !== null)
    for (const state of ['requested', 'accepted', 'held'] as const) expect(reads(state)).toEqual([false, true])
    for (const state of ['handed over', 'disputed', 'closed'] as const) expect(reads(state)).toEqual([false, false])
  })

  test('shows what one side said about the other to that side alone', () => {
    const read = (changes: Changes) =>
      both((side) => view(side, 'closed', { closeNote: 'A bribe', ...changes }).closeNote)
    const strange = { closeChoice: 'strange' as const }
    expect(read({ ...strange, closeReason: 'cancelled_by_buyer' })).toEqual(['A bribe', null])
    expect(read({ ...strange, closeReason: 'declined' })).toEqual([null, 'A bribe'])
    expect(read({ closeChoice: 'found', closeReason: 'cancelled_by_buyer' })).toEqual(['A bribe', 'A bribe'])
  })

  test('asks the seller of a bike that is sold elsewhere or stays with the seller to take it off, while it is for sale', () => {
    const asks = (changes: Changes, status: 'available' | 'withdrawn' = 'available') => {
      const { bike } = createRow('closed')
      return both((side) => view(side, 'closed', changes, { bike: { ...bike, status } }).isStillListed)
    }
    expect(asks({ closeChoice: 'sold' })).toEqual([false, true])
    expect(asks({ closeChoice: 'keep' })).toEqual([false, true])
    expect(asks({ closeChoice: 'sold' }, 'withdrawn')).toEqual([false, false])
    expect(asks({ closeChoice: 'found' })).toEqual([false, false])
  })

  test('shows the problem while it is open', () => {
    const dispute = { by: 'buyer' as const, reason: 'damaged' as const, note: 'It leaks' }
    const problem = (state: ExampleState) =>
      view('seller', state, {}, { dispute, saidBy: ['buyer'], picturesBy: ['seller'] }).problem
    expect(problem('disputed')).toEqual({ ...dispute, saidBy: ['buyer'], picturesBy: ['seller'] })
    expect(problem('closed')).toBeNull()
  })
})

describe('a deal in a list', () => {
  test('names the other side, and says of the seller alone whether we know them', () => {
    const row = { isSellerVerified: true }
    const [ofBuyer, ofSeller] = both((side) => summary(side, 'held', {}, row))
    expect([ofBuyer.otherName, ofBuyer.isOtherVerified]).toEqual(['Rahim', true])
    expect([ofSeller.otherName, ofSeller.isOtherVerified]).toEqual(['Karim', false])
  })

  test('has deadlines only while they count', () => {
    const due = addMs(now, hourMs)
    const iso = due.toISOString()
    expect(summary('seller', 'requested', { answerDueAt: due, waitingSince: null }).answerDueAt).toBe(iso)
    expect(summary('seller', 'requested', { answerDueAt: due, waitingSince: now }).answerDueAt).toBeNull()
    expect(summary('buyer', 'requested', { turnUntil: due }).turnUntil).toBe(iso)
    expect(summary('buyer', 'requested', { turnUntil: hoursAgo(1) }).turnUntil).toBeNull()
    expect(summary('buyer', 'accepted', { bookDueAt: due }).bookUntil).toBe(iso)
    expect(summary('buyer', 'closed', { bookDueAt: due }).bookUntil).toBeNull()
    const othersPayUntil = (state: ExampleState) => summary('buyer', state, {}, { othersPayUntil: due }).othersPayUntil
    expect((['requested', 'held', 'closed'] as const).map(othersPayUntil)).toEqual([iso, null, null])
    const sold = { sellerOutcome: 'sold_for_cash' as const, sellerOutcomeAt: now }
    expect(summary('buyer', 'accepted', sold).cashSaleUntil).toBe(addMs(now, 3 * dayMs).toISOString())
    expect(summary('buyer', 'closed', sold).cashSaleUntil).toBeNull()
    expect(summary('buyer', 'accepted', { ...sold, sellerOutcome: 'no_deal' }).cashSaleUntil).toBeNull()
  })

  test('says what is left to do at BRTA for each side, and until when', () => {
    const read = (transfer: Partial<NonNullable<DealRow['transfer']>>) => {
      const whole = {
        isReported: false,
        isDone: false,
        noticeDueOn: '2026-12-01',
        applyDueOn: '2026-12-15',
        ...transfer,
      }
      return both((side) => {
        const { isTransferDone, transferDueOn } = summary(side, 'closed', {}, { transfer: whole })
        return [isTransferDone, transferDueOn]
      })
    }
    expect(read({})).toEqual([
      [false, '2026-12-15'],
      [false, '2026-12-01'],
    ])
    expect(read({ isReported: true })).toEqual([
      [false, '2026-12-15'],
      [true, null],
    ])
    expect(read({ isDone: true })).toEqual([
      [true, null],
      [true, null],
    ])
    // A Friday and a Saturday, when BRTA is closed.
    expect(read({ noticeDueOn: '2026-12-18', applyDueOn: '2026-12-19' })).toEqual([
      [false, '2026-12-17'],
      [false, '2026-12-17'],
    ])
    expect(summary('buyer', 'held')).toMatchObject({ isTransferDone: false, transferDueOn: null })
  })
})

test('the other’s number is seen once both are agreed, and for ever by who got the bike or sold it', () => {
  const sees = (state: ExampleState, changes: Changes = {}) =>
    both((side) => maySeeNumber(createExample(state, changes).deal, side))
  expect(sees('requested')).toEqual([false, false])
  for (const state of ['accepted', 'held', 'handed over', 'disputed'] as const)
    expect(sees(state)).toEqual([true, true])
  expect(sees('closed')).toEqual([false, false])
  expect(sees('closed', { releasedAt: now })).toEqual([true, true])
  expect(sees('closed', { closeReason: 'sold_for_cash' })).toEqual([true, false])
})
