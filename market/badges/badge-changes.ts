// Giving, renewing and taking back the badge of a verified seller.
import { badgeMonths } from '#contract/time/lifetimes.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { EvidenceKind } from '#contract/cases/badge-evidence.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { members } from '#market/schema/people/members.ts'
import { notify } from '#market/notifications/notify.ts'
import { badges } from '#market/schema/people/badges.ts'

export type BadgeDeps = { db: Database; now: () => Date; createId: () => string }
type Given = {
  memberId: string
  adminId: string
  evidence?: EvidenceKind | undefined
  note?: string | undefined
  isAgain: boolean
}

/** The end of a badge, in Dhaka's calendar, which has no daylight saving time. */
export const toBadgeEnd = (givenAt: Date): Date => {
  const end = new Date(givenAt)
  end.setUTCMonth(end.getUTCMonth() + badgeMonths)
  // 29 February has no day in the next year.
  if (end.getUTCDate() !== givenAt.getUTCDate()) end.setUTCDate(0)
  return end
}

/** Locks a member before their badge, so that giving, taking back and the job wait for each other in one order. */
export const lockMember = async (tx: Transaction, id: string) => {
  const [member] = await tx
    .select({ role: members.role, verifiedAt: members.verifiedAt })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.removedAt)))
    .for('update')
  return member
}

const isOpenOf = (memberId: string) => and(eq(badges.memberId, memberId), isNull(badges.endedAt))

/**
 * Gives a locked seller a new badge; returns 0 if they have one. With `isAgain` a new one replaces it. All of
 * their bikes show it at once.
 */
export const giveBadge = async (
  tx: Transaction,
  { now, createId }: Omit<BadgeDeps, 'db'>,
  { memberId, adminId, evidence, note, isAgain }: Given,
): Promise<number> => {
  const at = now()
  const [open] = await tx.select({ id: badges.id }).from(badges).where(isOpenOf(memberId))
  if (open && !isAgain) return 0
  await tx.update(badges).set({ endedAt: at, endCause: 'renewed' }).where(isOpenOf(memberId))
  const id = createId()
  await tx.insert(badges).values({
    id,
    memberId,
    evidence: evidence ?? 'not_named',
    note,
    givenAt: at,
    givenBy: adminId,
    endsAt: toBadgeEnd(at),
  })
  await tx.update(members).set({ verifiedAt: at, updatedAt: at }).where(eq(members.id, memberId))
  await notify(tx, { now, createId }, [{ memberId, kind: 'badge_given', causeId: id }])
  return 1
}

type End = { endCause: 'expired' } | { endCause: 'taken_back'; takenBy: string; reason: string }

/** Ends the badge of a locked member; their bikes are shown without it. Returns 0 if they have none. */
export const endBadge = async (
  tx: Transaction,
  { now, createId }: Omit<BadgeDeps, 'db'>,
  memberId: string,
  end: End,
): Promise<number> => {
  const at = now()
  const isDue = end.endCause === 'expired' ? sql`${badges.endsAt} <= ${at.toISOString()}` : undefined
  const [ended] = await tx
    .update(badges)
    .set({ ...end, endedAt: at })
    .where(and(isOpenOf(memberId), isDue))
    .returning({ id: badges.id })
  if (!ended) return 0
  await tx.update(members).set({ verifiedAt: null, updatedAt: at }).where(eq(members.id, memberId))
  const kind = end.endCause === 'expired' ? 'badge_expired' : 'badge_taken_back'
  await notify(tx, { now, createId }, [{ memberId, kind, causeId: ended.id }])
  return 1
}

/** Takes the badge of a seller back. */
export const takeBadgeBack = (
  deps: BadgeDeps,
  { memberId, takenBy, reason }: { memberId: string; takenBy: string; reason: string },
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    if (!(await lockMember(tx, memberId))) throw new ApiError('not_found')
    return endBadge(tx, deps, memberId, { endCause: 'taken_back', takenBy, reason })
  })
