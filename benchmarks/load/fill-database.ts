// Fills a database of any size with SQL alone: most sellers have one bike, a few are dealers with ten.
import type pg from 'pg'
import { dealStatements } from './fill-deals.ts'

/** Number of bikes, and of signed-in buyers; with `isMostlySold` most bikes are sold instead of one in ten. */
export type DataSize = { bikes: number; loggedIn: number; isMostlySold?: boolean }

/** Ids of one kind: they grow with n, as UUIDv7 grow with time, and sort before all current ones. */
const idFunction = `create or replace function bench_id(kind int, n bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(kind), 12, '0'))::uuid`

// Kinds of ids.
const [seller, dealer, buyer, bike, booking, payment, session, wish] = [1, 2, 3, 4, 5, 6, 7, 8]

// Every fourth bike belongs to a dealer with ten bikes.
const sellerSql = `case when n % 4 = 0 then bench_id(${dealer}, n / 40) else bench_id(${seller}, n) end`
// One bike in ten is sold, one in twenty withdrawn, one in fifty advertised.
const getSoldCondition = ({ isMostlySold }: DataSize): string =>
  isMostlySold ? 'n % 10 <> 1 and n % 20 <> 7' : 'n % 10 = 3'
const withdrawnCondition = 'n % 20 = 7'
const advertisedCondition = 'n % 50 = 1'
const price = '40000 + (n % 300) * 1000'
const picture = `'/pictures/bench-' || n % 30 || '.webp'`
const getSoldAt = (size: DataSize): string => `case when ${getSoldCondition(size)} then now() - interval '1 hour' end`

const createMembersSql = (kind: number, role: string, from: string): string =>
  `insert into members (id, name, email, email_verified, role, verified_at, created_at, updated_at)
   select bench_id(${kind}, n), '${role} ' || n, 'bench' || ${kind} || '-' || n || '@example.com', true, '${role}',
     case when '${role}' = 'Seller' and n % 3 = 0 then now() end, now(), now()
   from ${from}`

const catalogueStatements = [
  `insert into categories (id, name, picture, description, position)
   select gen_random_uuid(), name, '/pictures/bench-1.webp', 'Bikes of ' || name, position
   from unnest(array['Yamaha', 'Suzuki', 'TVS']) with ordinality as maker (name, position)
   on conflict do nothing`,
  `insert into pictures (url, upload_started_at, stored_at, width_px, height_px)
   select ${picture}, now(), now(), 1080, 720 from generate_series(0, 29) as n`,
]

const createBikesSql = (size: DataSize): string[] => {
  const { bikes } = size
  const at = `now() - interval '1 day' - make_interval(mins => ${bikes} - n)`
  return [
    createMembersSql(seller, 'Seller', `generate_series(1, ${bikes}) as n where n % 4 <> 0`),
    createMembersSql(dealer, 'Seller', `generate_series(0, ${bikes} / 40) as n`),
    `insert into picture_uploads (member_id, picture, uploaded_at)
     select ${sellerSql}, ${picture}, now() from generate_series(1, ${bikes}) as n on conflict do nothing`,
    `insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used,
       condition, seller_name, contact_number, location, picture, created_at, advertised_at, sold_at, withdrawn_at, slug)
     select bench_id(${bike}, n), ${sellerSql}, (array['Yamaha', 'Suzuki', 'TVS'])[n % 3 + 1],
       (array['FZS V3', 'Gixxer SF', 'Apache RTR 160', 'R15 V4'])[n % 4 + 1] || ' ' || n, ${price}, 350000,
       2015 + n % 8, n % 8, (array['Excellent', 'Good', 'Fair'])[n % 3 + 1], 'Seller ' || n,
       '+88017' || lpad(n::text, 8, '0'), (array['Mirpur', 'Uttara', 'Chattogram', 'Sylhet'])[n % 4 + 1], ${picture},
       ${at}, case when ${advertisedCondition} then ${at} end, ${getSoldAt(size)}, case when ${withdrawnCondition} then now() end,
       'bike-' || lpad(n::text, 10, '0')
     from generate_series(1, ${bikes}) as n`,
  ]
}

/** Half as many buyers as bikes. Every fifth bike is booked, one in twenty is on a wishlist; sold ones are paid. */
const createDemandSql = (size: DataSize): string[] => {
  const { bikes, loggedIn } = size
  const buyers = Math.max(Math.floor(bikes / 2), loggedIn)
  const buyerSql = `bench_id(${buyer}, n % ${buyers} + 1)`
  return [
    createMembersSql(buyer, 'Buyer', `generate_series(1, ${buyers}) as n`),
    `insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
     select bench_id(${session}, n), bench_id(${buyer}, n), 'bench-session-' || n, now() + interval '1 day', now(), now()
     from generate_series(1, ${loggedIn}) as n`,
    `insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at, paid_at)
     select bench_id(${booking}, n), bench_id(${bike}, n), ${buyerSql}, '+8801712345678', 'Farmgate', ${price},
       now() - interval '2 hours', ${getSoldAt(size)}
     from generate_series(1, ${bikes}) as n where n % 5 = 3 or (${getSoldCondition(size)})`,
    `insert into wishes (id, bike_id, buyer_id, created_at)
     select bench_id(${wish}, n), bench_id(${bike}, n), ${buyerSql}, now()
     from generate_series(1, ${bikes}) as n where n % 20 = 1`,
    `insert into payments (id, bike_id, buyer_id, booking_id, amount_taka, currency, intent_id, state, created_at,
       settled_at)
     select bench_id(${payment}, n), bench_id(${bike}, n), ${buyerSql}, bench_id(${booking}, n), ${price}, 'bdt',
       'pi_history_' || n, 'succeeded', now() - interval '1 hour', now() - interval '1 hour'
     from generate_series(1, ${bikes}) as n where ${getSoldCondition(size)}`,
  ]
}

// These triggers only check and refuse. The rows written here are valid, and the checks cost the most.
const disabledTriggers = [
  'only_sellers_sell',
  'member_is_active',
  'not_own_bike',
  'require_deal_of_payment',
  'bike_follows_deal',
  'entry_sums_to_zero',
  'paid_within_price',
  'payout_within_price',
  'only_stored_pictures',
  'public_data_added',
  'public_data_changed',
  'public_data_removed',
]

/** Keeps the triggers that write rows enabled while `session_replication_role` disables the others, or ends that. */
const createTriggerSql = (mode: 'enable always' | 'enable') => `do $$ declare one record; begin
  for one in select tgrelid::regclass as at, tgname from pg_trigger
    where not tgisinternal and tgname <> all (array['${disabledTriggers.join("','")}']) loop
    execute format('alter table %s ${mode} trigger %I', one.at, one.tgname);
  end loop;
end $$`

/**
 * Fills the empty tables of one database over one connection. Foreign keys and checking triggers are disabled, which is
 * many times faster; the invariants are checked afterwards.
 */
export const fillDatabase = async (connection: Pick<pg.ClientBase, 'query'>, size: DataSize): Promise<void> => {
  await connection.query(idFunction)
  await connection.query(createTriggerSql('enable always'))
  await connection.query('set session_replication_role = replica')
  for (const statement of [
    ...catalogueStatements,
    ...createBikesSql(size),
    ...createDemandSql(size),
    ...dealStatements,
  ])
    await connection.query(statement)
  await connection.query('set session_replication_role = origin')
  // As migrations create them, which the invariants check.
  await connection.query(createTriggerSql('enable'))
  await connection.query('vacuum analyze')
  // Otherwise a checkpoint would run during the first measurements.
  await connection.query('checkpoint')
}

/** Fills the empty tables with this many bikes and their sellers alone, without any trigger: the counters do not know them. */
export const fillBikes = async (connection: Pick<pg.ClientBase, 'query'>, bikes: number): Promise<void> => {
  await connection.query(idFunction)
  await connection.query('set session_replication_role = replica')
  for (const statement of [...catalogueStatements, ...createBikesSql({ bikes, loggedIn: 0 })])
    await connection.query(statement)
  await connection.query('set session_replication_role = origin')
}

/** The inserted sales in the format of the card provider's ledger, which does not contain them. */
export const paymentHistorySql = `select intent_id as id, 'succeeded' as status, amount_taka * 100 as "amountPoisha",
    0 as "refundedPoisha", currency
  from payments where intent_id like 'pi_history_%'`

const toId = (kind: number, n: number): string =>
  `${n.toString(16).padStart(8, '0')}-0000-7000-8000-${kind.toString(16).padStart(12, '0')}`

/** A signed-in buyer of the filled database, by number from 1. */
export const getBenchmarkBuyer = (n: number): { memberId: string; sessionId: string; email: string } => ({
  memberId: toId(buyer, n),
  sessionId: toId(session, n),
  email: `bench${buyer}-${n}@example.com`,
})
