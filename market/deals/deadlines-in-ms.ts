// Pure. How long each side of a deal may take, in milliseconds. The numbers are in contract/deals/deadlines.ts.
import * as deadlines from '#contract/deals/deadlines.ts'
import { codeBeforeMeetingHours } from '#contract/deals/handover-code.ts'
import { dhakaOffsetMs } from '#contract/time/dhaka.ts'
import { dayMs, hourMs } from '#contract/time/durations.ts'

/** How long each side may take, in milliseconds. */
export const periods = {
  answerMs: deadlines.answerHours * hourMs,
  turnMs: deadlines.turnHours * hourMs,
  confirmRequestedMs: deadlines.confirmRequestedHours * hourMs,
  confirmAcceptedMs: deadlines.confirmAcceptedHours * hourMs,
  acceptedWithoutMeetingMs: deadlines.acceptedWithoutMeetingMs,
  acceptedAfterMeetingMs: deadlines.acceptedAfterMeetingHours * hourMs,
  heldWithoutMeetingMs: deadlines.heldWithoutMeetingMs,
  heldAfterMeetingMs: deadlines.heldAfterMeetingHours * hourMs,
  askedMs: deadlines.askedMs,
  outcomeMs: deadlines.outcomeHours * hourMs,
  cashClaimMs: deadlines.cashClaimHours * hourMs,
  windowMs: deadlines.windowMs,
  codeBeforeMeetingMs: codeBeforeMeetingHours * hourMs,
  noShowAfterMs: deadlines.noShowAfterHours * hourMs,
  lateCancellationMs: deadlines.lateCancellationHours * hourMs,
  meetingAheadMs: deadlines.meetingAheadDays * dayMs,
  reminderMs: [deadlines.firstReminderHours * hourMs, deadlines.lastReminderHours * hourMs],
  evidenceMs: deadlines.evidenceMs,
  decisionMs: deadlines.decisionMs,
} as const

// The hours of the day that count for deadlines.
const opensAtMs = deadlines.dayBeginsHour * hourMs
const closesAtMs = deadlines.dayEndsHour * hourMs

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
