// The part of the data export that is about offers.
import { desc, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { bikeOfferSettings, offers } from '#market/schema/deals/offers.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>
type ReadDatabase = Pick<Database, 'select'>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 5_000

/** The offers of a member's conversations, newest first. */
export const listOffers = async (db: ReadDatabase, memberId: string): Promise<DataExport['offers']> => {
  const rows = await db
    .select({
      offer: offers,
      productName: bikes.name,
      isMine: sql<boolean>`${memberId} = case ${offers.maker} when 'buyer' then ${chats.buyerId} else ${chats.sellerId} end`,
    })
    .from(offers)
    .innerJoin(chats, eq(chats.id, offers.chatId))
    .innerJoin(bikes, eq(bikes.id, chats.bikeId))
    .where(or(eq(chats.buyerId, memberId), eq(chats.sellerId, memberId)))
    .orderBy(desc(offers.id))
    .limit(maxRows)
  return rows.map(({ offer, productName, isMine }) => ({
    chatId: offer.chatId,
    productName,
    isMine,
    price: offer.priceTaka,
    madeAt: offer.madeAt.toISOString(),
    closedAt: offer.closedAt?.toISOString() ?? null,
    outcome: offer.outcome,
  }))
}

/** What a seller chose about the offers of each bike. */
export const listOfferSettings = async (db: ReadDatabase, memberId: string): Promise<DataExport['offerSettings']> =>
  db
    .select({
      productId: bikeOfferSettings.bikeId,
      isPriceFixed: bikeOfferSettings.isPriceFixed,
      hasLowestPrice: sql<boolean>`${bikeOfferSettings.floorEncrypted} is not null`,
    })
    .from(bikeOfferSettings)
    .innerJoin(bikes, eq(bikes.id, bikeOfferSettings.bikeId))
    .where(eq(bikes.sellerId, memberId))
    .orderBy(desc(bikeOfferSettings.bikeId))
    .limit(maxRows)
