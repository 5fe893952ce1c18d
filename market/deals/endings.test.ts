// What the handover, problems, the bank and cash sales do to a deal, its money and the bike.
import { isSale } from '#market/schema/deals/deals.ts'
import { describe, expect, test } from 'vitest'
import { createExample, exampleDeals, hoursAgo, now, summarize } from '#tests/support/deals/deal-examples.ts'
import { hasReceipt } from './state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { handOver, reportProblem } from './transitions.ts'
import {
  chargeBack,
  claimCashSale,
  answerCashSale,
  decide,
  endUnconfirmedCashSale,
  freeze,
  release,
  sayEverythingFine,
  sayOutcome,
  unfreeze,
  withdrawDispute,
} from './endings.ts'

const full = { paidTaka: 100_000 }

describe('after the handover', () => {
  test('the code sells the bike, to one buyer alone', () => {
    expect(handOver(createExample('held'), 97_000)).toEqual({
      changes: { handedOverAt: now, cashTaka: 97_000 },
      steps: [{ kind: 'handed_over', actor: 'seller', taka: 97_000 }],
      bike: 'sell',
      closesOthers: true,
    })
    expect(handOver(createExample('held'), null).steps).toEqual([{ kind: 'handed_over', actor: 'seller' }])
  })

  test('all that was paid is the seller’s when it is released', () => {
    const ctx = createExample('handed over', {}, full)
    expect(release(ctx, 'buyer')).toEqual({
      changes: { closedAt: now, closeReason: 'released', releasedAt: now, turnUntil: null, waitingSince: null },
      steps: [{ kind: 'released', actor: 'buyer', taka: 100_000 }],
      split: { toBuyerTaka: 0, toSellerTaka: 100_000 },
    })
    expect(release(ctx).steps).toMatchObject([{ actor: 'system' }])
  })

  test('who says that everything is fine confirms the cash that was shown, and nothing of it without an amount', () => {
    const say = (cash?: number, changes: Partial<Deal> = {}) =>
      sayEverythingFine(createExample('handed over', { cashTaka: 97_000, ...changes }, full), cash)
    expect(say(97_000)).toMatchObject({
      changes: { cashConfirmedAt: now, closeReason: 'released' },
      steps: [{ kind: 'cash_confirmed', actor: 'buyer', taka: 97_000 }, { kind: 'released' }],
    })
    expect(say()).toEqual(release(createExample('handed over', { cashTaka: 97_000 }, full), 'buyer'))
  })
})

describe('a decision of the admin', () => {
  const decideOn = (changes: Partial<Deal>, taka: number) => {
    const {
      decision,
      changes: changed,
      ...effects
    } = decide(createExample('disputed', changes, full), taka, 'Scratched')
    return { ...summarize({ changes: changed, ...effects }), ...changed, decision: decision?.decision }
  }
  const handedOver = { handedOverAt: hoursAgo(5) }

  test('all back to the buyer takes a handed over bike back, and puts another one on sale again', () => {
    const back = { reason: 'refunded', back: 100_000, kept: 0, refundedAt: now, decision: 'refunded' }
    expect(decideOn(handedOver, 100_000)).toMatchObject({ ...back, bike: 'unsell' })
    expect(decideOn({}, 100_000)).toMatchObject({ ...back, bike: 'free' })
    expect(decideOn({}, 100_000)).not.toHaveProperty('releasedAt')
  })

  test('anything for the seller is a sale, also of a bike that was not handed over here', () => {
    const part = { reason: 'released', back: 40_000, kept: 60_000, releasedAt: now, decision: 'part' }
    expect(decideOn(handedOver, 40_000)).toMatchObject({ ...part, ...handedOver })
    expect(decideOn(handedOver, 40_000)).not.toHaveProperty('bike')
    expect(decideOn({}, 40_000)).toMatchObject({ ...part, handedOverAt: now, bike: 'sell', closesOthers: true })
    expect(decideOn({}, 0)).toMatchObject({ back: 0, kept: 100_000, decision: 'released', closeNote: 'Scratched' })
  })
})

describe('problems', () => {
  test('stop everything until they are decided', () => {
    expect(reportProblem(createExample('held'), 'papers', 'No tax token')).toEqual({
      changes: { disputedAt: now },
      steps: [{ kind: 'disputed', actor: 'buyer', note: 'No tax token' }],
      dispute: { openedBy: 'buyer', reason: 'papers', note: 'No tax token' },
    })
  })

  test.each([
    ['buyer', 'no_deal', { sellerOutcome: 'no_show' }, { buyerOutcome: 'no_deal' }],
    ['seller', 'no_deal', { buyerOutcome: 'no_show' }, { sellerOutcome: 'no_deal' }],
    ['buyer', 'no_show', { sellerOutcome: 'no_show' }, { buyerOutcome: 'no_show' }],
    ['seller', 'no_show', { buyerOutcome: 'no_deal' }, { sellerOutcome: 'no_show' }],
  ] as const)('begin when both sides say different things: %s says %s', (side, outcome, said, changes) => {
    const effects = sayOutcome(createExample('held', { meetAt: hoursAgo(3), ...said }), side, outcome)
    expect(effects).toMatchObject({
      changes: { ...changes, [`${side}OutcomeAt`]: now, disputedAt: now },
      steps: [
        { kind: `said_${outcome}`, actor: side },
        { kind: 'disputed', actor: 'system' },
      ],
      dispute: { openedBy: 'system', reason: 'contradiction' },
    })
    expect(effects.changes).not.toHaveProperty('closedAt')
  })

  test('begin when the seller says that the bike was handed over without the code', () => {
    expect(sayOutcome(createExample('held'), 'seller', 'handed_over', 'She was in a hurry')).toEqual({
      changes: { sellerOutcome: 'handed_over', sellerOutcomeAt: now, disputedAt: now },
      steps: [{ kind: 'disputed', actor: 'seller', note: 'She was in a hurry' }],
      dispute: { openedBy: 'seller', reason: 'handed_over_without_code', note: 'She was in a hurry' },
    })
  })

  test('that are taken back let the deal go on: both are asked anew, but for a bike that was handed over', () => {
    const withdrawn = { decision: 'withdrawn', takaToBuyer: 0 }
    expect(withdrawDispute(createExample('disputed'), 'buyer')).toEqual({
      changes: { disputedAt: null, askedAt: now },
      steps: [{ kind: 'dispute_withdrawn', actor: 'buyer' }],
      decision: withdrawn,
    })
    const handedOver = withdrawDispute(createExample('disputed', { handedOverAt: hoursAgo(2) }), 'buyer')
    expect(handedOver.changes).toEqual({ disputedAt: null })
  })

  test('saying the same again changes nothing', () => {
    const again = sayOutcome(createExample('held', { buyerOutcome: 'no_deal' }), 'buyer', 'no_deal')
    expect(again).toEqual({ changes: {}, steps: [] })
    const first = sayOutcome(createExample('held'), 'buyer', 'no_deal', 'Scratched')
    expect(first).toEqual({
      changes: { buyerOutcome: 'no_deal', buyerOutcomeAt: now },
      steps: [{ kind: 'said_no_deal', actor: 'buyer', note: 'Scratched' }],
    })
  })
})

describe('the buyer’s bank', () => {
  test('freezes a deal that holds money, and asks anew what was not handed over when it gives it back', () => {
    expect(freeze(createExample('held')).changes).toEqual({ frozenAt: now })
    expect(freeze(createExample('accepted')).changes).toEqual({})
    expect(unfreeze(createExample('held, frozen')).changes).toEqual({ frozenAt: null, askedAt: now })
    expect(unfreeze(createExample('handed over, frozen')).changes).toEqual({ frozenAt: null })
  })

  test('that takes the money ends the deal without dividing it, and nobody waits for the bike', () => {
    expect(chargeBack(createExample('held, frozen'))).toEqual({
      changes: {
        closedAt: now,
        closeReason: 'charged_back',
        frozenAt: null,
        refundedAt: now,
        turnUntil: null,
        waitingSince: null,
      },
      steps: [{ kind: 'charged_back', actor: 'provider', taka: 3_000 }],
      bike: 'unsell',
      closesOthers: true,
    })
  })
})

describe('a sale for cash', () => {
  test('takes the bike off sale at once, and is a sale when the buyer says so', () => {
    expect(claimCashSale(createExample('accepted'), 95_000)).toEqual({
      changes: { sellerOutcome: 'sold_for_cash', sellerOutcomeAt: now, cashTaka: 95_000 },
      steps: [{ kind: 'cash_sale_claimed', actor: 'seller', taka: 95_000 }],
      bike: 'withdraw',
      closesOthers: true,
    })
    const claim = { sellerOutcome: 'sold_for_cash', cashTaka: 95_000 } as const
    const answer = (isRight: boolean) => answerCashSale(createExample('accepted', claim), isRight)
    expect(summarize(answer(true))).toEqual({ reason: 'sold_for_cash', actor: 'buyer', bike: 'sell' })
    expect(answer(true).steps).toEqual([{ kind: 'sold_for_cash', actor: 'buyer', taka: 95_000 }])
    expect(summarize(answer(false))).toEqual({ reason: 'cancelled_by_seller', actor: 'buyer' })
    expect(summarize(endUnconfirmedCashSale(createExample('accepted', claim)))).toEqual({
      reason: 'unavailable',
      actor: 'system',
    })
  })
})

test('a sale is what was handed over and released, or confirmed as sold for cash', () => {
  const at = { closedAt: now, handedOverAt: hoursAgo(2) }
  expect(isSale({ ...at, closeReason: 'released' })).toBe(true)
  expect(isSale({ ...at, handedOverAt: null, closeReason: 'sold_for_cash' })).toBe(true)
  expect(isSale({ ...at, closedAt: null, closeReason: 'released' })).toBe(false)
  expect(isSale({ ...at, handedOverAt: null, closeReason: 'released' })).toBe(false)
  expect(isSale({ ...at, closeReason: 'refunded' })).toBe(false)
})

test('a receipt needs a payment, and the handover or the end', () => {
  const { accepted, held, closed, 'handed over': handedOver } = exampleDeals
  expect([accepted, held, handedOver, closed, { ...closed, heldAt: null }].map(hasReceipt)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})
