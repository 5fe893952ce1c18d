// What the overview shows of a counter: its number in the period, the one before, its list.
import type { CallResponse } from '#contract/call.ts'
import type { overviewCalls } from '#contract/admin/overview.ts'
import { levelCounters, type OverviewCounter, overviewPeriods } from '#contract/admin/overview-counters.ts'
import { countDays } from '#contract/time/dhaka.ts'

export type OverviewData = CallResponse<(typeof overviewCalls)['GET /overview']>
export type Series = OverviewData['counters'][number]
export type Period = (typeof overviewPeriods)[number]

/** The period of the URL; today without one. */
export const parsePeriod = (query: URLSearchParams): Period =>
  overviewPeriods.find((period) => period === query.get('days')) ?? '1'

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * The number of the period and the one to compare it with: of a level those at the end of the period and of the one before,
 * otherwise the sums of both.
 */
export const summarize = ({ name, values, before }: Series, period: Period): { value: number; compared: number } => {
  const days = Number(period)
  const all = [...before, ...values]
  if (levelCounters.has(name)) return { value: all.at(-1) ?? 0, compared: all.at(-1 - days) ?? 0 }
  return { value: sum(all.slice(-days)), compared: sum(all.slice(-2 * days, -days)) }
}

/** All counters by day: a column for each, a row for each day of the charts. */
export const toCounterTable = ({ counters, days }: Pick<OverviewData, 'counters' | 'days'>) => ({
  columns: ['day', ...counters.map(({ name }) => name)],
  rows: days.map((day, index) => [day, ...counters.map(({ values }) => values[index] ?? 0)]),
})

/** Whether a chart of it would be a line at zero. */
export const isZero = ({ values, before }: Series): boolean => [...values, ...before].every((value) => value === 0)

export const isMoney = (name: OverviewCounter): boolean => name.startsWith('taka_')

/** The first and the last day of a number. */
export type Days = { from: string; to: string }

/** The days of the period, which end with the last one of the charts. */
export const getDays = (days: readonly string[], period: Period): Days => ({
  from: days.at(-Number(period)) ?? '',
  to: days.at(-1) ?? '',
})

/** Where what a counter counts is listed: that of a level is so now, the others happened on some days. */
const counterPaths: Record<OverviewCounter, string | null> = {
  bikes_added: '/dashboard/newbikes?',
  bikes_live: '/bikes',
  // A bike is reserved exactly while a deal holds money for it.
  bikes_reserved: '/dashboard/alldeals?state=held',
  bikes_sold: '/dashboard/alldeals?event=sold&',
  taka_held: '/dashboard/alldeals?state=unreleased',
  taka_released: '/dashboard/ledger?flow=released&',
  // Not the list of refunds: one that came back counts against the day on which it did, which is in the ledger alone.
  taka_refunded: '/dashboard/ledger?flow=refunded&',
  members_joined: '/dashboard/newmembers?',
  // The most frequent ones, on the overview itself.
  searches_empty: '#searches',
  // Who looked at which bike is stored nowhere, so there is nothing to list.
  bikes_seen: null,
  deals_requested: '/dashboard/alldeals?event=requested&',
  deals_accepted: '/dashboard/alldeals?event=accepted&',
  deals_held: '/dashboard/alldeals?event=held&',
  deals_handed_over: '/dashboard/alldeals?event=handed_over&',
}

/** The list of exactly what a counter counts on these days; of a level, what is so now. Null without a list. */
export const getCounterPath = (name: OverviewCounter, { from, to }: Days): string | null => {
  const path = counterPaths[name]
  if (path === null || levelCounters.has(name)) return path
  if (path.startsWith('#')) return `?days=${countDays(from, to) + 1}${path}`
  return `${path}from=${from}&to=${to}`
}

/** Where what waits is done. */
export const queuePaths: Record<OverviewData['queues'][number]['name'], string> = {
  disputes: '/dashboard/disputes',
  cases: '/dashboard/cases',
  papers: '/dashboard/papers',
  sellers: '/dashboard/allsellers?verified=ready',
  refunds: '/dashboard/payouts',
  bank_disputes: '/dashboard/payouts?show=attention',
  payouts: '/dashboard/payouts',
  messages: '/dashboard/messages',
}

/** The steps from a booking to a handover, each counted by itself; none of them can be skipped. */
export const countedSteps = ['deals_requested', 'deals_accepted', 'deals_held', 'deals_handed_over'] as const

/** The counters on top and as charts. */
export const chartedCounters = [
  'bikes_added',
  'bikes_live',
  'bikes_reserved',
  'bikes_sold',
  'taka_held',
  'taka_released',
  'taka_refunded',
  'members_joined',
  'searches_empty',
] as const

/** Charts beyond these are folded. */
export const shownCharts = 2
