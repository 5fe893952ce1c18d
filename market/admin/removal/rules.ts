// Removing a member: payments and sold bikes stay, personal data is erased at once.
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { endDealsOfMember } from '#market/deals/bikes/rules.ts'
import { deals } from '#market/deals/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { accounts, emailProofs, passwordResets, secondFactors, sessions, verifications } from '#market/auth/table.ts'
import { members } from '#market/members/table.ts'
import { priceAlertSettings, savedSearches } from '#market/alerts/table.ts'

/** `db` may be a transaction that contains more than the removal. */
type RemovalDeps = { db: Pick<Database, 'transaction'>; now: () => Date; createId: () => string }

/** Replaces text that the member wrote. */
const removedText = 'Removed'
// The column requires at least six digits; nobody has this number.
const removedNumber = '000000'

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

/** Deletes the settings of all e-mail alerts; the matches of a search are deleted with it. */
const deleteAlerts = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.delete(savedSearches).where(eq(savedSearches.memberId, memberId))
  await tx.delete(priceAlertSettings).where(eq(priceAlertSettings.memberId, memberId))
}

/**
 * Removes a seller or a buyer in one transaction; returns false for an admin or a removed member.
 * It locks the member first, so that simultaneous actions of the member finish before or are refused.
 */
export const removeMember = ({ db, now, createId }: RemovalDeps, memberId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const at = now()
    if (!(await anonymizeMember(tx, memberId, at))) return false
    await deleteCredentials(tx, memberId)
    await endDealsOfMember(tx, { now, createId }, memberId)
    await withdrawBikes(tx, memberId, at)
    await cancelBookings(tx, memberId, at)
    await anonymizeDeals(tx, memberId)
    await deleteAlerts(tx, memberId)
    return true
  })
