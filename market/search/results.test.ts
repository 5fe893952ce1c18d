import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CallRequest } from '#contract/call.ts'
import { districts } from '#contract/districts.ts'
import { FoundBike, type SearchResponseBody, type searchCalls } from '#contract/search.ts'
import { insertBikesOfEveryModel } from '#tests/support/search/fixtures.ts'
import {
  registerMember,
  createListing,
  insertUploadedPicture,
  createProductBody,
  type MemberClient,
} from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { getDistancesKm } from './places.ts'

let testApp: TestApp
let seller: MemberClient
let karim: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller')
  karim = await testApp.signInAs('karim')
  await insertBikesOfEveryModel(testApp, seller)
})
afterAll(() => testApp.close())

type Query = NonNullable<CallRequest<(typeof searchCalls)['GET /bikes']>['query']>
const find = (query: Query = {}): Promise<SearchResponseBody> =>
  testApp.visitor('GET /bikes', { query: { limit: '100', ...query } })
const all = async (query: Query = {}): Promise<SearchResponseBody['bikes']> => {
  const bikes: SearchResponseBody['bikes'] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await find({ ...query, ...(cursor && { cursor }) })
    bikes.push(...page.bikes)
    cursor = page.next
  }
  return bikes
}
const ids = (bikes: { _id: string }[]) => bikes.map(({ _id }) => _id)

describe('counts', () => {
  test('each count is what choosing it finds', async () => {
    const { facets } = await find({ q: 'dhaka' })
    const total = async (query: Query) => (await find({ q: 'dhaka', ...query })).total
    for (const { slug, count } of facets.brands.slice(0, 3)) expect(await total({ brand: slug })).toBe(count)
    for (const { slug, count } of facets.models.slice(0, 3)) expect(await total({ model: slug })).toBe(count)
    for (const { year, count } of facets.years.slice(0, 2))
      expect(await total({ yearFrom: String(year), yearTo: String(year) })).toBe(count)
    const [cc, price, km] = [facets.cc[2], facets.prices[2], facets.km[2]]
    assert(cc && price && km, 'needs bands in the middle')
    expect(await total({ ccFrom: String(cc.from), ccTo: String(cc.to) })).toBe(cc.count)
    expect(await total({ priceFrom: String(price.from), priceTo: String(price.to) })).toBe(price.count)
    expect(await total({ kmFrom: String(km.from), kmTo: String(km.to) })).toBe(km.count)
    for (const { condition, count } of facets.conditions) expect(await total({ condition })).toBe(count)
    expect(await total({ verified: 'on' })).toBe(facets.verified)
  })

  test('a choice leaves the other choices of its group countable', async () => {
    const none = await find()
    const chosen = await find({ brand: 'bajaj', division: 'khulna', yearFrom: '2016' })
    const others = await find({ division: 'khulna', yearFrom: '2016' })
    expect(chosen.facets.brands).toEqual(others.facets.brands)
    expect(chosen.facets.models.every(({ brand }) => brand === 'bajaj')).toBe(true)
    expect(chosen.facets.divisions).toEqual((await find({ brand: 'bajaj', yearFrom: '2016' })).facets.divisions)
    expect(chosen.facets.districts.every(({ division }) => division === 'khulna')).toBe(true)
    expect(chosen.widened).toEqual([])
    expect(none.facets.brands.length).toBeGreaterThan(20)
  })
})

const toSteps = ({ widened }: SearchResponseBody) => widened.map(({ part, to, typed }) => [part, to, typed])

describe('when nothing is found', () => {
  test('the budget is widened by a fifth at most: a bike for ten Taka is not offered for a lakh', async () => {
    const found = await find({ q: 'pulsar', priceTo: '10', limit: '2' })
    expect([found.bikes, found.widened, found.total]).toEqual([[], [], 0])
    expect(found.guide).toMatchObject({ brand: 'Bajaj', model: 'Pulsar 150' })
  })

  test('a word that no bike has is dropped first, and named on every page', async () => {
    const found = await find({ q: 'yamaha xylophone', limit: '2' })
    expect(toSteps(found)).toEqual([['words', 'none', 'xylophone']])
    const next = await find({ q: 'yamaha xylophone', limit: '2', cursor: found.next ?? '' })
    expect(next.widened).toEqual(found.widened)
    expect(next.bikes).toHaveLength(2)
    expect(next.bikes.some(({ _id }) => ids(found.bikes).includes(_id))).toBe(false)
    for (const { brand, name } of [...found.bikes, ...next.bikes]) expect(brand ?? name).toBe('Yamaha')
  })

  test('the place goes before the year, the year before the budget, and none of them without need', async () => {
    const { bikes } = await find({ q: 'gixxer 155', limit: '100' })
    const cheapest = bikes.toSorted((a, b) => a.salePrice - b.salePrice)[0]
    assert(cheapest?.district === 'chattogram', 'needs a Gixxer in the division of Bandarban')
    const budget = cheapest.salePrice - 1
    // Its year and its budget fit nothing at once, in whatever place.
    const found = await find({ q: `gixxer 155 bandarban ${cheapest.purchaseTime}`, priceTo: String(budget) })
    expect(toSteps(found)).toEqual([
      ['price', 'range', ''],
      ['place', 'division', 'bandarban'],
    ])
    expect(ids(found.bikes)).toEqual([cheapest._id])
  })

  test('a model that nobody offers shows its line, then bikes of its kind and size, the nearest size first, then of its kind', async () => {
    await testApp.db.$client.query(
      `update bikes set withdrawn_at = now() where model_id in (select id from models where name in ('Dominar 400', 'Hornet 160', 'CB Hornet 160R', 'R15M'))`,
    )
    const line = await find({ q: 'r15m' })
    expect(toSteps(line)).toEqual([['model', 'family', 'r15m']])
    expect(line.bikes.every(({ model }) => model?.startsWith('R15'))).toBe(true)
    const alike = await find({ q: 'honda hornet' })
    expect(toSteps(alike)).toEqual([['model', 'alike', 'hornet']])
    expect(alike.bikes.every(({ brand, engineCc }) => brand === 'Honda' && Math.abs((engineCc ?? 0) - 163) <= 15)).toBe(
      true,
    )
    const sizes = alike.bikes.map(({ engineCc }) => Math.abs((engineCc ?? 0) - 163))
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    const kind = await find({ q: 'dominar' })
    expect(toSteps(kind)).toEqual([['model', 'kind', 'dominar']])
    expect(kind.notOnSale).toMatchObject({ brand: 'Bajaj', name: 'Dominar' })
  })

  test('the bikes nearest to the place that was given up come first', async () => {
    const { bikes, widened, sort } = await find({ q: 'vespa narail' })
    expect([widened[0]?.to, sort]).toEqual(['division', 'closest'])
    expect(new Set(bikes.map(({ district }) => district))).toEqual(new Set(['khulna']))
    const all64 = await find({ q: 'vespa feni', sort: 'nearest' })
    const kmFromFeni = getDistancesKm([toNumber('feni')])
    const distances = all64.bikes.map(({ district }) => kmFromFeni[toNumber(district ?? '')] ?? 0)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(distances.at(-1)).toBeGreaterThan(distances[0] ?? 0)
    expect(all64.widened).toEqual([])
  })
})

/** The number of a district, from 1; 0 for none. */
const toNumber = (slug: string): number => districts.findIndex((district) => district === slug) + 1

describe('the response', () => {
  test('to a visitor: no e-mail, and the number only where the bike is advertised', async () => {
    const bikes = await all()
    expect(bikes.some(({ advertise }) => advertise === 'on')).toBe(true)
    for (const bike of bikes) {
      expect(bike.email).toBeUndefined()
      expect(bike.contactNumber).toMatch(bike.advertise === 'on' ? /^\d{5}-\d{6}$/ : /^\d{5}-•{6}$/)
    }
  })

  test('to a member: neither; to the admin: both; and nothing beyond the contract to anybody', async () => {
    const asMember = await karim('GET /bikes', { query: {} })
    const strict = z.strictObject(FoundBike.shape).required()
    expect(z.array(strict.omit({ email: true })).parse(asMember.bikes)).toHaveLength(24)
    const found = await (await testApp.signInAs('ayesha'))('GET /bikes', { query: {} })
    expect(z.array(strict).parse(found.bikes)).toHaveLength(24)
    const { payload } = await testApp.fastify.inject({ url: '/api/bikes' })
    expect(payload).not.toMatch(/seller_?id|@/i)
  })
})

describe('what happens to a bike', () => {
  test('is seen by the search: offered, changed, sold, taken off', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Suzuki Quagga' })
    expect(ids((await find({ q: 'quagga' })).bikes)).toEqual([id])
    const body = {
      ...createProductBody(await insertUploadedPicture(testApp, seller)),
      productName: 'Suzuki Okapi',
      version: 1,
    }
    await seller('PUT /allbikes/myproduct/:id', { params: { id }, body })
    expect(ids((await find({ q: 'okapi' })).bikes)).toEqual([id])
    expect((await find({ q: 'quagga' })).widened).toHaveLength(1)
    await seller('DELETE /allbikes/:id', { params: { id } })
    expect((await find({ q: 'okapi' })).widened).toHaveLength(1)
  })

  test('has the year of its registration, and that of its purchase where the other is not known, also after an edit', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Suzuki Quokka' })
    const findIn = async (year: string) => (await find({ q: 'quokka', yearFrom: year, yearTo: year })).bikes
    expect(await findIn('2021')).toMatchObject([{ _id: id, year: 2021, purchaseTime: 2021 }])
    const picture = await insertUploadedPicture(testApp, seller)
    const body = { ...createProductBody(picture), productName: 'Suzuki Quokka' }
    const edited = { ...body, registrationYear: 2017, version: 1 }
    await seller('PUT /allbikes/myproduct/:id', { params: { id }, body: edited })
    expect(await findIn('2017')).toMatchObject([{ _id: id, year: 2017, purchaseTime: 2021 }])
    await seller('PUT /allbikes/myproduct/:id', { params: { id }, body: { ...body, version: 2 } })
    expect(await findIn('2021')).toMatchObject([{ _id: id, year: 2021, purchaseTime: 2021 }])
    // A statement that names no other column.
    await testApp.db.$client.query('update bikes set registered_in_year = 2018 where id = $1', [id])
    expect(await findIn('2018')).toMatchObject([{ _id: id, year: 2018 }])
  })

  test('sold and withdrawn bikes are in no response, and every bike on sale is in one', async () => {
    const { rows } = await testApp.db.$client.query<{ id: string }>(
      'select id from bikes where sold_at is null and withdrawn_at is null',
    )
    expect(ids(await all()).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    const gone = await testApp.db.$client.query(
      `select bike_id from bike_search join bikes on bikes.id = bike_id where sold_at is not null or withdrawn_at is not null`,
    )
    expect(gone.rows).toEqual([])
  })

  test('a seller who is verified is verified in the search too', async () => {
    const before = (await find({ verified: 'on' })).total
    await testApp.db.$client.query('update members set verified_at = now() where email = $1', [seller.email])
    expect((await find({ verified: 'on' })).total).toBeGreaterThan(before)
    await testApp.db.$client.query('update members set verified_at = null where email = $1', [seller.email])
    expect((await find({ verified: 'on' })).total).toBe(before)
  })
})

test('every search row matches its bike', async () => {
  const { rows } = await testApp.db.$client.query(
    `(select * from bikes_to_search() except select * from bike_search)
     union all (select * from bike_search except select * from bikes_to_search())`,
  )
  expect(rows).toEqual([])
})

describe('GET /bikes/suggest', () => {
  const suggest = async (q: string) =>
    (await testApp.visitor('GET /bikes/suggest', { query: { q } })).map(({ name }) => name)

  test('suggests names that start with the text, in both scripts and with mistakes, at most eight', async () => {
    expect(await suggest('pul')).toContain('Pulsar 150')
    expect(await suggest('জিক্স')).toContain('Gixxer 155')
    expect(await suggest('dha')).toContain('Dhaka')
    expect(await suggest('yamha')).toContain('Yamaha')
    expect((await suggest('p')).length).toBeLessThanOrEqual(8)
    expect(await suggest('')).toEqual([])
  })
})

test('with too many bikes to count, a sample is counted, and the counts are close', async () => {
  await insertBikesOfEveryModel(testApp, seller, { from: 6, to: 45 })
  const { rows } = await testApp.db.$client.query<{ bikes: number; dhaka: number }>(
    `select count(*)::int as bikes, count(*) filter (where district = 'dhaka')::int as dhaka from bikes
     where sold_at is null and withdrawn_at is null`,
  )
  const actual = rows[0]
  assert(actual && actual.bikes > 5_000, 'needs more than can be counted')
  const { total, counted, facets } = await find()
  expect(counted).toBe('sample')
  expect(Math.abs(total / actual.bikes - 1)).toBeLessThan(0.15)
  const dhaka = facets.districts.find(({ slug }) => slug === 'dhaka')
  expect(Math.abs((dhaka?.count ?? 0) / actual.dhaka - 1)).toBeLessThan(0.3)
  // Smaller results are still counted exactly.
  expect((await find({ brand: 'bajaj' })).counted).toBe('all')
})

test('a family of models has in Bangla the words that the names of all its models begin with', async () => {
  const name = async (q: string) => (await find({ q })).understood.map(({ meant, meantBn }) => [meant, meantBn])
  expect(await name('gixxer suzuki')).toEqual([
    ['Gixxer', 'জিক্সার'],
    ['Suzuki', 'সুজুকি'],
  ])
})
