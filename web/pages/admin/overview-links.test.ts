// Each number of the admin's overview leads to the list of exactly what it counts.
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { type OverviewCounter, overviewCounters, overviewPeriods } from '#contract/admin/overview-counters.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { dayMs } from '#contract/time/durations.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { book } from '#tests/support/buying.ts'
import {
  beginDeal,
  handOverDeal,
  payDeal,
  registerCashier,
  releaseDeal,
  sendPayout,
  setDestination,
} from '#tests/support/money.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import AllDeals, { loader as loadDeals } from './all-deals-page.tsx'
import { loader as loadLedger } from './ledger-page.tsx'
import { loader as loadBikes } from './new-bikes-page.tsx'
import { loader as loadMembers } from './new-members-page.tsx'
import { getCounterPath, getDays, type OverviewData, summarize } from './overview-data.ts'

let testApp: TestApp
let admin: MemberClient
const today = new Date()

/** A deal of each kind: booked, held, handed over, released, and one whose money goes back. */
const makeDeals = async () => {
  await beginDeal(testApp)
  await payDeal(testApp, await beginDeal(testApp))
  const handedOver = await beginDeal(testApp)
  // Somebody else wants the same bike, and does not get it.
  await book(await registerMember(testApp, 'Buyer'), handedOver.order.bike)
  const released = await beginDeal(testApp)
  for (const deal of [handedOver, released]) {
    await payDeal(testApp, deal)
    await handOverDeal(deal)
  }
  await releaseDeal(released)
  const cancelled = await beginDeal(testApp)
  await payDeal(testApp, cancelled, { purpose: 'deposit' })
  await cancelled.buyer('POST /deals/:id/cancel', { params: cancelled.params, body: {} })
  await testApp.sweep()
  return released
}

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: today } })
  testApp.clock.now = new Date(today.getTime() - 2 * dayMs)
  await makeDeals()
  const signIn = async () => ({ buyer: await testApp.signInAs('karim'), seller: await testApp.signInAs('rahim') })
  const old = await beginDeal(testApp, await signIn())
  testApp.clock.now = today
  // Booked two days ago, held and handed over today.
  const deal = { ...old, ...(await signIn()) }
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  const released = await makeDeals()
  const seller = await registerMember(testApp, 'Seller')
  const { id } = await createListing(testApp, seller)
  await seller('DELETE /allbikes/:id', { params: { id } })
  admin = await testApp.signInAs('ayesha')
  // A payout is in the seller's account of the ledger too.
  await setDestination(released)
  await sendPayout(testApp, released, [await registerCashier(testApp), admin])
  const removed = await getMemberId(testApp, await registerMember(testApp, 'Buyer'))
  await admin('DELETE /users/:id', { params: { id: removed } })
})
afterAll(() => testApp.close())

const loaders = {
  alldeals: loadDeals,
  ledger: loadLedger,
  newbikes: loadBikes,
  newmembers: loadMembers,
}

type Row = { _id: string; held?: number; lines?: { account: string; poisha: number }[] }
type Loaded = { result: { ok: true; value: { items: Row[]; next: string | null } } | { ok: false; message: string } }

/** What the page at a path of the dashboard loads. */
const load = async (path: string): Promise<Loaded> => {
  const context = new RouterContextProvider()
  // Loaders call the API alone.
  context.set(appContext, { client: admin as Client } as AppContext) // oxlint-disable-line typescript/no-unsafe-type-assertion
  const [, name = ''] = /^\/dashboard\/(\w+)/.exec(path) ?? []
  const loader = Object.entries(loaders).find(([key]) => key === name)?.[1]
  assert(loader, `needs the loader of ${path}`)
  const request = new Request(new URL(path, testApp.publicUrl))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loaders read these alone
  return loader({ context, request, params: {} } as unknown as LoaderFunctionArgs)
}

/** All rows of the list at a path, page after page. */
const readRows = async (path: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (let next: string | null = ''; next !== null;) {
    const { result } = await load(next === '' ? path : `${path}&cursor=${next}`)
    assert(result.ok, `${path} is refused`)
    rows.push(...result.value.items)
    next = result.value.next
  }
  return rows
}

const sumLines = (rows: readonly Row[], kind: string): number =>
  rows
    .flatMap(({ lines = [] }) => lines)
    .filter(({ account }) => account.startsWith(`${kind}:`))
    .reduce((sum, { poisha }) => sum + poisha / 100, 0)

/** What the rows of a list add up to, as the counter counts. */
const toNumber = (name: OverviewCounter, rows: readonly Row[]): number => {
  if (name === 'taka_held') return rows.reduce((sum, { held = 0 }) => sum + held, 0)
  if (name === 'taka_released') return -sumLines(rows, 'seller')
  if (name === 'taka_refunded') return sumLines(rows, 'buyer')
  return rows.length
}

const findNumber = ({ counters }: OverviewData, name: OverviewCounter, period: (typeof overviewPeriods)[number]) => {
  const series = counters.find((counter) => counter.name === name)
  assert(series, `the overview has no ${name}`)
  return summarize(series, period).value
}

const listed = overviewCounters.filter((name) => !['bikes_live', 'bikes_seen', 'searches_empty'].includes(name))

describe.each(overviewPeriods)('the list behind a number of %s days has what the number counts', (period) => {
  test.each(listed)('%s', async (name) => {
    const overview = await admin('GET /overview', { query: { days: period } })
    const number = findNumber(overview, name, period)
    expect(number).toBeGreaterThan(0)
    const path = getCounterPath(name, getDays(overview.days, period))
    assert(path !== null, `${name} has a list`)
    expect(toNumber(name, await readRows(path))).toBe(number)
  })
})

test('what happened before the period is in no list of it', async () => {
  const overview = await admin('GET /overview')
  const days = getDays(overview.days, '1')
  for (const name of ['deals_requested', 'deals_held', 'bikes_added', 'members_joined'] as const) {
    const [dayPath, allPath] = [getCounterPath(name, days), getCounterPath(name, { ...days, from: '2000-01-01' })]
    assert(dayPath !== null && allPath !== null, `${name} has a list`)
    expect((await readRows(allPath)).length, name).toBeGreaterThan((await readRows(dayPath)).length)
  }
})

test('bikes on sale lead to the public list, searches to those of the same days, and visits, which nobody stores, nowhere', async () => {
  await testApp.visitor('GET /bikes', { query: { q: 'ducati panigale' } })
  await testApp.flushVisits()
  const overview = await admin('GET /overview', { query: { days: '7' } })
  const days = getDays(overview.days, '7')
  expect(getCounterPath('bikes_live', days)).toBe('/bikes')
  expect((await testApp.visitor('GET /bikes')).total).toBe(findNumber(overview, 'bikes_live', '7'))
  expect(getCounterPath('searches_empty', days)).toBe('?days=7#searches')
  expect(overview.emptySearches.reduce((sum, { times }) => sum + times, 0)).toBe(
    findNumber(overview, 'searches_empty', '7'),
  )
  expect(getCounterPath('bikes_seen', days)).toBeNull()
})

test('the page says what happened on which days, and leads to the list without them', async () => {
  const day = getDhakaDay(today)
  const path = `/dashboard/alldeals?event=held&from=2026-01-31&to=${day}&email=karim@motohaat.test`
  const data = await load(path)
  const html = readHtml(AllDeals, data)
  const shown = day.split('-').toReversed().join('/')
  expect(readText(AllDeals, data)).toContain(`Money held · From 31/01/2026 to ${shown} Remove`)
  expect(html).toMatch(/<a[^>]*href="\/\?email=karim%40motohaat.test"[^>]*>Remove/)
  // The search keeps them.
  for (const name of ['event', 'from', 'to']) expect(html).toMatch(new RegExp(`<input type="hidden" name="${name}"`))
  const oneDay = await load(`/dashboard/alldeals?from=${day}&to=${day}`)
  expect(readText(AllDeals, oneDay)).toContain(`On ${shown} Remove`)
  expect(readText(AllDeals, await load('/dashboard/alldeals'))).not.toContain('Remove')
  expect(readText(AllDeals, await load('/dashboard/alldeals?from=2026-01-31'), await loadBangla())).toContain(
    '৩১/০১/২০২৬ থেকে বাদ দিন',
  )
  const refused = await load('/dashboard/alldeals?from=2026-02-01&to=2026-01-31')
  expect(readText(AllDeals, refused)).toContain('The last day cannot be before the first one.')
})
