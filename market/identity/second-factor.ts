// The second factor: setting it up, and finishing a login with it. The codes themselves are the identity service's.
import { and, eq, ne, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refused } from '../../contract/refusals.ts'
import type { secondFactorCalls } from '../../contract/second-factor.ts'
import type { Handlers } from '../../platform/http.ts'
import { secondFactorLetter } from '../mail/rules.ts'
import { post } from '../mail/table.ts'
import type { Member } from '../members/table.ts'
import { openMySession } from './account.ts'
import type { IdentityRoom } from './doorkeeper.ts'
import { confirmPerson } from './passwords.ts'
import { openSpeaker, sessionUser, SignedIn } from './speak.ts'
import { sessions, verifications } from './table.ts'

type Visit = { request: FastifyRequest; reply: FastifyReply }
type Confirmed = Visit & { me: Member; body: { password?: string | undefined } }

const Begun = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })

// The service gives the person a new session when the second factor is turned on or off; what began before it did so
// without a second factor, so it ends.
const endOlderSessions = async ({ db, newId, now, publicUrl }: IdentityRoom, me: Member, isOn: boolean) => {
  const newest = sql`(select id from ${sessions} where ${sessions.userId} = ${me.id} order by created_at desc, id desc limit 1)`
  await db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, me.id), ne(sessions.id, newest)))
    await tx.delete(verifications).where(eq(verifications.value, me.id))
    await post({ db: tx, now: now(), newId }, me.email, secondFactorLetter({ name: me.name, publicUrl, isOn }))
  })
}

/** The handlers of the second factor. */
export const secondFactorRoutes = (room: IdentityRoom): Handlers<typeof secondFactorCalls, Member> => {
  const ask = openSpeaker(room)
  const mySession = openMySession(room)

  /** Asks the service for a change after the person has confirmed who they are. */
  const askConfirmed = async ({ request, reply, body }: Confirmed, path: string): Promise<unknown> => {
    await confirmPerson(room, await mySession(request), body)
    return ask(request, reply, { path, body })
  }
  const finishLogin = async ({ request, reply }: Visit, path: string, code: string) => {
    const signedIn = await ask(request, reply, { path, body: { code } })
    return { user: sessionUser(SignedIn.parse(signedIn)) }
  }

  return {
    'POST /auth/two-factor/enable': async (visit) => Begun.parse(await askConfirmed(visit, '/two-factor/enable')),
    'POST /auth/two-factor/confirm': async ({ me, body, request, reply }) => {
      if (me.hasSecondFactor) throw new Refused('second_factor_on')
      await ask(request, reply, { path: '/two-factor/verify-totp', body })
      await endOlderSessions(room, me, true)
      return { acknowledged: true }
    },
    'POST /auth/two-factor/disable': async (visit) => {
      if (!visit.me.hasSecondFactor) throw new Refused('second_factor_off')
      await askConfirmed(visit, '/two-factor/disable')
      await endOlderSessions(room, visit.me, false)
      return { acknowledged: true }
    },
    'POST /auth/two-factor/generate-backup-codes': async (visit) => {
      const made = await askConfirmed(visit, '/two-factor/generate-backup-codes')
      return Begun.pick({ backupCodes: true }).parse(made)
    },
    'POST /auth/sign-in/code': ({ body, ...visit }) => finishLogin(visit, '/two-factor/verify-totp', body.code),
    'POST /auth/sign-in/backup-code': ({ body, ...visit }) =>
      finishLogin(visit, '/two-factor/verify-backup-code', body.code),
  }
}
