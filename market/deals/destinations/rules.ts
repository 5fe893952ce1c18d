// Asks a seller who has not said yet where to be paid, as soon as there is money to pay.
import { eq } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { Deal } from '#market/deals/table.ts'
import { notify } from '#market/notifications/rules.ts'
import { payoutDestinations } from '#market/payouts/table.ts'

/** Tells the seller of a deal that `taka` cannot be sent yet, unless there is an account to send it to. */
export const askForDestination = async (
  tx: Transaction,
  deps: { now: () => Date; createId: () => string },
  { id, bikeId, sellerId, taka }: Pick<Deal, 'id' | 'bikeId' | 'sellerId'> & { taka: number },
): Promise<void> => {
  const known = await tx.$count(payoutDestinations, eq(payoutDestinations.memberId, sellerId))
  if (known > 0) return
  await notify(tx, deps, [
    {
      memberId: sellerId,
      kind: 'payout_destination_missing',
      causeId: deps.createId(),
      dealId: id,
      bikeId,
      number: taka,
    },
  ])
}
