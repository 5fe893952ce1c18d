// A forgotten password. The call only notes the address; the letter is written afterwards, when nobody measures the time.
import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { recoveryCalls } from '../../contract/recovery.ts'
import { Refused } from '../../contract/refusals.ts'
import type { Database } from '../../platform/database.ts'
import type { Handlers } from '../../platform/http.ts'
import { passwordChangedLetter, resetLetter, resetMs } from '../mail/letters.ts'
import { post } from '../mail/table.ts'
import { type Member, members } from '../members/table.ts'
import { type IdentityRoom, saidBy } from './doorkeeper.ts'
import { changePassword } from './passwords.ts'
import { hashPassword } from './provider.ts'
import { refuseForeignSite } from './rules.ts'
import { forgottenPasswords, passwordResets } from './table.ts'

type Room = Pick<IdentityRoom, 'db' | 'publicUrl' | 'now' | 'newId'>
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const tokenBytes = 32
const lettersAtOnce = 50
// A second letter within this time would only fill somebody's mailbox.
const pauseMs = 60_000

// The token is long and random, so a hash without salt is enough to make the database useless to a thief.
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const memberOfToken = async (db: Pick<Database, 'select'>, tokenHash: string, now: Date) => {
  const [member] = await db
    .select({ id: members.id, name: members.name, email: members.email })
    .from(passwordResets)
    .innerJoin(members, eq(members.id, passwordResets.memberId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.endsAt, now), isNull(members.removedAt)))
  return member
}

const resetPassword = async (room: Room, { token, newPassword }: { token: string; newPassword: string }) => {
  const { db, publicUrl, newId } = room
  const tokenHash = hashOf(token)
  const now = room.now()
  // Asked before the password is hashed, which is costly, so that a made-up token costs the shop nothing.
  if (!(await memberOfToken(db, tokenHash, now))) throw new Refused('reset_expired')
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    const member = await memberOfToken(tx, tokenHash, now)
    const used = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning()
    if (!member || used.length === 0) throw new Refused('reset_expired')
    await changePassword(tx, { memberId: member.id, hash, at: now, newId, butSession: null })
    // Whoever could read the letter owns the address.
    await tx.update(members).set({ emailVerified: true, updatedAt: now }).where(eq(members.id, member.id))
    await post({ db: tx, now, newId }, member.email, passwordChangedLetter({ ...member, publicUrl }))
  })
}

/** The handlers of a forgotten password. */
export const recoveryRoutes = (room: Room): Handlers<typeof recoveryCalls, Member> => ({
  'POST /auth/request-password-reset': async ({ body, request }) => {
    refuseForeignSite(saidBy(request), room.publicUrl)
    const asked = { email: body.email, askedAt: room.now() }
    await room.db
      .insert(forgottenPasswords)
      .values(asked)
      .onConflictDoUpdate({ target: forgottenPasswords.email, set: asked })
    return { acknowledged: true }
  },
  'POST /auth/reset-password': async ({ body, request }) => {
    refuseForeignSite(saidBy(request), room.publicUrl)
    await resetPassword(room, body)
    return { acknowledged: true }
  },
})

const hadLetter = async (tx: Transaction, memberId: string, now: Date): Promise<boolean> => {
  const since = new Date(now.getTime() - pauseMs)
  const letters = await tx
    .select({ madeAt: passwordResets.madeAt })
    .from(passwordResets)
    .where(and(eq(passwordResets.memberId, memberId), gt(passwordResets.madeAt, since)))
    .limit(1)
  return letters.length > 0
}

const writeLetter = async (tx: Transaction, room: Room, email: string): Promise<void> => {
  const { publicUrl, newId } = room
  const now = room.now()
  const [member] = await tx
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(and(eq(members.email, email), isNull(members.removedAt)))
    .for('update')
  if (!member || (await hadLetter(tx, member.id, now))) return
  const token = randomBytes(tokenBytes).toString('base64url')
  const endsAt = new Date(now.getTime() + resetMs)
  await tx.insert(passwordResets).values({ tokenHash: hashOf(token), memberId: member.id, madeAt: now, endsAt })
  await post({ db: tx, now, newId }, email, resetLetter({ name: member.name, publicUrl, token }))
}

/** Takes one noted address and writes its letter, both or neither; whether there was one. */
const answerOne = (room: Room): Promise<boolean> =>
  room.db.transaction(async (tx) => {
    const next = tx
      .select({ email: forgottenPasswords.email })
      .from(forgottenPasswords)
      .orderBy(asc(forgottenPasswords.askedAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const [taken] = await tx
      .delete(forgottenPasswords)
      .where(eq(forgottenPasswords.email, sql`(${next})`))
      .returning()
    if (!taken) return false
    await writeLetter(tx, room, taken.email)
    return true
  })

/** Writes the letters that were asked for, and forgets those that nobody used in time. */
export const answerForgotten = async (room: Room): Promise<void> => {
  await room.db.delete(passwordResets).where(lte(passwordResets.endsAt, room.now()))
  for (let written = 0; written < lettersAtOnce; written += 1) {
    if (!(await answerOne(room))) return
  }
}
