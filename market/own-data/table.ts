// Everything that the shop keeps of one person, as they may take it with them.
import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes, detailsOnTheWire } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { contactMessages } from '#market/contact/table.ts'
import { sessions } from '#market/auth/table.ts'
import { members } from '#market/members/table.ts'
import { priceLetters, savedSearches } from '#market/alerts/table.ts'
import { payments } from '#market/payments/table.ts'
import { wishes } from '#market/wishlist/table.ts'

type Export = z.input<(typeof ownDataCalls)['GET /auth/export']['answer']>
type Reading = Pick<Database, 'select'>

// Far more than any person has; it keeps one answer from filling the memory.
const rowsMax = 5_000

const word = (date: Date): string => date.toISOString()
const maybeWord = (date: Date | null): string | null => date?.toISOString() ?? null

const profileOf = async (db: Reading, memberId: string): Promise<Export['profile'] | undefined> => {
  const [member] = await db.select().from(members).where(eq(members.id, memberId))
  if (!member) return undefined
  const { id, image, verifiedAt, createdAt, ...same } = member
  return { _id: id, photoURL: image, ...same, verifiedAt: maybeWord(verifiedAt), createdAt: word(createdAt) }
}

const sessionsOf = async (db: Reading, memberId: string): Promise<Export['sessions']> => {
  const rows = await db.select().from(sessions).where(eq(sessions.userId, memberId)).limit(rowsMax)
  return rows.map(({ userAgent, ipAddress, createdAt, updatedAt }) => ({
    device: userAgent ?? '',
    address: ipAddress ?? '',
    signedInAt: word(createdAt),
    lastSeenAt: word(updatedAt),
  }))
}

const bikesOf = async (db: Reading, memberId: string): Promise<Export['bikes']> => {
  const rows = await db
    .select({ bike: bikes, details: detailsOnTheWire })
    .from(bikes)
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(eq(bikes.sellerId, memberId))
    .orderBy(desc(bikes.id))
    .limit(rowsMax)
  return rows.map(({ bike, details }) => ({
    ...details,
    _id: bike.id,
    productName: bike.name,
    category: bike.category,
    salePrice: bike.salePriceTaka,
    originalPrice: bike.originalPriceTaka,
    purchaseTime: bike.boughtInYear,
    usedTime: bike.yearsUsed,
    condition: bike.condition,
    sellerName: bike.sellerName,
    contactNumber: bike.contactNumber,
    location: bike.location,
    image: bike.picture,
    createdAt: word(bike.createdAt),
    editedAt: maybeWord(bike.editedAt),
    advertisedAt: maybeWord(bike.advertisedAt),
    soldAt: maybeWord(bike.soldAt),
    withdrawnAt: maybeWord(bike.withdrawnAt),
  }))
}

const bookingsOf = async (db: Reading, memberId: string): Promise<Export['bookings']> => {
  const rows = await db
    .select({ booking: bookings, productName: bikes.name })
    .from(bookings)
    .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
    .where(eq(bookings.buyerId, memberId))
    .orderBy(desc(bookings.id))
    .limit(rowsMax)
  return rows.map(({ booking, productName }) => ({
    _id: booking.id,
    producId: booking.bikeId,
    productName,
    salePrice: booking.priceTaka,
    contactNumber: booking.contactNumber,
    meetingLocation: booking.meetingLocation,
    createdAt: word(booking.createdAt),
    paidAt: maybeWord(booking.paidAt),
    cancelledAt: maybeWord(booking.cancelledAt),
  }))
}

const wishesOf = async (db: Reading, memberId: string): Promise<Export['wishes']> => {
  const rows = await db
    .select({ wish: wishes, productName: bikes.name })
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .where(eq(wishes.buyerId, memberId))
    .orderBy(desc(wishes.id))
    .limit(rowsMax)
  return rows.map(({ wish, productName }) => ({
    _id: wish.id,
    productId: wish.bikeId,
    productName,
    createdAt: word(wish.createdAt),
    paidAt: maybeWord(wish.paidAt),
  }))
}

const searchesOf = async (db: Reading, memberId: string): Promise<Export['savedSearches']> => {
  const mine = eq(savedSearches.memberId, memberId)
  const rows = await db.select().from(savedSearches).where(mine).orderBy(desc(savedSearches.id)).limit(rowsMax)
  return rows.map(({ id, name, query, language, createdAt, pausedAt }) => ({
    _id: id,
    name,
    query,
    language,
    createdAt: word(createdAt),
    pausedAt: maybeWord(pausedAt),
  }))
}

const priceLettersOf = async (db: Reading, memberId: string): Promise<string | null> => {
  const [letters] = await db.select().from(priceLetters).where(eq(priceLetters.memberId, memberId))
  return maybeWord(letters?.stoppedAt ?? null)
}

const paymentsOf = async (db: Reading, memberId: string): Promise<Export['payments']> => {
  const mine = eq(payments.buyerId, memberId)
  const rows = await db.select().from(payments).where(mine).orderBy(desc(payments.id)).limit(rowsMax)
  return rows.map((payment) => ({
    _id: payment.id,
    productId: payment.bikeId,
    price: payment.amountTaka,
    transactionId: payment.intentId,
    state: payment.state,
    createdAt: word(payment.createdAt),
    settledAt: maybeWord(payment.settledAt),
    refundedAt: maybeWord(payment.refundedAt),
  }))
}

/** What was written from the person's address; a visitor may have used it too, so only a proven address counts. */
const messagesOf = async (db: Reading, { email, emailVerified }: Export['profile']): Promise<Export['messages']> => {
  if (!emailVerified) return []
  const fromMe = eq(contactMessages.email, email)
  const rows = await db.select().from(contactMessages).where(fromMe).orderBy(desc(contactMessages.id)).limit(rowsMax)
  return rows.map(({ id, name, phone, subject, message, createdAt }) => ({
    _id: id,
    name,
    phone,
    subject,
    message,
    createdAt: word(createdAt),
  }))
}

/** Reads it all as it stood at one moment; undefined when the person is not here any more. */
export const exportOf = (db: Database, memberId: string, now: Date): Promise<Export | undefined> =>
  db.transaction(
    async (tx) => {
      const profile = await profileOf(tx, memberId)
      if (!profile) return undefined
      return {
        madeAt: word(now),
        profile,
        sessions: await sessionsOf(tx, memberId),
        bikes: await bikesOf(tx, memberId),
        bookings: await bookingsOf(tx, memberId),
        wishes: await wishesOf(tx, memberId),
        savedSearches: await searchesOf(tx, memberId),
        priceLettersStoppedAt: await priceLettersOf(tx, memberId),
        payments: await paymentsOf(tx, memberId),
        messages: await messagesOf(tx, profile),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
