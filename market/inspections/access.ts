// Which members may make and change an inspection. Who signs by a link: signing-by-link.ts; who reads: views.ts.
import { dayMs } from '#contract/time/durations.ts'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { type StoredInspection, inspections } from '#market/schema/bikes/inspections.ts'

export type InspectionDeps = { db: Database; now: () => Date; createId: () => string }

// A meeting without a connection, or a deal that ended there, is synced within some days.
const syncDays = 14

type Reads = Pick<Database, 'select'>

/** How this member may make an inspection of the bike: as its seller, or with the newest deal as its buyer; null for others. */
export const findOwnSide = async (
  db: Reads,
  { bikeId, memberId, now }: { bikeId: string; memberId: string; now: Date },
): Promise<{ kind: 'seller' | 'buyer'; dealId: string | null } | null> => {
  const [bike] = await db.select().from(bikes).where(eq(bikes.id, bikeId))
  if (!bike) return null
  if (bike.sellerId === memberId) {
    return bike.soldAt || bike.withdrawnAt ? null : { kind: 'seller', dealId: null }
  }
  const since = new Date(now.getTime() - syncDays * dayMs)
  const [deal] = await db
    .select({ id: deals.id })
    .from(deals)
    .where(
      and(eq(deals.bikeId, bikeId), eq(deals.buyerId, memberId), or(isNull(deals.closedAt), gt(deals.closedAt, since))),
    )
    .orderBy(desc(deals.id))
    .limit(1)
  return deal ? { kind: 'buyer', dealId: deal.id } : null
}

/** Throws for a member who is removed, or may write nothing; holds the member until the transaction ends. */
export const lockWriter = async (tx: Transaction, memberId: string): Promise<void> => {
  const [member] = await tx
    .select({ suspendedUntil: members.suspendedUntil, removedAt: members.removedAt })
    .from(members)
    .where(eq(members.id, memberId))
    .for('no key update')
  if (!member || member.removedAt) throw new ApiError('not_found')
  if (member.suspendedUntil) throw new ApiError('suspended')
}

/** Locks an inspection that somebody changes; throws `not_found`, also for one of somebody else. */
export const lockInspection = async (
  tx: Transaction,
  id: string,
  isMine: (inspection: StoredInspection) => boolean,
): Promise<StoredInspection> => {
  const [inspection] = await tx.select().from(inspections).where(eq(inspections.id, id)).for('no key update')
  if (!inspection || !isMine(inspection)) throw new ApiError('not_found')
  return inspection
}

/** Whether a member fills in this inspection: the author, not who invited a mechanic. */
export const isOfAuthor =
  (memberId: string) =>
  ({ kind, memberId: authorId }: StoredInspection): boolean =>
    kind !== 'mechanic' && authorId === memberId

/** Deletes what a removed member has not signed. Signed inspections stay: they are about the bike, and have no name of a member. */
export const deleteDrafts = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.delete(inspections).where(and(eq(inspections.memberId, memberId), isNull(inspections.signedAt)))
}
