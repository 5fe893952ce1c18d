// The admin's overview: charts with something in them, numbers that compare alike, and times of day as elsewhere.
import { expect, test } from 'vitest'
import { type OverviewCounter, overviewCounters } from '#contract/admin/overview-counters.ts'
import { loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { type OverviewData, toCounterTable } from './overview-data.ts'
import Overview from './overview-page.tsx'

/** Seven days of which the last one has these numbers. */
const toOverview = (numbers: Partial<Record<OverviewCounter, number>>): OverviewData => ({
  countedAt: '2026-11-28T23:18:00.000Z',
  days: ['23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day}`),
  counters: overviewCounters.map((name) => ({
    name,
    values: [0, 0, 0, 0, 0, 0, numbers[name] ?? 0],
    before: [0, 0, 0, 0, 0, 0, 0],
  })),
  queues: [
    {
      name: 'payouts',
      waiting: 7,
      upToDay: 7,
      upToThreeDays: 0,
      longer: 0,
      oldestAt: '2026-11-28T23:17:00.000Z',
    },
  ],
  emptySearches: [],
})
const toPage = (value: OverviewData) => ({ period: '1', result: { ok: true, value } })

const busy = toOverview({
  bikes_added: 6,
  bikes_live: 289,
  bikes_reserved: 1,
  bikes_sold: 10,
  taka_held: 272_000,
  taka_released: 1_464_000,
  members_joined: 2,
  bikes_seen: 2,
  deals_requested: 10,
  deals_accepted: 12,
  deals_held: 11,
  deals_handed_over: 10,
})

test('charts in which everything is zero are one line with their names', async () => {
  const page = toPage(busy)
  expect(readHtml(Overview, page).match(/<figure/g)).toHaveLength(7)
  expect(readText(Overview, page)).toContain(
    'Refunded to buyers, Searches without a result: nothing in these 7 days and the 7 before.',
  )
  expect(readText(Overview, page, await loadBangla())).toContain('গত ১৪ দিনে ০: ক্রেতাদের ফেরত, যে সার্চে কিছু মেলেনি।')
  // What was there before is compared with nothing today.
  const before = { ...busy, counters: busy.counters.map((one) => ({ ...one, before: [1, 0, 0, 0, 0, 0, 0] })) }
  expect(readHtml(Overview, toPage(before)).match(/<figure/g)).toHaveLength(9)
  expect(readText(Overview, toPage(before))).not.toContain('nothing in these')
})

test('the period is chosen beside the figures that it counts; what waits comes first and is of no period', async () => {
  const html = readHtml(Overview, { ...toPage(busy), period: '7' })
  const [waits = '', figures = ''] = html.split('<div class="overview__head">')
  expect(waits).toContain('>Waiting for you</h2>')
  expect(waits).not.toContain('class="periods"')
  expect(toText(figures)).toMatch(/^How the shop goes Today 7 days 30 days /)
  expect(figures).toContain('aria-current="page" href="/?days=7"')
  expect(readText(Overview, toPage(busy), await loadBangla())).toContain('দোকান কেমন চলছে আজ ৭ দিন ৩০ দিন')
})

test('each chart has its highest value at its edge, in the digits of the language', async () => {
  const high = { ...busy, counters: busy.counters.map((one) => ({ ...one, before: [0, 0, 12_345, 0, 0, 0, 0] })) }
  const readEdges = (html: string) => [...html.matchAll(/<text x="4" y="16">([^<]*)</g)].map(([, text]) => text)
  const edges = readEdges(readHtml(Overview, toPage(high)))
  expect(new Set(edges)).toEqual(new Set(['12,345', '৳12,345', '৳14,64,000', '৳2,72,000']))
  expect(readEdges(readHtml(Overview, toPage(high), await loadBangla()))).toContain('১২,৩৪৫')
})

test('why a later step may have happened more often is said; no share of another step, which is of other bikes', async () => {
  const text = readText(Overview, toPage(busy))
  expect(text).toMatch(
    /What happened in deals Today: a bike that was handed over may have been booked before\. .* Booked 10 Agreed 12 Money held 11 Handed over 10 Bike pages seen: 2\. CSV/,
  )
  expect(text).not.toContain('%')
  expect(readText(Overview, toPage(busy), await loadBangla())).toContain(
    'আজকের হিসাব: যে বাইক দেওয়া হয়েছে, তা আগেই বুক করা হতে পারে।',
  )
})

/** Fourteen days: of a counter the numbers 1 to 14, oldest first. */
const rising = {
  ...busy,
  counters: busy.counters.map((one) => ({ ...one, before: [1, 2, 3, 4, 5, 6, 7], values: [8, 9, 10, 11, 12, 13, 14] })),
}

test('all numbers of a row are compared with the same period: yesterday, or as many days before', async () => {
  const today = readText(Overview, toPage(rising))
  // The level of now and of the end of yesterday; what happened today and yesterday.
  expect(today).toMatch(
    /New bikes 14 Yesterday: 13 Bikes on sale 14 Yesterday evening: 13 Reserved bikes 14 Yesterday evening: 13 /,
  )
  expect(today).not.toContain('a week ago')
  const week = readText(Overview, { ...toPage(rising), period: '7' })
  expect(week).toMatch(/New bikes 77 7 days before: 28 Bikes on sale 14 7 days before: 7 /)
  expect(readText(Overview, toPage(rising), await loadBangla())).toContain(
    'নতুন বাইক ১৪ গতকাল: ১৩ বিক্রির জন্য আছে ১৪ গতকাল রাতে: ১৩',
  )
})

test('the charts name their own days, and those after the first two are folded', async () => {
  const page = toPage(rising)
  expect(readText(Overview, page)).toContain(
    'Day by day, last 7 days Line: these 7 days; dots: today, which is not over. Dashes: the 7 days before.',
  )
  // The ages of what waits are folded above the charts.
  const [, shown = '', folded = ''] = readHtml(Overview, page).split('<details class="folded')
  const countCharts = (html: string) => html.match(/<figure/g)?.length
  expect([countCharts(shown), countCharts(folded)]).toEqual([2, 7])
  expect(readText(Overview, page)).toContain('7 more charts')
  expect(readText(Overview, page, await loadBangla())).toContain('আরও ৭টি চার্ট')
})

test('cases wait with their number, which leads to their list', async () => {
  const queue = {
    name: 'cases',
    waiting: 3,
    upToDay: 3,
    upToThreeDays: 0,
    longer: 0,
    oldestAt: busy.countedAt,
  } as const
  const page = toPage({ ...busy, queues: [queue] })
  expect(readHtml(Overview, page)).toMatch(/<a [^>]*href="\/dashboard\/cases"/)
  expect(readText(Overview, page)).toContain('Cases to decide 3')
  expect(readText(Overview, page, await loadBangla())).toContain('অভিযোগের সিদ্ধান্ত ৩')
})

test('one file has all counters of all days, also those that were zero', () => {
  const { columns, rows } = toCounterTable(busy)
  expect(columns).toEqual(['day', ...overviewCounters])
  expect(rows.map(([day]) => day)).toEqual(busy.days)
  expect(rows.map((row) => row[columns.indexOf('bikes_sold')])).toEqual([0, 0, 0, 0, 0, 0, 10])
  expect(rows.map((row) => row[columns.indexOf('taka_refunded')])).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(readText(Overview, toPage(busy))).toContain('CSV: All numbers, day by day')
})

test('searches that found nothing are a file also where there are none', () => {
  expect(readHtml(Overview, toPage(busy))).toContain('aria-label="CSV: Searched for and not found"')
})

test('a number of the period and one of a day lead to the list of their own days', () => {
  const html = readHtml(Overview, { ...toPage(busy), period: '7' })
  expect(html).toContain('href="/dashboard/alldeals?event=sold&amp;from=2026-11-23&amp;to=2026-11-29"')
  // The number beside the name of a chart, and the one in its table.
  expect(html.split('href="/dashboard/alldeals?event=sold&amp;from=2026-11-29&amp;to=2026-11-29"')).toHaveLength(3)
})

test('times of day are those of the shop, with AM and PM', () => {
  const text = readText(Overview, toPage(busy))
  expect(text).toContain('Counted Sun 29 Nov, 5:18 AM.')
})

test('what waits longest says for how many days', async () => {
  const bangla = await loadBangla()
  const read = (oldestAt: string, language?: typeof bangla) => {
    const queues = busy.queues.map((queue) => ({ ...queue, oldestAt }))
    return readText(Overview, toPage({ ...busy, queues }), language)
  }
  // Midnight in Dhaka is at 18:00 UTC.
  expect(read('2026-11-28T18:00:00.000Z')).toContain('Payouts to send 7 The oldest came today ')
  expect(read('2026-11-28T17:59:59.000Z')).toContain('The oldest waits 1 day ')
  expect(read('2026-11-23T10:00:00.000Z')).toContain('The oldest waits 6 days ')
  expect(read('2026-11-23T10:00:00.000Z', bangla)).toContain('সবচেয়ে পুরোনোটি ৬ দিন ধরে অপেক্ষায়')
  // As the list of sellers says it.
  expect(read('2026-11-28T17:59:59.000Z', bangla)).toContain('সবচেয়ে পুরোনোটি ১ দিন ধরে অপেক্ষায়')
})

test('the lists in which nothing waits are folded into one line', async () => {
  const empty = { waiting: 0, upToDay: 0, upToThreeDays: 0, longer: 0, oldestAt: null }
  const queues = [...busy.queues, { ...empty, name: 'cases' as const }, { ...empty, name: 'papers' as const }]
  const page = toPage({ ...busy, queues })
  const [shown = '', folded = ''] = readHtml(Overview, page).split('<details class="folded')
  expect(shown).not.toContain('href="/dashboard/papers"')
  expect(folded).toMatch(/<b>2 lists are empty<\/b>.* href="\/dashboard\/papers"/)
  expect(readText(Overview, page, await loadBangla())).toContain('২টি তালিকা খালি')
  expect(readText(Overview, toPage({ ...busy, queues: queues.slice(0, 2) }))).toContain(
    '1 list is empty Cases to decide',
  )
})

test('the number beside a chart says that it is today’s', async () => {
  expect(readText(Overview, toPage(busy))).toContain('New bikes Today: 6')
  expect(readText(Overview, toPage(busy), await loadBangla())).toContain('নতুন বাইক আজ: ৬')
})

test('the sellers who wait for a badge are named as such, below a heading that says for whom they wait', async () => {
  const oldestAt = '2026-11-20T06:00:00.000Z'
  const queue = { name: 'sellers' as const, waiting: 22, upToDay: 0, upToThreeDays: 0, longer: 22, oldestAt }
  const page = toPage({ ...busy, queues: [queue] })
  expect(readText(Overview, page)).toContain('Waiting for you Sellers to verify 22')
  expect(readText(Overview, page, await loadBangla())).toContain('আপনার অপেক্ষায় যাচাই বাকি বিক্রেতা ২২')
})

test('pages seen are no step before the bookings, but a line below the steps; without any there is none', async () => {
  const page = toPage({
    ...busy,
    counters: busy.counters.map((one) => (one.name === 'bikes_seen' ? { ...one, values: [0, 0, 0, 0, 0, 0, 0] } : one)),
  })
  const [, steps = ''] = /<ol class="deal-steps">(.*?)<\/ol>/.exec(readHtml(Overview, page)) ?? []
  expect(steps).toMatch(/Booked.*Agreed.*Money held.*Handed over/)
  expect(steps).not.toContain('<b class="num">0</b>')
  expect(readText(Overview, page)).not.toContain('Bike pages seen')
  expect(readText(Overview, toPage(busy), await loadBangla())).toContain('বাইকের পাতা দেখা হয়েছে ২ বার।')
})

test('numbers that are zero in both periods are folded into one line, with their lists', async () => {
  const html = readHtml(Overview, toPage(busy))
  const [, folded = ''] = /<details class="folded overview__empty">(.*?)<\/details>/.exec(html) ?? []
  expect(folded).toMatch(
    /<b>Unchanged at 0: 2 figures<\/b>.* href="\/dashboard\/ledger\?flow=refunded[^"]*"[^>]*>Refunded to buyers</,
  )
  expect(readText(Overview, toPage(busy))).not.toMatch(/Refunded to buyers ৳0/)
  expect(readText(Overview, toPage(busy), await loadBangla())).toContain('২টি সংখ্যা আগের মতোই ০ ক্রেতাদের ফেরত')
  // What was there yesterday and is not today says something.
  const before = { ...busy, counters: busy.counters.map((one) => ({ ...one, values: [0, 0, 0, 0, 0, 3, 0] })) }
  expect(readText(Overview, toPage(before))).toContain('New bikes 0 Yesterday: 3')
  const one = {
    ...busy,
    counters: busy.counters.map((series) =>
      series.name === 'searches_empty' ? { ...series, values: [0, 0, 0, 0, 0, 0, 1] } : series,
    ),
  }
  expect(readText(Overview, toPage(one))).toContain('Unchanged at 0: 1 figure Refunded to buyers')
})

test('the money that becomes the sellers’ is not called sent', async () => {
  expect(readText(Overview, toPage(busy))).toContain('Now due to sellers ৳14,64,000')
  expect(readText(Overview, toPage(busy), await loadBangla())).toContain('বিক্রেতাদের নতুন পাওনা ৳১৪,৬৪,০০০')
})
