// A forgotten password. The call only notes the address; the letter is written afterwards, when nobody measures the time.
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { recoveryCalls } from '../../contract/recovery.ts'
import { Refused } from '../../contract/refusals.ts'
import type { Database } from '../../platform/database.ts'
import type { Handlers } from '../../platform/http.ts'
import { passwordChangedLetter } from '../mail/rules.ts'
import { post } from '../mail/table.ts'
import { type Member, members } from '../members/table.ts'
import { type IdentityRoom, saidBy } from './doorkeeper.ts'
import { changePassword, hashOfToken } from './passwords.ts'
import { hashPassword } from './provider.ts'
import { refuseForeignSite } from './rules.ts'
import { forgottenPasswords, passwordResets } from './table.ts'

type Room = Pick<IdentityRoom, 'db' | 'publicUrl' | 'now' | 'newId'>

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
  const tokenHash = hashOfToken(token)
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
