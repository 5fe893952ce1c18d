// Removing a member: payments and sold bikes stay, personal data is erased at once.
import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { endDealsOfMember } from '#market/deals/bike-changes.ts'
import { cases, reports } from '#market/schema/people/cases.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { chatMessages, chats, sentTexts } from '#market/schema/deals/chats.ts'
import {
  accounts,
  emailProofs,
  passwordResets,
  secondFactors,
  sessions,
  verifications,
} from '#market/schema/people/logins.ts'
import { members } from '#market/schema/people/members.ts'
import { bikeOfferSettings } from '#market/schema/deals/offers.ts'
import { type NumberKeyDeps, rememberNumbers } from '#market/members/removed-numbers.ts'
import { deleteDrafts } from '#market/inspections/access.ts'
import { eraseRatingWords } from '#market/ratings/rating-changes.ts'
import { eraseTransferDetails } from '#market/transfers/transfer-state.ts'
import { queueRemovalEmail, type RemovedBy } from './removal-email.ts'
import { earlierAdvertisements } from '#market/schema/bikes/earlier-advertisements.ts'
import { firedRules } from '#market/schema/bikes/publishing.ts'
import { erasePapersOfMember } from '#market/papers/said-papers.ts'
import { phoneCodes, phoneProofs } from '#market/schema/people/phone-proofs.ts'
import { withdrawReportsOfMember } from '#market/vehicle-numbers/stolen/reporting.ts'
import { deleteNumbersOfMember } from '#market/vehicle-numbers/stored-numbers.ts'
import { priceAlertSettings, savedSearches } from '#market/schema/bikes/alerts.ts'

/** `db` may be a transaction that contains more than the removal. */
export type RemovalDeps = {
  db: Pick<Database, 'transaction'>
  now: () => Date
  createId: () => string
  publicUrl: string
} & NumberKeyDeps

/** Replaces text that the member wrote. */
const removedText = 'Removed'
// The column requires at least six digits; nobody has this number.
const removedNumber = '000000'
const maxNumbers = 1_000

/** Replaces the e-mail address by one that nobody can register, so a new member may use the old one. */
const anonymizeMember = async (tx: Transaction, memberId: string, at: Date): Promise<boolean> => {
  const anonymousFields = {
    name: removedText,
    email: sql`'removed:' || ${members.id}`,
    emailVerified: false,
    emailBouncedAt: null,
    image: null,
  }
  const anonymized = await tx
    .update(members)
    .set({ ...anonymousFields, verifiedAt: null, removedAt: at, updatedAt: at })
    .where(and(eq(members.id, memberId), isNull(members.removedAt), ne(members.role, 'Admin')))
    .returning({ id: members.id })
  return anonymized.length > 0
}

/** Ends all sessions and deletes all ways to log in. */
const deleteCredentials = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.delete(sessions).where(eq(sessions.userId, memberId))
  await tx.delete(accounts).where(eq(accounts.userId, memberId))
  await tx.delete(verifications).where(eq(verifications.value, memberId))
  await tx.delete(passwordResets).where(eq(passwordResets.memberId, memberId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, memberId))
  await tx.delete(emailProofs).where(eq(emailProofs.memberId, memberId))
}

// Sold bikes stay unchanged. A bike that a buyer is paying for is withdrawn too; that payment is then refunded.
const withdrawBikes = async (tx: Transaction, sellerId: string, at: Date): Promise<void> => {
  await tx
    .update(bikes)
    .set({
      withdrawnAt: sql`coalesce(${bikes.withdrawnAt}, ${at})`,
      advertisedAt: null,
      sellerName: removedText,
      contactNumber: removedNumber,
      description: null,
    })
    .where(and(eq(bikes.sellerId, sellerId), isNull(bikes.soldAt)))
}

/** Cancels unpaid bookings; keeps paid ones without the text that the member wrote. */
const cancelBookings = async (tx: Transaction, buyerId: string, at: Date): Promise<void> => {
  await tx
    .update(bookings)
    .set({
      cancelledAt: sql`case when ${bookings.paidAt} is null then coalesce(${bookings.cancelledAt}, ${at}) end`,
      contactNumber: removedNumber,
      meetingLocation: removedText,
    })
    .where(eq(bookings.buyerId, buyerId))
}

/** Erases the number and the place that a buyer gave for deals. */
const anonymizeDeals = async (tx: Transaction, buyerId: string): Promise<void> => {
  await tx
    .update(deals)
    .set({ buyerNumber: removedNumber, meetPlace: removedText })
    .where(and(eq(deals.buyerId, buyerId), isNotNull(deals.buyerNumber)))
}

/** Erases what the member wrote in conversations; the other side keeps its own messages. */
const eraseMessages = async (tx: Transaction, memberId: string): Promise<void> => {
  const isOwn = sql`exists (select from ${chats} where ${chats.id} = ${chatMessages.chatId}
    and ${memberId} = case ${chatMessages.sender} when 'buyer' then ${chats.buyerId} else ${chats.sellerId} end)`
  await tx.update(chatMessages).set({ body: removedText, shownBody: removedText }).where(isOwn)
}

/** Deletes the lowest prices of the member's bikes. */
const deleteOfferSettings = async (tx: Transaction, memberId: string): Promise<void> => {
  const isOwn = sql`exists (select from ${bikes} where ${bikes.id} = ${bikeOfferSettings.bikeId} and ${bikes.sellerId} = ${memberId})`
  await tx.delete(bikeOfferSettings).where(isOwn)
}

/** Erases what the member wrote in reports and appeals. */
const anonymizeCases = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx
    .update(reports)
    .set({ words: null })
    .where(and(eq(reports.reporterId, memberId), isNotNull(reports.words)))
  await tx
    .update(cases)
    .set({ appeal: removedText })
    .where(and(eq(cases.memberId, memberId), isNotNull(cases.appeal)))
}

/** Deletes what the rules of publishing found in the member's advertisements, and what these said before. */
const deleteReviewedTexts = async (tx: Transaction, sellerId: string): Promise<void> => {
  const own = tx.select({ id: bikes.id }).from(bikes).where(eq(bikes.sellerId, sellerId))
  await tx.delete(firedRules).where(inArray(firedRules.bikeId, own))
  await tx.delete(earlierAdvertisements).where(inArray(earlierAdvertisements.bikeId, own))
}

/** Deletes the proven number, so that another account can prove it, and the code that waits. */
const deletePhone = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.delete(phoneProofs).where(eq(phoneProofs.memberId, memberId))
  await tx.delete(phoneCodes).where(eq(phoneCodes.memberId, memberId))
}

/** Deletes the settings of all e-mail alerts; the matches of a search are deleted with it. */
const deleteAlerts = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.delete(savedSearches).where(eq(savedSearches.memberId, memberId))
  await tx.delete(priceAlertSettings).where(eq(priceAlertSettings.memberId, memberId))
}

const listNumbers = async (tx: Transaction, sellerId: string): Promise<string[]> => {
  const listed = await tx
    .selectDistinct({ contactNumber: bikes.contactNumber })
    .from(bikes)
    .where(eq(bikes.sellerId, sellerId))
    .limit(maxNumbers)
  const proven = await tx
    .select({ contactNumber: phoneProofs.number })
    .from(phoneProofs)
    .where(eq(phoneProofs.memberId, sellerId))
  return [...listed, ...proven].map(({ contactNumber }) => contactNumber)
}

/**
 * Removes a seller or a buyer in one transaction; returns false for an admin or a removed member.
 * It locks the member first, so that simultaneous actions of the member finish before or are refused. Whoever removes oneself
 * may come back with the same number.
 */
export const removeMember = ({ db, ...deps }: RemovalDeps, memberId: string, removal: RemovedBy): Promise<boolean> =>
  db.transaction(async (tx) => {
    const at = deps.now()
    await queueRemovalEmail(tx, deps, memberId, removal)
    if (!(await anonymizeMember(tx, memberId, at))) return false
    if (removal.by === 'motohaat')
      await rememberNumbers(tx, deps, { contactNumbers: await listNumbers(tx, memberId), removedAt: at })
    await deletePhone(tx, memberId)
    await deleteReviewedTexts(tx, memberId)
    await deleteCredentials(tx, memberId)
    await endDealsOfMember(tx, deps, memberId)
    await withdrawBikes(tx, memberId, at)
    await withdrawReportsOfMember(tx, memberId, at)
    await erasePapersOfMember(tx, memberId, at)
    await cancelBookings(tx, memberId, at)
    await anonymizeDeals(tx, memberId)
    await eraseMessages(tx, memberId)
    await eraseRatingWords(tx, memberId)
    await eraseTransferDetails(tx, memberId)
    await deleteDrafts(tx, memberId)
    await deleteOfferSettings(tx, memberId)
    // Those of somebody whom Motohaat removes are known in the next advertisement, for a year.
    if (removal.by === 'oneself') await deleteNumbersOfMember(tx, memberId)
    await deleteAlerts(tx, memberId)
    await anonymizeCases(tx, memberId)
    // After the cases, as the job that opens them does (market/cases/repeated-texts.ts).
    await tx.delete(sentTexts).where(eq(sentTexts.memberId, memberId))
    return true
  })
