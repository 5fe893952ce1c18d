// Pure. Who may write in a conversation, and who sees contact details.
import type { z } from 'zod'
import type { Chat as ChatShape } from '#contract/chats/chats.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Chat } from '#market/schema/deals/chats.ts'

/** A member of a conversation. */
export type Side = 'buyer' | 'seller'

export const getOtherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer')

/** The side of a member in a conversation; null for others. */
export const getSide = (chat: Pick<Chat, 'buyerId' | 'sellerId'>, memberId: string): Side | null => {
  if (chat.buyerId === memberId) return 'buyer'
  return chat.sellerId === memberId ? 'seller' : null
}

/** What decides whether a side may write. */
export type Surroundings = {
  isSold: boolean
  isWithdrawn: boolean
  /** The bike is hidden, or one of the two is suspended. */
  isHidden: boolean
  /** The two have a deal about this bike that goes on: they write also when the bike is sold. */
  hasLiveDeal: boolean
  /** This member blocked the other one. */
  hasBlocked: boolean
  /** The other member blocked this one, or was removed. */
  isUnreachable: boolean
}

export type Writing = z.output<typeof ChatShape>['writing']

/** Whether a side may write, or why not. A block by the other side and a removal look the same. */
export const getWriting = (around: Surroundings): Writing => {
  if (around.hasBlocked) return 'blocked'
  if (around.isUnreachable) return 'closed'
  if (around.hasLiveDeal) return 'open'
  if (around.isSold) return 'sold'
  if (around.isWithdrawn) return 'withdrawn'
  return around.isHidden ? 'closed' : 'open'
}

const errorByWriting = {
  sold: 'bike_sold',
  withdrawn: 'bike_withdrawn',
  blocked: 'you_blocked',
  closed: 'chat_closed',
} as const

/** Throws why this side may not write. */
export const assertMayWrite = (around: Surroundings): void => {
  const writing = getWriting(around)
  if (writing !== 'open') throw new ApiError(errorByWriting[writing])
}
