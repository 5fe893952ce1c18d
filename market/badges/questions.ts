// What an admin asks a seller for before giving a badge. Triggers of migrations/0115_badge_questions.sql and 0118 end an open
// question when a badge is given, when the member is removed, and when a number is confirmed or a bike added that was asked for.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BadgeWant } from '#contract/cases/badge-evidence.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database } from '#platform/database/database.ts'
import { notify } from '#market/notifications/notify.ts'
import { badgeQuestions } from '#market/schema/people/badges.ts'
import { type BadgeDeps, lockMember } from './badge-changes.ts'

const isOpenOf = (memberId: string) => and(eq(badgeQuestions.memberId, memberId), isNull(badgeQuestions.endedAt))

/** Not before it was asked: the clocks of two servers differ a little. */
const toEnd = (at: Date) => sql`greatest(${badgeQuestions.askedAt}, ${at.toISOString()}::timestamptz)`

/** The open question of a member, for them. */
export const findOwnQuestion = async (db: Pick<Database, 'select'>, memberId: string) => {
  const [open] = await db.select().from(badgeQuestions).where(isOpenOf(memberId))
  return open ? { wanted: open.wanted, askedOn: getDhakaDay(open.askedAt) } : null
}

/** Asks a seller without a badge, in place of what was asked before. */
export const askSeller = (
  deps: BadgeDeps,
  { memberId, askedBy, wanted }: { memberId: string; askedBy: string; wanted: BadgeWant },
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId)
    if (!member) throw new ApiError('not_found')
    if (member.role !== 'Seller') throw new ApiError('only_sellers')
    if (member.verifiedAt !== null) throw new ApiError('seller_verified')
    const at = deps.now()
    await tx
      .update(badgeQuestions)
      .set({ endedAt: toEnd(at), endCause: 'asked_again' })
      .where(isOpenOf(memberId))
    const id = deps.createId()
    await tx.insert(badgeQuestions).values({ id, memberId, askedBy, wanted, askedAt: at })
    await notify(tx, deps, [{ memberId, kind: `badge_question_${wanted}`, causeId: id }])
    return 1
  })

/**
 * Ends the question that the seller has read and says is done; one that was asked meanwhile stays open. Returns 0 if this one is
 * not open any more.
 */
export const answerQuestion = (
  deps: BadgeDeps,
  { memberId, wanted }: { memberId: string; wanted: BadgeWant },
): Promise<number> =>
  deps.db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const answered = await tx
      .update(badgeQuestions)
      .set({ endedAt: toEnd(deps.now()), endCause: 'answered' })
      .where(and(isOpenOf(memberId), eq(badgeQuestions.wanted, wanted)))
      .returning({ id: badgeQuestions.id })
    return answered.length
  })
