// Re-authentication by password, and changing the password.
import { createHash } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Session } from '#market/auth/authenticator.ts'
import type { PasswordHasher } from '#market/auth/password/provider.ts'
import { assertFreshLogin } from '#market/auth/rules.ts'
import { accounts, passwordResets, sessions, verifications } from '#market/auth/table.ts'

type PasswordDeps = { db: Database; now: () => Date; createId: () => string }

// better-auth stores a password in the account with this provider and the member's id.
const passwordProviderId = 'credential'

/**
 * Hashes the token of an e-mail for storage. The token is long and random, so a hash without salt protects it.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Finds the hash of a member's password; null if they use social login only. */
export const findPasswordHash = async ({ db }: Pick<PasswordDeps, 'db'>, memberId: string): Promise<string | null> => {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, memberId), eq(accounts.providerId, passwordProviderId)))
  return account?.password ?? null
}

/**
 * Refuses a wrong password, or, for a member without a password, a login older than ten minutes.
 * @param credentials.field the form field of the error
 */
export const reauthenticate = async (
  deps: Pick<PasswordDeps, 'db' | 'now'> & { passwordHasher: PasswordHasher },
  { me, signedInAt }: Session,
  credentials: { password?: string | undefined; field?: string },
): Promise<void> => {
  const storedHash = await findPasswordHash(deps, me.id)
  if (storedHash === null) return assertFreshLogin({ signedInAt, now: deps.now() })
  const isCorrect =
    credentials.password !== undefined &&
    (await deps.passwordHasher.verify({ storedHash, password: credentials.password }))
  if (!isCorrect) throw new ApiError('wrong_password', { field: credentials.field ?? 'password' })
}

type PasswordChange = { memberId: string; hash: string; at: Date; createId: () => string }

const savePassword = async (tx: Transaction, { memberId, hash, at, createId }: PasswordChange): Promise<void> => {
  const updated = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: at })
    .where(and(eq(accounts.userId, memberId), eq(accounts.providerId, passwordProviderId)))
    .returning({ id: accounts.id })
  if (updated.length > 0) return
  const credential = { providerId: passwordProviderId, accountId: memberId, password: hash }
  await tx.insert(accounts).values({ id: createId(), userId: memberId, ...credential, createdAt: at, updatedAt: at })
}

/**
 * Changes the password and ends everything begun with the old one: sessions, reset e-mails, and logins that wait for
 * their second factor.
 * @param change.exceptSessionId the session that stays: the one that changed the password
 */
export const changePassword = async (
  tx: Transaction,
  change: PasswordChange & { exceptSessionId: string | null },
): Promise<void> => {
  const { memberId, exceptSessionId } = change
  await savePassword(tx, change)
  const isOtherSession = exceptSessionId === null ? undefined : ne(sessions.id, exceptSessionId)
  await tx.delete(sessions).where(and(eq(sessions.userId, memberId), isOtherSession))
  await tx.delete(passwordResets).where(eq(passwordResets.memberId, memberId))
  await tx.delete(verifications).where(eq(verifications.value, memberId))
}
