// Whether the deal of a payment still owes its money: asked before the money is taken, and again when it has come.
import { eq } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { LockedBike } from '#market/deals/actions.ts'
import { findLiveDeal } from '#market/deals/requests.ts'
import { findPayObstacle } from '#market/deals/may-pay.ts'
import { getState } from '#market/deals/state.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { getOwedTaka } from '#market/deals/transitions.ts'
import { getHeldTaka } from '#market/ledger/entries.ts'
import type { members } from '#market/schema/people/members.ts'
import type { Intent } from './providers.ts'
import { getIntentRefundReason } from './payment-checks.ts'
import type { Payment } from '#market/schema/money/payments.ts'

/** What the deal still owes, in Taka. */
const findOwedTaka = async (tx: Transaction, deal: Deal): Promise<number> =>
  getOwedTaka({ deal, paidTaka: deal.heldAt ? await getHeldTaka(tx, deal.id) : 0 })

type Buyer = typeof members.$inferSelect
type RefundReason = NonNullable<Payment['refundReason']>

/** Why the deals of the locked bike do not let the money of this payment through, or null. */
const getDealRefundReason = async (
  tx: Transaction,
  locked: LockedBike,
  payment: Payment,
): Promise<RefundReason | null> => {
  const own = findLiveDeal(locked.live, payment.buyerId)
  const isOfWish = payment.dealId === null && payment.bookingId === null
  const facts = {
    state: own ? getState(own) : isOfWish ? null : ('closed' as const),
    isFrozen: own !== undefined && own.frozenAt !== null,
    // Who had begun to pay may finish, also when the bike was changed or another's turn began meanwhile.
    isChanged: false,
    isPromisedToAnother: locked.live.some((deal) => deal.acceptedAt !== null && deal.id !== own?.id),
    isPaidByAnother: false,
  }
  const obstacle = findPayObstacle(facts, payment.purpose)
  if (obstacle !== null) return facts.isPromisedToAnother ? 'promised_to_another' : 'deal_closed'
  return own === undefined || (await findOwedTaka(tx, own)) > 0 ? null : 'not_owed'
}

/** Whether the bike was handed over for the deal of this payment: a rest was paid in cash then, and nothing is owed here. */
const isHandedOver = async (tx: Transaction, { dealId }: Payment): Promise<boolean> => {
  if (dealId === null) return false
  const [deal] = await tx.select({ at: deals.handedOverAt }).from(deals).where(eq(deals.id, dealId))
  return deal !== undefined && deal.at !== null
}

/**
 * Why the money of a paid intent buys nothing, or null. Of a payment that is more than what is owed the deal takes its part
 * (`hold`); `not_owed` is one of which it takes nothing. The caller has locked the bike and its deals.
 */
export const getRefundReason = async (
  tx: Transaction,
  { locked, payment, intent, buyer }: { locked: LockedBike; payment: Payment; intent: Intent; buyer: Buyer },
): Promise<RefundReason | null> => {
  const reason = getIntentRefundReason(payment, intent, { bike: locked.bike, buyer })
  if (reason === 'bike_sold' && (await isHandedOver(tx, payment))) return 'not_owed'
  return reason ?? (await getDealRefundReason(tx, locked, payment))
}

/** Whether the payment is of more than the deal owes now: money that was not taken yet is not taken then. */
export const isMoreThanOwed = async (tx: Transaction, locked: LockedBike, payment: Payment): Promise<boolean> => {
  const own = findLiveDeal(locked.live, payment.buyerId)
  return own !== undefined && payment.amountTaka > (await findOwedTaka(tx, own))
}
