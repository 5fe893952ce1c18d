// Admin and cashiers read all payments, refunds and ledger entries. Nothing is changed here.
import { toIso } from '#contract/time/iso.ts'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { accountKinds, ledgerFlows, paymentStates, refundStates } from '#contract/admin/list-filters.ts'
import type { adminMoneyCalls } from '#contract/admin/money.ts'
import type { Period } from '#contract/admin/period.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { listEntries } from '#market/ledger/entry-list.ts'
import { poishaPerTaka } from '#market/ledger/entries.ts'
import { ledgerEntries } from '#market/schema/money/ledger.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { refunds } from '#market/schema/money/refunds.ts'
import { payments } from '#market/schema/money/payments.ts'
import { isInPeriod } from './period.ts'

type PageQuery = { limit?: string | undefined; cursor?: string | undefined; day?: string | undefined }
type PaymentQuery = PageQuery & { state?: (typeof paymentStates)[number] | undefined }
type RefundQuery = PageQuery & { state?: (typeof refundStates)[number] | undefined }
type LedgerQuery = PageQuery &
  Period & { account?: (typeof accountKinds)[number] | undefined; flow?: (typeof ledgerFlows)[number] | undefined }

const selectPayments = (db: Database) =>
  db
    .select({ payment: payments, productName: bikes.name, slug: bikes.slug, buyerName: members.name })
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .innerJoin(members, eq(members.id, payments.buyerId))

type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number]

const toPaymentSummary = ({ payment, productName, buyerName }: PaymentRow) => ({
  _id: payment.id,
  state: payment.state,
  provider: payment.provider,
  amount: payment.amountTaka,
  transactionId: payment.intentId,
  productName,
  buyerName,
  dealId: payment.dealId,
  createdAt: payment.createdAt.toISOString(),
})

const listPayments = async (db: Database, query: PaymentQuery) => {
  const limit = parseLimit(query)
  const rows = await selectPayments(db)
    .where(
      and(
        query.state && eq(payments.state, query.state),
        isInPeriod(payments.createdAt, { from: query.day, to: query.day }),
        query.cursor === undefined ? undefined : lt(payments.id, parseCursorId(query.cursor)),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(limit + 1)
  return toPage(rows.map(toPaymentSummary), limit, ({ _id }) => _id)
}

const selectRefunds = async (db: Database, filter: SQL | undefined, limit: number) => {
  const rows = await db
    .select({ refund: refunds, productName: bikes.name, buyerName: members.name })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .innerJoin(members, eq(members.id, payments.buyerId))
    .where(filter)
    .orderBy(desc(refunds.id))
    .limit(limit)
  return rows.map(({ refund, ...names }) => ({
    _id: refund.id,
    paymentId: refund.paymentId,
    state: refund.state,
    amount: refund.amountPoisha / poishaPerTaka,
    ...names,
    reference: refund.reference ?? refund.providerRef,
    lastError: refund.lastError,
    createdAt: refund.createdAt.toISOString(),
    settledAt: toIso(refund.settledAt),
  }))
}

const listRefunds = async (db: Database, query: RefundQuery) => {
  const limit = parseLimit(query)
  const filter = and(
    query.state && eq(refunds.state, query.state),
    query.cursor === undefined ? undefined : lt(refunds.id, parseCursorId(query.cursor)),
  )
  return toPage(await selectRefunds(db, filter, limit + 1), limit, ({ _id }) => _id)
}

// A payment has few refunds and entries; more than this are not shown.
const maxShown = 100

const getPayment = async (db: Database, id: string) => {
  const [row] = await selectPayments(db).where(eq(payments.id, id))
  if (!row) throw new ApiError('not_found')
  const { payment, slug } = row
  const [refundRows, { items: entries }] = await Promise.all([
    selectRefunds(db, eq(refunds.paymentId, id), maxShown),
    listEntries(db, eq(ledgerEntries.paymentId, id), { limit: maxShown }),
  ])
  return {
    ...toPaymentSummary(row),
    purpose: payment.purpose,
    slug,
    refundReason: payment.refundReason,
    disputedAt: toIso(payment.disputedAt),
    disputeOutcome: payment.disputeOutcome,
    refunds: refundRows,
    entries,
  }
}

// What count_ledger_lines of migrations/schema/27-daily-counts.sql adds up for the overview.
const flowFilters: Record<(typeof ledgerFlows)[number], SQL> = {
  released: sql`cause in ('released', 'cancelled') and account like 'seller:%'`,
  refunded: sql`cause in ('refund_confirmed', 'refund_by_hand', 'refund_returned') and account like 'buyer:%'`,
}

const listLedger = (db: Database, query: LedgerQuery) => {
  const { account, flow, day, from = day, to = day, cursor } = query
  const hasAccount =
    account &&
    sql`exists (select from ledger_lines where entry_id = ${ledgerEntries.id}
      and (account = ${account} or account like ${`${account}:%`}))`
  const isOfFlow =
    flow && sql`exists (select from ledger_lines where entry_id = ${ledgerEntries.id} and ${flowFilters[flow]})`
  const filter = and(isInPeriod(ledgerEntries.at, { from, to }), hasAccount, isOfFlow)
  return listEntries(db, filter, { limit: parseLimit(query), cursor })
}

/** The handlers of the lists of money. */
export const adminMoneyRoutes = ({ db }: { db: Database }): Handlers<typeof adminMoneyCalls, Member> => ({
  'GET /allpayments': ({ query }) => listPayments(db, query),
  'GET /allpayments/:id': ({ params }) => getPayment(db, params.id),
  'GET /allrefunds': ({ query }) => listRefunds(db, query),
  'GET /ledger': ({ query }) => listLedger(db, query),
})
