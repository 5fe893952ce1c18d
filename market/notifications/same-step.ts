// Which notices get no e-mail because another e-mail says the same, or because they tell a person of the own act. The bell has
// all of them.
import { minuteMs } from '#contract/time/durations.ts'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { dealSteps } from '#market/schema/deals/deals.ts'
import { notifications } from '#market/schema/people/notifications.ts'

/** The notices whose e-mail says what this one says, too: those so long before it or after it, in milliseconds. */
type Sayer = { kinds: readonly string[]; beforeMs: number; afterMs: number }

const saidInStepBy = (...kinds: string[]): Sayer => ({ kinds, beforeMs: minuteMs, afterMs: minuteMs })

const sayers: Partial<Record<string, Sayer>> = {
  meeting_proposed: saidInStepBy('accepted'),
  payout_destination_missing: saidInStepBy('paid', 'released', 'decided', 'cancelled_by_buyer', 'buyer_no_show'),
  rate_deal: saidInStepBy('released', 'decided', 'sold_for_cash'),
  cash_confirmed: saidInStepBy('released'),
  said_no_deal: saidInStepBy('disputed'),
  said_no_show: saidInStepBy('disputed'),
  payout_sent: saidInStepBy('payout_confirmed'),
  // Somebody adds pictures one by one.
  evidence_added: { kinds: ['evidence_added'], beforeMs: 10 * minuteMs, afterMs: 0 },
}

type Notice = Pick<typeof notifications.$inferSelect, 'id' | 'kind' | 'memberId' | 'dealId' | 'causeId' | 'createdAt'>

/** Whether an e-mail about the same deal, which was not left out itself, says what this notice says. */
export const isSaidByAnother = async (
  tx: Pick<Transaction, 'execute'>,
  { id, kind, memberId, dealId, createdAt }: Notice,
): Promise<boolean> => {
  const sayer = sayers[kind]
  if (dealId === null || !sayer) return false
  const { kinds, beforeMs, afterMs } = sayer
  const [from, until] = [createdAt.getTime() - beforeMs, createdAt.getTime() + afterMs]
  const { rows } = await tx.execute<{ is_said: boolean }>(sql`select exists (select from ${notifications}
    where member_id = ${memberId} and deal_id = ${dealId} and id <> ${id} and is_emailed is distinct from false
      and kind = any(${sql.param([...kinds])}::text[])
      and created_at between ${new Date(from).toISOString()} and ${new Date(until).toISOString()}) as is_said`)
  return rows[0]?.is_said === true
}

/** Whether the member did what the notice tells: an e-mail is sent only for the calendar then. */
export const isOwnAct = async (
  tx: Pick<Transaction, 'select'>,
  { causeId }: Notice,
  side: 'buyer' | 'seller',
): Promise<boolean> => {
  const [step] = await tx.select({ actor: dealSteps.actor }).from(dealSteps).where(eq(dealSteps.id, causeId))
  return step?.actor === side
}
