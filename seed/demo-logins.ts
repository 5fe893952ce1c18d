// Whether the published demonstration logins work in this database.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { accounts } from '#market/schema/people/logins.ts'
import { members } from '#market/schema/people/members.ts'
import type { Database } from '#platform/database/database.ts'
import { fixtures, demoPassword } from './fixtures.ts'

type VerifyPassword = (login: { storedHash: string; password: string }) => Promise<boolean>

/**
 * Returns the e-mail addresses of the demonstration people that still have the published password.
 * @param verifyPassword compares a password with a hash
 */
export const findDemoLogins = async (db: Database, verifyPassword: VerifyPassword): Promise<string[]> => {
  const addresses = Object.values(fixtures).map(({ email }) => email)
  const accountsFound = await db
    .select({ email: members.email, storedHash: accounts.password })
    .from(members)
    .innerJoin(accounts, eq(accounts.userId, members.id))
    .where(and(inArray(members.email, addresses), isNull(members.removedAt)))
  const workingLogins: string[] = []
  for (const { email, storedHash } of accountsFound) {
    if (storedHash !== null && (await verifyPassword({ storedHash, password: demoPassword }))) workingLogins.push(email)
  }
  return workingLogins
}
