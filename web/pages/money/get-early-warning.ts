import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import type { moneyMessages } from '#web/i18n/en/money.ts'

type Dispute = CallResponse<(typeof moneyCalls)['GET /disputes']>[number]
type Messages = (typeof moneyMessages)['en']['disputes']

/** Who has not answered yet and still has time to; empty once both have answered or the time is over. */
export const getEarlyWarning = (
  { saidBy, evidenceUntil, buyerName, sellerName }: Dispute,
  { early, earlyOne }: Pick<Messages, 'early' | 'earlyOne'>,
  { nowMs, until }: { nowMs: number; until: string },
): string => {
  if (new Date(evidenceUntil).getTime() <= nowMs || saidBy.length > 1) return ''
  if (saidBy.length === 0) return early(until)
  return earlyOne(saidBy.includes('buyer') ? sellerName : buyerName, until)
}
