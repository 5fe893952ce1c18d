// Blocks: nothing is sent between two members, in either direction.
import { and, eq, inArray, or } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getSide } from './may-write.ts'
import { chats, memberBlocks } from '#market/schema/deals/chats.ts'
import type { ChatsDeps } from './messages.ts'
import { members } from '#market/schema/people/members.ts'
import { closeOffers } from '#market/deals/closed-offers.ts'

/**
 * Blocks the other member of a conversation, or takes the block back; returns whether anything changed. It locks all
 * conversations of the two first and then the two, so that a message that is being written ends before. Their open offers
 * close.
 */
export const setBlock = (
  deps: ChatsDeps,
  { memberId, chatId, isBlocked }: { memberId: string; chatId: string; isBlocked: boolean },
): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const [chat] = await tx.select().from(chats).where(eq(chats.id, chatId))
    const side = chat && getSide(chat, memberId)
    if (!chat || !side) throw new ApiError('not_found')
    const otherId = side === 'buyer' ? chat.sellerId : chat.buyerId
    const isBetween = or(
      and(eq(chats.buyerId, memberId), eq(chats.sellerId, otherId)),
      and(eq(chats.buyerId, otherId), eq(chats.sellerId, memberId)),
    )
    await tx.select({ id: chats.id }).from(chats).where(isBetween).orderBy(chats.id).for('no key update')
    const isOneOfBoth = inArray(members.id, [memberId, otherId])
    await tx.select({ id: members.id }).from(members).where(isOneOfBoth).orderBy(members.id).for('no key update')
    if (isBlocked) await closeOffers(tx, deps, { filter: isBetween, outcome: 'unavailable', notifies: [] })
    const changed = isBlocked
      ? await tx
          .insert(memberBlocks)
          .values({ blockerId: memberId, blockedId: otherId, createdAt: deps.now() })
          .onConflictDoNothing()
          .returning({ id: memberBlocks.blockedId })
      : await tx
          .delete(memberBlocks)
          .where(and(eq(memberBlocks.blockerId, memberId), eq(memberBlocks.blockedId, otherId)))
          .returning({ id: memberBlocks.blockedId })
    return changed.length > 0
  })
