import { randomBytes } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { members } from '#market/schema/people/members.ts'
import { encryptNumber } from '#market/payouts/encryption.ts'
import { markDestinationGiven } from '#market/deals/destination-request.ts'
import { payoutDestinations } from '#market/schema/money/payouts.ts'
import type { Database } from '#platform/database/database.ts'
import { fixtures } from './fixtures.ts'

const ivBytes = 12

const sellers = Object.values(fixtures).filter(({ role, verified }) => role === 'Seller' && verified)

/**
 * Says where the verified sellers are paid, so that cashiers can pay them at once: bKash numbers that are older than the 72
 * hours which a new one waits. A seller who has a number keeps it.
 * @param secret the numbers are encrypted with a key derived from it
 */
export const insertDemoDestinations = async (db: Database, secret: string): Promise<void> => {
  const emails = sellers.map(({ email }) => email)
  const found = await db.select().from(members).where(inArray(members.email, emails))
  const rows = found.flatMap(({ id: memberId, email, name, createdAt }) => {
    const number = sellers.find((seller) => seller.email === email)?.telephone.replace('+88', '')
    if (number === undefined) return []
    const numberEncrypted = encryptNumber(secret, { memberId, number, random: randomBytes(ivBytes) })
    const usedFrom = { changedAt: createdAt, usableAt: createdAt }
    return [
      { memberId, kind: 'bkash' as const, numberEncrypted, last4: number.slice(-4), holderName: name, ...usedFrom },
    ]
  })
  if (rows.length === 0) return
  const given = await db
    .insert(payoutDestinations)
    .values(rows)
    .onConflictDoNothing()
    .returning({ memberId: payoutDestinations.memberId })
  for (const { memberId } of given) await markDestinationGiven(db, new Date(), memberId)
}
