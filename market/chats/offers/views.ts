// Reads offers as one side of their conversation sees them. Whether a bike has a floor is in no answer.
import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Offer as OfferShape } from '#contract/chats/offers.ts'
import type { Database } from '#platform/database/database.ts'
import type { Chat } from '#market/schema/deals/chats.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { getOfferState, type OfferSurroundings } from './may-offer.ts'
import { bikeOfferSettings, type Offer, offers } from '#market/schema/deals/offers.ts'

type ReadDatabase = Pick<Database, 'select' | 'execute'>

/** An offer with the deal that it became. */
export type OfferRow = { offer: Offer; deal: Pick<Deal, 'id' | 'bookDueAt' | 'closedAt'> | null }

/** An offer as this side sees it. */
export const toOfferView = (
  { offer, deal }: OfferRow,
  side: 'buyer' | 'seller',
  now: Date,
): z.input<typeof OfferShape> => ({
  _id: offer.id,
  isMine: offer.maker === side,
  price: offer.priceTaka,
  state: getOfferState(offer, now),
  expiresAt: offer.expiresAt.toISOString(),
  deal: deal && {
    _id: deal.id,
    bookUntil: deal.closedAt === null ? (deal.bookDueAt?.toISOString() ?? null) : null,
    isOver: deal.closedAt !== null,
  },
})

/** Whether a price of the bike is agreed, or a buyer other than this one has the turn. */
const isPromised = async (
  db: Pick<Database, 'execute'>,
  { bikeId, buyerId }: Pick<Chat, 'bikeId' | 'buyerId'>,
): Promise<boolean> => {
  const { rows } = await db.execute(sql`select from deals where bike_id = ${bikeId} and closed_at is null
    and (accepted_at is not null or (turn_until is not null and buyer_id <> ${buyerId})) limit 1`)
  return rows.length > 0
}

/** Whether the seller takes no offers for a bike. */
export const isPriceFixed = async (db: Pick<Database, 'select'>, bikeId: string): Promise<boolean> => {
  const [settings] = await db
    .select({ isPriceFixed: bikeOfferSettings.isPriceFixed })
    .from(bikeOfferSettings)
    .where(eq(bikeOfferSettings.bikeId, bikeId))
  return settings?.isPriceFixed ?? false
}

type Whose = {
  /** Without an id before the conversation begins. */
  chat: Pick<Chat, 'bikeId' | 'buyerId'> & { id: string | null }
  side: 'buyer' | 'seller'
  canWrite: boolean
}

/** What decides whether a side may offer a price. */
export const findOfferSurroundings = async (
  db: ReadDatabase,
  { chat, side, canWrite }: Whose,
): Promise<OfferSurroundings> => ({
  side,
  canWrite,
  offers:
    chat.id === null
      ? []
      : await db.select().from(offers).where(eq(offers.chatId, chat.id)).orderBy(asc(offers.madeAt), asc(offers.id)),
  isPriceFixed: await isPriceFixed(db, chat.bikeId),
  isPromised: await isPromised(db, chat),
})
