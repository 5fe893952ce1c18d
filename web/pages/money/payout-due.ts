// Pure. Until when Motohaat sends a payout that waits for nothing else (decision 0125).
import { payoutMs } from '#contract/deals/deadlines.ts'

/**
 * The promised time, in ms since 1970: counted from the day on which the money became the seller's, or from when the account may be
 * used; null while there is no account.
 */
export const getSendByMs = (createdAt: string, accountUsableAt: string | null): number | null =>
  accountUsableAt === null ? null : Math.max(Date.parse(accountUsableAt), Date.parse(createdAt)) + payoutMs
