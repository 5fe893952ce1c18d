// Ends badges whose time has passed, and tells sellers before.
import { badgeReminderDays } from '#contract/time/lifetimes.ts'
import { dayMs } from '#contract/time/durations.ts'
import { and, asc, eq, gt, isNull, lte, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { notify } from '#market/notifications/notify.ts'
import { type BadgeDeps, endBadge, lockMember } from './badge-changes.ts'
import { badges } from '#market/schema/people/badges.ts'

const maxPerRound = 100

type Handle = (tx: Transaction, memberId: string) => Promise<unknown>

/** Handles the members of due badges, one transaction each; the member is locked before the badge. */
const handleDue = async ({ db, signal }: BadgeDeps & StopSignal, isDue: SQL | undefined, handle: Handle) => {
  const due = await db
    .select({ memberId: badges.memberId })
    .from(badges)
    .where(and(isNull(badges.endedAt), isDue))
    .orderBy(asc(badges.endsAt))
    .limit(maxPerRound)
  for (const { memberId } of due) {
    if (signal?.aborted) return
    await db.transaction(async (tx) => {
      if (await lockMember(tx, memberId)) await handle(tx, memberId)
    })
  }
}

/** Ends what is due and tells sellers of what ends soon, once. Each handler looks again, as the badge may be another by then. */
export const endBadges = async (deps: BadgeDeps & StopSignal): Promise<void> => {
  const at = deps.now()
  await handleDue(deps, lte(badges.endsAt, at), (tx, memberId) => endBadge(tx, deps, memberId, { endCause: 'expired' }))
  const isSoon = and(
    isNull(badges.remindedAt),
    gt(badges.endsAt, at),
    lte(badges.endsAt, new Date(at.getTime() + badgeReminderDays * dayMs)),
  )
  await handleDue(deps, isSoon, async (tx, memberId) => {
    const reminded = await tx
      .update(badges)
      .set({ remindedAt: at })
      .where(and(eq(badges.memberId, memberId), isNull(badges.endedAt), isSoon))
      .returning({ id: badges.id })
    const notices = reminded.map(({ id }) => ({ memberId, kind: 'badge_ends_soon' as const, causeId: id }))
    await notify(tx, deps, notices)
  })
}
