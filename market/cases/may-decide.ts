// Pure. Which moderator may decide a case or answer an appeal, and until when a case is taken, an appeal open and a member suspended.
import { dayMs, minuteMs } from '#contract/time/durations.ts'
import { appealDays, caseLockMinutes } from '#contract/time/lifetimes.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Member } from '#market/schema/people/members.ts'
import type { Case } from '#market/schema/people/cases.ts'

/** How long a case belongs to the moderator who took it. */
export const lockMs = caseLockMinutes * minuteMs

/** Returns why this moderator may not decide the case now, or null. */
export const mayDecide = (found: Case | undefined, me: Member, now: Date): ApiError | null => {
  if (!found) return new ApiError('not_found')
  if (found.decidedAt !== null || found.mendedAt !== null) return new ApiError('case_decided')
  if (found.memberId === me.id) return new ApiError('own_case')
  const isTaken = found.takenBy === me.id && found.takenUntil !== null && found.takenUntil > now
  return isTaken ? null : new ApiError('case_taken')
}

/**
 * What choosing to remove the member does: the first person proposes it, another one removes. Returns why it may not be done
 * otherwise: the second look is another person's, and one of the two is an admin (safe-market, second look on removals).
 */
export const mayRemove = (
  { removalProposedBy }: Case,
  { me, isProposedByAdmin }: { me: Member; isProposedByAdmin: boolean },
): 'propose' | 'remove' | ApiError => {
  if (removalProposedBy === null) return 'propose'
  if (removalProposedBy === me.id) return new ApiError('approve_by_another')
  return isProposedByAdmin || me.role === 'Admin' ? 'remove' : new ApiError('role_not_allowed')
}

/** Returns why this moderator may not answer the appeal, or null. */
export const mayAnswer = (found: Case | undefined, me: Member): ApiError | null => {
  if (!found || found.appealedAt === null) return new ApiError('not_found')
  if (found.appealDecidedAt !== null) return new ApiError('case_decided')
  if (found.memberId === me.id) return new ApiError('own_case')
  return found.decidedBy === me.id ? new ApiError('approve_by_another') : null
}

/** Until when the member may appeal; null where nothing was done, or after an appeal. */
export const getAppealEnd = ({ decision, decidedAt, appealedAt }: Case): Date | null =>
  decision === null || decision === 'nothing' || decidedAt === null || appealedAt !== null
    ? null
    : new Date(decidedAt.getTime() + appealDays * dayMs)

const suspensionDays: Partial<Record<NonNullable<Case['decision']>, number>> = { suspend_7: 7, suspend_30: 30 }

/** Until when this decision suspends the member; null for another decision. */
export const getSuspensionEnd = (decision: NonNullable<Case['decision']>, now: Date): Date | null => {
  const days = suspensionDays[decision]
  return days === undefined ? null : new Date(now.getTime() + days * dayMs)
}
