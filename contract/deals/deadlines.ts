// How long each step of an offer, a deal, a payment and a rating may take. Each number is written here once, in the unit
// of its sentences, which take it as an argument (docs/decisions/0122-rule-numbers-once.md). Those of the code: handover-code.ts.
import { minuteMs, hourMs, dayMs } from '#contract/time/durations.ts'

/** An offer waits so long for an answer. */
export const offerHours = 24

/** A price that both agreed on waits so long for its booking. */
export const bookHours = 48

/** The seller answers a request. */
export const answerHours = 48

/** The turn of the next in line, counted by day in Dhaka: from the first of these hours to the second. */
export const turnHours = 12
export const dayBeginsHour = 8
export const dayEndsHour = 22

/** The buyer confirms a changed bike: while requested, and while accepted. */
export const confirmRequestedHours = 48
export const confirmAcceptedHours = 24

/** An accepted deal on whose meeting nobody agrees ends so long after it was accepted. */
export const acceptedWithoutMeetingHours = 72
export const acceptedWithoutMeetingMs = acceptedWithoutMeetingHours * hourMs

/** An accepted deal ends so long after its meeting. */
export const acceptedAfterMeetingHours = 48

/** Of a paid deal without an agreed meeting both are asked whether they met so long after the payment. */
export const heldWithoutMeetingDays = 5
export const heldWithoutMeetingMs = heldWithoutMeetingDays * dayMs

/** Of a paid deal both are asked whether they met so long after the meeting. */
export const heldAfterMeetingHours = 24

/** Both may answer that so long. */
export const askedHours = 48
export const askedMs = askedHours * hourMs

/** One side says what happened; the other may say otherwise so long. */
export const outcomeHours = 24

/** The buyer confirms a sale for cash that the seller named. */
export const cashClaimHours = 72

/** The buyer may report a problem so long after the handover. Then the money is the seller's. */
export const windowHours = 24
export const windowMs = windowHours * hourMs

/** Both sides may add to a reported problem so long. */
export const evidenceHours = 48
export const evidenceMs = evidenceHours * hourMs

/** The admin decides so long after the report. */
export const decisionHours = 72
export const decisionMs = decisionHours * hourMs

/** A meeting is agreed at most so long ahead, and moved at most so often. */
export const meetingAheadDays = 14
export const maxMeetingMoves = 3

/** Both are reminded so long before a meeting. */
export const firstReminderHours = 24
export const lastReminderHours = 2

/** A buyer who cancels less than this before the meeting cancels late. */
export const lateCancellationHours = 24

/** A side may say so long after an agreed time that the other did not come. */
export const noShowAfterHours = 1

/** A buyer who has not paid so long after beginning a payment loses the hold to the next buyer. */
export const maxHoldMinutes = 15
export const maxHoldMs = maxHoldMinutes * minuteMs

/** After a pause of this length the time of a buyer counts from the beginning again. */
export const pauseAfterHoldsMinutes = 15

/** The admin decides about a payment that the provider doubts. */
export const paymentReviewHours = 24

/** A refund arrives within. */
export const refundDays = 3

/**
 * Money that is a seller's is sent within, counted from when their account may be used. The admin's overview turns red for a
 * payout that waits longer (docs/decisions/0125-money-is-sent-within-three-days.md).
 */
export const payoutDays = 3
export const payoutMs = payoutDays * dayMs

/** A changed account of a seller is used so long after the change: time to read the e-mail about it. */
export const destinationWaitHours = 72

/** bKash answers about a payout within seconds or finds it later; after that a person says what its statement says. */
export const askPayoutMinutes = 15

/** Each side may rate a sale, and both ratings are hidden until both are given, so long after it. */
export const ratingDays = 14
