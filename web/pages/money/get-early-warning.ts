import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import type { moneyMessages } from '#web/i18n/en/money.ts'

type Dispute = CallResponse<(typeof moneyCalls)['GET /disputes']>[number]
type Messages = (typeof moneyMessages)['en']['disputes']
type Time = { nowMs: number; until: string }

/** Who has not answered yet and still has time to; empty once both have answered or the time is over. */
export const getEarlyWarning = (
  { saidBy, evidenceUntil, buyerName, sellerName }: Dispute,
  { early, earlyOne }: Pick<Messages, 'early' | 'earlyOne'>,
  { nowMs, until }: Time,
): string => {
  if (new Date(evidenceUntil).getTime() <= nowMs || saidBy.length > 1) return ''
  if (saidBy.length === 0) return early(until)
  return earlyOne(saidBy.includes('buyer') ? sellerName : buyerName, until)
}

/** What is asked before a decision; while somebody may still answer, that comes first. */
export const getQuestion = (
  dispute: Dispute,
  { takaToBuyer, taka }: { takaToBuyer: number; taka: (amount: number) => string },
  messages: Pick<Messages, 'early' | 'earlyOne' | 'question' | 'questionEarly' | 'confirm'>,
  time: Time,
): { heading: string; text: string } => {
  const { buyerName, sellerName, held } = dispute
  const sums = messages.confirm(taka(takaToBuyer), buyerName, taka(held - takaToBuyer), sellerName)
  const early = getEarlyWarning(dispute, messages, time)
  if (early === '') return { heading: messages.question, text: sums }
  return { heading: messages.questionEarly, text: `${early} ${sums}` }
}
