// A forgotten password. The call only notes the address; the letter is written afterwards, when nobody measures the time.
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type LanguageCode, languageAsked } from '#contract/language.ts'
import type { recoveryCalls } from '#contract/auth/recovery.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { lettersIn } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import { type Member, members } from '#market/members/table.ts'
import { type IdentityRoom, saidBy } from '#market/auth/authenticator.ts'
import { changePassword, hashOfToken } from '#market/auth/password/table.ts'
import { refuseForeignSite } from '#market/auth/rules.ts'
import { forgottenPasswords, passwordResets } from '#market/auth/table.ts'
import { refuseWeakPassword } from '#market/auth/password/rules.ts'

type Room = Pick<IdentityRoom, 'db' | 'publicUrl' | 'now' | 'newId' | 'hashing' | 'devices'>

const memberOfToken = async (db: Pick<Database, 'select'>, tokenHash: string, now: Date) => {
  const [member] = await db
    .select({ id: members.id, name: members.name, email: members.email })
    .from(passwordResets)
    .innerJoin(members, eq(members.id, passwordResets.memberId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.endsAt, now), isNull(members.removedAt)))
  return member
}

type Chosen = { token: string; newPassword: string; language: LanguageCode }

/** Changes the password; gives the e-mail of the member whose it is. */
const resetPassword = async (room: Room, { token, newPassword, language }: Chosen) => {
  const { db, publicUrl, newId } = room
  const tokenHash = hashOfToken(token)
  const now = room.now()
  // Asked before the password is hashed, which is costly, so that a made-up token costs the shop nothing.
  const owner = await memberOfToken(db, tokenHash, now)
  if (!owner) throw new Refused('reset_expired')
  refuseWeakPassword({ ...owner, password: newPassword, field: 'newPassword' })
  const hash = await room.hashing.hash(newPassword)
  return db.transaction(async (tx) => {
    const member = await memberOfToken(tx, tokenHash, now)
    const used = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning()
    if (!member || used.length === 0) throw new Refused('reset_expired')
    await changePassword(tx, { memberId: member.id, hash, at: now, newId, butSession: null })
    // Whoever could read the letter owns the address.
    await tx.update(members).set({ emailVerified: true, updatedAt: now }).where(eq(members.id, member.id))
    await post({ db: tx, now, newId }, member.email, lettersIn(language).passwordChanged({ ...member, publicUrl }))
    return member.email
  })
}

const languageOf = ({ headers }: FastifyRequest): LanguageCode => languageAsked(headers['accept-language'])

/** The handlers of a forgotten password. */
export const recoveryRoutes = (room: Room): Handlers<typeof recoveryCalls, Member> => ({
  'POST /auth/request-password-reset': async ({ body, request }) => {
    refuseForeignSite(saidBy(request), room.publicUrl)
    const asked = { email: body.email, askedAt: room.now(), language: languageOf(request) }
    await room.db
      .insert(forgottenPasswords)
      .values(asked)
      .onConflictDoUpdate({ target: forgottenPasswords.email, set: asked })
    return { acknowledged: true }
  },
  'POST /auth/reset-password': async ({ body, request, reply }) => {
    refuseForeignSite(saidBy(request), room.publicUrl)
    const email = await resetPassword(room, { ...body, language: languageOf(request) })
    room.devices.remember(request, reply, email)
    return { acknowledged: true }
  },
})
