// Whether the demonstration's logins, which everybody knows, open this shop.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { accounts } from '#market/auth/table.ts'
import { members } from '#market/members/table.ts'
import type { Database } from '#platform/database/database.ts'
import { cast, demoPassword } from './fixtures.ts'

type Fits = (login: { kept: string; password: string }) => Promise<boolean>

/**
 * The addresses of the cast that still open with the printed password.
 * @param fits whether a password is the one that was hashed so
 */
export const demoLoginsOf = async (db: Database, fits: Fits): Promise<string[]> => {
  const addresses = Object.values(cast).map(({ email }) => email)
  const known = await db
    .select({ email: members.email, kept: accounts.password })
    .from(members)
    .innerJoin(accounts, eq(accounts.userId, members.id))
    .where(and(inArray(members.email, addresses), isNull(members.removedAt)))
  const open: string[] = []
  for (const { email, kept } of known) {
    if (kept !== null && (await fits({ kept, password: demoPassword }))) open.push(email)
  }
  return open
}
