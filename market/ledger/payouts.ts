import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { payouts } from '#market/schema/money/payouts.ts'

/** Makes what a seller earned with a deal payable, in Taka. The caller has entered it in the ledger. */
export const createPayout = async (
  tx: Transaction,
  { now, createId }: { now: () => Date; createId: () => string },
  payout: { sellerId: string; dealId: string; amountTaka: number },
): Promise<void> => {
  if (payout.amountTaka <= 0) return
  await tx.insert(payouts).values({ ...payout, id: createId(), state: 'due', createdAt: now() })
}

/** Stops the payout of a deal that is not sent yet, or lets it go on with null. Returns whether that changed anything. */
export const setPayoutFrozen = async (tx: Transaction, dealId: string, frozenAt: Date | null): Promise<boolean> => {
  const isOther = frozenAt ? isNull(payouts.frozenAt) : isNotNull(payouts.frozenAt)
  const changed = await tx
    .update(payouts)
    .set({ frozenAt })
    .where(and(eq(payouts.dealId, dealId), eq(payouts.state, 'due'), isOther))
    .returning({ id: payouts.id })
  return changed.length > 0
}
