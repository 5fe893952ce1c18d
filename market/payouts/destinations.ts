// Where a seller is paid. A change needs proof of identity, is told by e-mail, and is used later.
import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { destinationWaitHours } from '#contract/deals/deadlines.ts'
import { hourMs } from '#contract/time/durations.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type LanguageCode, parseAcceptLanguage } from '#contract/language.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { normalizeTelephone } from '#contract/text.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { markDestinationGiven } from '#market/deals/destination-request.ts'
import { queueEmail } from '#market/mail/queue.ts'
import type { Member } from '#market/schema/people/members.ts'
import { encryptNumber } from './encryption.ts'
import { payoutDestinations } from '#market/schema/money/payouts.ts'

export type DestinationDeps = {
  db: Database
  now: () => Date
  createId: () => string
  /** Creates 256 random bits in base64url. */
  createToken: () => string
  /** The account numbers are encrypted with a key derived from it. */
  secret: string
  publicUrl: string
  /** Refuses a request whose sender does not prove to be the member. */
  proveIdentity: (
    request: FastifyRequest,
    me: Member,
    proof: { password?: string | undefined; code?: string | undefined },
  ) => Promise<void>
}

type DestinationCalls = Pick<typeof moneyCalls, 'GET /payouts/destination' | 'PUT /payouts/destination'>
type ChangeContext = RequestContext<DestinationCalls['PUT /payouts/destination'], Member>

// Time for the seller to read the e-mail about a change made by somebody else.
const coolingMs = destinationWaitHours * hourMs

const bankAccount = /^\d{8,20}$/

const refuseField = (field: string): never => {
  throw new ApiError('bad_request', { field })
}

/** The number in the form that is stored: a bKash number with 11 digits, a bank account with 8 to 20. */
export const parseDestinationNumber = (kind: 'bkash' | 'bank', typed: string): string => {
  const digits = typed.replace(/[\s-]/g, '').replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
  if (kind === 'bank') return bankAccount.test(digits) ? digits : refuseField('number')
  const number = normalizeTelephone(digits).replace(/^\+?88/, '')
  return /^01[3-9]\d{8}$/.test(number) ? number : refuseField('number')
}

const toDto = (row: typeof payoutDestinations.$inferSelect) => ({
  kind: row.kind,
  last4: row.last4,
  holderName: row.holderName,
  bankName: row.bankName,
  routingNumber: row.routingNumber,
  changedAt: row.changedAt.toISOString(),
  usableAt: row.usableAt.toISOString(),
})

const changeDestination = async (deps: DestinationDeps, { me, body, request }: ChangeContext): Promise<void> => {
  const { kind, holderName } = body
  const number = parseDestinationNumber(kind, body.number)
  if (kind === 'bank' && body.bankName === undefined) refuseField('bankName')
  if (kind === 'bank' && body.routingNumber === undefined) refuseField('routingNumber')
  await deps.proveIdentity(request, me, body)
  const language: LanguageCode = parseAcceptLanguage(request.headers['accept-language'])
  const changedAt = deps.now()
  await deps.db.transaction(async (tx) => {
    const [old] = await tx
      .select({ memberId: payoutDestinations.memberId })
      .from(payoutDestinations)
      .where(eq(payoutDestinations.memberId, me.id))
      .for('update')
    const row = {
      kind,
      numberEncrypted: encryptNumber(deps.secret, {
        memberId: me.id,
        number,
        random: Buffer.from(deps.createToken(), 'base64url'),
      }),
      last4: number.slice(-4),
      holderName,
      bankName: kind === 'bank' ? (body.bankName ?? null) : null,
      routingNumber: kind === 'bank' ? (body.routingNumber ?? null) : null,
      changedAt,
      usableAt: old ? new Date(changedAt.getTime() + coolingMs) : changedAt,
    }
    await tx
      .insert(payoutDestinations)
      .values({ ...row, memberId: me.id })
      .onConflictDoUpdate({
        target: payoutDestinations.memberId,
        // Two first changes at once: the later one is a change of the other.
        set: {
          ...row,
          usableAt: new Date(changedAt.getTime() + coolingMs),
          version: sql`${payoutDestinations.version} + 1`,
        },
      })
    await markDestinationGiven(tx, changedAt, me.id)
    await queueEmail(
      { db: tx, now: changedAt, createId: deps.createId },
      me.email,
      getEmailTemplates(language).payoutDestinationChanged({
        name: me.name,
        publicUrl: deps.publicUrl,
        last4: row.last4,
        isFirst: !old,
      }),
    )
  })
}

/** The handlers of the destination. */
export const destinationRoutes = (deps: DestinationDeps): Handlers<DestinationCalls, Member> => ({
  'GET /payouts/destination': async ({ me }) => {
    const [row] = await deps.db.select().from(payoutDestinations).where(eq(payoutDestinations.memberId, me.id))
    return { destination: row ? toDto(row) : null }
  },
  'PUT /payouts/destination': async (ctx) => {
    await changeDestination(deps, ctx)
    return { modifiedCount: 1 }
  },
})
