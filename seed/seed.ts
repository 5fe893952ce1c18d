// Fills an empty database with the demonstration data.
import { sql } from 'drizzle-orm'
import {
  bikePictures as bikePictureTable,
  bikes as bikeTable,
  catalogueLinkStatements,
} from '#market/schema/bikes/bikes.ts'
import { bookings as bookingTable } from '#market/schema/deals/bookings.ts'
import { accounts as accountTable } from '#market/schema/people/logins.ts'
import { memberPermissions as permissionTable, type Permission } from '#market/schema/people/permissions.ts'
import { members as memberTable } from '#market/schema/people/members.ts'
import { pictures as pictureTable, pictureUploads as uploadTable } from '#market/schema/bikes/pictures.ts'
import { wishes as wishTable } from '#market/schema/deals/wishes.ts'
import { dayMs } from '#contract/time/durations.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { insertDemoDeals } from './request-deals.ts'
import { demoPassword, fixtures } from './fixtures.ts'
import { createDemoRows, type CreateId } from './demo-rows.ts'

type SeedDeps = { now: Date; createId: CreateId; hash: (password: string) => Promise<string> }

// Key of an advisory lock: of two processes that start at once, the second finds the data and skips seeding.
const seedLockId = 4_060_718

/** Whether there is no member yet. */
export const isEmpty = async (db: Pick<Transaction, 'select'>): Promise<boolean> => {
  const firstMember = await db.select({ id: memberTable.id }).from(memberTable).limit(1)
  return firstMember.length === 0
}

const permissionByEmail = new Map<string, Permission>([
  [fixtures.rokeya.email, 'cashier'],
  [fixtures.imran.email, 'moderator'],
])

// A trigger gives verified members a badge. Those of the demonstration were checked 100 days ago, so that none has ended.
const dateBadges = async (tx: Transaction, now: Date): Promise<void> => {
  const checkedAt = sql`${now.toISOString()}::timestamptz - interval '100 days'`
  await tx.execute(sql`update badges set evidence = 'shop_visited',
    given_at = greatest(given_at, ${checkedAt}), ends_at = greatest(given_at, ${checkedAt}) + interval '12 months'`)
}

// One seller of the demonstration was asked for papers and has not answered yet.
const askForPapers = async (tx: Transaction, { now, createId }: Pick<SeedDeps, 'now' | 'createId'>): Promise<void> => {
  const askedAt = new Date(now.getTime() - 2 * dayMs)
  await tx.execute(sql`insert into badge_questions (id, member_id, asked_by, wanted, asked_at)
    select ${createId(askedAt)}, seller.id, admin.id, 'papers', ${askedAt.toISOString()}
    from members as seller, members as admin
    where seller.email = ${fixtures.nayeem.email} and admin.email = ${fixtures.ayesha.email}`)
}

/**
 * Writes the demonstration in one transaction, with dates counted back from `now`; does nothing when there is a member.
 * `createId(at)` returns a UUIDv7 of that time, because lists are ordered by id. No bike is sold afterwards: unpaid-demo-sales.ts
 * finds what must be paid.
 */
export const seedDatabase = async (db: Database, deps: SeedDeps): Promise<void> => {
  if (!(await isEmpty(db))) return
  // The password is no secret, so one slow hash serves every login.
  const password = await deps.hash(demoPassword)
  const rows = createDemoRows({ now: deps.now, createId: deps.createId, password })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLockId})`)
    if (!(await isEmpty(tx))) return
    await tx.insert(memberTable).values(rows.members)
    await dateBadges(tx, deps.now)
    await askForPapers(tx, deps)
    const permissions = rows.members.flatMap(({ id, email, createdAt }) => {
      const permission = permissionByEmail.get(email)
      return permission ? [{ memberId: id, permission, grantedAt: createdAt }] : []
    })
    await tx.insert(permissionTable).values(permissions)
    await tx.insert(accountTable).values(rows.accounts)
    await tx.insert(pictureTable).values(rows.pictures)
    await tx.insert(uploadTable).values(rows.pictureUploads)
    await tx.insert(bikeTable).values(rows.bikes)
    await tx.insert(bikePictureTable).values(rows.bikePictures)
    for (const statement of catalogueLinkStatements) await tx.execute(statement)
    await tx.insert(bookingTable).values(rows.bookings)
    await insertDemoDeals(tx, deps.now)
    await tx.insert(wishTable).values(rows.wishes)
  })
}
