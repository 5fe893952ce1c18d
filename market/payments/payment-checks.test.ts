// What a paid intent means: a sale only if everything fits, and otherwise a refund with its reason.
import { maxHoldMs } from '#contract/deals/deadlines.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Intent } from './providers.ts'
import {
  getIntentRefundReason,
  getKeptMs,
  getPaymentError,
  isStale,
  mayPay,
  mergeRefundState,
  pauseAfterHoldsMs,
} from './payment-checks.ts'
import { createRandom } from '#tests/resilience/random.ts'
import type { Payment } from '#market/schema/money/payments.ts'

const sites = recordApiErrorSites()
afterAll(() => sites.close())

/** The code of what the rule answers; "yes" for none. */
const tell = (rule: () => ApiError | null): string => {
  const answer = sites.call(() => {
    const apiError = rule()
    if (apiError) throw apiError
  })
  return answer instanceof ApiError ? answer.code : 'yes'
}

const at = new Date('2026-03-01T12:00:00Z')
const now = new Date('2026-03-02T12:00:00Z')

const payment: Payment = {
  id: '0199f3a0-0000-7000-8000-000000000001',
  bikeId: '0199f3a0-0000-7000-8000-000000000002',
  buyerId: '0199f3a0-0000-7000-8000-000000000003',
  bookingId: null,
  wishId: null,
  dealId: null,
  purpose: 'full',
  amountTaka: 150_000,
  priceTaka: 150_000,
  currency: 'bdt',
  intentId: 'pi_1',
  provider: 'cards',
  executingAt: null,
  executeTriedAt: null,
  failure: null,
  transactionId: null,
  redirectUrl: null,
  state: 'open',
  createdAt: at,
  heldSince: null,
  endedAt: null,
  settledAt: null,
  refundedAt: null,
  refundReason: null,
  reviewAt: null,
  doubledAt: null,
  reviewAcceptedAt: null,
  lateAskedAt: null,
  refundedTaka: 0,
  disputedAt: null,
  disputeEndedAt: null,
  disputeOutcome: null,
}

const intent: Intent = {
  id: 'pi_1',
  status: 'succeeded',
  amountTaka: 150_000,
  currency: 'bdt',
  clientSecret: 'pi_1_secret',
  redirectUrl: null,
  transactionId: null,
  mayBeAuthorized: false,
  failure: null,
  paymentId: payment.id,
  bikeId: payment.bikeId,
  buyerId: payment.buyerId,
  purpose: 'full',
  priceTaka: 150_000,
  orderedRefunds: [],
  refundedElsewherePoisha: 0,
  refundedTaka: 0,
  isRefunded: false,
  dispute: null,
  disputedPoisha: 0,
  isAuthenticated: false,
}

const onSale = { bike: { soldAt: null, withdrawnAt: null, hiddenAt: null }, buyer: { removedAt: null } }

describe('a paid intent', () => {
  test('buys the bike if everything fits', () => {
    expect(getIntentRefundReason(payment, intent, onSale)).toBeNull()
  })

  test.each([
    ['the amount', { amountTaka: 149_999 }],
    ['the currency', { currency: 'usd' }],
    ['the payment', { paymentId: payment.bikeId }],
    ['the bike', { bikeId: payment.buyerId }],
    ['the buyer', { buyerId: payment.bikeId }],
  ])('goes back if %s is another one', (_what, change) => {
    expect(getIntentRefundReason(payment, { ...intent, ...change }, onSale)).toBe('mismatch')
  })

  test.each([
    ['bike_sold', { bike: { soldAt: at, withdrawnAt: null, hiddenAt: null } }],
    ['bike_withdrawn', { bike: { soldAt: null, withdrawnAt: at, hiddenAt: null } }],
    ['buyer_removed', { buyer: { removedAt: at } }],
  ])('goes back: %s', (reason, change) => {
    expect(getIntentRefundReason(payment, intent, { ...onSale, ...change })).toBe(reason)
  })

  test('goes back if its hold was released before', () => {
    expect(getIntentRefundReason({ ...payment, state: 'canceled' }, intent, onSale)).toBe('hold_released')
  })

  test('buys nothing if the money went back already', () => {
    expect(getIntentRefundReason(payment, { ...intent, isRefunded: true }, onSale)).toBe('at_provider')
    expect(getIntentRefundReason(payment, { ...intent, dispute: 'lost' }, onSale)).toBe('dispute_lost')
    for (const dispute of ['open', 'won'] as const)
      expect(getIntentRefundReason(payment, { ...intent, dispute }, onSale)).toBeNull()
  })
})

test('a hold is stale after 15 minutes, and not a millisecond before', () => {
  const minuteMs = 60_000
  expect(isStale({ createdAt: at, heldSince: null }, new Date(at.getTime() + 15 * minuteMs - 1))).toBe(false)
  expect(isStale({ createdAt: at, heldSince: null }, new Date(at.getTime() + 15 * minuteMs))).toBe(true)
})

test('a hold that begins in the future was begun by a wrong clock and is over, but for two hours by which a clock is set right', () => {
  const begunLater = (ms: number) => isStale({ createdAt: new Date(at.getTime() + ms), heldSince: null }, at)
  expect([begunLater(2 * 3_600_000), begunLater(2 * 3_600_000 + 1), begunLater(3 * 86_400_000)]).toEqual([
    false,
    true,
    true,
  ])
})

describe('paying may begin', () => {
  const item = { paidAt: null, priceTaka: 150_000, bike: { soldAt: null, withdrawnAt: null, hiddenAt: null } }

  test('for an unpaid item at the price that was seen', () => {
    expect(mayPay(item, 150_000)).toBeNull()
  })

  test.each([
    ['already_paid', { ...item, paidAt: at }],
    ['bike_sold', { ...item, bike: { soldAt: at, withdrawnAt: null, hiddenAt: null } }],
    ['bike_withdrawn', { ...item, bike: { soldAt: null, withdrawnAt: at, hiddenAt: null } }],
    ['bike_hidden', { ...item, bike: { soldAt: null, withdrawnAt: null, hiddenAt: at } }],
    ['price_changed', { ...item, priceTaka: 150_001 }],
  ])('not: %s', (code, changed) => {
    expect(tell(() => mayPay(changed, 150_000))).toBe(code)
  })
})

describe('what happened to the money after the payment only grows', () => {
  test('an older answer makes no refund smaller, and none is more than the payment', () => {
    const refunded = { ...payment, refundedTaka: 500 }
    expect(mergeRefundState(refunded, { ...intent, refundedTaka: 400 }, now).refundedTaka).toBe(500)
    expect(mergeRefundState(refunded, { ...intent, refundedTaka: 600 }, now).refundedTaka).toBe(600)
    expect(mergeRefundState(refunded, { ...intent, refundedTaka: 150_001 }, now).refundedTaka).toBe(150_000)
  })

  test('a dispute keeps its first time, and ends once', () => {
    expect(mergeRefundState(payment, intent, now)).toMatchObject({ disputedAt: null, disputeEndedAt: null })
    expect(mergeRefundState(payment, { ...intent, dispute: 'open' }, now)).toMatchObject({
      disputedAt: now,
      disputeEndedAt: null,
      disputeOutcome: null,
    })
    const disputed = { ...payment, disputedAt: at }
    expect(mergeRefundState(disputed, { ...intent, dispute: 'won' }, now)).toMatchObject({
      disputedAt: at,
      disputeEndedAt: now,
      disputeOutcome: 'won',
    })
    const ended = { ...disputed, disputeEndedAt: at, disputeOutcome: 'won' as const }
    expect(mergeRefundState(ended, { ...intent, dispute: 'lost' }, now)).toMatchObject({
      disputeEndedAt: at,
      disputeOutcome: 'won',
    })
  })
})

test('a payment that is no sale says why', () => {
  expect(getPaymentError({ ...payment, state: 'succeeded' })).toBeNull()
  expect(tell(() => getPaymentError(payment))).toBe('payment_unfinished')
  const refunded: Payment = { ...payment, state: 'refunded', refundReason: 'bike_sold' }
  expect(tell(() => getPaymentError(refunded))).toBe('payment_refunded')
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payments/payment-checks.ts'])).toEqual([])
})

describe('the time for which a buyer has kept a bike', () => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const hold = (began: number, ended: number | null, since: number | null = null) => ({
    createdAt: at(began),
    endedAt: ended === null ? null : at(ended),
    heldSince: since === null ? null : at(since),
  })
  const minutes = (...holds: ReturnType<typeof hold>[]) => getKeptMs(holds, now) / 60_000

  test.each<[story: string, kept: number, holds: ReturnType<typeof hold>[]]>([
    ['no hold', 0, []],
    ['one that is open', 10, [hold(-10, null)]],
    ['one that lapsed and that nobody ended', 15, [hold(-20, null)]],
    ['one that was ended after a minute, and is long ago', 0, [hold(-20, -19)]],
    ['one that was ended after a minute, a moment ago', 1, [hold(-10, -9)]],
    ['two with a moment between them', 12, [hold(-5, null), hold(-13, -6)]],
    ['two with a pause between them', 5, [hold(-5, null), hold(-40, -20)]],
    ['one whose minutes began before it', 4, [hold(-10, null, -21)]],
    ['one that a job ended late', 15, [hold(-28, -1)]],
  ])('counts %s: %i minutes', (_, kept, holds) => {
    expect(minutes(...holds)).toBe(kept)
  })

  test('never lets anybody keep a bike for more than 15 minutes without a pause, whatever is begun and ended', () => {
    const random = createRandom('holds')
    for (let history = 0; history < 2_000; history += 1) {
      const holds: { createdAt: Date; heldSince: Date | null; endedAt: Date | null }[] = []
      let time = now
      let keptMs = 0
      let freeSince = now
      for (let step = 0; step < 30; step += 1) {
        const [current] = holds
        const next = new Date(time.getTime() + random.between(0, 9) * 60_000)
        if (current?.endedAt === null) {
          const lapses = (current.heldSince ?? current.createdAt).getTime() + maxHoldMs
          const until = Math.min(next.getTime(), lapses)
          if (until > time.getTime()) {
            keptMs += until - time.getTime()
            freeSince = new Date(until)
          }
        }
        time = next
        if (time.getTime() - freeSince.getTime() >= pauseAfterHoldsMs) keptMs = 0
        expect(keptMs).toBeLessThanOrEqual(maxHoldMs)
        const countedMs = getKeptMs(holds, time)
        if (current?.endedAt === null && random.chance(0.6)) current.endedAt = time
        if (holds[0]?.endedAt !== null && countedMs < maxHoldMs && random.chance(0.7))
          holds.unshift({ createdAt: time, endedAt: null, heldSince: new Date(time.getTime() - countedMs) })
      }
    }
  })
})
