// The acts of random histories, each as the pure rules have it and as the same request of the real app.
import { addMs, hourMs } from '#contract/time/durations.ts'
import { computeCode } from '#market/deals/handover-code/code.ts'
import {
  answerCashSale,
  cancelByBuyer,
  cancelBySeller,
  claimCashSale,
  decide,
  decline,
  endByOthers,
  release,
  sayOutcome,
  withdrawDispute,
} from '#market/deals/endings.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import {
  accept,
  agreeMeeting,
  agreePrice,
  bikeChanged,
  confirmChange,
  handOver,
  nothing,
  offerPrice,
  propose,
  refuse,
  reportProblem,
  type Side,
  takeLowerPrice,
} from '#market/deals/transitions.ts'
import { createProductBody, insertUploadedPicture } from '#tests/support/selling.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { apply, getHeld, listLive, toContext } from './deal-rows.ts'
import {
  afterPayment,
  agreeBesidePayment,
  changePrice,
  decideAtBank,
  disputeAtBank,
  finishPayment,
  pay,
  pickPrice,
} from './history-payments.ts'
import type { App, Move, Play } from './played-history.ts'

/** An act of a deal; null where there is nothing to do. */
type Act = (play: Play, deal: Deal) => Move | null

const pickSide = ({ random }: Play): Side => random.pick(['buyer', 'seller'])
const toParams = ({ id }: Deal) => ({ params: { id } })

const cancel = (play: Play, deal: Deal, side: Side, soldElsewhere = false): Move => ({
  model: afterPayment(play, (ctx) =>
    side === 'buyer' ? cancelByBuyer(ctx) : cancelBySeller(ctx, { isSoldElsewhere: soldElsewhere }),
  ),
  real: ({ as }) => as(deal, side)('POST /deals/:id/cancel', { ...toParams(deal), body: { soldElsewhere } }),
})

const say = (play: Play, deal: Deal, side: Side, outcome: 'no_deal' | 'no_show' | 'handed_over'): Move => ({
  model: afterPayment(play, (ctx) => sayOutcome(ctx, side, outcome)),
  real: ({ as }) => as(deal, side)('PUT /deals/:id/outcome', { ...toParams(deal), body: { outcome } }),
})

const proposeMeeting = (play: Play, deal: Deal, side: Side): Move => {
  const meetAt = addMs(play.now, play.random.pick([2, 20]) * hourMs)
  const place = 'Mirpur'
  const body = { meetAt: meetAt.toISOString(), place }
  return {
    model: (ctx) => propose(ctx, side, { meetAt, place }),
    real: ({ as }) => as(deal, side)('PUT /deals/:id/meeting', { ...toParams(deal), body }),
  }
}

const agreeToMeet = (deal: Deal, side: Side): Move => ({
  model: (ctx) => agreeMeeting(ctx, side),
  real: ({ as }) => as(deal, side)('PUT /deals/:id/meeting', { ...toParams(deal), body: { agree: true } }),
})

const typeCode = (play: Play, deal: Deal): Move => {
  const restTaka = deal.priceTaka - getHeld(play, deal.id)
  const code = computeCode(testSecret, { dealId: deal.id, version: 1 })
  return {
    model: (ctx) => handOver(ctx, restTaka > 0 ? restTaka : null),
    real: ({ seller }) => seller('POST /deals/:id/handover', { ...toParams(deal), body: { code } }),
  }
}

const offer = (play: Play, deal: Deal, side: Side): Move => {
  const price = pickPrice(play, deal)
  return {
    model: (ctx) => offerPrice(ctx, side, price),
    real: ({ as }) => as(deal, side)('PUT /deals/:id/price', { ...toParams(deal), body: { price } }),
  }
}

const agreeOnPrice = (play: Play, deal: Deal, side: Side): Move => {
  const rule: Move['model'] = (ctx) => agreePrice(ctx, side)
  // The app wants to know which price is meant.
  if (deal.offeredPriceTaka === null) return { model: rule }
  const body = { agree: true, price: deal.offeredPriceTaka } as const
  return changePrice(play, deal, {
    rule,
    request: ({ as }) => as(deal, side)('PUT /deals/:id/price', { ...toParams(deal), body }),
  })
}

const withdrawReport = (play: Play, deal: Deal): Move => {
  const opener = play.openedBy.get(deal.id)
  const side = opener === undefined || opener === 'system' || play.random.chance(0.2) ? pickSide(play) : opener
  return {
    model: (ctx) => (side === opener ? withdrawDispute(ctx, side) : refuse('role_not_allowed')),
    real: ({ as }) => as(deal, side)('PUT /deals/:id/problem', { ...toParams(deal), body: { withdraw: true } }),
  }
}

const decideDispute = (play: Play, deal: Deal): Move => {
  const paidTaka = getHeld(play, deal.id)
  const takaToBuyer = play.random.pick([0, paidTaka, play.random.between(0, paidTaka)])
  return {
    model: (ctx) => decide(ctx, takaToBuyer),
    real: ({ admin }) => admin('PUT /disputes/:id', { ...toParams(deal), body: { takaToBuyer } }),
  }
}

// ---------- the seller edits the bike ----------

const assertMayEdit = ({ bike, payment }: Play): void => {
  if (bike.sold) refuse('bike_sold')
  if (bike.reserved) refuse('bike_reserved')
  if (bike.withdrawn) refuse('bike_withdrawn')
  if (payment) refuse('bike_being_paid')
}

const edit = (play: Play, changes: { salePriceTaka?: number; kilometres?: number }, next: string): Move => {
  const { salePriceTaka, kilometres, version } = { ...play.bike, ...changes }
  return {
    model: () => {
      assertMayEdit(play)
      Object.assign(play.bike, { ...changes, version: version + 1 })
      // Every buyer of a bike that is not what it was is asked again.
      const asked = changes.kilometres === undefined ? [] : listLive(play)
      for (const deal of asked) apply(play, deal, bikeChanged(toContext(play, deal)))
      return nothing
    },
    real: async ({ testApp, bikeId, seller }: App) => {
      const sent = { salePrice: salePriceTaka, originalPrice: 950_000, kilometres, version }
      const body = { ...createProductBody(await insertUploadedPicture(testApp, seller)), ...sent }
      return seller('PUT /allbikes/myproduct/:id', { params: { id: bikeId }, body })
    },
    next: play.random.chance(0.7) ? [next] : [],
  }
}

/** The acts of both sides, of the admin and of the bank by their names. */
export const acts: Record<string, Act> = {
  accept: ({ bike }, deal) => ({
    model: (ctx) => (bike.sold ? refuse('bike_sold') : bike.withdrawn ? refuse('bike_withdrawn') : accept(ctx)),
    real: ({ seller }) => seller('PUT /deals/:id/answer', { ...toParams(deal), body: { answer: 'yes' } }),
  }),
  decline: (play, deal) => ({
    model: afterPayment(play, (ctx) => decline(ctx)),
    real: ({ seller }) => seller('PUT /deals/:id/answer', { ...toParams(deal), body: { answer: 'no' } }),
  }),
  pay,
  'finish paying': finishPayment,
  meet: (play, deal) => ({ ...proposeMeeting(play, deal, 'seller'), next: ['buyer agrees to meet'] }),
  'propose to meet': (play, deal) => proposeMeeting(play, deal, pickSide(play)),
  'agree to meet': (play, deal) => agreeToMeet(deal, pickSide(play)),
  'buyer agrees to meet': (_play, deal) => agreeToMeet(deal, 'buyer'),
  'hand over': typeCode,
  'everything fine': (play, deal) => ({
    model: afterPayment(play, (ctx) => release(ctx, 'buyer')),
    real: ({ as }) =>
      as(deal, 'buyer')('PUT /deals/:id/outcome', { ...toParams(deal), body: { outcome: 'everything_fine' } }),
  }),
  'buyer cancels': (play, deal) => cancel(play, deal, 'buyer'),
  'seller cancels': (play, deal) => cancel(play, deal, 'seller', play.random.chance(0.2)),
  say: (play, deal) => say(play, deal, pickSide(play), play.random.pick(['no_deal', 'no_show', 'handed_over'])),
  'seller says that nobody came': (play, deal) => say(play, deal, 'seller', 'no_show'),
  offer: (play, deal) => offer(play, deal, pickSide(play)),
  'seller offers': (play, deal) => ({ ...offer(play, deal, 'seller'), next: ['buyer agrees to the price'] }),
  'agree to the price': (play, deal) => agreeOnPrice(play, deal, pickSide(play)),
  'buyer agrees to the price': (play, deal) => agreeOnPrice(play, deal, 'buyer'),
  'agree beside the payment': agreeBesidePayment,
  report: (_play, deal) => ({
    model: (ctx) => reportProblem(ctx, 'damaged'),
    real: ({ as }) => as(deal, 'buyer')('POST /deals/:id/problem', { ...toParams(deal), body: { reason: 'damaged' } }),
  }),
  'withdraw the report': withdrawReport,
  decide: decideDispute,
  'edit the bike': (play) => edit(play, { kilometres: play.bike.kilometres + 100 }, 'confirm the change'),
  'confirm the change': (_play, deal) => ({
    model: (ctx) => confirmChange(ctx),
    real: ({ as }) => as(deal, 'buyer')('PUT /deals/:id/confirm', { ...toParams(deal), body: { what: 'change' } }),
  }),
  'lower the price of the bike': (play) =>
    edit(play, { salePriceTaka: play.random.between(1_000, play.bike.salePriceTaka) }, 'take the lower price'),
  'take the lower price': (play, deal) => {
    const { salePriceTaka } = play.bike
    const body = { what: 'lower_price', price: salePriceTaka } as const
    return changePrice(play, deal, {
      rule: (ctx) => takeLowerPrice(ctx, salePriceTaka),
      request: ({ as }) => as(deal, 'buyer')('PUT /deals/:id/confirm', { ...toParams(deal), body }),
    })
  },
  'claim cash': (play, deal) => ({
    model: afterPayment(play, (ctx) => claimCashSale(ctx, deal.priceTaka)),
    real: ({ seller }) => seller('PUT /deals/:id/outcome', { ...toParams(deal), body: { outcome: 'bought_for_cash' } }),
  }),
  'answer cash': (play, deal) => {
    const isRight = play.random.chance(0.7)
    const body = { outcome: isRight ? 'bought_for_cash' : 'not_bought' } as const
    return {
      model: afterPayment(play, (ctx) => answerCashSale(ctx, isRight)),
      real: ({ as }) => as(deal, 'buyer')('PUT /deals/:id/outcome', { ...toParams(deal), body }),
    }
  },
  // The people of the real app take part in many histories.
  'remove the buyer': (_play, deal) =>
    deal.handedOverAt || deal.disputedAt || deal.closedAt
      ? null
      : { model: (ctx) => endByOthers(ctx, 'buyer_removed') },
  'bank dispute': disputeAtBank,
  'bank decides': (play, deal) => decideAtBank(play, deal, play.random.pick(['won', 'lost'])),
  'bank gives it back': (play, deal) => decideAtBank(play, deal, 'won'),
}
