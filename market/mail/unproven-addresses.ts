// How many e-mails go to an address that nobody has proven. Counted in the database, so that all processes together keep to it.
import {
  importantNotices,
  importantNoticesPerDay,
  maxProofLinks,
  maxUnprovenNotices,
  maxUnprovenNoticesPerDay,
} from '#contract/limits.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { members } from '#market/schema/people/members.ts'
import { unprovenAddresses } from '#market/schema/people/unproven-addresses.ts'

// Counts of addresses that no member has are deleted after this.
const keptMs = 90 * 24 * 60 * 60_000

const toHash = (email: unknown): SQL<string> => sql`encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`

type Count = { db: Pick<Database, 'insert'>; email: string; now: Date }

const { noticeCount, noticeDay, dayCount, linkCount, addressHash } = unprovenAddresses

/**
 * Counts one e-mail about the member's own deals, money and reports; false when the address had as many as it may have, on
 * this day or in all. The last ones are for important e-mails. The row stays locked until the commit.
 */
export const countNotice = async ({ db, email, now }: Count, isImportant: boolean): Promise<boolean> => {
  const today = getDhakaDay(now)
  const [reservedToday, reserved] = isImportant ? [0, 0] : [importantNoticesPerDay, importantNotices]
  const isOtherDay = sql`${noticeDay} is distinct from ${today}`
  const rows = await db
    .insert(unprovenAddresses)
    .values({ addressHash: toHash(email), noticeCount: 1, noticeDay: today, dayCount: 1, lastSentAt: now })
    .onConflictDoUpdate({
      target: addressHash,
      set: {
        noticeCount: sql`${noticeCount} + 1`,
        noticeDay: today,
        dayCount: sql`case when ${isOtherDay} then 1 else ${dayCount} + 1 end`,
        lastSentAt: now,
      },
      setWhere: sql`${noticeCount} < ${maxUnprovenNotices - reserved}
        and (${isOtherDay} or ${dayCount} < ${maxUnprovenNoticesPerDay - reservedToday})`,
    })
    .returning({ addressHash })
  return rows.length > 0
}

/** Counts one link; false when the address had its ten. The row stays locked until the commit. */
export const countLink = async ({ db, email, now }: Count): Promise<boolean> => {
  const rows = await db
    .insert(unprovenAddresses)
    .values({ addressHash: toHash(email), linkCount: 1, lastSentAt: now })
    .onConflictDoUpdate({
      target: addressHash,
      set: { linkCount: sql`${linkCount} + 1`, lastSentAt: now },
      setWhere: lt(linkCount, maxProofLinks),
    })
    .returning({ addressHash })
  return rows.length > 0
}

/** What may still be sent to an address, and whether it got a link. */
export const findAllowance = async (db: Pick<Database, 'select'>, email: string, now: Date) => {
  const [row] = await db
    .select({ noticeCount, noticeDay, dayCount, linkCount })
    .from(unprovenAddresses)
    .where(eq(addressHash, toHash(email)))
  const noticesLeft = maxUnprovenNotices - (row?.noticeCount ?? 0)
  const sentToday = row?.noticeDay === getDhakaDay(now) ? row.dayCount : 0
  return {
    noticesLeft,
    noticesLeftToday: Math.min(noticesLeft, maxUnprovenNoticesPerDay - sentToday),
    linksLeft: maxProofLinks - (row?.linkCount ?? 0),
    isLinkSent: (row?.linkCount ?? 0) > 0,
  }
}

/** Deletes the counts of a member's address, which is proven now. */
export const forgetCounts = async (db: Pick<Database, 'delete'>, memberId: string): Promise<void> => {
  const email = sql`(select email from ${members} where ${eq(members.id, memberId)})`
  await db.delete(unprovenAddresses).where(eq(unprovenAddresses.addressHash, toHash(email)))
}

/** Deletes the counts of addresses that no member has any more. */
export const deleteOldCounts = async ({ db, now }: { db: Database; now: () => Date }): Promise<void> => {
  const isOld = lt(unprovenAddresses.lastSentAt, new Date(now().getTime() - keptMs))
  const isOfMember = sql`exists (select from ${members} where ${toHash(members.email)} = ${unprovenAddresses.addressHash})`
  await db.delete(unprovenAddresses).where(and(isOld, sql`not ${isOfMember}`))
}
