// What it means that a member is removed: money and history stay, the shop forgets the person at once.
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { accounts, passwordResets, secondFactors, sessions, verifications } from '#market/auth/table.ts'
import { members } from '#market/members/table.ts'
import { priceAlertSettings, savedSearches } from '#market/alerts/table.ts'

/** The database, or a transaction that something else belongs to as well. */
type RemovalDeps = { db: Pick<Database, 'transaction'>; now: () => Date }

/** What stands where a person's words stood. */
const removedText = 'Removed'
// The column wants a number of at least six digits, and nobody has this one.
const removedNumber = '000000'

/** Their address becomes free for a new member; what stands in its place is an address that nobody can register. */
const anonymizeMember = async (tx: Transaction, memberId: string, at: Date): Promise<boolean> => {
  const anonymousFields = {
    name: removedText,
    email: sql`'removed:' || ${members.id}`,
    emailVerified: false,
    image: null,
  }
  const anonymized = await tx
    .update(members)
    .set({ ...anonymousFields, verifiedAt: null, removedAt: at, updatedAt: at })
    .where(and(eq(members.id, memberId), isNull(members.removedAt), ne(members.role, 'Admin')))
    .returning({ id: members.id })
  return anonymized.length > 0
}

/** No token and no cookie works from here on, and there is no way to sign in. */
const deleteCredentials = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.delete(sessions).where(eq(sessions.userId, memberId))
  await tx.delete(accounts).where(eq(accounts.userId, memberId))
  await tx.delete(verifications).where(eq(verifications.value, memberId))
  await tx.delete(passwordResets).where(eq(passwordResets.memberId, memberId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, memberId))
}

// Sold bikes stay as they were sold. What a buyer may be paying for this very moment is withdrawn all the same: the
// till sends that money back.
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

/** Unpaid bookings are cancelled; paid ones stay, without what the person wrote into them. */
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

/** No letter comes by itself any more: a search's matches go with it. */
const deleteAlerts = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.delete(savedSearches).where(eq(savedSearches.memberId, memberId))
  await tx.delete(priceAlertSettings).where(eq(priceAlertSettings.memberId, memberId))
}

/**
 * Removes a seller or a buyer, in one transaction. Gives whether somebody was removed: not an admin, not twice.
 * The member is locked first, so that whatever they do at the same moment comes before it or is refused.
 */
export const removeMember = ({ db, now }: RemovalDeps, memberId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const at = now()
    if (!(await anonymizeMember(tx, memberId, at))) return false
    await deleteCredentials(tx, memberId)
    await withdrawBikes(tx, memberId, at)
    await cancelBookings(tx, memberId, at)
    await deleteAlerts(tx, memberId)
    return true
  })
