// Until when both sides of a dispute may add something, and the admin decides. Without zod, because pages import it.
import { decisionMs, evidenceMs } from './deadlines.ts'

/** The time until which the admin decides about a problem that was reported at this time. */
export const getDecisionEnd = (disputedAt: string): Date => new Date(new Date(disputedAt).getTime() + decisionMs)

/** The time until which both sides may add to a problem that was reported at this time. */
export const getEvidenceEnd = (disputedAt: string): Date => new Date(new Date(disputedAt).getTime() + evidenceMs)
