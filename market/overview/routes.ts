// The admin's overview, from counters by day: it reads no table of bikes, deals or members.
import {
  maxCountedInQueue,
  overviewCounters,
  type OverviewCounter,
  overviewQueues,
} from '#contract/admin/overview-counters.ts'
import type { overviewCalls } from '#contract/admin/overview.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { type DaySums, listDays, toCounterName, toValues } from './daily-values.ts'

type OverviewDeps = { db: Database; now: () => Date }
type CounterSums = ReadonlyMap<string, DaySums>

// A chart of one day says nothing.
const minChartDays = 7
const maxEmptySearches = 50

// Named, so that PostgreSQL parses and plans them once for a connection: that costs more than to run them.
// A number of days is read in less time than a date.
const sumsSql = `select counter, day - $1::date as at, sum(amount)::float8 as amount from daily_counts
  where day between $1::date and $2::date group by counter, day`
const startsSql = `select counter, sum(amount) as amount from daily_counts
  where counter in ('bikes_live', 'bikes_reserved', 'poisha_held') and day < $1 group by counter`
const emptySearchesSql = `select words, sum(times)::int as times from empty_searches where day >= $1
  group by words order by times desc, words limit ${maxEmptySearches}`

/** When each row of a queue began to wait. Each is read from an index of the rows that wait. */
const queueSql: Record<(typeof overviewQueues)[number], string> = {
  disputes: 'select opened_at as at from disputes where decided_at is null',
  // The rows of the index cases_to_decide: undecided, or with an appeal that nobody has answered.
  cases: `select coalesce(appealed_at, opened_at) as at from cases
    where mended_at is null and (decided_at is null or (appealed_at is not null and appeal_decided_at is null))`,
  // Of bikes that are not over, as moderators have them.
  papers: `select shown_at as at from bike_papers join bikes on bikes.id = bike_id
    where state = 'shown' and sold_at is null and withdrawn_at is null`,
  // Those who registered first, without who was asked for something or has nothing that could be checked, as the list of sellers
  // has them; the id is from the moment of the registration.
  sellers: `select created_at as at from (select created_at from members
    where role = 'Seller' and verified_at is null and removed_at is null
      and not exists (select from badge_questions where member_id = members.id and ended_at is null)
      and (exists (select from phone_proofs where member_id = members.id)
        or exists (select from bikes where seller_id = members.id))
    order by id limit ${maxCountedInQueue}) as oldest`,
  refunds: `select created_at as at from refunds where state = 'failed'
    or (state = 'due' and created_at < $1::timestamptz - interval '15 minutes')
    or (state = 'requested' and created_at < $1::timestamptz - interval '3 days')`,
  bank_disputes: 'select disputed_at as at from payments where disputed_at is not null and dispute_outcome is null',
  // What waits for its seller's account, or until a new one may be used, or is stopped by a bank, waits for no cashier.
  payouts: `select created_at as at from payouts left join payout_destinations on member_id = seller_id
    where state = 'due' and (needs_review
      or (frozen_at is null and (usable_at <= $1::timestamptz or (usable_at is null and requested_by is not null))))`,
  messages: 'select created_at as at from contact_messages where handled_at is null',
}
const queuesSql = overviewQueues
  .map(
    (name) => `select '${name}' as name, count(*)::int as waiting,
      (count(*) filter (where at > $1::timestamptz - interval '1 day'))::int as "upToDay",
      (count(*) filter (where at <= $1::timestamptz - interval '1 day' and at > $1::timestamptz - interval '3 days'))::int
        as "upToThreeDays", min(at) as "oldestAt"
    from (${queueSql[name]} order by 1 limit ${maxCountedInQueue}) as queue`,
  )
  .join(' union all ')

/** The sums of each counter by day, and of the levels what they were before the first day. */
const readSums = async ({ $client }: Database, days: readonly string[]): Promise<CounterSums> => {
  const [first, last] = [days[0], days.at(-1)]
  const [{ rows }, { rows: starts }] = await Promise.all([
    $client.query<{ counter: string; at: number; amount: number }>({
      name: 'overview_sums',
      text: sumsSql,
      values: [first, last],
    }),
    $client.query<{ counter: string; amount: string }>({ name: 'overview_starts', text: startsSql, values: [first] }),
  ])
  const startByCounter = new Map(starts.map(({ counter, amount }) => [counter, Number(amount)]))
  const sums = new Map<string, DaySums>(
    overviewCounters
      .map(toCounterName)
      .map((counter) => [counter, { byDay: days.map(() => 0), start: startByCounter.get(counter) ?? 0 }] as const),
  )
  for (const { counter, at, amount } of rows) {
    const found = sums.get(counter)
    if (found) found.byDay[at] = amount
  }
  return sums
}

type QueueRow = { name: string; waiting: number; upToDay: number; upToThreeDays: number; oldestAt: Date | null }

/** How many rows of each queue wait, and for how long. */
const readQueues = async ({ $client }: Database, now: Date) => {
  const { rows } = await $client.query<QueueRow>({ name: 'overview_queues', text: queuesSql, values: [now] })
  const byName = new Map(rows.map((row) => [row.name, row]))
  return overviewQueues.map((name) => {
    const { waiting = 0, upToDay = 0, upToThreeDays = 0, oldestAt = null } = byName.get(name) ?? {}
    const longer = waiting - upToDay - upToThreeDays
    return { name, waiting, upToDay, upToThreeDays, longer, oldestAt: oldestAt?.toISOString() ?? null }
  })
}

/** The most frequent searches since a day that found nothing. */
const readEmptySearches = async ({ $client }: Database, first: string) => {
  const values = [first]
  const { rows } = await $client.query<{ words: string; times: number }>({
    name: 'overview_searches',
    text: emptySearchesSql,
    values,
  })
  return rows
}

const getOverview = async ({ db, now }: OverviewDeps, period: number) => {
  const at = now()
  const today = getDhakaDay(at)
  const chartDays = Math.max(period, minChartDays)
  const allDays = listDays(today, 2 * chartDays)
  const [sums, queues, emptySearches] = await Promise.all([
    readSums(db, allDays),
    readQueues(db, at),
    readEmptySearches(db, listDays(today, period)[0] ?? today),
  ])
  const toSeries = (name: OverviewCounter) => {
    const values = toValues(name, sums.get(toCounterName(name)) ?? { byDay: [], start: 0 })
    return { name, values: values.slice(chartDays), before: values.slice(0, chartDays) }
  }
  return {
    countedAt: at.toISOString(),
    days: allDays.slice(chartDays),
    counters: overviewCounters.map(toSeries),
    queues,
    emptySearches,
  }
}

/** The handler of the overview. */
export const overviewRoutes = (deps: OverviewDeps): Handlers<typeof overviewCalls, Member> => ({
  'GET /overview': ({ query }) => getOverview(deps, Number(query.days ?? '1')),
})
