// Asks a seller who has not said yet where to be paid, as soon as there is money to pay.
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { markDone, notify } from '#market/notifications/notify.ts'
import { notifications } from '#market/schema/people/notifications.ts'
import { payoutDestinations } from '#market/schema/money/payouts.ts'

const kind = 'payout_destination_missing'

/**
 * Tells the seller of a deal that `taka` cannot be sent yet, unless there is an account to send it to. What was told of the
 * same deal before goes: one request stands in the list.
 */
export const askForDestination = async (
  tx: Transaction,
  deps: { now: () => Date; createId: () => string },
  { id, bikeId, sellerId, taka }: Pick<Deal, 'id' | 'bikeId' | 'sellerId'> & { taka: number },
): Promise<void> => {
  const known = await tx.$count(payoutDestinations, eq(payoutDestinations.memberId, sellerId))
  if (known > 0) return
  await tx
    .delete(notifications)
    .where(and(eq(notifications.memberId, sellerId), eq(notifications.kind, kind), eq(notifications.dealId, id)))
  await notify(tx, deps, [
    {
      memberId: sellerId,
      kind,
      causeId: deps.createId(),
      dealId: id,
      bikeId,
      number: taka,
    },
  ])
}

/** Marks the requests as seen of a seller who has just said where to be paid. */
export const markDestinationGiven = (tx: Pick<Transaction, 'update'>, now: Date, sellerId: string): Promise<void> =>
  markDone(tx, now, { memberId: sellerId, kind })
