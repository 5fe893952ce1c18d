// What each act does in each state of a deal: the table "Who may do what" of docs/deals.md, cell by cell.
import { periods } from './deadlines-in-ms.ts'
import { addMs } from '#contract/time/durations.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import {
  createExample,
  createOther,
  type ExampleState,
  exampleDeals,
  hoursAgo,
  now,
} from '#tests/support/deals/deal-examples.ts'
import { dealActs, inADay } from '#tests/support/deals/deal-acts.ts'
import { answerCashSale, cancelBySeller, claimCashSale, decide, decline } from './endings.ts'
import { sayEverythingFine, sayOutcome, withdrawDispute } from './endings.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { assertMayPay } from './may-pay.ts'
import {
  accept,
  agreeMeeting,
  agreePrice,
  answerCash,
  type DealContext,
  type Effects,
  nothing,
  propose,
  reportProblem,
  takeLowerPrice,
} from './transitions.ts'

const sites = recordApiErrorSites()
afterAll(() => sites.close())

/** The code of the refusal; or how the deal ends, else the kinds of its steps. */
const readOutcome = (act: () => Effects | void): string => {
  const effects = sites.call(act)
  if (effects instanceof ApiError) return effects.code
  if (effects === undefined) return 'yes'
  if (effects === nothing) return 'unchanged'
  return effects.changes.closeReason ?? effects.steps.map(({ kind }) => kind).join(' ')
}

// One row for each act, one column for each example.
const table = `
requested           | accepted            | held                | handed over        | disputed          | closed       | held, frozen      | handed over, frozen | disputed, frozen
the seller says yes
accepted            | unchanged           | unchanged           | deal_over          | dispute_open      | deal_closed  | unchanged         | deal_over           | dispute_open
the seller says no
declined            | cancelled_by_seller | cancel_instead      | deal_over          | dispute_open      | deal_closed  | cancel_instead    | deal_over           | dispute_open
the buyer cancels
cancelled_by_buyer  | cancelled_by_buyer  | cancelled_by_buyer  | say_what_is_wrong  | dispute_open      | unchanged    | deal_frozen       | say_what_is_wrong   | dispute_open
the seller cancels
declined            | cancelled_by_seller | cancelled_by_seller | deal_over          | dispute_open      | unchanged    | deal_frozen       | deal_over           | dispute_open
the seller cancels, sold elsewhere
cancelled_by_seller | cancelled_by_seller | cancelled_by_seller | deal_over          | dispute_open      | unchanged    | deal_frozen       | deal_over           | dispute_open
one side proposes a meeting
accept_first        | meeting_proposed    | meeting_proposed    | deal_over          | dispute_open      | deal_closed  | deal_frozen       | deal_over           | dispute_open
the other side agrees to it
accept_first        | meeting_agreed      | meeting_agreed      | deal_over          | dispute_open      | deal_closed  | deal_frozen       | deal_over           | dispute_open
the buyer begins to pay the price
yes                 | yes                 | already_paid        | deal_over          | dispute_open      | deal_closed  | already_paid      | deal_over           | dispute_open
the buyer begins to pay a deposit
yes                 | yes                 | already_paid        | deal_over          | dispute_open      | deal_closed  | already_paid      | deal_over           | dispute_open
the buyer begins to pay the rest
pay_deposit_first   | pay_deposit_first   | yes                 | deal_over          | dispute_open      | deal_closed  | deal_frozen       | deal_over           | dispute_open
the seller types the code
pay_deposit_first   | pay_deposit_first   | handed_over         | unchanged          | dispute_open      | deal_closed  | deal_frozen       | unchanged           | dispute_open
the buyer says that the cash is right
not_handed_over     | not_handed_over     | not_handed_over     | cash_confirmed     | dispute_open      | deal_closed  | not_handed_over   | cash_confirmed      | dispute_open
the seller proposes a price
accept_first        | price_offered       | price_offered       | price_offered      | dispute_open      | deal_closed  | deal_frozen       | deal_frozen         | dispute_open
the buyer proposes a price
accept_first        | price_offered       | seller_proposes_price | seller_proposes_price | dispute_open | deal_closed  | deal_frozen       | deal_frozen         | dispute_open
the buyer agrees to the price
accept_first        | price_agreed        | price_agreed        | price_agreed       | dispute_open      | deal_closed  | deal_frozen       | deal_frozen         | dispute_open
the seller changes the bike
bike_changed        | bike_changed        | bike_reserved       | bike_reserved      | bike_reserved     | bike_reserved | bike_reserved    | bike_reserved       | bike_reserved
the buyer still wants the changed bike
change_confirmed    | change_confirmed    | change_confirmed    | change_confirmed   | change_confirmed  | deal_closed  | change_confirmed  | change_confirmed    | change_confirmed
the buyer takes the lower price
lower_price_taken   | lower_price_taken   | already_paid        | deal_over          | dispute_open      | deal_closed  | already_paid      | deal_over           | dispute_open
the buyer reports a problem
nothing_paid_yet    | nothing_paid_yet    | disputed            | disputed           | dispute_open      | window_over  | disputed          | disputed            | dispute_open
the buyer takes the problem back
no_dispute          | no_dispute          | no_dispute          | no_dispute         | dispute_withdrawn | no_dispute   | no_dispute        | no_dispute          | dispute_withdrawn
the admin decides
no_dispute          | no_dispute          | no_dispute          | no_dispute         | released          | deal_closed  | no_dispute        | no_dispute          | deal_frozen
the buyer says: no deal
no_deal             | no_deal             | said_no_deal        | deal_over          | dispute_open      | deal_closed  | deal_frozen       | deal_frozen         | deal_frozen
the buyer says: nobody came
accept_first        | no_meeting          | said_no_show        | deal_over          | dispute_open      | deal_closed  | deal_frozen       | deal_frozen         | deal_frozen
the seller says: no code needed
nothing_paid_yet    | nothing_paid_yet    | disputed            | deal_over          | dispute_open      | deal_closed  | deal_frozen       | deal_frozen         | deal_frozen
the buyer says: everything is fine
not_handed_over     | not_handed_over     | not_handed_over     | released           | dispute_open      | unchanged    | not_handed_over   | deal_frozen         | dispute_open
the seller says: sold for cash
cash_sale_claimed   | cash_sale_claimed   | use_the_code        | deal_over          | dispute_open      | deal_closed  | use_the_code      | deal_over           | dispute_open
the bank disputes the payment
unchanged           | unchanged           | frozen              | frozen             | frozen            | unchanged    | unchanged         | unchanged           | unchanged
the bank gives it back to us
unchanged           | unchanged           | unchanged           | unchanged          | unchanged         | unchanged    | thawed            | thawed              | thawed
the bank takes it
charged_back        | charged_back        | charged_back        | unchanged          | charged_back      | unchanged    | charged_back      | unchanged           | charged_back
`

const lines = table.trim().split('\n')
const splitCells = (line = ''): string[] => line.split('|').map((cell) => cell.trim())
const rows = lines.slice(1).flatMap((name, at) => (at % 2 === 0 ? [{ name, cells: splitCells(lines[at + 2]) }] : []))

describe('each act in each state', () => {
  test('the table names each act and each example once', () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(dealActs))
    expect(splitCells(lines[0])).toEqual(Object.keys(exampleDeals))
  })

  test.each(rows)('$name', ({ name, cells }) => {
    const states = Object.keys(exampleDeals) as ExampleState[] // oxlint-disable-line typescript/no-unsafe-type-assertion -- the keys of an object that is written out
    const told = states.map((state) => readOutcome(() => dealActs[name]?.(createExample(state))))
    expect(Object.fromEntries(states.map((state, at) => [state, told[at]]))).toEqual(
      Object.fromEntries(states.map((state, at) => [state, cells[at]])),
    )
  })
})

const mine = 'buyer Karim'
const another = 'buyer Sadia'

describe('who comes first', () => {
  const promised = { others: [createOther({ acceptedAt: hoursAgo(1) })] }
  const turn = (turnUntil: Date) => ({ others: [createOther({ turnUntil })] })

  test.each([
    ['another deal is accepted', {}, promised, 'promised_to_another', 'promised_to_another'],
    ['another buyer has the turn', {}, turn(hoursAgo(-1)), 'promised_to_another', 'promised_to_another'],
    ['the turn of another buyer ends now', {}, turn(now), 'accepted', 'yes'],
    [
      'another deal has ended',
      {},
      { others: [createOther({ acceptedAt: hoursAgo(2), closedAt: now })] },
      'accepted',
      'yes',
    ],
    ['others only wait', {}, { others: [createOther()] }, 'accepted', 'yes'],
    ['another buyer pays', {}, { payingBuyerId: another }, 'bike_being_paid', 'another_buyer_paying'],
    ['the buyer pays', {}, { payingBuyerId: mine }, 'accepted', 'yes'],
    ['the bike was changed', { confirmDueAt: hoursAgo(-1) }, {}, 'bike_changed', 'bike_changed'],
  ] as const)('%s', (_name, changes, surroundings, answer, payment) => {
    const ctx = createExample('requested', changes, surroundings)
    expect([readOutcome(() => accept(ctx)), readOutcome(() => assertMayPay(ctx, 'full'))]).toEqual([answer, payment])
  })
})

describe('while somebody pays', () => {
  test.each([
    ['the seller says no', 'requested', (ctx: DealContext) => decline(ctx), 'declined'],
    ['the seller cancels', 'held', (ctx: DealContext) => cancelBySeller(ctx, {}), 'cancelled_by_seller'],
    [
      'the buyer agrees to a price',
      'held',
      (ctx: DealContext) => dealActs['the buyer agrees to the price']?.(ctx),
      'price_agreed',
    ],
    [
      'the buyer takes the lower price',
      'accepted',
      (ctx: DealContext) => takeLowerPrice(ctx, 90_000),
      'lower_price_taken',
    ],
  ] as const)('%s only when it is not this buyer', (_name, state, act, outcome) => {
    expect(readOutcome(() => act(createExample(state, {}, { payingBuyerId: mine })))).toBe('bike_being_paid')
    expect(readOutcome(() => act(createExample(state, {}, { payingBuyerId: another })))).toBe(outcome)
  })

  test.each([mine, another])('nobody says that the bike was sold for cash: %s', (payingBuyerId) => {
    expect(readOutcome(() => claimCashSale(createExample('accepted', {}, { payingBuyerId }), 1))).toBe(
      'bike_being_paid',
    )
  })
})

test('a bike that another buyer has paid for is neither sold elsewhere nor for cash', () => {
  const reserved = createExample(
    'requested',
    {},
    { others: [createOther({ acceptedAt: hoursAgo(3), heldAt: hoursAgo(2) })] },
  )
  const waiting = createExample('requested', {}, { others: [createOther({ acceptedAt: hoursAgo(3) })] })
  for (const [ctx, outcomes] of [
    [reserved, ['bike_reserved', 'bike_reserved', 'declined']],
    [waiting, ['cancelled_by_seller', 'cash_sale_claimed', 'declined']],
  ] as const)
    expect([
      readOutcome(() => cancelBySeller(ctx, { isSoldElsewhere: true })),
      readOutcome(() => claimCashSale(ctx, 90_000)),
      readOutcome(() => cancelBySeller(ctx, {})),
    ]).toEqual(outcomes)
})

describe('the meeting', () => {
  const proposeAt = (meetAt: Date, changes: Partial<Deal> = {}) =>
    readOutcome(() => propose(createExample('held', changes), 'seller', { meetAt, place: 'Mirpur' }))

  test('is after now and within 14 days', () => {
    expect(proposeAt(now)).toBe('meeting_time_invalid')
    expect(proposeAt(addMs(now, 1))).toBe('meeting_proposed')
    expect(proposeAt(addMs(now, periods.meetingAheadMs))).toBe('meeting_proposed')
    expect(proposeAt(addMs(now, periods.meetingAheadMs + 1))).toBe('meeting_time_invalid')
  })

  test('is moved at most three times', () => {
    const meetAt = hoursAgo(-3)
    expect(proposeAt(inADay.meetAt, { meetAt, meetingMoves: 2 })).toBe('meeting_proposed')
    expect(proposeAt(inADay.meetAt, { meetAt, meetingMoves: 3 })).toBe('too_many_meeting_moves')
    expect(proposeAt(inADay.meetAt, { meetAt: null, meetingMoves: 3 })).toBe('meeting_proposed')
  })

  test('is agreed to by the other side, while the time has not come', () => {
    const agree = (changes: Partial<Deal>) =>
      readOutcome(() => agreeMeeting(createExample('accepted', changes), 'seller'))
    expect(agree({})).toBe('no_meeting_proposed')
    expect(agree({ proposedMeetAt: inADay.meetAt, proposedBy: 'seller' })).toBe('no_meeting_proposed')
    expect(agree({ proposedMeetAt: now, proposedBy: 'buyer' })).toBe('no_meeting_proposed')
    expect(agree({ proposedMeetAt: addMs(now, 1), proposedBy: 'buyer' })).toBe('meeting_agreed')
  })

  test('counts a move only where there was a time before, and asks and reminds anew', () => {
    const proposed = {
      proposedMeetAt: hoursAgo(-48),
      proposedPlace: 'Farmgate',
      proposedBy: 'buyer',
      meetingMoves: 1,
    } as const
    const agreed = { proposedMeetAt: null, proposedPlace: null, proposedBy: null, remindersSent: 0, askedAt: null }
    const agree = (changes: Partial<Deal>) => agreeMeeting(createExample('held', changes), 'seller').changes
    expect(agree({ ...proposed, remindersSent: 2, askedAt: hoursAgo(1) })).toEqual({
      ...agreed,
      meetAt: hoursAgo(-48),
      meetPlace: 'Farmgate',
      meetingMoves: 1,
    })
    expect(agree({ ...proposed, meetAt: hoursAgo(5) })).toMatchObject({ meetingMoves: 2 })
    expect(agree({ ...proposed, proposedPlace: null, meetPlace: 'Mirpur' })).toMatchObject({ meetPlace: 'Mirpur' })
  })

  test('did not take place from an hour after its time on', () => {
    const say = (changes: Partial<Deal>) =>
      readOutcome(() => sayOutcome(createExample('held', changes), 'buyer', 'no_show'))
    expect(say({})).toBe('too_early_for_no_show')
    expect(say({ meetAt: addMs(hoursAgo(1), 1) })).toBe('too_early_for_no_show')
    expect(say({ meetAt: hoursAgo(1) })).toBe('said_no_show')
  })
})

describe('prices', () => {
  test('the other side agrees, to a price that was proposed', () => {
    const agree = (changes: Partial<Deal>) => readOutcome(() => agreePrice(createExample('held', changes), 'buyer'))
    expect(agree({})).toBe('nothing_to_answer')
    expect(agree({ offeredPriceTaka: 90_000, offeredBy: 'buyer' })).toBe('nothing_to_answer')
    expect(agree({ offeredPriceTaka: 90_000, offeredBy: 'seller' })).toBe('price_agreed')
  })

  test('what was paid above a lower price goes back, and nothing else', () => {
    const agree = (offeredPriceTaka: number, paidTaka: number) =>
      agreePrice(createExample('held', { offeredPriceTaka, offeredBy: 'seller' }, { paidTaka }), 'buyer')
    expect(agree(90_000, 100_000)).toEqual({
      changes: { priceTaka: 90_000, offeredPriceTaka: null, offeredBy: null },
      steps: [{ kind: 'price_agreed', actor: 'buyer', taka: 90_000 }],
      refundTaka: 10_000,
    })
    expect(agree(90_000, 90_000)).not.toHaveProperty('refundTaka')
  })

  test('the bike must cost less than agreed', () => {
    const take = (salePriceTaka: number) => takeLowerPrice(createExample('accepted'), salePriceTaka)
    expect(readOutcome(() => take(100_000))).toBe('price_not_lower')
    expect(take(99_999).changes).toEqual({ priceTaka: 99_999 })
  })
})

describe('answers', () => {
  test('the buyer answers once about the cash', () => {
    const say = (changes: Partial<Deal>) => readOutcome(() => answerCash(createExample('handed over', changes), false))
    expect(say({ cashTaka: null })).toBe('nothing_to_answer')
    expect(say({ cashConfirmedAt: now })).toBe('nothing_to_answer')
    expect(say({ cashDeniedAt: now })).toBe('nothing_to_answer')
    expect(say({})).toBe('cash_denied')
  })

  test('who says that everything is fine confirms the amount that was shown, once', () => {
    const say = (cash: number, changes: Partial<Deal> = {}) =>
      readOutcome(() => sayEverythingFine(createExample('handed over', { cashTaka: 97_000, ...changes }), cash))
    expect([say(97_001), say(97_000, { cashDeniedAt: now })]).toEqual(['nothing_to_answer', 'nothing_to_answer'])
  })

  test('the buyer answers a claim of a cash sale, and no deal that has ended', () => {
    const say = (state: ExampleState, changes: Partial<Deal>, isRight = true) =>
      readOutcome(() => answerCashSale(createExample(state, changes), isRight))
    const claim = { sellerOutcome: 'sold_for_cash' } as const
    expect(say('accepted', {})).toBe('nothing_to_answer')
    expect(say('closed', claim)).toBe('deal_closed')
    expect(say('accepted', claim)).toBe('sold_for_cash')
    expect(say('accepted', claim, false)).toBe('cancelled_by_seller')
  })

  test('a bike is said to be sold for cash once: saying it again leaves the buyer the time that was left', () => {
    const claimed = createExample('accepted', { sellerOutcome: 'sold_for_cash', sellerOutcomeAt: hoursAgo(1) })
    expect(readOutcome(() => claimCashSale(claimed, 90_000))).toBe('unchanged')
  })

  test('a seller who takes back “handed over without the code” has said nothing of the meeting', () => {
    const said = { sellerOutcome: 'handed_over', sellerOutcomeAt: hoursAgo(2) } as const
    const { changes } = withdrawDispute(createExample('disputed', said), 'seller')
    expect(changes).toEqual({ disputedAt: null, askedAt: now, sellerOutcome: null, sellerOutcomeAt: null })
    expect(withdrawDispute(createExample('disputed'), 'buyer').changes).toEqual({ disputedAt: null, askedAt: now })
  })

  test('a problem is reported until a day after the handover', () => {
    const report = (handedOverAt: Date) =>
      readOutcome(() => reportProblem(createExample('handed over', { handedOverAt }), 'damaged'))
    expect(report(addMs(now, -periods.windowMs))).toBe('disputed')
    expect(report(addMs(now, -periods.windowMs - 1))).toBe('window_over')
  })

  test('only the seller says that the bike was handed over without the code', () => {
    expect(readOutcome(() => sayOutcome(createExample('held'), 'buyer', 'handed_over'))).toBe('role_not_allowed')
  })

  test('the admin gives back at most what was paid, and not less than nothing', () => {
    const give = (taka: number) => readOutcome(() => decide(createExample('disputed'), taka))
    expect([give(-1), give(0), give(3_000), give(3_001)]).toEqual([
      'more_than_paid',
      'released',
      'refunded',
      'more_than_paid',
    ])
  })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/deals/transitions.ts', 'market/deals/endings.ts'])).toEqual([])
})
