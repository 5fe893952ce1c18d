// Taking one's own data along, and leaving for good.
import { and, eq, or } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/bikes/table.ts'
import { languageAsked } from '#contract/language.ts'
import { type Letters, lettersIn } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import type { Member } from '#market/members/table.ts'
import { payments } from '#market/payments/table.ts'
import { exportOf } from './table.ts'
import { mayLeave } from './rules.ts'

type Room = {
  db: Database
  now: () => Date
  newId: () => string
  /** Refuses unless it is really the person whose session this is. */
  confirm: (request: FastifyRequest, password: string | undefined) => Promise<void>
  /** Removes the member within a transaction, with all that it means; whether they were still here. */
  remove: (tx: Pick<Database, 'transaction'>, memberId: string) => Promise<boolean>
  /** Takes the session's cookie out of the person's browser. */
  clearCookies: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** Whether money is on its way from this person, or to this person for one of their bikes. */
const isPaying = async (db: Pick<Database, 'select'>, memberId: string): Promise<boolean> => {
  const open = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .where(and(eq(payments.state, 'open'), or(eq(payments.buyerId, memberId), eq(bikes.sellerId, memberId))))
    .limit(1)
  return open.length > 0
}

const leave = async ({ db, now, newId, remove }: Room, me: Member, letters: Letters): Promise<void> => {
  await db.transaction(async (tx) => {
    const refusal = mayLeave({ role: me.role, isPaying: await isPaying(tx, me.id) })
    if (refusal) throw refusal
    // Written first: afterwards the address is gone.
    await post({ db: tx, now: now(), newId }, me.email, letters.farewell({ name: me.name }))
    if (!(await remove(tx, me.id))) throw new Refused('not_signed_in')
  })
}

/** The handlers of one's own data. */
export const ownDataRoutes = (room: Room): Handlers<typeof ownDataCalls, Member> => ({
  'GET /auth/export': async ({ me, reply }) => {
    const data = await exportOf(room.db, me.id, room.now())
    if (!data) throw new Refused('not_signed_in')
    void reply.header('content-disposition', 'attachment; filename="motohaat.json"')
    return data
  },
  'POST /auth/delete-user': async ({ me, body, request, reply }) => {
    await room.confirm(request, body.password)
    await leave(room, me, lettersIn(languageAsked(request.headers['accept-language'])))
    await room.clearCookies(request, reply)
    return { acknowledged: true }
  },
})
