// Random histories of a bike and the buyers who want it, played with the pure rules against a small ledger of this test.
import { addMs, dayMs, hourMs, minuteMs } from '#contract/time/durations.ts'
import { expect, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createRandom, type Random } from '#tests/resilience/random.ts'
import {
  answerCashSale,
  cancelByBuyer,
  cancelBySeller,
  chargeBack,
  claimCashSale,
  decide,
  decline,
  endByOthers,
  freeze,
  release,
  sayOutcome,
  unfreeze,
  withdrawDispute,
} from './endings.ts'
import { getDepositTaka } from '#contract/deals/deposit.ts'
import { getDueAt, getState } from './state.ts'
import {
  apply,
  check,
  createDeal,
  enter,
  expectSound,
  getHeld,
  getLedger,
  hasLine,
  type History as DealHistory,
  listLive,
  toContext,
} from '#tests/support/deals/deal-rows.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { handleDue } from './timers.ts'
import { assertMayPay } from './may-pay.ts'
import {
  accept,
  agreeMeeting,
  agreePrice,
  bikeChanged,
  confirmChange,
  type DealContext,
  type Effects,
  getOwedTaka,
  handOver,
  hold,
  nothing,
  offerPrice,
  propose,
  reportProblem,
  takeLowerPrice,
} from './transitions.ts'

const histories = chooseByRun(5_000, 10_000)
const actsOfHistory = 18

type History = DealHistory & {
  random: Random
  failed: Map<string, boolean>
  lines: string[]
  /** Rare cases that it came to. */
  reached: Set<string>
}

const begin = (random: Random): History => {
  const failed = new Map<string, boolean>()
  return {
    random,
    now: new Date('2026-11-20T04:00:00Z'),
    bike: { reserved: false, sold: false, withdrawn: false },
    deals: new Map(),
    ledgers: new Map(),
    failed,
    hasFailed: ({ id }) => failed.get(id) ?? false,
    payment: null,
    lines: [],
    reached: new Set(),
  }
}

/** Lets time pass; everything that becomes due is done at its time, and each due time moves the deal on. */
const passTime = (history: History, ms: number): void => {
  const until = addMs(history.now, ms)
  for (let round = 0; round < 200; round += 1) {
    if (history.payment && history.payment.until <= until && history.random.chance(0.5)) history.payment = null
    const due = listLive(history)
      .map((deal) => ({ deal, at: getDueAt(deal) }))
      .filter(({ at }) => at !== null && at <= until)
      .toSorted((one, next) => Number(one.at) - Number(next.at))[0]
    if (!due?.at) {
      if (history.payment && history.payment.until <= until) history.payment = null
      history.now = until
      return
    }
    history.now = due.at > history.now ? due.at : history.now
    if (history.payment && history.payment.until <= history.now) history.payment = null
    const isPaying = history.payment?.dealId === due.deal.id
    const effects = handleDue(toContext(history, due.deal))
    if (isPaying) history.payment = null
    history.lines.push(`due ${due.deal.id}: ${effects.steps.map(({ kind }) => kind).join(',')}`)
    check(isPaying || effects.steps.length + Object.keys(effects.changes).length > 0, 'a due time moves the deal on')
    apply(history, due.deal, effects)
    expectSound(history)
  }
  throw new Error('Timers never come to rest.')
}

const beginPayment = (history: History, ctx: DealContext): void => {
  const purpose = history.random.pick(['full', 'deposit', 'rest'] as const)
  assertMayPay(ctx, purpose)
  const { id, priceTaka } = ctx.deal
  const taka = { full: priceTaka, deposit: getDepositTaka(priceTaka), rest: priceTaka - ctx.paidTaka }[purpose]
  const isOnSale = !history.bike.sold && !history.bike.withdrawn
  if (!history.payment && taka > 0 && isOnSale)
    history.payment = { dealId: id, purpose, taka, until: addMs(history.now, 15 * minuteMs) }
}

const succeed = (history: History): void => {
  const { payment } = history
  const deal = payment && history.deals.get(payment.dealId)
  if (!payment || !deal) return
  history.payment = null
  const ctx = toContext(history, deal)
  // Settlement sends back what the deal does not owe at all.
  if (getOwedTaka(ctx) === 0) {
    history.reached.add('nothing is owed')
    return
  }
  const effects = hold(ctx, { amountTaka: payment.taka, purpose: payment.purpose })
  if (effects.refundTaka) history.reached.add('paid above the price')
  enter(history, deal.id, { provider: payment.taka, held: -payment.taka })
  apply(history, deal, effects)
}

const pickSide = ({ random }: History) => random.pick(['buyer', 'seller'] as const)

/** Both agree on a lower price while the buyer pays: refused, after the payment was ended, or while nobody knows of it. */
const changePrice = (history: History, dealId: string): void => {
  const { random } = history
  const getDeal = () => history.deals.get(dealId) ?? expect.fail('the deal is gone')
  if (getState(getDeal()) === 'requested') return
  // Sometimes what was paid already is the whole price.
  const priceTaka = random.pick([random.between(1_000, getDeal().priceTaka), Math.max(1_000, getHeld(history, dealId))])
  const offer = offerPrice(toContext(history, getDeal()), 'seller', priceTaka)
  apply(history, getDeal(), offer)
  const way = random.pick(['refused', 'ended', 'unknown'] as const)
  if (way === 'ended') history.payment = null
  const ctx = toContext(history, getDeal())
  if (way === 'refused' && history.payment)
    expect(() => agreePrice(ctx, 'buyer')).toThrow(new ApiError('bike_being_paid'))
  else apply(history, getDeal(), agreePrice({ ...ctx, payingBuyerId: null }, 'buyer'))
}

/** The buyer begins to pay; in most tries the money comes at once, in some after the price was lowered. */
const pay = (ctx: DealContext, history: History): Effects => {
  beginPayment(history, ctx)
  if (history.payment?.dealId === ctx.deal.id && history.random.chance(0.2)) changePrice(history, ctx.deal.id)
  if (history.random.chance(0.6)) succeed(history)
  return nothing
}

type Act = (ctx: DealContext, history: History) => Effects

const acts: [name: string, act: Act][] = [
  ['accept', (ctx) => accept(ctx)],
  ['decline', (ctx) => decline(ctx)],
  ['pay', pay],
  ['succeed', (_ctx, history) => (succeed(history), nothing)],
  [
    'meet',
    (ctx, history) => {
      const meetAt = addMs(history.now, history.random.pick([2, 20]) * hourMs)
      apply(history, ctx.deal, propose(ctx, 'seller', { meetAt, place: 'Mirpur' }))
      const deal = history.deals.get(ctx.deal.id)
      return deal ? agreeMeeting(toContext(history, deal), 'buyer') : nothing
    },
  ],
  ['agree to meet', (ctx, history) => agreeMeeting(ctx, pickSide(history))],
  ['hand over', (ctx) => handOver(ctx, null)],
  ['release', (ctx) => release(ctx, 'buyer')],
  ['buyer cancels', (ctx) => cancelByBuyer(ctx)],
  ['seller cancels', (ctx, { random }) => cancelBySeller(ctx, { isSoldElsewhere: random.chance(0.2) })],
  [
    'say',
    (ctx, history) => sayOutcome(ctx, pickSide(history), history.random.pick(['no_deal', 'no_show', 'handed_over'])),
  ],
  ['offer', (ctx, history) => offerPrice(ctx, pickSide(history), history.random.between(1_000, 149_000))],
  ['agree to the price', (ctx, history) => agreePrice(ctx, pickSide(history))],
  ['take the lower price', (ctx, history) => takeLowerPrice(ctx, history.random.between(1_000, ctx.deal.priceTaka))],
  ['say', (ctx) => sayOutcome(ctx, 'seller', 'no_show')],
  ['report', (ctx) => reportProblem(ctx, 'damaged')],
  ['withdraw', (ctx, history) => withdrawDispute(ctx, pickSide(history))],
  ['decide', (ctx, { random }) => decide(ctx, random.pick([0, ctx.paidTaka, random.between(0, ctx.paidTaka)]))],
  ['edit', (ctx) => bikeChanged(ctx)],
  ['confirm', (ctx) => confirmChange(ctx)],
  ['claim cash', (ctx) => claimCashSale(ctx, ctx.deal.priceTaka)],
  ['answer cash', (ctx, { random }) => answerCashSale(ctx, random.chance(0.7))],
  [
    'remove the buyer',
    (ctx) =>
      ctx.deal.handedOverAt || ctx.deal.disputedAt || ctx.deal.closedAt ? nothing : endByOthers(ctx, 'buyer_removed'),
  ],
  [
    'freeze',
    (ctx, history) => {
      if (ctx.paidTaka === 0 || ctx.deal.frozenAt || ctx.deal.closedAt) return nothing
      enter(history, ctx.deal.id, { chargeback: ctx.paidTaka, provider: -ctx.paidTaka })
      return freeze(ctx)
    },
  ],
  [
    'bank decides',
    (ctx, history) => {
      const { chargeback } = getLedger(history, ctx.deal.id)
      if (!ctx.deal.frozenAt || ctx.deal.closedAt) return nothing
      if (ctx.deal.handedOverAt === null && history.random.chance(0.5) && chargeback === ctx.paidTaka)
        return chargeBack(ctx)
      enter(history, ctx.deal.id, { provider: chargeback, chargeback: -chargeback })
      return unfreeze(ctx)
    },
  ],
]

const frequentNames =
  'accept, pay, succeed, meet, agree to meet, hand over, report, decide, say, freeze, bank decides'.split(', ')
const frequentActs = acts.filter(([name]) => frequentNames.includes(name))

const prices = [1_500, 2_500, 40_001, 149_000, 900_000]
const bookAgain = (history: History): void => {
  if (history.bike.sold || history.bike.withdrawn || history.deals.size >= 4) return
  const id = `deal ${history.deals.size + 1}`
  const isWaiting = hasLine(history)
  history.deals.set(id, createDeal({ id, priceTaka: history.random.pick(prices), now: history.now, isWaiting }))
  history.failed.set(id, history.random.chance(0.3))
}

const play = (history: History): History => {
  bookAgain(history)
  for (let round = 0; round < actsOfHistory; round += 1) {
    if (history.random.chance(0.3)) bookAgain(history)
    const live = listLive(history)
    const deal = history.random.pick(live.length > 0 && history.random.chance(0.9) ? live : [...history.deals.values()])
    const [name, act] = history.random.pick(history.random.chance(0.3) ? acts : frequentActs)
    try {
      const effects = act(toContext(history, deal), history)
      history.lines.push(`${name} ${deal.id}: ${effects.steps.map(({ kind }) => kind).join(',')}`)
      apply(history, deal, effects)
    } catch (error) {
      // A refusal is an answer of the table; everything else is a failure.
      if (!(error instanceof ApiError)) throw error
      history.lines.push(`${name} ${deal.id}: ${error.code}`)
    }
    expectSound(history)
    passTime(history, history.random.pick([0, minuteMs, hourMs, 13 * hourMs, dayMs]))
  }
  // Whatever is left ends by itself, but for a dispute or a frozen deal, and the line behind it.
  passTime(history, 60 * dayMs)
  const live = listLive(history)
  const waitsForPerson = live.some(({ disputedAt, frozenAt }) => disputedAt !== null || frozenAt !== null)
  check(live.length === 0 || waitsForPerson, 'deals end by themselves')
  expectSound(history)
  return history
}

test('thousands keep every taka: entries sum to zero, nothing is held of what ended, and the matrix of refunds holds', () => {
  const reasons = new Map<string, number>()
  const reached = new Set<string>()
  for (let at = 0; at < histories; at += 1) {
    const seed = `history ${at}`
    const history = begin(createRandom(seed))
    try {
      for (const deal of play(history).deals.values()) {
        if (deal.closeReason) reasons.set(deal.closeReason, (reasons.get(deal.closeReason) ?? 0) + 1)
      }
      for (const rare of history.reached) reached.add(rare)
    } catch (error) {
      throw new Error(`Broken in ${seed}:\n${history.lines.join('\n')}`, { cause: error })
    }
  }
  expect([...reached].toSorted()).toEqual(['nothing is owed', 'paid above the price'])
  // The histories reach every ending that the pure rules know.
  expect([...reasons.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      'buyer_no_show',
      'cancelled_by_buyer',
      'charged_back',
      'refunded',
      'released',
      'sold_for_cash',
    ]),
  )
})
