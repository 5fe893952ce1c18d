// How many conversations a buyer may begin.
import { and, eq, gt } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { maxNewChatsUnproven } from '#contract/limits.ts'
import { hourMs } from '#contract/time/durations.ts'
import type { Transaction } from '#platform/database/database.ts'
import { members } from '#market/schema/people/members.ts'
import { chats } from '#market/schema/deals/chats.ts'

/** Throws `too_many_chats` for a buyer with an unconfirmed address who began five within an hour. */
export const assertMayBegin = async (tx: Transaction, buyerId: string, now: Date): Promise<void> => {
  const [buyer] = await tx.select({ isProven: members.emailVerified }).from(members).where(eq(members.id, buyerId))
  if (buyer?.isProven) return
  const since = new Date(now.getTime() - hourMs)
  const begun = await tx.$count(chats, and(eq(chats.buyerId, buyerId), gt(chats.createdAt, since)))
  if (begun >= maxNewChatsUnproven) throw new ApiError('too_many_chats')
}
