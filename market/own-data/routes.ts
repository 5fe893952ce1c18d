// The member's data export, and account deletion.
import { and, eq, or } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { hasUnfinishedMoney } from '#market/deals/bike-changes.ts'
import { type LanguageCode, parseAcceptLanguage } from '#contract/language.ts'
import type { Member } from '#market/schema/people/members.ts'
import { payments } from '#market/schema/money/payments.ts'
import { exportOwnData } from './export.ts'
import { checkAccountDeletion } from './account-deletion.ts'

export type OwnDataDeps = {
  db: Database
  /** The keys of encrypted numbers are derived from it. */
  secret: string
  now: () => Date
  /** Refuses a wrong password, or, without a password, an old login. */
  reauthenticate: (request: FastifyRequest, password: string | undefined) => Promise<void>
  /** Removes the member within a transaction, and queues the e-mail that says so; returns whether they still existed. */
  removeMember: (tx: Pick<Database, 'transaction'>, memberId: string, language: LanguageCode) => Promise<boolean>
  /** Deletes what the browser has stored: cookies, and with `Clear-Site-Data` the storage too. */
  clearBrowserData: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** Whether a payment by this member, or for one of their bikes, is in progress. */
const isPaying = async (db: Pick<Database, 'select'>, memberId: string): Promise<boolean> => {
  const openPayments = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .where(and(eq(payments.state, 'open'), or(eq(payments.buyerId, memberId), eq(bikes.sellerId, memberId))))
    .limit(1)
  return openPayments.length > 0
}

const deleteAccount = async ({ db, removeMember }: OwnDataDeps, me: Member, language: LanguageCode): Promise<void> => {
  await db.transaction(async (tx) => {
    const apiError = checkAccountDeletion({ role: me.role, isPaying: await isPaying(tx, me.id) })
    if (apiError) throw apiError
    if (await hasUnfinishedMoney(tx, me.id)) throw new ApiError('live_deals')
    if (!(await removeMember(tx, me.id, language))) throw new ApiError('not_signed_in')
  })
}

/** The handlers of the data export and account deletion. */
export const ownDataRoutes = (deps: OwnDataDeps): Handlers<typeof ownDataCalls, Member> => ({
  'GET /auth/export': async ({ me, reply }) => {
    const data = await exportOwnData(deps, me.id, deps.now())
    if (!data) throw new ApiError('not_signed_in')
    void reply.header('content-disposition', 'attachment; filename="motohaat.json"')
    return data
  },
  'POST /auth/delete-user': async ({ me, body, request, reply }) => {
    await deps.reauthenticate(request, body.password)
    await deleteAccount(deps, me, parseAcceptLanguage(request.headers['accept-language']))
    await deps.clearBrowserData(request, reply)
    return { acknowledged: true }
  },
})
