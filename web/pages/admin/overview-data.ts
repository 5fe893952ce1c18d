// What the overview shows of a counter: its number in the period, the one before, its list.
import type { CallResponse } from '#contract/call.ts'
import type { overviewCalls } from '#contract/admin/overview.ts'
import { levelCounters, type OverviewCounter, overviewPeriods } from '#contract/admin/overview-counters.ts'

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

/** Whether a chart of it would be a line at zero. */
export const isZero = ({ values, before }: Series): boolean => [...values, ...before].every((value) => value === 0)

export const isMoney = (name: OverviewCounter): boolean => name.startsWith('taka_')

/** Where the list of what a counter counts is. */
export const counterPaths: Record<OverviewCounter, string> = {
  bikes_added: '/bikes?sort=newest',
  bikes_live: '/bikes',
  bikes_reserved: '/dashboard/alldeals?state=held',
  bikes_sold: '/dashboard/alldeals?state=handed_over',
  taka_held: '/dashboard/alldeals?state=held',
  taka_released: '/dashboard/ledger?account=seller',
  taka_refunded: '/dashboard/allrefunds',
  members_joined: '/dashboard/allusers',
  searches_empty: '#searches',
  bikes_seen: '/bikes',
  deals_requested: '/dashboard/alldeals',
  deals_accepted: '/dashboard/alldeals?state=accepted',
  deals_held: '/dashboard/alldeals?state=held',
  deals_handed_over: '/dashboard/alldeals?state=handed_over',
}

/** Where what waits is done. */
export const queuePaths: Record<OverviewData['queues'][number]['name'], string> = {
  disputes: '/dashboard/disputes',
  cases: '/dashboard/cases',
  sellers: '/dashboard/allsellers?verified=no',
  refunds: '/dashboard/payouts',
  bank_disputes: '/dashboard/payouts?show=attention',
  payouts: '/dashboard/payouts',
  messages: '/dashboard/messages',
}

/** The steps from a visit to a handover, each counted by itself. */
export const funnelSteps = [
  'bikes_seen',
  'deals_requested',
  'deals_accepted',
  'deals_held',
  'deals_handed_over',
] as const
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
