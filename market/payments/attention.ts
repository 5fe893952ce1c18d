// Payments that the admin should check, because the automatic rules cannot settle them.
import { and, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { CallResponse } from '#contract/call.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { paymentAttentionCalls } from '#contract/payments.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { accounts, postEntry } from '#market/ledger/entries.ts'
import { ledgerEntries, ledgerLines } from '#market/schema/money/ledger.ts'
import type { Member } from '#market/schema/people/members.ts'
import { acceptRisk, refuseRisk } from './reviews.ts'
import type { PaymentsDeps } from './settle.ts'
import { payments } from '#market/schema/money/payments.ts'

type AttentionDeps = PaymentsDeps
type PageQuery = { limit?: string | undefined; cursor?: string | undefined }

type Waits = CallResponse<(typeof paymentAttentionCalls)['GET /payments/attention']>[number]['waits']

// The next try of a refund that has failed before: it is tried again by itself.
const nextTryAt = sql`(select min(refunds.next_try_at) from refunds
  where refunds.payment_id = payments.id and refunds.state = 'due' and refunds.last_error is not null)`

// A refund is asked for within 15 minutes and confirmed within 3 days; a problem of a deal is decided within 72 hours.
const getWaits = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql<Waits>`case
    when payments.state in ('open', 'canceled') and doubled_at is not null and review_at is not null
      and review_accepted_at is null then 'number_doubled'
    when payments.state = 'open' and review_at is not null and review_accepted_at is null then 'risk_undecided'
    when exists (select from refunds where refunds.payment_id = payments.id and refunds.state = 'failed') then 'refund_failed'
    when exists (select from refunds where refunds.payment_id = payments.id
      and ((refunds.state = 'due' and refunds.created_at < ${at} - interval '15 minutes')
        or (refunds.state = 'requested' and refunds.created_at < ${at} - interval '3 days'))) then 'refund_late'
    when ${nextTryAt} is not null then 'refund_retried'
    when exists (select from disputes join deals on deals.id = disputes.deal_id where disputes.deal_id = payments.deal_id
      and decided_at is null and deals.closed_at is null and decide_until < ${at}) then 'problem_undecided' end`
}

const needsAttention = (now: Date) =>
  or(
    isNotNull(payments.disputedAt),
    gt(payments.refundedTaka, 0),
    inArray(payments.refundReason, ['mismatch', 'at_provider', 'dispute_lost']),
    isNotNull(getWaits(now)),
  )

const toIso = <Time extends SQL | AnyPgColumn>(time: Time) =>
  sql<Time extends SQL ? string | null : string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const getAttentionPaymentDto = (now: Date) => ({
  _id: payments.id,
  productId: payments.bikeId,
  productName: bikes.name,
  buyerId: payments.buyerId,
  price: payments.amountTaka,
  sentBack: payments.refundedTaka,
  transactionId: payments.intentId,
  state: payments.state,
  reason: payments.refundReason,
  dispute: sql<'open' | 'won' | 'lost' | null>`coalesce(${payments.disputeOutcome},
    case when ${payments.disputedAt} is not null then 'open' end)`,
  waits: getWaits(now),
  nextTryAt: toIso(nextTryAt),
  lost: sql<number>`(select coalesce(sum(poisha), 0) / 100 from ledger_lines
    join ledger_entries on ledger_entries.id = entry_id
    where ledger_entries.payment_id = payments.id and account = ${accounts.loss})::int`,
  createdAt: toIso(payments.createdAt),
})

const listPaymentsNeedingAttention = async ({ db, now }: AttentionDeps, query: PageQuery) => {
  const at = now()
  const limit = parseLimit(query)
  const rows = await db
    .select(getAttentionPaymentDto(at))
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .where(
      and(needsAttention(at), query.cursor === undefined ? undefined : lt(payments.id, parseCursorId(query.cursor))),
    )
    .orderBy(desc(payments.id))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => row._id)
}

/** Charges the seller of a payment's deal with what the shop lost by it: the next payouts are set off against it. */
const chargeSeller = (deps: AttentionDeps, { id: paymentId }: { id: string }): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ sellerId: deals.sellerId, dealId: deals.id })
      .from(payments)
      .innerJoin(deals, eq(deals.id, payments.dealId))
      .where(eq(payments.id, paymentId))
      .for('update', { of: payments })
    if (!found) throw new ApiError('not_found')
    const [row] = await tx
      .select({ poisha: sql<string>`coalesce(sum(${ledgerLines.poisha}), 0)` })
      .from(ledgerLines)
      .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
      .where(and(eq(ledgerEntries.paymentId, paymentId), eq(ledgerLines.account, accounts.loss)))
    const poisha = Number(row?.poisha ?? 0)
    const lines = [[accounts.seller(found.sellerId), poisha] as const, [accounts.loss, -poisha] as const]
    const entry = { cause: 'seller_charged', causeRef: paymentId, dealId: found.dealId, paymentId, lines } as const
    if (poisha <= 0 || !(await postEntry(tx, deps, entry))) throw new ApiError('nothing_lost')
  })

/** The handlers of the payments that the admin should check. */
export const paymentAttentionRoutes = (deps: AttentionDeps): Handlers<typeof paymentAttentionCalls, Member> => ({
  'GET /payments/attention': ({ query }) => listPaymentsNeedingAttention(deps, query),
  'PUT /payments/attention/:id': async ({ params, body }) => {
    const decide = { charge_seller: chargeSeller, accept_risk: acceptRisk, refuse_risk: refuseRisk }[body.act]
    await decide(deps, params)
    return { modifiedCount: 1 }
  },
})
