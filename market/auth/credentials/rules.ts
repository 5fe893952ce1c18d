// The password of a member: asked again before what cannot be undone, and changed in one transaction with its effects.
import { createHash } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Session } from '#market/auth/authenticator.ts'
import type { PasswordHasher } from '#market/auth/password/provider.ts'
import { assertFreshLogin } from '#market/auth/rules.ts'
import { accounts, passwordResets, sessions, verifications } from '#market/auth/table.ts'

type PasswordDeps = { db: Database; now: () => Date; createId: () => string }

// The identity service finds a password under this provider and the member's own id.
const passwordProviderId = 'credential'

/**
 * How the token of a letter is kept. It is long and random, so a hash without salt is enough to make the database
 * useless to a thief.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The hash of a member's password; null for somebody who comes through the social provider alone. */
export const findPasswordHash = async ({ db }: Pick<PasswordDeps, 'db'>, memberId: string): Promise<string | null> => {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, memberId), eq(accounts.providerId, passwordProviderId)))
  return account?.password ?? null
}

/**
 * Refuses unless it is really this person: they give their password, or, having none, have logged in a moment ago.
 * @param field where the screen shows a wrong password
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
 * Changes the password. Whoever came in with the old one is out: sessions, letters under way, and logins that wait for
 * their second factor.
 * @param change.butSession the session that may stay: the one in which the password was changed
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
