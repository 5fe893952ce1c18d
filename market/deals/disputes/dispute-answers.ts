// Who has said and shown something about a reported problem.
import { sql } from 'drizzle-orm'
import { deals } from '#market/schema/deals/deals.ts'
import { disputeEvidence, disputes } from '#market/schema/deals/disputes.ts'

/** SQL for the sides that have said something about a problem, in a query of deals and disputes; what admins add is no side's. */
export const saidBy = sql<('buyer' | 'seller')[]>`array(
  select ${disputes.openedBy} where ${disputes.openedBy} in ('buyer', 'seller')
  union select case ${disputeEvidence.memberId} when ${deals.buyerId} then 'buyer' else 'seller' end from ${disputeEvidence}
    where ${disputeEvidence.dealId} = ${deals.id} and ${disputeEvidence.memberId} in (${deals.buyerId}, ${deals.sellerId})
  order by 1)`

/** SQL for the sides that have added a picture about a problem, in a query of deals. */
export const picturesBy = sql<('buyer' | 'seller')[]>`array(
  select distinct case ${disputeEvidence.memberId} when ${deals.buyerId} then 'buyer' else 'seller' end from ${disputeEvidence}
    where ${disputeEvidence.dealId} = ${deals.id} and ${disputeEvidence.memberId} in (${deals.buyerId}, ${deals.sellerId})
      and ${disputeEvidence.picture} is not null
  order by 1)`
