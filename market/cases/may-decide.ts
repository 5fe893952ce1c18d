// Pure. Weights of reports, and when a case may be taken, decided and appealed.
import { dayMs, minuteMs } from '#contract/time/durations.ts'
import { appealDays, caseLockMinutes } from '#contract/time/lifetimes.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Member } from '#market/schema/people/members.ts'
import type { Case } from '#market/schema/people/cases.ts'

/** How long a case belongs to the moderator who took it. */
export const lockMs = caseLockMinutes * minuteMs

// A brigade of new accounts needs six, and their wrong reports count less each time.
const newAccountMs = 7 * dayMs
const [minWeight, maxWeight] = [2, 20]

type Reporter = { isProven: boolean; joinedAt: Date; upheld: number; dismissed: number }

/** The weight of a report in tenths, 2 to 20, by the reporter's account and earlier reports. */
export const getWeight = ({ isProven, joinedAt, upheld, dismissed }: Reporter, now: Date): number => {
  const isNew = !isProven || now.getTime() - joinedAt.getTime() < newAccountMs
  const weight = ((isNew ? 5 : 10) * (upheld + 1)) / (dismissed + 1)
  return Math.min(maxWeight, Math.max(minWeight, Math.round(weight)))
}

/** Returns why this moderator may not decide the case now, or null. */
export const mayDecide = (found: Case | undefined, me: Member, now: Date): ApiError | null => {
  if (!found) return new ApiError('not_found')
  if (found.decidedAt !== null || found.mendedAt !== null) return new ApiError('case_decided')
  if (found.memberId === me.id) return new ApiError('own_case')
  const isTaken = found.takenBy === me.id && found.takenUntil !== null && found.takenUntil > now
  return isTaken ? null : new ApiError('case_taken')
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
