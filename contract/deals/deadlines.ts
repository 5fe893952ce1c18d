// Deadlines of a deal that the server keeps and the screens name, in milliseconds. This file imports nothing.
import { minuteMs, hourMs, dayMs } from '#contract/time/durations.ts'

/** An accepted deal on whose meeting nobody agrees ends so long after it was accepted. */
export const acceptedWithoutMeetingMs = 72 * hourMs

/** Of a paid deal without an agreed meeting both are asked whether they met so long after the payment. */
export const heldWithoutMeetingMs = 5 * dayMs

/** Both may answer that so long. */
export const askedMs = 48 * hourMs

/** The buyer may report a problem so long after the handover. */
export const windowMs = dayMs

/** A buyer who has not paid so long after beginning a payment loses the hold to the next buyer. */
export const maxHoldMs = 15 * minuteMs
