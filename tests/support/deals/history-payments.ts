// What histories do with money: the buyer pays, both agree on another price meanwhile, and the bank takes a payment back.
import { addMs, minuteMs } from '#contract/time/durations.ts'
import { expect } from 'vitest'
import { getDepositTaka } from '#contract/deals/deposit.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { chargeBack, freeze, unfreeze } from '#market/deals/endings.ts'
import { assertMayPay } from '#market/deals/may-pay.ts'
import { getState } from '#market/deals/state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import {
  agreePrice,
  type DealContext,
  type Effects,
  getOwedTaka,
  hold,
  nothing,
  offerPrice,
  refuse,
} from '#market/deals/transitions.ts'
import { createPaymentBody, parseIntentId } from '#tests/support/buying.ts'
import { disputeAtProvider } from '#tests/support/card-events.ts'
import { apply, enter, getHeld, getLedger, toContext } from './deal-rows.ts'
import { type App, attempt, type Move, type Play } from './played-history.ts'

/**
 * An act after which the payment that the buyer has begun would buy nothing: that payment ends, and the act is tried again.
 * Money that was taken by then is held by the deal; nobody pays at that moment here.
 */
export const afterPayment =
  (play: Play, model: Move['model']): Move['model'] =>
  (ctx) => {
    if (play.payment?.dealId !== ctx.deal.id) return model(ctx)
    try {
      const effects = model(ctx)
      if (!effects.changes.closedAt) return effects
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bike_being_paid') throw error
    }
    play.payment = null
    return model({ ...ctx, payingBuyerId: null })
  }

const assertOnSale = ({ bike }: Play): void => {
  if (bike.sold) refuse('bike_sold')
  if (bike.withdrawn) refuse('bike_withdrawn')
}

const purposes = ['full', 'deposit', 'rest'] as const

/** What often happens after the buyer has begun to pay: another price, and that the money comes. */
const pickNextOfPayment = ({ random }: Play): string[] => {
  const price = random.pick([['seller offers'], ['agree beside the payment'], [], []])
  return [...price, ...(random.chance(0.7) ? ['finish paying'] : [])]
}

/** The buyer begins to pay. */
const beginPayment = (play: Play, deal: Deal): Move => {
  const { random } = play
  const usual = getState(deal) === 'held' ? (['rest'] as const) : (['full', 'deposit'] as const)
  const purpose = random.pick(random.chance(0.9) ? usual : purposes)
  const { id, priceTaka } = deal
  const taka = { full: priceTaka, deposit: getDepositTaka(priceTaka), rest: priceTaka - getHeld(play, id) }[purpose]
  let obstacle: unknown = null
  const begin = (ctx: DealContext): Effects => {
    assertOnSale(play)
    assertMayPay(ctx, purpose)
    if (play.payment) return refuse('another_buyer_paying')
    if (taka <= 0) return refuse(purpose === 'rest' ? 'already_paid' : 'no_deposit')
    play.payment = { dealId: id, purpose, taka, priceTaka, until: addMs(play.now, 15 * minuteMs) }
    return nothing
  }
  return {
    model: (ctx) => {
      try {
        return begin(ctx)
      } catch (error) {
        obstacle = error
        throw error
      }
    },
    real: async (app) => {
      const body = { price: priceTaka, bookingId: id, purpose }
      const { code, result } = await attempt(() => app.as(deal, 'buyer')('POST /create-payment-intent', { body }))
      if (result) app.openIntent = parseIntentId(result)
      // The app may say another reason first.
      else if (obstacle !== null) throw obstacle
      // A buyer whose last payment lapsed waits a while; the rules of deals do not know that.
      else if (code === 'hold_again_later') play.payment = null
      else expect.fail(`${code} was not expected`)
    },
    next: pickNextOfPayment(play),
  }
}

/** The money of the open payment has come. Returns what the deal does with it; null: it goes back. */
const settlePayment = (play: Play): Effects | null => {
  const { payment } = play
  const deal = payment && play.deals.get(payment.dealId)
  play.payment = null
  if (!payment || !deal) return null
  const ctx = toContext(play, deal)
  const state = getState(deal)
  const isPayable = payment.purpose === 'rest' ? state === 'held' : state === 'requested' || state === 'accepted'
  if (!isPayable || deal.frozenAt !== null) return null
  if (getOwedTaka(ctx) === 0) {
    play.reached.add('nothing is owed')
    return null
  }
  const effects = hold(ctx, { amountTaka: payment.taka, purpose: payment.purpose })
  if (effects.refundTaka) play.reached.add('paid above the price')
  play.paidTimes.set(deal.id, (play.paidTimes.get(deal.id) ?? 0) + 1)
  enter(play, deal.id, { provider: payment.taka, held: -payment.taka })
  return effects
}

const rememberIntent = ({ paid }: App, dealId: string, intentId: string): void =>
  void paid.set(dealId, [...(paid.get(dealId) ?? []), intentId])

/** The buyer's card is charged; money that the deal does not take goes back. */
export const finishPayment = (play: Play, deal: Deal): Move | null => {
  const { payment } = play
  if (payment?.dealId !== deal.id) return null
  return {
    model: () => settlePayment(play) ?? refuse('payment_refunded'),
    real: async (app) => {
      const intentId = app.openIntent ?? expect.fail('nothing to pay')
      const buyer = app.as(deal, 'buyer')
      const bike = { ...play.bike, id: app.bikeId }
      const order = { bike, bookingId: deal.id, price: payment.priceTaka ?? payment.taka }
      await app.testApp.payIntent(intentId)
      await buyer('POST /payments', { body: createPaymentBody(buyer, order, intentId) })
      rememberIntent(app, deal.id, intentId)
    },
  }
}

export const pay = (play: Play, deal: Deal): Move => finishPayment(play, deal) ?? beginPayment(play, deal)

// ---------- another price ----------

/** A price that one side proposes. What was paid already may be the whole price. */
export const pickPrice = ({ random, ...play }: Play, { id, priceTaka }: Deal): number =>
  random.pick([
    random.between(1_000, priceTaka),
    random.between(1_000, random.pick([play.bike.salePriceTaka, 149_000])),
    Math.max(1_000, getHeld(play, id)),
  ])

/**
 * Another price. The rule refuses it while the buyer pays, so that a payment that is open ends first. In some tries the
 * buyer pays at that moment.
 */
export const changePrice = (
  play: Play,
  deal: Deal,
  { rule, request }: { rule: Move['model']; request: (app: App) => Promise<unknown> },
): Move => {
  const isPaidMeanwhile = play.random.chance(0.5)
  let [wasPaying, isTaken] = [false, false]
  return {
    model: (ctx) => {
      if (play.payment?.dealId !== deal.id) return rule(ctx)
      rule({ ...ctx, payingBuyerId: null })
      expect(() => rule(ctx)).toThrow(new ApiError('bike_being_paid'))
      wasPaying = true
      const effects = isPaidMeanwhile ? settlePayment(play) : null
      isTaken = effects !== null
      if (effects) apply(play, deal, effects)
      play.payment = null
      return rule(toContext(play, play.deals.get(deal.id) ?? deal))
    },
    real: async (app) => {
      if (wasPaying && isPaidMeanwhile && app.openIntent !== null) {
        await app.testApp.payIntent(app.openIntent)
        if (isTaken) rememberIntent(app, deal.id, app.openIntent)
      }
      return request(app)
    },
  }
}

/** Both agree on another price, and the payment that is open does not learn of it. No request of the app does that. */
export const agreeBesidePayment = (play: Play, deal: Deal): Move | null => {
  if (play.payment?.dealId !== deal.id) return null
  const price = pickPrice(play, deal)
  return {
    model: (ctx) => {
      apply(play, deal, offerPrice(ctx, 'seller', price))
      const offered = play.deals.get(deal.id) ?? deal
      return agreePrice({ ...toContext(play, offered), payingBuyerId: null }, 'buyer')
    },
  }
}

// ---------- the bank ----------

/** The buyer's bank disputes what a deal holds. At the card sandbox it does so with the only payment of a deal, once. */
export const disputeAtBank = (play: Play, deal: Deal): Move | null => {
  if (!deal.heldAt || deal.frozenAt || deal.closedAt || getHeld(play, deal.id) === 0) return null
  const isPossible = play.paidTimes.get(deal.id) === 1 && !play.bankDisputes.has(deal.id)
  return {
    model: (ctx) => {
      play.bankDisputes.add(deal.id)
      enter(play, deal.id, { chargeback: ctx.paidTaka, provider: -ctx.paidTaka })
      return freeze(ctx)
    },
    ...(isPossible && getLedger(play, deal.id).buyer === 0 && { real: (app) => tellApp(app, deal) }),
  }
}

const tellApp = async ({ testApp, paid }: App, { id }: Deal, outcome?: 'won' | 'lost'): Promise<void> => {
  const [intentId] = paid.get(id) ?? []
  await disputeAtProvider(testApp, intentId ?? expect.fail('nothing was paid'), outcome)
  await testApp.sweep()
}

/** The bank decides. What is lost before the handover ends the deal; after it the seller is not paid. */
export const decideAtBank = (play: Play, deal: Deal, outcome: 'won' | 'lost'): Move | null => {
  if (!deal.frozenAt || deal.closedAt) return null
  return {
    model: (ctx) => {
      if (outcome === 'lost' && !deal.handedOverAt) return chargeBack(ctx)
      const { chargeback } = getLedger(play, deal.id)
      enter(play, deal.id, { [outcome === 'won' ? 'provider' : 'held']: chargeback, chargeback: -chargeback })
      return unfreeze(ctx)
    },
    real: (app) => tellApp(app, deal, outcome),
  }
}
