// Refunds that a person looks at: those that failed, and those that take too long.
import { and, asc, eq, gt, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { refundDays } from '#contract/deals/deadlines.ts'
import { dayMs, minuteMs } from '#contract/time/durations.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { getSide } from '#market/deals/sides.ts'
import { recordSteps } from '#market/deals/actions.ts'
import { accounts, poishaPerTaka, postEntry } from '#market/ledger/entries.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { payments } from '#market/schema/money/payments.ts'
import { type LockedRefund, lockRefund, syncRefundedState } from '#market/ledger/refunds.ts'
import { refunds } from '#market/schema/money/refunds.ts'

type RefundRouteDeps = { db: Database; now: () => Date; createId: () => string }
type RefundCalls = Pick<typeof moneyCalls, 'GET /refunds/attention' | 'PUT /refunds/:id'>
type ActContext = RequestContext<RefundCalls['PUT /refunds/:id'], Member>

// A refund is asked for within 15 minutes, and confirmed within the days that buyers are told.
const maxDueMs = 15 * minuteMs
const maxRequestedMs = refundDays * dayMs

/** SQL: the refund failed, also where it is tried again by itself, or takes longer than promised. */
export const needsAttention = (now: Date) =>
  or(
    eq(refunds.state, 'failed'),
    and(eq(refunds.state, 'due'), isNotNull(refunds.lastError)),
    and(eq(refunds.state, 'due'), lt(refunds.createdAt, new Date(now.getTime() - maxDueMs))),
    and(eq(refunds.state, 'requested'), lt(refunds.createdAt, new Date(now.getTime() - maxRequestedMs))),
  )

type PageQuery = { limit?: string | undefined; cursor?: string | undefined }

const listRefundsNeedingAttention = async ({ db, now }: RefundRouteDeps, query: PageQuery) => {
  const limit = parseLimit(query)
  const sender = alias(members, 'sender')
  const rows = await db
    .select({ refund: refunds, buyerName: members.name, sentBy: sender.name })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(members, eq(members.id, payments.buyerId))
    .leftJoin(sender, eq(sender.id, refunds.sentBy))
    .where(
      and(
        inArray(refunds.state, ['due', 'requested', 'failed']),
        needsAttention(now()),
        query.cursor === undefined ? undefined : gt(refunds.id, parseCursorId(query.cursor)),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(limit + 1)
  const items = rows.map(({ refund, buyerName, sentBy }) => ({
    _id: refund.id,
    dealId: refund.dealId,
    paymentId: refund.paymentId,
    buyerName,
    amount: refund.amountPoisha / poishaPerTaka,
    state: refund.state,
    tries: refund.tries,
    lastError: refund.lastError,
    nextTryAt: refund.state === 'due' ? refund.nextTryAt.toISOString() : null,
    createdAt: refund.createdAt.toISOString(),
    sentBy,
    reference: refund.reference,
  }))
  return toPage(items, limit, (item) => item._id)
}

const refuse = (code: ConstructorParameters<typeof ApiError>[0]): never => {
  throw new ApiError(code)
}

type Context = ActContext & { tx: Transaction; deps: RefundRouteDeps; locked: LockedRefund }

const changeRefund = ({ tx, locked }: Context, changes: Partial<typeof refunds.$inferInsert>) =>
  tx.update(refunds).set(changes).where(eq(refunds.id, locked.refund.id))

/** The second person approves: the buyer was paid from the shop's own bank account. */
const approveByHand = async (ctx: Context): Promise<void> => {
  const { tx, deps, me, body, locked } = ctx
  const { refund, payment, deal } = locked
  const sentBy = refund.sentBy ?? refuse('refund_not_in_state')
  if (sentBy === me.id) refuse('approve_by_another')
  const reference = body.reference ?? refund.reference ?? refuse('reference_missing')
  await changeRefund(ctx, { state: 'by_hand', approvedBy: me.id, reference, settledAt: deps.now() })
  await postEntry(tx, deps, {
    cause: 'refund_by_hand',
    causeRef: refund.id,
    dealId: refund.dealId,
    paymentId: payment.id,
    providerRef: reference,
    lines: [
      [accounts.buyer(payment.buyerId), refund.amountPoisha],
      [accounts.bank, -refund.amountPoisha],
    ],
  })
  await syncRefundedState(tx, deps.now(), payment)
  const taka = Math.floor(refund.amountPoisha / poishaPerTaka)
  if (deal) await recordSteps(tx, deps, deal, [{ kind: 'refund_succeeded', actor: 'admin', taka }])
}

const actOnRefund = async (ctx: Context): Promise<void> => {
  const { deps, me, body, locked } = ctx
  const { refund, payment, deal } = locked
  if (payment.buyerId === me.id || (deal && getSide(deal, me.id) !== null)) refuse('own_deal')
  if (refund.state !== 'failed') refuse('refund_not_in_state')
  // Prepared by hand: trying again would pay twice.
  if (body.act === 'again' && refund.sentBy !== null) refuse('refund_not_in_state')
  if (body.act === 'again') await changeRefund(ctx, { state: 'due', nextTryAt: deps.now() })
  if (body.act === 'prepare_by_hand')
    await changeRefund(ctx, {
      sentBy: me.id,
      approvedBy: null,
      reference: body.reference ?? refuse('reference_missing'),
    })
  if (body.act === 'approve_by_hand') await approveByHand(ctx)
}

/** The handlers of refunds that a person looks at. */
export const refundRoutes = (deps: RefundRouteDeps): Handlers<RefundCalls, Member> => ({
  'GET /refunds/attention': ({ query }) => listRefundsNeedingAttention(deps, query),
  'PUT /refunds/:id': async (ctx) => {
    await deps.db.transaction(async (tx) => {
      const locked = (await lockRefund(tx, ctx.params.id)) ?? refuse('not_found')
      await actOnRefund({ ...ctx, tx, deps, locked })
    })
    return { modifiedCount: 1 }
  },
})
