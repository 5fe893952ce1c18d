// Re-authentication by password, and changing the password.
import { assertFreshLogin } from './session/session-lifetimes.ts'
import { createHash } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Session } from './authenticator.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordHasher } from './password/hashing.ts'
import { findNewSessionToken } from './session/cookies.ts'
import { members } from '#market/schema/people/members.ts'
import { accounts, passwordResets, sessions, verifications } from '#market/schema/people/logins.ts'

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
 * Changes the password and ends everything begun with the old one: sessions, reset e-mails, logins that wait for their
 * second factor, and, by a trigger, known devices.
 * @param change.exceptSessionId the session that stays: the one that changed the password
 */
export const changePassword = async (
  tx: Transaction,
  change: PasswordChange & { exceptSessionId: string | null },
): Promise<void> => {
  const { memberId, exceptSessionId } = change
  // Logins lock the member before the password too, so neither waits for the other for ever.
  await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('no key update')
  await savePassword(tx, change)
  const isOtherSession = exceptSessionId === null ? undefined : ne(sessions.id, exceptSessionId)
  await tx.delete(sessions).where(and(eq(sessions.userId, memberId), isOtherSession))
  await tx.delete(passwordResets).where(eq(passwordResets.memberId, memberId))
  await tx.delete(verifications).where(eq(verifications.value, memberId))
}

type LoginDeps = {
  db: Database
  authProvider: { sessionCookie: string }
  secret: string
  devices: Pick<KnownDevices, 'remember'>
}
type LoginAttempt = {
  request: FastifyRequest
  reply: FastifyReply
  who: { email: string } | { memberId: string }
  /** What the endpoint answers when the credentials changed. */
  errorCode: 'wrong_login' | 'login_expired'
}
type Credentials = { memberId: string; passwordHash: string | null; hasSecondFactor: boolean }

/** What logins of the member prove now. With `lock`, a change under way is waited for. */
const findCredentials = async (
  db: Database | Transaction,
  who: LoginAttempt['who'],
  lock?: 'share',
): Promise<Credentials | null> => {
  const isMember = 'email' in who ? eq(members.email, who.email) : eq(members.id, who.memberId)
  const findMember = db
    .select({ memberId: members.id, hasSecondFactor: members.hasSecondFactor })
    .from(members)
    .where(isMember)
  const [member] = await (lock ? findMember.for(lock) : findMember)
  if (!member) return null
  const isPassword = and(eq(accounts.userId, member.memberId), eq(accounts.providerId, passwordProviderId))
  const findAccount = db.select({ password: accounts.password }).from(accounts).where(isPassword)
  const [account] = await (lock ? findAccount.for(lock) : findAccount)
  return { ...member, passwordHash: account?.password ?? null }
}

/**
 * Runs a login, and saves the browser as a known device. If the member's password or second factor changed meanwhile, ends
 * the new session and throws an ApiError with `errorCode`. A change writes these rows before it deletes sessions, so it
 * deletes the new session or is seen here.
 */
export const loginWithStableCredentials = async <Result>(
  { db, authProvider: { sessionCookie }, secret, devices }: LoginDeps,
  { request, reply, who, errorCode }: LoginAttempt,
  login: () => Promise<Result>,
): Promise<Result> => {
  const before = await findCredentials(db, who)
  const result = await login()
  const token = findNewSessionToken(reply, { sessionCookie, secret })
  if (token === null || before === null) return result
  const isSame = await db.transaction(async (tx) => {
    const now = await findCredentials(tx, { memberId: before.memberId }, 'share')
    if (now?.passwordHash === before.passwordHash && now.hasSecondFactor === before.hasSecondFactor) {
      await devices.remember(tx, { request, reply, memberId: now.memberId })
      return true
    }
    await tx.delete(sessions).where(eq(sessions.token, token))
    return false
  })
  if (isSame) return result
  void reply.removeHeader('set-cookie')
  throw new ApiError(errorCode)
}

/**
 * Ends the session that a social login has just made, if its member has a second factor: it was turned on while the login
 * was under way, and no code was asked for. Turning it on writes the member before it deletes sessions, so it deletes the
 * new session or is seen here. Throws `social_failed`.
 */
export const refuseSocialSessionWithoutCode = async (
  { db, authProvider: { sessionCookie }, secret }: Omit<LoginDeps, 'devices'>,
  reply: FastifyReply,
): Promise<void> => {
  const token = findNewSessionToken(reply, { sessionCookie, secret })
  if (token === null) return
  const isRefused = await db.transaction(async (tx) => {
    const [session] = await tx.select({ memberId: sessions.userId }).from(sessions).where(eq(sessions.token, token))
    if (!session) return false
    const isMember = eq(members.id, session.memberId)
    const columns = { hasSecondFactor: members.hasSecondFactor }
    const [member] = await tx.select(columns).from(members).where(isMember).for('share')
    if (!member?.hasSecondFactor) return false
    await tx.delete(sessions).where(eq(sessions.token, token))
    return true
  })
  if (!isRefused) return
  void reply.removeHeader('set-cookie')
  throw new ApiError('social_failed')
}
