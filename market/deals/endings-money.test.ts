// How the money of a deal is divided when it ends without a handover: the table "The money" of docs/deals.md, in Taka.
import { addMs, dayMs } from '#contract/time/durations.ts'
import { describe, expect, test } from 'vitest'
import { createExample, exampleDeals, hoursAgo, now, summarize } from '#tests/support/deals/deal-examples.ts'
import { getDepositTaka, getRefundSplit } from '#contract/deals/deposit.ts'
import { isLate } from './state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { type DealContext, type Effects, getOwedTaka, hold } from './transitions.ts'
import {
  cancelByBuyer,
  cancelBySeller,
  decline,
  endByOthers,
  endUnanswered,
  sayOutcome,
  settleOutcome,
} from './endings.ts'

const soon = { meetAt: addMs(now, dayMs - 1) }
const late = { toBuyerTaka: 97_000, toSellerTaka: 3_000 }
const full = { paidTaka: 100_000 }

const allBack = { back: 3_000, kept: 0, bike: 'free' }
const lateBack = { back: 1_500, kept: 1_500, bike: 'free' }

describe('the money of a held deal', () => {
  test.each<[string, (ctx: DealContext) => Effects, Partial<Deal>, object]>([
    [
      'the seller cancels',
      (ctx) => cancelBySeller(ctx, {}),
      soon,
      { reason: 'cancelled_by_seller', actor: 'seller', ...allBack },
    ],
    [
      'the seller has sold it elsewhere',
      (ctx) => cancelBySeller(ctx, { isSoldElsewhere: true }),
      soon,
      { reason: 'cancelled_by_seller', actor: 'seller', ...allBack, bike: 'withdraw', closesOthers: true },
    ],
    [
      'the buyer cancels without a meeting',
      (ctx) => cancelByBuyer(ctx),
      {},
      { reason: 'cancelled_by_buyer', actor: 'buyer', ...allBack },
    ],
    [
      'the buyer cancels a day before it',
      (ctx) => cancelByBuyer(ctx),
      { meetAt: addMs(now, dayMs) },
      { reason: 'cancelled_by_buyer', actor: 'buyer', ...allBack },
    ],
    [
      'the buyer cancels later',
      (ctx) => cancelByBuyer(ctx),
      soon,
      { reason: 'cancelled_by_buyer', actor: 'buyer', ...lateBack },
    ],
    [
      'both say that there is no deal',
      (ctx) => sayOutcome(ctx, 'buyer', 'no_deal'),
      { sellerOutcome: 'no_deal', ...soon },
      { reason: 'no_deal', actor: 'buyer', ...allBack },
    ],
    [
      'one says that there is no deal, and the other is silent',
      settleOutcome,
      { sellerOutcome: 'no_deal', ...soon },
      { reason: 'no_deal', actor: 'system', ...allBack },
    ],
    [
      'the buyer alone says so',
      settleOutcome,
      { buyerOutcome: 'no_deal', ...soon },
      { reason: 'no_deal', actor: 'system', ...allBack },
    ],
    [
      'the seller did not come',
      settleOutcome,
      { buyerOutcome: 'no_show', ...soon },
      { reason: 'seller_no_show', actor: 'system', ...allBack },
    ],
    [
      'the buyer did not come',
      settleOutcome,
      { sellerOutcome: 'no_show' },
      { reason: 'buyer_no_show', actor: 'system', ...lateBack },
    ],
    ['nobody says anything', endUnanswered, soon, { reason: 'no_meeting', actor: 'system', ...allBack }],
    [
      'the seller is removed',
      (ctx) => endByOthers(ctx, 'seller_removed', { actor: 'admin', bike: 'withdraw' }),
      soon,
      { reason: 'seller_removed', actor: 'admin', ...allBack, bike: 'withdraw' },
    ],
    [
      'the buyer is removed',
      (ctx) => endByOthers(ctx, 'buyer_removed'),
      soon,
      { reason: 'buyer_removed', actor: 'system', ...allBack },
    ],
  ])('%s', (_name, end, changes, expected) => {
    const effects = end(createExample('held', changes))
    expect(summarize(effects)).toEqual(expected)
    expect(effects.changes).toMatchObject({ closedAt: now, refundedAt: now, turnUntil: null, waitingSince: null })
  })

  test('of a buyer who was late within the last year, the seller keeps the whole deposit', () => {
    const [cancelled, absent] = [cancelByBuyer, settleOutcome].map((end) =>
      end(createExample('held', { ...soon, sellerOutcome: 'no_show' }, { hasFailedBefore: true })),
    )
    expect([cancelled?.split, absent?.split]).toEqual([
      { toBuyerTaka: 0, toSellerTaka: 3_000 },
      { toBuyerTaka: 0, toSellerTaka: 3_000 },
    ])
  })

  test('of the full price, late costs what the deposit would have', () => {
    const cancel = (surroundings: Partial<DealContext>) =>
      cancelByBuyer(createExample('held', soon, surroundings)).split
    expect(cancel({ ...full, hasFailedBefore: true })).toEqual(late)
    expect(cancel(full)).toEqual({ toBuyerTaka: 98_500, toSellerTaka: 1_500 })
  })

  test('ends without money where none is held', () => {
    for (const end of [
      (ctx: DealContext) => cancelBySeller(ctx, {}),
      cancelByBuyer,
      (ctx: DealContext) => endByOthers(ctx, 'expired'),
    ])
      expect(end(createExample('accepted', soon))).not.toHaveProperty('split')
    expect(decline(createExample('requested'), { choice: 'sold', note: 'Yesterday' })).toEqual({
      changes: {
        closedAt: now,
        closeReason: 'declined',
        turnUntil: null,
        waitingSince: null,
        closeChoice: 'sold',
        closeNote: 'Yesterday',
      },
      steps: [{ kind: 'declined', actor: 'seller', note: 'Yesterday' }],
    })
  })
})

describe('amounts', () => {
  test('a deposit is 3 % of the price in whole Taka, at most 5,000, and none below 2,500', () => {
    expect([2_499, 2_500, 2_533, 166_666, 166_667, 900_000].map(getDepositTaka)).toEqual([
      0, 75, 75, 4_999, 5_000, 5_000,
    ])
  })

  test('half of an odd deposit is rounded down for the seller, and nothing is lost', () => {
    const split = getRefundSplit({ priceTaka: 50_050 }, { paidTaka: 1_501, isBuyersFault: true, isFirstTime: true })
    expect(split).toEqual({ toBuyerTaka: 751, toSellerTaka: 750 })
  })

  test('the seller keeps at most what was paid', () => {
    const options = { paidTaka: 1_000, isBuyersFault: true, isFirstTime: false }
    expect(getRefundSplit({ priceTaka: 100_000 }, options)).toEqual({ toBuyerTaka: 0, toSellerTaka: 1_000 })
  })

  test('late is less than a day before the agreed time', () => {
    expect(
      [null, addMs(now, dayMs), addMs(now, dayMs - 1), hoursAgo(1)].map((meetAt) => isLate({ meetAt }, now)),
    ).toEqual([false, false, true, true])
  })

  test('the rest is owed until the handover, and never less than nothing', () => {
    expect(getOwedTaka(createExample('held'))).toBe(97_000)
    expect(getOwedTaka(createExample('held', {}, { paidTaka: 100_001 }))).toBe(0)
    expect(getOwedTaka(createExample('handed over'))).toBe(0)
  })
})

describe('a payment', () => {
  test('reserves the bike, and ends what was waited for', () => {
    const ctx = createExample('requested', { turnUntil: hoursAgo(-1), sellerOutcome: 'sold_for_cash' })
    expect(hold(ctx, { amountTaka: 3_000, purpose: 'deposit' })).toEqual({
      changes: {
        acceptedAt: now,
        heldAt: now,
        turnUntil: null,
        answerDueAt: null,
        waitingSince: null,
        sellerOutcome: null,
        sellerOutcomeAt: null,
      },
      steps: [{ kind: 'paid', actor: 'provider', taka: 3_000 }],
      bike: 'reserve',
    })
    const accepted = hold(createExample('accepted'), { amountTaka: 3_000, purpose: 'deposit' })
    expect(accepted.changes.acceptedAt).toEqual(exampleDeals.accepted.acceptedAt)
  })

  test('brings the rest, and what is above the price goes back', () => {
    const pay = (amountTaka: number) => hold(createExample('held'), { amountTaka, purpose: 'rest' })
    const steps = (taka: number) => [{ kind: 'rest_paid', actor: 'provider', taka }]
    expect(pay(97_000)).toEqual({ changes: {}, steps: steps(97_000) })
    expect(pay(97_001)).toEqual({ changes: {}, steps: steps(97_001), refundTaka: 1 })
  })
})
