// The admin's overview: every number is the one that the lists have, whoever writes at the same time.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import type { OverviewCounter } from '#contract/admin/overview-counters.ts'
import { payoutMs } from '#contract/deals/deadlines.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { findViolations } from '#scripts/invariants.ts'
import { book, catchError } from '#tests/support/buying.ts'
import { createModeration } from '#tests/support/cases/moderation.ts'
import {
  beginDeal,
  findPayout,
  finishDeal,
  handOverDeal,
  payDeal,
  registerCashier,
  releaseDeal,
  setDestination,
  signInAdmin,
} from '#tests/support/money.ts'
import { connectAsOwner, queryAsOwner } from '#tests/support/owner-connection.ts'
import { decide, showPaper } from '#tests/support/papers/papers.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await signInAdmin(testApp)
})
afterAll(() => testApp.close())

/** Today's value of a counter. */
const readToday = async (name: OverviewCounter): Promise<number> => {
  const { counters } = await admin('GET /overview')
  const value = counters.find((counter) => counter.name === name)?.values.at(-1)
  assert(value !== undefined, `the overview has no ${name}`)
  return value
}

/** What an act adds to today's values of some counters. */
const findChanges = async (names: OverviewCounter[], act: () => Promise<unknown>): Promise<number[]> => {
  const before = await Promise.all(names.map(readToday))
  await act()
  const after = await Promise.all(names.map(readToday))
  return after.map((value, index) => value - (before[index] ?? 0))
}

/** The ids of the invariants of the counters that do not hold. */
const findBrokenCounters = async (): Promise<string[]> => {
  const owner = await connectAsOwner(testApp)
  try {
    const { violations } = await findViolations(owner, null, null)
    return violations.map(({ invariant }) => invariant.id).filter((id) => id.startsWith('C'))
  } finally {
    await owner.end()
  }
}

describe('the overview counts', () => {
  test('a new bike and a new seller, and a bike that leaves', async () => {
    const seller = await registerMember(testApp, 'Seller')
    let bikeId = ''
    const names: OverviewCounter[] = ['bikes_added', 'bikes_live', 'members_joined']
    expect(
      await findChanges(names, async () => {
        await registerMember(testApp, 'Buyer')
        bikeId = (await createListing(testApp, seller)).id
      }),
    ).toEqual([1, 1, 1])
    expect(await findChanges(names, () => seller('DELETE /allbikes/:id', { params: { id: bikeId } }))).toEqual([
      0, -1, 0,
    ])
  })

  test('a bike that is hidden, and shown again', async () => {
    const { id } = await createListing(testApp, await registerMember(testApp, 'Seller'))
    const admin = await testApp.signInAs('ayesha')
    const setHidden = (hidden: boolean) =>
      admin('PUT /hidden/:id', { params: { id }, body: { hidden, reason: 'Not its photos.' } })
    expect(await findChanges(['bikes_live'], () => setHidden(true))).toEqual([-1])
    expect(await findChanges(['bikes_live'], () => setHidden(false))).toEqual([1])
  })

  test('a deal from the booking to the release, with its money', async () => {
    const names: OverviewCounter[] = [
      'deals_requested',
      'deals_accepted',
      'deals_held',
      'deals_handed_over',
      'bikes_live',
      'bikes_reserved',
      'bikes_sold',
      'taka_held',
      'taka_released',
    ]
    const deal = await beginDeal(testApp)
    expect(await findChanges(names, () => payDeal(testApp, deal))).toEqual([0, 1, 1, 0, -1, 1, 0, 149_000, 0])
    expect(await findChanges(names, () => handOverDeal(deal))).toEqual([0, 0, 0, 1, 0, -1, 1, 0, 0])
    expect(await findChanges(names, () => releaseDeal(deal))).toEqual([0, 0, 0, 0, 0, 0, 0, -149_000, 149_000])
    expect(await findChanges(['deals_requested'], () => beginDeal(testApp))).toEqual([1])
  })

  test('money that goes back to a buyer, and the bike is on sale again', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    const names: OverviewCounter[] = ['taka_held', 'taka_refunded', 'bikes_live', 'bikes_reserved']
    expect(
      await findChanges(names, async () => {
        await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
        await testApp.sweep()
      }),
    ).toEqual([-149_000, 149_000, 1, -1])
  })

  test('fifty bookings at once, each once, without one waiting for another', { tags: 'long' }, async () => {
    const seller = await registerMember(testApp, 'Seller')
    const bikes = await Promise.all(Array.from({ length: 50 }, () => createListing(testApp, seller)))
    const buyers = await Promise.all(Array.from({ length: 10 }, () => registerMember(testApp, 'Buyer')))
    const bookAll = () =>
      Promise.all(
        bikes.map((bike, index) => {
          const buyer = buyers[index % buyers.length]
          assert(buyer, 'needs a buyer')
          return book(buyer, bike)
        }),
      )
    // A transaction of somebody else that has counted and is not done.
    const other = await connectAsOwner(testApp)
    await other.query('begin')
    await other.query(`insert into daily_counts (day, counter, amount) values (dhaka_day(now()), 'deals_requested', 1)`)
    expect(await findChanges(['deals_requested'], bookAll)).toEqual([50])
    await other.query('rollback')
    await other.end()
  })

  test('the same before, during and after the changes are added up, by two processes', async () => {
    const before = await admin('GET /overview', { query: { days: '30' } })
    await Promise.all([testApp.addUpDailyCounts(), testApp.addUpDailyCounts()])
    const after = await admin('GET /overview', { query: { days: '30' } })
    expect(after.counters).toEqual(before.counters)
    const { rows } = await testApp.db.$client.query('select from daily_counts where not is_total')
    expect(rows).toEqual([])
    expect(await findBrokenCounters()).toEqual([])
  })
})

describe('visits', () => {
  const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140' }
  const getBike = async (headers: Record<string, string>) => {
    const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes order by id limit 1')
    await testApp.fastify.inject({ url: `/api/bikes/${rows[0]?.slug}`, headers })
  }

  test('of a bike’s page count once, and those of crawlers and other pages do not', async () => {
    expect(
      await findChanges(['bikes_seen'], async () => {
        await getBike(agent)
        await getBike(agent)
        await getBike({ 'user-agent': 'Googlebot/2.1' })
        await testApp.fastify.inject({ url: '/api/bikes/brands', headers: agent })
        await testApp.fastify.inject({ url: '/api/bikes/no-such-bike', headers: agent })
        await testApp.flushVisits()
        await testApp.flushVisits()
      }),
    ).toEqual([2])
  })

  test('that could not be written are written the next time', async () => {
    const owner = await connectAsOwner(testApp)
    await getBike(agent)
    await owner.query('alter table daily_counts rename to daily_counts_away')
    expect(await catchError(testApp.flushVisits())).toHaveProperty('message')
    await owner.query('alter table daily_counts_away rename to daily_counts')
    await owner.end()
    expect(await findChanges(['bikes_seen'], () => testApp.flushVisits())).toEqual([1])
  })

  test('of a search that finds nothing are listed with their words, but no telephone number', async () => {
    const search = (q: string) => testApp.visitor('GET /bikes', { query: { q } })
    await search('Ducati   Panigale')
    await search('ducati panigale')
    await search('call 01712 345678 vespa')
    await search('gixxer')
    await testApp.flushVisits()
    const { emptySearches } = await admin('GET /overview')
    expect(emptySearches.filter(({ words }) => /ducati|017|gixxer/.test(words))).toEqual([
      { words: 'ducati panigale', times: 2 },
    ])
    await testApp.deleteRareSearches()
    expect((await admin('GET /overview')).emptySearches).toEqual(emptySearches)
  })

  test('of past days keep their fifty most frequent searches', async () => {
    await testApp.db.$client.query(
      `insert into empty_searches select dhaka_day(now()) - 3, 'word ' || n, n from generate_series(1, 150) as n
       union all select dhaka_day(now()) - 90, 'old', 9`,
    )
    await testApp.deleteRareSearches()
    const { rows } = await testApp.db.$client.query<{ count: number; least: number }>(
      `select count(*)::int, min(times) as least from empty_searches where day < dhaka_day(now())`,
    )
    expect(rows).toEqual([{ count: 50, least: 101 }])
    const { emptySearches } = await admin('GET /overview', { query: { days: '7' } })
    expect(emptySearches).toHaveLength(50)
    expect(emptySearches[0]).toEqual({ words: 'word 150', times: 150 })
  })
})

test('a case waits until it is decided, and again from its appeal until the answer', async () => {
  const market = await createModeration(testApp, { now: new Date() })
  const readQueue = async () => {
    const { queues } = await admin('GET /overview')
    const { waiting, longer } = queues.find(({ name }) => name === 'cases') ?? {}
    const { open } = await market.moderator('GET /cases/count')
    return { waiting, longer, open }
  }
  const before = await readQueue()
  expect(before).toEqual({ waiting: 0, longer: 0, open: 0 })
  const { seller, caseId } = await market.createReported()
  await market.createReported()
  await testApp.db.$client.query(`update cases set opened_at = opened_at - interval '4 days' where id = $1`, [caseId])
  expect(await readQueue()).toEqual({ waiting: 2, longer: 1, open: 2 })
  await market.decide(market.moderator, caseId, 'warn')
  expect(await readQueue()).toEqual({ waiting: 1, longer: 0, open: 1 })
  await seller('POST /appeals', { body: { caseId, words: 'It was not me.' } })
  // It waits since the appeal.
  expect(await readQueue()).toEqual({ waiting: 2, longer: 0, open: 2 })
  const body = { answer: 'stays', reason: 'It was you.' } as const
  await market.second('PUT /cases/:id/appeal', { params: { id: caseId }, body })
  expect(await readQueue()).toEqual({ waiting: 1, longer: 0, open: 1 })
})

test('a paper waits from its photo until it is checked, and not once its bike is withdrawn', async () => {
  const countPapers = async () => {
    const { queues } = await admin('GET /overview')
    return queues.find(({ name }) => name === 'papers')?.waiting
  }
  const imran = await testApp.signInAs('imran')
  const seller = await registerMember(testApp, 'Seller')
  const { id } = await createListing(testApp, seller)
  expect(await countPapers()).toBe(0)
  await showPaper(seller, id, { kind: 'plate', said: 'fitted' })
  await showPaper(seller, id, { kind: 'loan', said: 'none' })
  expect(await countPapers()).toBe(2)
  await decide(testApp, imran, { bikeId: id, kind: 'plate' })
  expect(await countPapers()).toBe(1)
  await seller('DELETE /allbikes/:id', { params: { id } })
  expect(await countPapers()).toBe(0)
})

test('what waits is listed with its age', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'papers' } })
  const findDisputes = async () => {
    const { queues } = await admin('GET /overview')
    return queues.find(({ name }) => name === 'disputes')
  }
  const first = await findDisputes()
  assert(first, 'needs the queue of disputes')
  expect(first.upToDay).toBeGreaterThan(0)
  await testApp.db.$client.query(`update disputes set opened_at = opened_at - interval '2 days' where deal_id = $1`, [
    deal.id,
  ])
  expect(await findDisputes()).toMatchObject({
    waiting: first.waiting,
    upToDay: first.upToDay - 1,
    upToThreeDays: first.upToThreeDays + 1,
  })
  await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 0 } })
  expect((await findDisputes())?.waiting).toBe(first.waiting - 1)
})

test('of the payouts those are counted that somebody can prepare or approve', async () => {
  const countPayouts = async () => {
    const { queues } = await admin('GET /overview')
    return queues.find(({ name }) => name === 'payouts')?.waiting ?? 0
  }
  const before = await countPayouts()
  const deal = await finishDeal(testApp)
  // It waits for the seller, who has not said where to be paid.
  expect(await countPayouts()).toBe(before)
  await setDestination(deal)
  expect(await countPayouts()).toBe(before + 1)
  // Changed: it is used three days later.
  await setDestination(deal, '9999999999999')
  expect(await countPayouts()).toBe(before)
  const { id } = await findPayout(testApp, deal.id)
  await testApp.db.$client.query('update payout_destinations set usable_at = now() where last4 = $1', ['9999'])
  const cashier = await registerCashier(testApp)
  await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'prepare' } })
  expect(await countPayouts()).toBe(before + 1)
  // Changed again after it was prepared: nobody may approve it until then.
  await setDestination(deal, '8888888888888')
  expect(await countPayouts()).toBe(before)
  await testApp.db.$client.query('update payout_destinations set usable_at = now() where last4 = $1', ['8888'])
  expect(await countPayouts()).toBe(before + 1)
  await testApp.db.$client.query('update payouts set frozen_at = now() where id = $1', [id])
  expect(await countPayouts()).toBe(before)
})

test('a payout that was not sent within the days that its seller was told is among those that wait longest', async () => {
  const findPayouts = async () => {
    const { queues } = await admin('GET /overview')
    const queue = queues.find(({ name }) => name === 'payouts')
    assert(queue, 'needs the queue of payouts')
    return queue
  }
  const deal = await finishDeal(testApp)
  await setDestination(deal)
  const { id } = await findPayout(testApp, deal.id)
  const before = await findPayouts()
  const age = (ms: number) =>
    queryAsOwner(testApp, `update payouts set created_at = now() - $2 * interval '1 ms' where id = $1`, [id, ms])
  await age(payoutMs - minuteMs)
  expect((await findPayouts()).longer).toBe(before.longer)
  await age(payoutMs + minuteMs)
  expect((await findPayouts()).longer).toBe(before.longer + 1)
})

test('the overview has seven days at least, the week before, and nothing for others than admins', async () => {
  const [today, month] = [await admin('GET /overview'), await admin('GET /overview', { query: { days: '30' } })]
  expect(today.days).toHaveLength(7)
  expect(month.days).toHaveLength(30)
  for (const { values, before } of month.counters) expect([values.length, before.length]).toEqual([30, 30])
  const live = month.counters.find(({ name }) => name === 'bikes_live')
  const { rows } = await testApp.db.$client.query<{ count: number }>(
    'select count(*)::int from bikes where coalesce(sold_at, withdrawn_at, reserved_at, hidden_at) is null',
  )
  expect(live?.values.at(-1)).toBe(rows[0]?.count)
  const cashier = await registerCashier(testApp)
  for (const member of [cashier, await testApp.signInAs('rahim')])
    expect(await catchError(member('GET /overview'))).toMatchObject({ status: 403 })
  expect(await catchError(testApp.visitor('GET /overview'))).toMatchObject({ status: 401 })
})
