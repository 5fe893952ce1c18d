// The data export of a member: everything stored about them.
import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes, bikeDetailsDto } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { contactMessages } from '#market/schema/people/contact.ts'
import { sessions } from '#market/schema/people/logins.ts'
import { members } from '#market/schema/people/members.ts'
import { priceAlertSettings, savedSearches } from '#market/schema/bikes/alerts.ts'
import { payments } from '#market/schema/money/payments.ts'
import { exportOwnReports } from '#market/vehicle-numbers/stolen/reporting.ts'
import { listOwnNumbers } from '#market/vehicle-numbers/stored-numbers.ts'
import { wishes } from '#market/schema/deals/wishes.ts'
import {
  findDealSettings,
  findPayoutDestination,
  listChatMessages,
  listDeals,
  listNotifications,
  listPayouts,
} from './deals.ts'
import { listOffers, listOfferSettings } from './offers.ts'
import { listRatings } from './ratings.ts'
import { listTransfers } from './transfers.ts'
import { listInspections } from './inspections.ts'
import { listPapers } from './papers.ts'
import { findPhone } from './phones.ts'
import {
  listBadgeQuestions,
  listBadges,
  listDecisions,
  listEarlierAdvertisements,
  listNumberViews,
  listReports,
  listWarnings,
} from './cases.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>
type ReadDatabase = Pick<Database, 'select'>

// Far more rows than any member has; it limits the memory of one response.
const maxRows = 5_000

const toIso = (date: Date): string => date.toISOString()
const toIsoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

const findProfile = async (db: ReadDatabase, memberId: string): Promise<DataExport['profile'] | undefined> => {
  const [member] = await db.select().from(members).where(eq(members.id, memberId))
  if (!member) return undefined
  const { id, image, bothRolesSince, verifiedAt, createdAt, ...rest } = member
  const times = {
    bothRolesSince: toIsoOrNull(bothRolesSince),
    verifiedAt: toIsoOrNull(verifiedAt),
    createdAt: toIso(createdAt),
  }
  return { _id: id, photoURL: image, ...rest, ...times }
}

const listSessions = async (db: ReadDatabase, memberId: string): Promise<DataExport['sessions']> => {
  const rows = await db.select().from(sessions).where(eq(sessions.userId, memberId)).limit(maxRows)
  return rows.map(({ userAgent, ipAddress, createdAt, updatedAt }) => ({
    device: userAgent ?? '',
    address: ipAddress ?? '',
    signedInAt: toIso(createdAt),
    lastSeenAt: toIso(updatedAt),
  }))
}

const listBikes = async (db: ReadDatabase, memberId: string): Promise<DataExport['bikes']> => {
  const rows = await db
    .select({ bike: bikes, details: bikeDetailsDto })
    .from(bikes)
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(eq(bikes.sellerId, memberId))
    .orderBy(desc(bikes.id))
    .limit(maxRows)
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
    createdAt: toIso(bike.createdAt),
    editedAt: toIsoOrNull(bike.editedAt),
    advertisedAt: toIsoOrNull(bike.advertisedAt),
    soldAt: toIsoOrNull(bike.soldAt),
    withdrawnAt: toIsoOrNull(bike.withdrawnAt),
  }))
}

const listBookings = async (db: ReadDatabase, memberId: string): Promise<DataExport['bookings']> => {
  const rows = await db
    .select({ booking: bookings, productName: bikes.name })
    .from(bookings)
    .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
    .where(eq(bookings.buyerId, memberId))
    .orderBy(desc(bookings.id))
    .limit(maxRows)
  return rows.map(({ booking, productName }) => ({
    _id: booking.id,
    producId: booking.bikeId,
    productName,
    salePrice: booking.priceTaka,
    contactNumber: booking.contactNumber,
    meetingLocation: booking.meetingLocation,
    createdAt: toIso(booking.createdAt),
    paidAt: toIsoOrNull(booking.paidAt),
    cancelledAt: toIsoOrNull(booking.cancelledAt),
  }))
}

const listWishes = async (db: ReadDatabase, memberId: string): Promise<DataExport['wishes']> => {
  const rows = await db
    .select({ wish: wishes, productName: bikes.name })
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .where(eq(wishes.buyerId, memberId))
    .orderBy(desc(wishes.id))
    .limit(maxRows)
  return rows.map(({ wish, productName }) => ({
    _id: wish.id,
    productId: wish.bikeId,
    productName,
    createdAt: toIso(wish.createdAt),
    paidAt: toIsoOrNull(wish.paidAt),
  }))
}

const listSavedSearches = async (db: ReadDatabase, memberId: string): Promise<DataExport['savedSearches']> => {
  const isMine = eq(savedSearches.memberId, memberId)
  const rows = await db.select().from(savedSearches).where(isMine).orderBy(desc(savedSearches.id)).limit(maxRows)
  return rows.map(({ id, name, query, language, createdAt, pausedAt }) => ({
    _id: id,
    name,
    query,
    language,
    createdAt: toIso(createdAt),
    pausedAt: toIsoOrNull(pausedAt),
  }))
}

const findPriceAlertsStoppedAt = async (db: ReadDatabase, memberId: string): Promise<string | null> => {
  const [settings] = await db.select().from(priceAlertSettings).where(eq(priceAlertSettings.memberId, memberId))
  return toIsoOrNull(settings?.stoppedAt ?? null)
}

const listPayments = async (db: ReadDatabase, memberId: string): Promise<DataExport['payments']> => {
  const isMine = eq(payments.buyerId, memberId)
  const rows = await db.select().from(payments).where(isMine).orderBy(desc(payments.id)).limit(maxRows)
  return rows.map((payment) => ({
    _id: payment.id,
    productId: payment.bikeId,
    price: payment.amountTaka,
    transactionId: payment.transactionId ?? payment.intentId,
    state: payment.state,
    createdAt: toIso(payment.createdAt),
    settledAt: toIsoOrNull(payment.settledAt),
    refundedAt: toIsoOrNull(payment.refundedAt),
  }))
}

/** Messages sent with the member's address. Strangers may enter any address, so it must be verified. */
const listMessages = async (
  db: ReadDatabase,
  { email, emailVerified }: DataExport['profile'],
): Promise<DataExport['messages']> => {
  if (!emailVerified) return []
  const isFromMember = eq(contactMessages.email, email)
  const rows = await db
    .select()
    .from(contactMessages)
    .where(isFromMember)
    .orderBy(desc(contactMessages.id))
    .limit(maxRows)
  return rows.map(({ id, name, phone, subject, message, createdAt }) => ({
    _id: id,
    name,
    phone,
    subject,
    message,
    createdAt: toIso(createdAt),
  }))
}

/** Reads everything in one snapshot; undefined if the member was removed. */
export const exportOwnData = (
  { db, secret }: { db: Database; secret: string },
  memberId: string,
  now: Date,
): Promise<DataExport | undefined> =>
  db.transaction(
    async (tx) => {
      const profile = await findProfile(tx, memberId)
      if (!profile) return undefined
      return {
        madeAt: toIso(now),
        profile,
        sessions: await listSessions(tx, memberId),
        bikes: await listBikes(tx, memberId),
        bookings: await listBookings(tx, memberId),
        wishes: await listWishes(tx, memberId),
        savedSearches: await listSavedSearches(tx, memberId),
        priceLettersStoppedAt: await findPriceAlertsStoppedAt(tx, memberId),
        payments: await listPayments(tx, memberId),
        messages: await listMessages(tx, profile),
        chatMessages: await listChatMessages(tx, memberId),
        offers: await listOffers(tx, memberId),
        offerSettings: await listOfferSettings(tx, memberId),
        vehicleNumbers: await listOwnNumbers(tx, secret, memberId),
        stolenBikes: await exportOwnReports(tx, secret, memberId),
        deals: await listDeals(tx, memberId),
        ratings: await listRatings(tx, memberId),
        transfers: await listTransfers(tx, memberId),
        inspections: await listInspections(tx, memberId),
        papers: await listPapers(tx, memberId),
        payouts: await listPayouts(tx, memberId),
        payoutDestination: await findPayoutDestination(tx, memberId),
        notifications: await listNotifications(tx, memberId),
        ...(await findDealSettings(tx, memberId)),
        reports: await listReports(tx, memberId),
        earlierAdvertisements: await listEarlierAdvertisements(tx, memberId),
        warnings: await listWarnings(tx, memberId),
        decisions: await listDecisions(tx, memberId),
        badges: await listBadges(tx, memberId),
        badgeQuestions: await listBadgeQuestions(tx, memberId),
        ...(await findPhone(tx, memberId)),
        numbersSeen: await listNumberViews(tx, memberId),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
