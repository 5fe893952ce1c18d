// What each side of a dispute may add. This file imports nothing, so the browser loads no schema with it.

/** Notes and pictures of one side of a dispute, together. */
export const maxEvidenceOfSide = 10

/** How long both sides may add to a reported problem, in milliseconds. */
export const evidenceMs = 48 * 60 * 60_000

/** The admin decides until this time after the report, in milliseconds. */
export const decisionMs = 72 * 60 * 60_000

/** The time until which the admin decides about a problem that was reported at this time. */
export const getDecisionEnd = (disputedAt: string): Date => new Date(new Date(disputedAt).getTime() + decisionMs)

/** The time until which both sides may add to a problem that was reported at this time. */
export const getEvidenceEnd = (disputedAt: string): Date => new Date(new Date(disputedAt).getTime() + evidenceMs)
