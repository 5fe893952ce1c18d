import type { Transaction } from '#platform/database/database.ts'
import { payouts } from './table.ts'

/** Makes what a seller earned with a deal payable, in Taka. The caller has entered it in the ledger. */
export const createPayout = async (
  tx: Transaction,
  { now, createId }: { now: () => Date; createId: () => string },
  payout: { sellerId: string; dealId: string; amountTaka: number },
): Promise<void> => {
  if (payout.amountTaka <= 0) return
  await tx.insert(payouts).values({ ...payout, id: createId(), state: 'due', createdAt: now() })
}
