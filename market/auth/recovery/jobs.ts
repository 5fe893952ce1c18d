// What the room does by itself: it writes the letters for passwords that were forgotten.
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import type { LanguageCode } from '#contract/language.ts'
import { lettersIn, resetMs } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import { members } from '#market/members/table.ts'
import type { IdentityRoom } from '#market/auth/authenticator.ts'
import { hashOfToken } from '#market/auth/password/table.ts'
import { forgottenPasswords, passwordResets } from '#market/auth/table.ts'

type Room = Pick<IdentityRoom, 'db' | 'publicUrl' | 'now' | 'newId'> & {
  /** A new word that nobody can guess: 256 random bits, fit for an address. */
  newToken: () => string
}
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const lettersAtOnce = 50
// A second letter within this time would only fill somebody's mailbox.
const pauseMs = 60_000

const hadLetter = async (tx: Transaction, memberId: string, now: Date): Promise<boolean> => {
  const since = new Date(now.getTime() - pauseMs)
  const letters = await tx
    .select({ madeAt: passwordResets.madeAt })
    .from(passwordResets)
    .where(and(eq(passwordResets.memberId, memberId), gt(passwordResets.madeAt, since)))
    .limit(1)
  return letters.length > 0
}

type Asked = { email: string; language: LanguageCode }

const writeLetter = async (tx: Transaction, room: Room, { email, language }: Asked): Promise<void> => {
  const { publicUrl, newId, newToken } = room
  const now = room.now()
  const [member] = await tx
    .select({ id: members.id, name: members.name })
    .from(members)
    .where(and(eq(members.email, email), isNull(members.removedAt)))
    .for('update')
  if (!member || (await hadLetter(tx, member.id, now))) return
  const token = newToken()
  const endsAt = new Date(now.getTime() + resetMs)
  await tx.insert(passwordResets).values({ tokenHash: hashOfToken(token), memberId: member.id, madeAt: now, endsAt })
  await post({ db: tx, now, newId }, email, lettersIn(language).reset({ name: member.name, publicUrl, token }))
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
    await writeLetter(tx, room, taken)
    return true
  })

/** Writes the letters that were asked for, and forgets those that nobody used in time. */
export const answerForgotten = async (room: Room): Promise<void> => {
  await room.db.delete(passwordResets).where(lte(passwordResets.endsAt, room.now()))
  for (let written = 0; written < lettersAtOnce; written += 1) {
    if (!(await answerOne(room))) return
  }
}
