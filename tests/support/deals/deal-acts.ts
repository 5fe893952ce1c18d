// Each act on a deal, by its name in tests, with what it needs to be possible: a proposal, a claim, a change.
import { addMs, dayMs, hourMs } from '#contract/time/durations.ts'
import {
  cancelByBuyer,
  cancelBySeller,
  chargeBack,
  claimCashSale,
  decide,
  decline,
  freeze,
  release,
  sayOutcome,
  unfreeze,
  withdrawDispute,
} from '#market/deals/endings.ts'
import { assertMayPay } from '#market/deals/may-pay.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import {
  accept,
  agreeMeeting,
  agreePrice,
  answerCash,
  bikeChanged,
  confirmChange,
  type DealContext,
  type Effects,
  handOver,
  offerPrice,
  propose,
  reportProblem,
  takeLowerPrice,
} from '#market/deals/transitions.ts'

import { hoursAgo, now } from './deal-examples.ts'

const withDeal = (ctx: DealContext, changes: Partial<Deal>): DealContext => ({
  ...ctx,
  deal: { ...ctx.deal, ...changes },
})
/** A meeting of tomorrow. */
export const inADay = { meetAt: addMs(now, dayMs), place: 'Mirpur' }

/** The acts, as the endpoints call them. `undefined`: only asked whether it is allowed. */
export const dealActs: Record<string, (ctx: DealContext) => Effects | void> = {
  'the seller says yes': (ctx) => accept(ctx),
  'the seller says no': (ctx) => decline(ctx),
  'the buyer cancels': (ctx) => cancelByBuyer(ctx),
  'the seller cancels': (ctx) => cancelBySeller(ctx, {}),
  'the seller cancels, sold elsewhere': (ctx) => cancelBySeller(ctx, { isSoldElsewhere: true }),
  'one side proposes a meeting': (ctx) => propose(ctx, 'buyer', inADay),
  'the other side agrees to it': (ctx) =>
    agreeMeeting(withDeal(ctx, { proposedMeetAt: inADay.meetAt, proposedBy: 'buyer' }), 'seller'),
  'the buyer begins to pay the price': (ctx) => assertMayPay(ctx, 'full'),
  'the buyer begins to pay a deposit': (ctx) => assertMayPay(ctx, 'deposit'),
  'the buyer begins to pay the rest': (ctx) => assertMayPay(ctx, 'rest'),
  'the seller types the code': (ctx) => handOver(ctx, null),
  'the buyer says that the cash is right': (ctx) => answerCash(ctx, true),
  'the seller proposes a price': (ctx) => offerPrice(ctx, 'seller', 90_000),
  'the buyer proposes a price': (ctx) => offerPrice(ctx, 'buyer', 90_000),
  'the buyer agrees to the price': (ctx) =>
    agreePrice(withDeal(ctx, { offeredPriceTaka: 90_000, offeredBy: 'seller' }), 'buyer'),
  'the seller changes the bike': (ctx) => bikeChanged(ctx),
  'the buyer still wants the changed bike': (ctx) => confirmChange(withDeal(ctx, { confirmDueAt: addMs(now, hourMs) })),
  'the buyer takes the lower price': (ctx) => takeLowerPrice(ctx, 90_000),
  'the buyer reports a problem': (ctx) => reportProblem(ctx, 'damaged'),
  'the buyer takes the problem back': (ctx) => withdrawDispute(ctx, 'buyer'),
  'the admin decides': (ctx) => decide(ctx, 0),
  'the buyer says: no deal': (ctx) => sayOutcome(ctx, 'buyer', 'no_deal'),
  'the buyer says: nobody came': (ctx) => sayOutcome(withDeal(ctx, { meetAt: hoursAgo(1) }), 'buyer', 'no_show'),
  'the seller says: no code needed': (ctx) => sayOutcome(ctx, 'seller', 'handed_over'),
  'the buyer says: everything is fine': (ctx) => release(ctx, 'buyer'),
  'the seller says: sold for cash': (ctx) => claimCashSale(ctx, 95_000),
  'the bank disputes the payment': (ctx) => freeze(ctx),
  'the bank gives it back to us': (ctx) => unfreeze(ctx),
  'the bank takes it': (ctx) => chargeBack(ctx),
}
