// The invariants of the data, each as a query that selects violating rows.
// Constraints in migrations/ enforce most of them; the queries also detect a dropped constraint.

import { randomBytes } from 'node:crypto'
import type { Invariant } from './invariants/invariant.ts'
import { bikeInvariants } from './invariants/bikes.ts'
import { badgeInvariants } from './invariants/badges.ts'
import { caseInvariants } from './invariants/cases.ts'
import { categoryInvariants } from './invariants/categories.ts'
import { chatInvariants } from './invariants/chats.ts'
import { dealInvariants } from './invariants/deals.ts'
import { moneyInvariants, moneyInvariantsWithProvider } from './invariants/money.ts'
import { walletInvariants, walletInvariantsWithProvider } from './invariants/wallets.ts'
import { auditInvariants } from './invariants/audit.ts'
import { invisibleCharacters, userTextsSql } from './invariants/user-texts.ts'
import { phoneInvariants } from './invariants/phones.ts'
import { offerInvariants } from './invariants/offers.ts'
import { paperInvariants } from './invariants/papers.ts'
import { ratingInvariants } from './invariants/ratings.ts'
import { stolenBikeInvariants } from './invariants/stolen-bikes.ts'
import { vehicleNumberInvariants } from './invariants/vehicle-numbers.ts'
import { transferInvariants } from './invariants/transfers.ts'
import { inspectionInvariants } from './invariants/inspections.ts'
import { overviewInvariants } from './invariants/overview.ts'

/** Invariants of the database alone. */
export const invariants: readonly Invariant[] = [
  ...auditInvariants,
  ...bikeInvariants,
  ...badgeInvariants,
  ...caseInvariants,
  ...categoryInvariants,
  ...moneyInvariants,
  ...dealInvariants,
  ...overviewInvariants,
  ...walletInvariants,
  ...chatInvariants,
  ...offerInvariants,
  ...paperInvariants,
  ...phoneInvariants,
  ...ratingInvariants,
  ...vehicleNumberInvariants,
  ...stolenBikeInvariants,
  ...transferInvariants,
  ...inspectionInvariants,
  {
    id: 'I1',
    statement: 'A bike is sold at most once.',
    sql: `select bike_id, count(*) from deals
      where (handed_over_at is not null and refunded_at is null) or close_reason = 'sold_for_cash'
      group by bike_id having count(*) > 1`,
  },
  {
    id: 'I2',
    statement:
      'A bike is reserved while a deal holds it, and sold when a deal handed it over or both confirmed a cash sale.',
    sql: `select id, sold_at, reserved_at from bikes
      where (sold_at is not null) <> exists (select from deals where bike_id = bikes.id
          and ((handed_over_at is not null and refunded_at is null) or close_reason is not distinct from 'sold_for_cash'))
        or (reserved_at is not null) <> exists (select from deals where bike_id = bikes.id
          and held_at is not null and handed_over_at is null and closed_at is null)`,
  },
  {
    id: 'I2b',
    statement: 'An order or a wish is paid exactly while its buyer’s deal is held or after it was released.',
    sql: `select wanted.* from (
        select 'bookings' as at, id, bike_id, buyer_id, paid_at from bookings where cancelled_at is null
        union all select 'wishes', id, bike_id, buyer_id, paid_at from wishes
      ) as wanted
      where (paid_at is not null) <> exists (
        select from deals
        where bike_id = wanted.bike_id and buyer_id = wanted.buyer_id and held_at is not null
          and (closed_at is null or released_at is not null)
      )`,
  },
  {
    id: 'I3',
    statement: 'A payment in full is the price of its deal, a deposit less, in the currency of the shop.',
    sql: `select payments.id, amount_taka, payments.price_taka, purpose, currency
      from payments
      where currency <> 'bdt' or (state = 'succeeded' and (price_taka is null
        or (purpose = 'full' and amount_taka <> price_taka) or (purpose <> 'full' and amount_taka >= price_taka)))`,
  },
  {
    id: 'I4',
    statement: 'A payment’s bike and buyer are those of the order, the wish and the deal it is for.',
    sql: `select payments.id from payments
      left join bookings on bookings.id = payments.booking_id
      left join wishes on wishes.id = payments.wish_id
      left join deals on deals.id = deal_id
      where (payments.booking_id is not null
          and (bookings.bike_id, bookings.buyer_id) is distinct from (payments.bike_id, payments.buyer_id))
        or (payments.wish_id is not null
          and (wishes.bike_id, wishes.buyer_id) is distinct from (payments.bike_id, payments.buyer_id))
        or (deal_id is not null
          and (deals.bike_id, deals.buyer_id) is distinct from (payments.bike_id, payments.buyer_id))
        or (state = 'succeeded' and deal_id is null)`,
  },
  {
    id: 'I8',
    statement: 'One intent belongs to one payment.',
    sql: `select intent_id, count(*) from payments where intent_id is not null group by intent_id having count(*) > 1`,
  },
  {
    id: 'I9',
    statement: 'Nobody books, wishes for or buys the own bike.',
    sql: `select wanted.* from (
        select 'bookings' as at, id, bike_id, buyer_id from bookings
        union all select 'wishes', id, bike_id, buyer_id from wishes
        union all select 'payments', id, bike_id, buyer_id from payments
      ) as wanted
      join bikes on bikes.id = bike_id where seller_id = buyer_id`,
  },
  {
    id: 'I10',
    statement: 'One buyer has at most one live order and one wish for a bike.',
    sql: `select at, bike_id, buyer_id, count(*) from (
        select 'bookings' as at, bike_id, buyer_id from bookings where cancelled_at is null
        union all select 'wishes', bike_id, buyer_id from wishes
      ) as wanted
      group by at, bike_id, buyer_id having count(*) > 1`,
  },
  {
    id: 'I11',
    statement: 'Bikes belong to sellers.',
    sql: `select bikes.id, role from bikes join members on members.id = seller_id where role <> 'Seller'`,
  },
  {
    id: 'I12',
    statement: 'Only sellers are verified.',
    sql: `select id, role, verified_at from members where verified_at is not null and role <> 'Seller'`,
  },
  {
    id: 'I13',
    statement: 'No bike of a removed seller is on sale.',
    sql: `select bikes.id, removed_at from bikes join members on members.id = seller_id
      where removed_at is not null and sold_at is null and withdrawn_at is null`,
  },
  {
    id: 'I14',
    statement: 'A removed member has no session.',
    sql: `select sessions.id, member_id, removed_at from sessions join members on members.id = member_id
      where removed_at is not null`,
  },
  {
    id: 'I15',
    statement: 'No payment vanishes: every payment in the audit log exists.',
    sql: `select id, what, payment_id from audit
      where payment_id is not null and not exists (select from payments where payments.id = payment_id)`,
  },
  {
    id: 'I16a',
    statement: 'Every price is whole Taka from 1,000 to 9,999,999; a payment at most what a card takes.',
    sql: `select * from (
        select 'bikes' as at, id, sale_price_taka as price_taka from bikes
        union all select 'bookings', id, price_taka from bookings
        union all select 'deals', id, price_taka from deals
        union all select 'payments', id, amount_taka from payments where amount_taka not between 1 and 999999
      ) as priced
      where at = 'payments' or price_taka is null or price_taka not between 1000 and 9999999`,
  },
  {
    id: 'I16b',
    statement: 'Every text of a person is trimmed, composed (NFC), within its length, and can be seen.',
    sql: `select at, id, left(text, 100) as text from (${userTextsSql}) as human
      where text !~ '\\S' or length(text) > longest or text <> btrim(text) or text is not nfc normalized
        or text ~ '${invisibleCharacters}' or (not has_lines and text like '%' || chr(10) || '%')`,
  },
  {
    id: 'I17',
    statement: 'Condition, role and state come from their closed lists.',
    sql: `select 'bikes.condition' as at, id, condition as word from bikes where condition not in ('Excellent', 'Good', 'Fair')
      union all select 'members.role', id, role from members where role not in ('Buyer', 'Seller', 'Admin')
      union all select 'payments.state', id, state from payments
        where state not in ('open', 'succeeded', 'canceled', 'refund_due', 'refunded')`,
  },
  {
    id: 'I18',
    statement: 'A withdrawn bike is neither advertised nor sold.',
    sql: `select id, withdrawn_at, advertised_at, sold_at from bikes
      where withdrawn_at is not null and (advertised_at is not null or sold_at is not null)`,
  },
  {
    id: 'I19',
    statement:
      'No payment is stuck: open for more than an hour, or due for refund without a refund that is on its way.',
    sql: `select id, state, created_at from payments
      where created_at < now() - interval '1 hour' and (state = 'open' or (state = 'refund_due' and not exists (
        select from refunds where payment_id = payments.id and refunds.state in ('due', 'requested', 'failed'))))`,
    needsJobs: true,
  },
  {
    id: 'I20',
    statement: 'Every webhook event is processed within 5 minutes.',
    sql: `select id, type, intent_id, received_at from webhook_events
      where processed_at is null and received_at < now() - interval '5 minutes'`,
    needsJobs: true,
  },
]

const providerIntentsSql = `jsonb_to_recordset($1::jsonb)
  as intent (id text, status text, "amountPoisha" bigint, "refundedPoisha" bigint, currency text, dispute text)`

/** Invariants of the database against the card provider. The provider is read first, so that the database is not behind. */
export const invariantsWithProvider: readonly Invariant[] = [
  {
    id: 'I5',
    statement:
      'Every intent that succeeded at the provider is recorded here, or its money is due or sent back, there or by hand.',
    // A payment that began a moment ago may be incomplete; the sweep finishes it within minutes.
    sql: `select intent.id, "amountPoisha", payments.id as payment_id, state
      from ${providerIntentsSql} left join payments on intent_id = intent.id
      where status = 'succeeded' and "refundedPoisha" < "amountPoisha" and dispute is distinct from 'lost'
        and (payments.id is null or (state not in ('succeeded', 'refund_due')
          and payments.created_at < now() - interval '5 minutes'))
        and not exists (select from refunds where payment_id = payments.id and refunds.state = 'by_hand')`,
  },
  {
    id: 'I6',
    statement:
      'Every sale here is money at the provider: the same amount and currency, and only what is told sent back.',
    // Changes at the provider arrive within minutes, by webhook or by the sweep.
    sql: `select payments.id, intent_id, amount_taka, refunded_taka, status, "amountPoisha", "refundedPoisha", dispute
      from payments left join ${providerIntentsSql} on intent.id = intent_id
      cross join lateral (
        select coalesce(sum(amount_poisha) filter (where refunds.state in ('requested', 'succeeded') and provider_ref is not null), 0)
            as ordered_poisha,
          coalesce(bool_or(refunds.state in ('due', 'requested')), false) as is_refunding
        from refunds where payment_id = payments.id
      ) as refunding
      where state = 'succeeded' and provider = 'cards' and settled_at < now() - interval '1 minute'
        and (intent.id is null or status <> 'succeeded' or "amountPoisha" <> amount_taka * 100
          or intent.currency <> payments.currency
          or div("refundedPoisha" - ordered_poisha, 100) <> refunded_taka and not is_refunding
          or "refundedPoisha" - ordered_poisha = "amountPoisha" or dispute = 'lost')`,
  },
  {
    id: 'I6b',
    statement: 'Every dispute at the provider is recorded here with its current state.',
    sql: `select payments.id, intent_id, disputed_at, dispute_outcome, dispute
      from payments join ${providerIntentsSql} on intent.id = intent_id
      where state = 'succeeded' and settled_at < now() - interval '1 minute'
        and dispute is distinct from case when disputed_at is not null then coalesce(dispute_outcome, 'open') end`,
  },
  {
    id: 'I7',
    statement: 'Money that was sent back here was sent back in full there, or the buyer’s bank took it.',
    sql: `select payments.id, intent_id, refund_reason, "amountPoisha", "refundedPoisha", dispute
      from payments left join ${providerIntentsSql} on intent.id = intent_id
      where state = 'refunded' and provider = 'cards' and refunded_at < now() - interval '1 minute'
        and "refundedPoisha" is distinct from "amountPoisha" and dispute is distinct from 'lost'
        and not exists (select from refunds where payment_id = payments.id and refunds.state = 'by_hand')`,
  },
]

/** Collects every item of an async iterable. */
export const collect = async <Item>(source: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const item of source) items.push(item)
  return items
}

type Row = Record<string, unknown>
type Queryable = { query(sql: string, values?: unknown[]): Promise<{ rows: Row[] }> }
export type Violation = { invariant: Invariant; rows: Row[] }

/**
 * What `npm run check:data` runs before the checks: one snapshot, so that a sale between two queries is no violation, and
 * memory to add up a long ledger without temporary files. It only reads.
 */
export const beginCheckSql = `begin isolation level repeatable read read only; set local work_mem = '64MB'; set local parallel_tuple_cost = 0`

/**
 * Returns a function that finds the rows that violate an invariant. A query that several share runs once, at the first, and
 * not at all where its probe says that it selects nothing.
 */
export const createRowFinder = (db: Queryable) => {
  const sharedRows = new Map<string, Row[]>()
  const probes = new Map<string, boolean>()
  const holds = async (sql: string): Promise<boolean> => {
    const known =
      probes.get(sql) ?? (await db.query(sql, [randomBytes(8).readBigInt64BE().toString()])).rows[0]?.['holds'] === true
    probes.set(sql, known)
    return known
  }
  const findShared = async (sql: string): Promise<Row[]> => {
    const rows = sharedRows.get(sql) ?? (await db.query(sql)).rows
    sharedRows.set(sql, rows)
    return rows
  }
  const areAllHolding = async (probes: readonly string[]): Promise<boolean> => {
    // One after the other, for they are one connection, and one that does not hold ends it.
    // oxlint-disable-next-line no-await-in-loop
    for (const probe of probes) if (!(await holds(probe))) return false
    return probes.length > 0
  }
  return async ({ id, sql, sharedSql, probeSqls = [] }: Invariant, data: readonly object[] = []): Promise<Row[]> => {
    const isClear = sharedSql === undefined || (await areAllHolding(probeSqls))
    const shared = isClear ? [] : await findShared(sharedSql)
    const violating = shared.filter(({ violates }) => Array.isArray(violates) && violates.includes(id))
    if (sql === undefined) return violating
    const { rows } = await db.query(sql, sql.includes('$1') ? [JSON.stringify(data)] : [])
    return [...violating, ...rows]
  }
}

/**
 * Checks the invariants of deals and money that hold at any moment, without the periodic jobs; returns a sentence for each
 * violated one, with its rows.
 */
export const describeBrokenDeals = async (db: Queryable): Promise<string[]> => {
  const findRows = createRowFinder(db)
  const sentences: string[] = []
  for (const invariant of [
    ...dealInvariants,
    ...moneyInvariants,
    ...walletInvariants,
    ...vehicleNumberInvariants,
  ].filter(({ needsJobs }) => !needsJobs)) {
    const rows = await findRows(invariant)
    if (rows.length > 0) sentences.push(`${invariant.id} ${invariant.statement} ${JSON.stringify(rows)}`)
  }
  return sentences
}

/**
 * Checks all invariants, those of the providers only with their payments and balance transactions; returns the violated
 * ones with their rows.
 */
export const findViolations = async (
  db: Queryable,
  intents: readonly object[] | null,
  transactions: readonly object[] | null = null,
  walletPayments: readonly object[] | null = null,
): Promise<{ checked: readonly Invariant[]; violations: Violation[] }> => {
  const groups = [
    { group: invariants, data: [] },
    { group: intents === null ? [] : invariantsWithProvider, data: intents ?? [] },
    { group: walletPayments === null ? [] : walletInvariantsWithProvider, data: walletPayments ?? [] },
    { group: transactions === null ? [] : moneyInvariantsWithProvider, data: transactions ?? [] },
  ]
  const findRows = createRowFinder(db)
  const violations: Violation[] = []
  for (const { group, data } of groups)
    for (const invariant of group) {
      const rows = await findRows(invariant, data)
      if (rows.length > 0) violations.push({ invariant, rows })
    }
  return { checked: groups.flatMap(({ group }) => group), violations }
}
