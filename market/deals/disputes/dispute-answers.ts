// Who looks at a reported problem, and who has said something about it.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import { disputeEvidence, disputes } from '#market/schema/deals/disputes.ts'

/** SQL for the sides that have said something about a problem, in a query of deals and disputes; what admins add is no side's. */
export const saidBy = sql<('buyer' | 'seller')[]>`array(
  select ${disputes.openedBy} where ${disputes.openedBy} in ('buyer', 'seller')
  union select case ${disputeEvidence.memberId} when ${deals.buyerId} then 'buyer' else 'seller' end from ${disputeEvidence}
    where ${disputeEvidence.dealId} = ${deals.id} and ${disputeEvidence.memberId} in (${deals.buyerId}, ${deals.sellerId})
  order by 1)`

/** Tells every admin that a problem with a deal waits for a decision. */
export const notifyAdminsOfProblem = async (
  tx: Transaction,
  deps: { now: () => Date; createId: () => string },
  { bikeId }: Pick<Deal, 'bikeId'>,
): Promise<void> => {
  const admins = await tx
    .select({ memberId: members.id })
    .from(members)
    .where(and(eq(members.role, 'Admin'), isNull(members.removedAt)))
  const causeId = deps.createId()
  await notify(
    tx,
    deps,
    admins.map(({ memberId }) => ({ memberId, kind: 'problem_to_decide', causeId, bikeId })),
  )
}
