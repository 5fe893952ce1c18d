// The acts of a deal, each as the pure rules have it and as the same request of the real app.
import { addMs, hourMs } from '#contract/time/durations.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { ApiResponseError, createClient } from '#contract/client.ts'
import { answerActs } from '#contract/deals/answer-acts.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createAccessTokens } from '#market/auth/session/access-tokens.ts'
import { computeCode } from '#market/deals/handover-code/code.ts'
import {
  answerCashSale,
  cancelByBuyer,
  cancelBySeller,
  claimCashSale,
  decide,
  decline,
  release,
  sayOutcome,
  withdrawDispute,
} from '#market/deals/endings.ts'
import { getState } from '#market/deals/state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import {
  accept,
  agreeMeeting,
  agreePrice,
  type DealContext,
  type Effects,
  getOwedTaka,
  handOver,
  hold,
  offerPrice,
  propose,
  refuse,
  reportProblem,
  type Side,
} from '#market/deals/transitions.ts'
import { listActs } from '#market/deals/views.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { toRow } from '#tests/support/deals/act-tries.ts'
import { apply, enter, getHeld, type History, toContext } from '#tests/support/deals/deal-rows.ts'
import { signInAdmin } from '#tests/support/money.ts'
import { getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import type { Random } from './random.ts'

const buyerCount = 3

export type People = {
  seller: MemberClient
  sellerId: string
  admin: MemberClient
  buyers: { id: string; client: MemberClient }[]
}

/** A history with what the real app knows of it. */
export type Play = History & {
  testApp: TestApp
  people: People
  random: Random
  bike: History['bike'] & { id: string; salePriceTaka: number }
  /** The intent of the open payment. */
  openIntent: string | null
  /** The intents that paid for each deal. */
  paid: Map<string, string[]>
  /** Who opened the dispute of each deal. */
  openedBy: Map<string, 'buyer' | 'seller' | 'system'>
  lines: string[]
}

/** Logs somebody in for ever, because the clock moves by days. */
const stayLoggedIn = async (testApp: TestApp, member: MemberClient): Promise<MemberClient> => {
  const [memberId, sessionId] = [await getMemberId(testApp, member), v7()]
  await testApp.db.$client.query(
    `insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
     values ($1, $2, $3, '2200-01-01', '2100-01-01', '2100-01-01')`,
    [sessionId, memberId, v7()],
  )
  const tokens = createAccessTokens({ secret: testSecret, publicUrl: testApp.publicUrl })
  const getToken = () => tokens.sign({ memberId, sessionId }, testApp.clock.now)
  return Object.assign(createClient(injectTransport(testApp.fastify), getToken), {
    email: member.email,
    token: '',
    cookie: '',
  })
}

/** A seller, three buyers and the admin, who stay logged in whatever the clock says. */
export const createPeople = async (testApp: TestApp): Promise<People> => {
  const seller = await stayLoggedIn(testApp, await registerMember(testApp, 'Seller', 'Rahim Uddin'))
  const buyers: People['buyers'] = []
  for (let count = 0; count < buyerCount; count += 1) {
    const client = await stayLoggedIn(testApp, await registerMember(testApp, 'Buyer', 'Karim Ali'))
    buyers.push({ id: await getMemberId(testApp, client), client })
  }
  const admin = await stayLoggedIn(testApp, await signInAdmin(testApp))
  return { seller, sellerId: await getMemberId(testApp, seller), admin, buyers }
}

/** The client of one side of a deal. */
export const getClient = ({ people }: Play, deal: Deal, side: Side): MemberClient =>
  side === 'seller' ? people.seller : (people.buyers.find(({ id }) => id === deal.buyerId)?.client ?? people.seller)

/** What an act does by the pure rules, and the same on the app. */
export type Move = { model: (ctx: DealContext) => Effects; real: () => Promise<unknown> }
/** An act of a deal; null where there is nothing to do. */
type Act = (play: Play, deal: Deal) => Move | null

const pickSide = ({ random }: Play): Side => random.pick(['buyer', 'seller'])
const toParams = ({ id }: Deal) => ({ params: { id } })

/**
 * An act after which the payment that the buyer has begun would buy nothing: the app ends that payment and tries again.
 * Money that was taken by then is held by the deal; no test of this file pays at that moment.
 */
const afterPayment =
  (play: Play, deal: Deal, model: Move['model']): Move['model'] =>
  (ctx) => {
    if (ctx.payingBuyerId !== deal.buyerId) return model(ctx)
    try {
      const effects = model(ctx)
      if (!effects.changes.closedAt) return effects
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bike_being_paid') throw error
    }
    play.payment = null
    return model({ ...ctx, payingBuyerId: null })
  }

const answer = (play: Play, deal: Deal, yes: boolean): Move => ({
  model: (ctx) => {
    if (!yes) return afterPayment(play, deal, decline)(ctx)
    if (play.bike.sold) return refuse('bike_sold')
    return play.bike.withdrawn ? refuse('bike_withdrawn') : accept(ctx)
  },
  real: () => play.people.seller('PUT /deals/:id/answer', { ...toParams(deal), body: { answer: yes ? 'yes' : 'no' } }),
})

const cancel = (play: Play, deal: Deal, side: Side, soldElsewhere = false): Move => ({
  model: afterPayment(play, deal, (ctx) =>
    side === 'buyer' ? cancelByBuyer(ctx) : cancelBySeller(ctx, { isSoldElsewhere: soldElsewhere }),
  ),
  real: () => getClient(play, deal, side)('POST /deals/:id/cancel', { ...toParams(deal), body: { soldElsewhere } }),
})

const say = (play: Play, deal: Deal, side: Side, outcome: 'no_deal' | 'no_show' | 'handed_over'): Move => ({
  model: afterPayment(play, deal, (ctx) => sayOutcome(ctx, side, outcome)),
  real: () => getClient(play, deal, side)('PUT /deals/:id/outcome', { ...toParams(deal), body: { outcome } }),
})

const typeCode = (play: Play, deal: Deal): Move => {
  const restTaka = deal.priceTaka - getHeld(play, deal.id)
  const code = computeCode(testSecret, { dealId: deal.id, version: 1 })
  return {
    model: (ctx) => handOver(ctx, restTaka > 0 ? restTaka : null),
    real: () => play.people.seller('POST /deals/:id/handover', { ...toParams(deal), body: { code } }),
  }
}

const proposeMeeting = (play: Play, deal: Deal, side: Side): Move => {
  const meetAt = addMs(play.now, play.random.pick([2, 20]) * hourMs)
  const meeting = { meetAt, place: 'Mirpur' }
  return {
    model: (ctx) => propose(ctx, side, meeting),
    real: () =>
      getClient(
        play,
        deal,
        side,
      )('PUT /deals/:id/meeting', {
        ...toParams(deal),
        body: { ...meeting, meetAt: meetAt.toISOString() },
      }),
  }
}

const offer = (play: Play, deal: Deal, side: Side): Move => {
  const price = play.random.between(1_000, play.bike.salePriceTaka)
  return {
    model: (ctx) => offerPrice(ctx, side, price),
    real: () => getClient(play, deal, side)('PUT /deals/:id/price', { ...toParams(deal), body: { price } }),
  }
}

/** The money of the open payment has come. Returns whether the deal takes it; otherwise it goes back. */
export const takePayment = (play: Play): boolean => {
  const { payment, openIntent } = play
  const deal = payment && play.deals.get(payment.dealId)
  if (!payment || !deal || openIntent === null) return false
  play.payment = null
  const ctx = toContext(play, deal)
  const state = getState(deal)
  const isPayable = payment.purpose === 'rest' ? state === 'held' : state === 'requested' || state === 'accepted'
  if (!isPayable || deal.frozenAt !== null || getOwedTaka(ctx) === 0) return false
  play.paid.set(deal.id, [...(play.paid.get(deal.id) ?? []), openIntent])
  enter(play, deal.id, { provider: payment.taka, held: -payment.taka })
  apply(play, deal, hold(ctx, { amountTaka: payment.taka, purpose: payment.purpose }))
  return true
}

/** Agrees to the proposed price. A payment that is open ends first; in some tries the buyer pays at that moment. */
const agreeOnPrice = (play: Play, deal: Deal, side: Side): Move | null => {
  const { offeredPriceTaka } = deal
  if (offeredPriceTaka === null) return null
  const isPaidMeanwhile = play.random.chance(0.5)
  let paidIntent: string | null = null
  return {
    model: (ctx) => {
      const effects = agreePrice({ ...ctx, payingBuyerId: null }, side)
      if (play.payment?.dealId !== deal.id) return effects
      paidIntent = isPaidMeanwhile ? play.openIntent : null
      if (paidIntent !== null) takePayment(play)
      play.payment = null
      return agreePrice(toContext(play, play.deals.get(deal.id) ?? deal), side)
    },
    real: async () => {
      if (paidIntent !== null) await play.testApp.payIntent(paidIntent)
      return getClient(
        play,
        deal,
        side,
      )('PUT /deals/:id/price', { ...toParams(deal), body: { agree: true, price: offeredPriceTaka } })
    },
  }
}

const sayCash = (play: Play, deal: Deal, isRight: boolean): Move => ({
  model: afterPayment(play, deal, (ctx) => answerCashSale(ctx, isRight)),
  real: () =>
    getClient(
      play,
      deal,
      'buyer',
    )('PUT /deals/:id/outcome', {
      ...toParams(deal),
      body: { outcome: isRight ? 'bought_for_cash' : 'not_bought' },
    }),
})

const decideDispute = (play: Play, deal: Deal): Move => {
  const paidTaka = getHeld(play, deal.id)
  const takaToBuyer = play.random.pick([0, paidTaka, play.random.between(0, paidTaka)])
  return {
    model: (ctx) => decide(ctx, takaToBuyer),
    real: () => play.people.admin('PUT /disputes/:id', { ...toParams(deal), body: { takaToBuyer } }),
  }
}

/** The acts of both sides and of the admin by their names. */
export const dealActs: Record<string, Act> = {
  accept: (play, deal) => answer(play, deal, true),
  decline: (play, deal) => answer(play, deal, false),
  'propose to meet': (play, deal) => proposeMeeting(play, deal, pickSide(play)),
  'agree to meet': (play, deal) => {
    const side = pickSide(play)
    return {
      model: (ctx) => agreeMeeting(ctx, side),
      real: () => getClient(play, deal, side)('PUT /deals/:id/meeting', { ...toParams(deal), body: { agree: true } }),
    }
  },
  'hand over': typeCode,
  'everything fine': (play, deal) => ({
    model: afterPayment(play, deal, (ctx) => release(ctx, 'buyer')),
    real: () =>
      getClient(
        play,
        deal,
        'buyer',
      )('PUT /deals/:id/outcome', { ...toParams(deal), body: { outcome: 'everything_fine' } }),
  }),
  'buyer cancels': (play, deal) => cancel(play, deal, 'buyer'),
  'seller cancels': (play, deal) => cancel(play, deal, 'seller', play.random.chance(0.2)),
  'buyer says': (play, deal) => say(play, deal, 'buyer', play.random.pick(['no_deal', 'no_show'])),
  'seller says': (play, deal) => say(play, deal, 'seller', play.random.pick(['no_deal', 'no_show', 'handed_over'])),
  offer: (play, deal) => offer(play, deal, pickSide(play)),
  'seller offers': (play, deal) => offer(play, deal, 'seller'),
  'buyer agrees to the price': (play, deal) => agreeOnPrice(play, deal, 'buyer'),
  'agree to the price': (play, deal) => agreeOnPrice(play, deal, pickSide(play)),
  report: (play, deal) => ({
    model: (ctx) => reportProblem(ctx, 'damaged'),
    real: () =>
      getClient(play, deal, 'buyer')('POST /deals/:id/problem', { ...toParams(deal), body: { reason: 'damaged' } }),
  }),
  'withdraw the report': (play, deal) => {
    const side = play.openedBy.get(deal.id)
    if (!deal.disputedAt || side === undefined || side === 'system') return null
    return {
      model: (ctx) => withdrawDispute(ctx, side),
      real: () =>
        getClient(play, deal, side)('PUT /deals/:id/problem', { ...toParams(deal), body: { withdraw: true } }),
    }
  },
  decide: decideDispute,
  'claim cash': (play, deal) => ({
    model: afterPayment(play, deal, (ctx) => claimCashSale(ctx, deal.priceTaka)),
    real: () =>
      play.people.seller('PUT /deals/:id/outcome', { ...toParams(deal), body: { outcome: 'bought_for_cash' } }),
  }),
  'answer cash': (play, deal) => sayCash(play, deal, play.random.chance(0.7)),
}

/** What a side of this deal is offered by the app is what the rules list for the model: the sides by turns. */
export const expectOfferedActs = async (play: Play, deal: Deal | undefined): Promise<void> => {
  if (!deal) return
  const side = Math.floor(play.lines.length / 2) % 2 === 0 ? 'buyer' : 'seller'
  const { acts } = await getClient(play, deal, side)('GET /deals/:id', { params: { id: deal.id } })
  const row = toRow({ ...play, salePriceTaka: play.bike.salePriceTaka, isHidden: false }, deal)
  expect(acts).toEqual(listActs(row, side, play.now))
  if (side === 'seller') return expectCounted(play)
  if (deal.closedAt || deal.heldAt || play.bike.withdrawn) return
  // The row of the order says the same.
  const { payObstacle } = await getClient(play, deal, side)('GET /bookings/:id', { params: { id: deal.id } })
  expect(acts.some((one) => one === 'pay_full' || one === 'pay_deposit')).toBe(payObstacle === null)
}

/** Runs it; returns the code of its refusal. Other errors are failures. */
export const attempt = async <Result>(
  run: () => Result | Promise<Result>,
): Promise<{ code: string; result?: Result }> => {
  try {
    return { code: 'done', result: await run() }
  } catch (error) {
    if (error instanceof ApiError || error instanceof ApiResponseError) return { code: error.code }
    throw error
  }
}

/** The count of the seller's menu is the first group of the seller's list. */
const expectCounted = async ({ people: { seller } }: Play): Promise<void> => {
  const live = await seller('GET /deals', { query: { side: 'seller', ended: 'no', limit: '100' } })
  const waiting = live.filter(({ acts }) => acts.some((act) => answerActs.has(act)))
  expect(await seller('GET /deals/count')).toEqual({ answerNow: waiting.length, live: live.length })
}
