// English messages of the admin's overview.
import { createNamespace } from '#web/i18n/namespace.ts'
import { groupInLakhs as count } from '#contract/language.ts'

const en = {
  title: 'Overview',
  retry: 'Try again',
  counted: (when: string) => `Counted ${when}. Each number opens its list.`,
  period: 'Period',
  periods: { '1': 'Today', '7': '7 days', '30': '30 days' },
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  waits: 'Waiting for you',
  figures: 'How the shop goes',
  empty: (lists: number) => (lists === 1 ? '1 list is empty' : `${count(lists)} lists are empty`),
  /** Since how many days in Dhaka. */
  oldest: (days: number) => {
    if (days === 0) return 'The oldest came today'
    return `The oldest waits ${days === 1 ? '1 day' : `${count(days)} days`}`
  },
  more: (number: string) => `${number} and more`,
  queues: {
    disputes: 'Problems to decide',
    cases: 'Cases to decide',
    papers: 'Papers to check',
    sellers: 'Sellers to verify',
    refunds: 'Refunds that are stuck',
    bank_disputes: 'Disputes at the bank',
    payouts: 'Payouts to send',
    messages: 'Messages to answer',
  },
  ages: 'How long they wait',
  agesColumns: {
    queue: 'What',
    waiting: 'Waiting',
    upToDay: 'Up to 1 day',
    upToThreeDays: 'Up to 3 days',
    longer: 'Longer',
  },
  counters: {
    bikes_added: 'New bikes',
    bikes_live: 'Bikes on sale',
    bikes_reserved: 'Reserved bikes',
    bikes_sold: 'Sold bikes',
    taka_held: 'Held for buyers',
    taka_released: 'Now due to sellers',
    taka_refunded: 'Refunded to buyers',
    members_joined: 'New members',
    searches_empty: 'Searches without a result',
    bikes_seen: 'Bike pages seen',
    deals_requested: 'Booked',
    deals_accepted: 'Agreed',
    deals_held: 'Money held',
    deals_handed_over: 'Handed over',
  },
  /** The period before, with which the number is compared. */
  before: { '1': 'Yesterday', '7': '7 days before', '30': '30 days before' },
  /** A level is a number at one moment, which is compared with that at the end of yesterday. */
  levelBefore: 'Yesterday evening',
  compared: (value: string, when: string) => `${when}: ${value}`,
  /** Numbers of the period that are zero, and were before. */
  zeroTiles: (numbers: number) =>
    numbers === 1 ? 'Unchanged at 0: 1 figure' : `Unchanged at 0: ${count(numbers)} figures`,
  /** Of a single day there is no chart. */
  charts: (days: number) => `Day by day, last ${count(days)} days`,
  moreCharts: (charts: string) => `${charts} more charts`,
  legend: (days: number) =>
    `Line: these ${count(days)} days; dots: today, which is not over. Dashes: the ${count(days)} days before.`,
  /** Of counters that were zero on all days of a chart, and on as many before. */
  zeros: (days: number, names: string) =>
    `${names}: nothing in these ${count(days)} days and the ${count(days)} before.`,
  today: (value: string) => `Today: ${value}`,
  chart: (name: string, values: string) => `${name} by day, oldest first: ${values}.`,
  asTable: 'As a table',
  columns: { day: 'Day', value: 'Number', before: 'Before' },
  csv: 'CSV',
  allCounters: 'All numbers, day by day',
  csvLabel: (name: string) => `CSV: ${name}`,
  steps: 'What happened in deals',
  /** Why a later step may have happened more often. */
  stepsNote: (days: number) =>
    `${days === 1 ? 'Today' : `In these ${count(days)} days`}: a bike that was handed over may have been booked before. A cash sale stops at “Agreed”.`,
  seen: (times: string) => `Bike pages seen: ${times}.`,
  searches: 'Searched for and not found',
  searchesColumns: { words: 'Search', times: 'Times' },
  noSearches: 'In this period, every search found something.',
}

export const overviewMessages = createNamespace('overview', en)
