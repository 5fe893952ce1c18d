// How many e-mails go to an address that nobody has proven. Counted in the database, so that all processes together keep to it.
import { maxProofLinks, maxUnprovenNotices } from '#contract/limits.ts'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { members } from '#market/schema/people/members.ts'
import { unprovenAddresses } from '#market/schema/people/unproven-addresses.ts'

// Counts of addresses that no member has are deleted after this.
const keptMs = 90 * 24 * 60 * 60_000

const toHash = (email: unknown): SQL<string> => sql`encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`

type Count = { db: Pick<Database, 'insert'>; email: string; now: Date }

const { noticeCount, linkCount } = unprovenAddresses
const counted = {
  notice: { column: noticeCount, max: maxUnprovenNotices },
  link: { column: linkCount, max: maxProofLinks },
}

/** Counts one e-mail to an address; returns whether it may still be sent. The row stays locked until the commit. */
const countOne = async ({ db, email, now }: Count, kind: keyof typeof counted): Promise<boolean> => {
  const { column, max } = counted[kind]
  const [noticeCountNow, linkCountNow] = kind === 'notice' ? [1, 0] : [0, 1]
  const rows = await db
    .insert(unprovenAddresses)
    .values({ addressHash: toHash(email), noticeCount: noticeCountNow, linkCount: linkCountNow, lastSentAt: now })
    .onConflictDoUpdate({
      target: unprovenAddresses.addressHash,
      set: {
        noticeCount: sql`${noticeCount} + ${noticeCountNow}::int`,
        linkCount: sql`${linkCount} + ${linkCountNow}::int`,
        lastSentAt: now,
      },
      setWhere: lt(column, max),
    })
    .returning({ addressHash: unprovenAddresses.addressHash })
  return rows.length > 0
}

/** Counts one e-mail about the member's own deals; false when the address had its ten. */
export const countNotice = (count: Count): Promise<boolean> => countOne(count, 'notice')

/** Counts one link; false when the address had its ten. */
export const countLink = (count: Count): Promise<boolean> => countOne(count, 'link')

/** What may still be sent to an address, and whether it got a link. */
export const findAllowance = async (db: Pick<Database, 'select'>, email: string) => {
  const [row] = await db
    .select({ noticeCount, linkCount })
    .from(unprovenAddresses)
    .where(eq(unprovenAddresses.addressHash, toHash(email)))
  return {
    noticesLeft: maxUnprovenNotices - (row?.noticeCount ?? 0),
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
