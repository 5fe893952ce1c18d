// Names and bounds of the overview, which server and pages share. No schemas, so that pages load none.

/** The counters of the overview; amounts of money are in whole Taka. */
export const overviewCounters = [
  'bikes_added',
  'bikes_live',
  'bikes_reserved',
  'bikes_sold',
  'taka_held',
  'taka_released',
  'taka_refunded',
  'members_joined',
  'searches_empty',
  'bikes_seen',
  'deals_requested',
  'deals_accepted',
  'deals_held',
  'deals_handed_over',
] as const
export type OverviewCounter = (typeof overviewCounters)[number]

/** Counters that say how many there are at the end of a day; the others how many there were on it. */
export const levelCounters: ReadonlySet<OverviewCounter> = new Set(['bikes_live', 'bikes_reserved', 'taka_held'])

/** The periods that can be chosen, in days; 1 is today. */
export const overviewPeriods = ['1', '7', '30'] as const

export const overviewQueues = [
  'disputes',
  'cases',
  'papers',
  'sellers',
  'payouts',
  'refunds',
  'bank_disputes',
  'messages',
] as const

/** A queue is counted up to this number. */
export const maxCountedInQueue = 1_000
