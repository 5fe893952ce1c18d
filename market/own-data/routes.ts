// Taking one's own data along, and leaving for good.
import { and, eq, or } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/bikes/table.ts'
import { parseAcceptLanguage } from '#contract/language.ts'
import { type EmailTemplates, getEmailTemplates } from '#market/mail/rules.ts'
import { queueEmail } from '#market/mail/table.ts'
import type { Member } from '#market/members/table.ts'
import { payments } from '#market/payments/table.ts'
import { exportOwnData } from './table.ts'
import { checkAccountDeletion } from './rules.ts'

type OwnDataDeps = {
  db: Database
  now: () => Date
  createId: () => string
  /** Refuses unless it is really the person whose session this is. */
  reauthenticate: (request: FastifyRequest, password: string | undefined) => Promise<void>
  /** Removes the member within a transaction, with all that it means; whether they were still here. */
  removeMember: (tx: Pick<Database, 'transaction'>, memberId: string) => Promise<boolean>
  /** Takes the session's cookie out of the person's browser. */
  clearCookies: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** Whether money is on its way from this person, or to this person for one of their bikes. */
const isPaying = async (db: Pick<Database, 'select'>, memberId: string): Promise<boolean> => {
  const openPayments = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .where(and(eq(payments.state, 'open'), or(eq(payments.buyerId, memberId), eq(bikes.sellerId, memberId))))
    .limit(1)
  return openPayments.length > 0
}

const deleteAccount = async (
  { db, now, createId, removeMember }: OwnDataDeps,
  me: Member,
  emails: EmailTemplates,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const apiError = checkAccountDeletion({ role: me.role, isPaying: await isPaying(tx, me.id) })
    if (apiError) throw apiError
    // Written first: afterwards the address is gone.
    await queueEmail({ db: tx, now: now(), createId }, me.email, emails.accountDeleted({ name: me.name }))
    if (!(await removeMember(tx, me.id))) throw new ApiError('not_signed_in')
  })
}

/** The handlers of one's own data. */
export const ownDataRoutes = (deps: OwnDataDeps): Handlers<typeof ownDataCalls, Member> => ({
  'GET /auth/export': async ({ me, reply }) => {
    const data = await exportOwnData(deps.db, me.id, deps.now())
    if (!data) throw new ApiError('not_signed_in')
    void reply.header('content-disposition', 'attachment; filename="motohaat.json"')
    return data
  },
  'POST /auth/delete-user': async ({ me, body, request, reply }) => {
    await deps.reauthenticate(request, body.password)
    await deleteAccount(deps, me, getEmailTemplates(parseAcceptLanguage(request.headers['accept-language'])))
    await deps.clearCookies(request, reply)
    return { acknowledged: true }
  },
})
