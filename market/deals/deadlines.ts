// Pure. How long each side of a deal may take. The screens name some of them: contract/deals/deadlines.ts.
import { acceptedWithoutMeetingMs, askedMs, heldWithoutMeetingMs, windowMs } from '#contract/deals/deadlines.ts'
import { decisionMs, evidenceMs } from '#contract/deals/evidence.ts'
import { dhakaOffsetMs } from '#contract/time/dhaka.ts'
import { dayMs, hourMs } from '#contract/time/durations.ts'

/** How long each side may take, in milliseconds. */
export const periods = {
  /** The seller answers a request. */
  answerMs: 48 * hourMs,
  /** The turn of the next in line, counted from 8 to 22 o'clock in Dhaka. */
  turnMs: 12 * hourMs,
  /** The buyer confirms a changed bike: while requested, and while accepted. */
  confirmRequestedMs: 48 * hourMs,
  confirmAcceptedMs: 24 * hourMs,
  /** An accepted deal without a meeting, and after its meeting. */
  acceptedWithoutMeetingMs,
  acceptedAfterMeetingMs: 48 * hourMs,
  /** A held deal: when both are asked whether they met, and how long they may take to answer. */
  heldWithoutMeetingMs,
  heldAfterMeetingMs: dayMs,
  askedMs,
  /** One side says what happened; the other is silent. */
  outcomeMs: dayMs,
  cashClaimMs: 72 * hourMs,
  /** After the handover the buyer may report a problem. */
  windowMs,
  /** The code is shown from then on before an agreed meeting. */
  codeBeforeMeetingMs: 2 * hourMs,
  noShowAfterMs: hourMs,
  lateCancellationMs: dayMs,
  meetingAheadMs: 14 * dayMs,
  reminderMs: [dayMs, 2 * hourMs],
  evidenceMs,
  decisionMs,
} as const

export const maxMeetingMoves = 3

// The hours of the day that count for deadlines.
const opensAtMs = 8 * hourMs
const closesAtMs = 22 * hourMs

/** The moment after `ms` of the hours from 8 to 22 o'clock in Dhaka, so that a night never uses up somebody's time. */
export const addDaytime = (from: Date, ms: number): Date => {
  let at = from.getTime() + dhakaOffsetMs
  let left = ms
  for (;;) {
    const midnight = Math.floor(at / dayMs) * dayMs
    const opens = midnight + opensAtMs
    const closes = midnight + closesAtMs
    const start = Math.max(at, opens)
    if (start + left <= closes) return new Date(start + left - dhakaOffsetMs)
    left -= Math.max(0, closes - start)
    at = midnight + dayMs
  }
}
