// The password of a member: asked again before what cannot be undone, and changed in one transaction with its effects.
import { createHash } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Session } from '#market/auth/authenticator.ts'
import type { Hashing } from './provider.ts'
import { refuseOldLogin } from '#market/auth/rules.ts'
import { accounts, passwordResets, sessions, verifications } from '#market/auth/table.ts'

type Room = { db: Database; now: () => Date; newId: () => string }
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

// The identity service finds a password under this provider and the member's own id.
const byPassword = 'credential'

/**
 * How the token of a letter is kept. It is long and random, so a hash without salt is enough to make the database
 * useless to a thief.
 */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The hash of a member's password; null for somebody who comes through the social provider alone. */
export const passwordOf = async ({ db }: Pick<Room, 'db'>, memberId: string): Promise<string | null> => {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, memberId), eq(accounts.providerId, byPassword)))
  return account?.password ?? null
}

/**
 * Refuses unless it is really this person: they give their password, or, having none, have logged in a moment ago.
 * @param field where the screen shows a wrong password
 */
export const confirmPerson = async (
  room: Pick<Room, 'db' | 'now'> & { hashing: Hashing },
  { me, signedInAt }: Session,
  given: { password?: string | undefined; field?: string },
): Promise<void> => {
  const kept = await passwordOf(room, me.id)
  if (kept === null) return refuseOldLogin({ signedInAt, now: room.now() })
  const fits = given.password !== undefined && (await room.hashing.fits({ kept, password: given.password }))
  if (!fits) throw new Refused('wrong_password', { field: given.field ?? 'password' })
}

type NewPassword = { memberId: string; hash: string; at: Date; newId: () => string }

const keepPassword = async (tx: Transaction, { memberId, hash, at, newId }: NewPassword): Promise<void> => {
  const changed = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: at })
    .where(and(eq(accounts.userId, memberId), eq(accounts.providerId, byPassword)))
    .returning({ id: accounts.id })
  if (changed.length > 0) return
  const login = { providerId: byPassword, accountId: memberId, password: hash }
  await tx.insert(accounts).values({ id: newId(), userId: memberId, ...login, createdAt: at, updatedAt: at })
}

/**
 * Changes the password. Whoever came in with the old one is out: sessions, letters under way, and logins that wait for
 * their second factor.
 * @param change.butSession the session that may stay: the one in which the password was changed
 */
export const changePassword = async (
  tx: Transaction,
  change: NewPassword & { butSession: string | null },
): Promise<void> => {
  const { memberId, butSession } = change
  await keepPassword(tx, change)
  const others = butSession === null ? undefined : ne(sessions.id, butSession)
  await tx.delete(sessions).where(and(eq(sessions.userId, memberId), others))
  await tx.delete(passwordResets).where(eq(passwordResets.memberId, memberId))
  await tx.delete(verifications).where(eq(verifications.value, memberId))
}
