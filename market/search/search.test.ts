import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import type { CallRequest } from '#contract/call.ts'
import { districts, divisions } from '#contract/districts.ts'
import { type SearchResponseBody, type searchCalls, sortOrders } from '#contract/search.ts'
import { insertBikesOfEveryModel } from '#tests/support/search/fixtures.ts'
import { getDistancesKm } from './places.ts'
import { registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller')
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

describe('words', () => {
  test.each([
    ['পালসার', { brand: ['Bajaj'] }],
    ['gixer', { brand: ['Suzuki'] }],
    ['aprilla', { brand: ['Aprilia'] }],
    ['ঢাকা', { district: ['dhaka'] }],
    ['fz s', { brand: ['Yamaha'] }],
    ['r15 v3', { model: ['R15 V3'] }],
    ['honda', { brand: ['Honda'] }],
    ['bajaj dhaka', { brand: ['Bajaj'], district: ['dhaka'] }],
  ])('%s finds those alone', async (q, expected) => {
    const { bikes, widened } = await find({ q })
    expect(widened).toEqual([])
    expect(bikes.length).toBeGreaterThan(0)
    for (const [field, values] of Object.entries(expected))
      expect(new Set(bikes.map((bike) => Reflect.get(bike, field)))).toEqual(new Set(values))
  })

  test('a division is all of its districts', async () => {
    const { bikes, widened } = await find({ q: 'bajaj in khulna division' })
    expect(widened).toEqual([])
    expect(bikes.every(({ brand }) => brand === 'Bajaj')).toBe(true)
    const districts = new Set(bikes.map(({ district }) => district))
    expect(districts.size).toBeGreaterThan(0)
    expect([...districts].filter((district) => !khulnaDistricts?.includes(district ?? ''))).toEqual([])
  })

  test.each([
    ['under 150000', 0, 150_000],
    ['দেড় লাখ', 0, 150_000],
    ['1.5 lakh', 0, 150_000],
    ['1,50,000 taka', 0, 150_000],
    ['১ লাখ ২০ হাজার টাকার মধ্যে', 0, 120_000],
    ['90k', 0, 90_000],
    ['above 2 lakh', 200_000, 999_999],
  ])('%s is a price', async (q, from, to) => {
    const { bikes, understood, total } = await find({ q, sort: 'price-down' })
    expect(understood).toMatchObject([{ kind: 'price' }])
    expect(bikes.every(({ salePrice }) => salePrice >= from && salePrice <= to)).toBe(true)
    expect(total).toBe((await all({ priceFrom: String(from), priceTo: String(to) })).length)
  })

  test('150cc and 2019 are a size and a year', async () => {
    const { bikes } = await find({ q: 'yamaha 150cc 2019' })
    expect(bikes.length).toBeGreaterThan(0)
    expect(bikes.every((bike) => bike.purchaseTime === 2019 && (bike.engineCc ?? 155) < 158)).toBe(true)
  })

  test('a word that is not a name is searched in the text of the bike', async () => {
    const { id } = await createListing(testApp, seller, {
      productName: 'Suzuki Katana zebra',
      location: 'Kolabagan, Dhaka',
    })
    expect(ids((await find({ q: 'zebra' })).bikes)).toEqual([id])
    expect(ids((await find({ q: 'kolabag dhaka' })).bikes)).toEqual([id])
  })

  test('a bike whose seller chose no model is found by the model in its name', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Fresh Gixxer SF for sale, zebra green' })
    const { bikes, widened } = await find({ q: 'gixxer sf zebra' })
    expect([ids(bikes), widened]).toEqual([[id], []])
  })

  test('characters with a meaning in SQL are treated as text', async () => {
    for (const q of ["' or 1=1 --", '%', '\\', "a' | b:*", '&', '()', 'a:b', '!', '৳'])
      expect(await find({ q })).toHaveProperty('bikes')
  })
})

const khulnaDistricts = divisions.find(({ slug }) => slug === 'khulna')?.districts.map(({ slug }): string => slug)
const isInKhulna = (district: string | null) => khulnaDistricts?.includes(district ?? '') ?? false

test('words and numbers as other programs write them find the same', async () => {
  const [typed, pasted] = [
    await find({ q: 'suzuki gixxer', priceTo: '200000' }),
    await find({ q: '\uFEFFsuzuki\u00A0gix\u00ADxer\u200E', priceTo: '\u202A200000\u202C' }),
  ]
  expect(typed.total).toBeGreaterThan(0)
  expect(ids(pasted.bikes)).toEqual(ids(typed.bikes))
})

describe('filters', () => {
  test.each<[Query, (bike: SearchResponseBody['bikes'][number]) => boolean]>([
    [{ brand: 'bajaj,royal-enfield' }, ({ brand }) => brand === 'Bajaj' || brand === 'Royal Enfield'],
    [{ model: 'yamaha-r15-v3' }, ({ model }) => model === 'R15 V3'],
    [{ ccFrom: '126', ccTo: '150' }, ({ engineCc }) => engineCc !== null && engineCc > 125 && engineCc < 151],
    [{ priceFrom: '100000', priceTo: '120000' }, ({ salePrice }) => salePrice >= 100_000 && salePrice <= 120_000],
    [{ yearFrom: '2020' }, ({ year }) => year >= 2020],
    [{ kmTo: '5000' }, ({ kilometres }) => kilometres !== null && kilometres <= 5_000],
    [{ condition: 'Good,Fair' }, ({ condition }) => condition !== 'Excellent'],
    [{ division: 'khulna' }, ({ district }) => isInKhulna(district)],
    [{ district: 'sylhet,rajshahi' }, ({ district }) => district === 'sylhet' || district === 'rajshahi'],
    [{ verified: 'on' }, ({ verification }) => verification],
  ])('%j finds all that fit and nothing else', async (query, isMatch) => {
    const [found, whole] = [await all(query), await all()]
    expect(ids(found).toSorted()).toEqual(ids(whole.filter(isMatch)).toSorted())
    expect(found.length).toBeGreaterThan(0)
    expect((await find(query)).total).toBe(found.length)
  })

  test.each([
    [{ brand: 'Royal Enfield' }, 'Choose up to 20 brands.'],
    [{ model: '' }, 'Choose up to 20 models.'],
    [{ ccFrom: 'many' }, 'Enter the lowest engine size in whole cc.'],
    [{ priceTo: '1e5' }, 'Enter the highest price in whole Taka.'],
    [{ yearFrom: '1900' }, 'Enter the first year, such as 2018.'],
    [{ kmTo: '-1' }, 'Enter the most kilometres as a whole number.'],
    [{ condition: 'good' }, 'Choose Excellent, Good or Fair.'],
    [{ division: 'bengal' }, 'Choose one of the 8 divisions.'],
    [{ district: 'dhaka,paris' }, 'Choose one of the 64 districts.'],
    [{ verified: 'yes' }, 'Set verified to “on”.'],
    [{ papers: 'mostly' }, 'Set papers to “complete”.'],
    [{ inspected: 'on' }, 'Set inspected to “yes”.'],
    [{ sort: 'best' }, 'Sort by newest, price, price-down, km, year, nearest or value.'],
    [{ q: 'x'.repeat(101) }, 'Use at most 100 characters to search.'],
    [{ q: 'a\u202Eb' }, 'Use visible characters to search.'],
    [{ cursor: '~1~x' }, 'That cursor is not valid.'],
    [{ cursor: 'all~1~00000000-0000-7000-8000-000000000000' }, 'That cursor is not valid.'],
    [{ colour: 'red' }, 'Unknown field: colour.'],
  ])('%j is refused with a sentence', async (query, message) => {
    const params = new URLSearchParams(Object.entries(query))
    const response = await testApp.fastify.inject({ url: `/api/bikes?${params}` })
    expect([response.statusCode, response.json()]).toMatchObject([400, { message, field: Object.keys(query)[0] }])
  })
})

test('kinds and owners are filters, and each count is what choosing it finds', async () => {
  const { rows } = await testApp.db.$client.query<{ id: string; kind: string; owners: number }>(
    `with changed as (update bikes set owners = 1 + (hashtext(id::text) & 3) returning id, owners)
     select changed.id, kind, changed.owners from changed join bike_search on bike_id = changed.id
     join makes on makes.id = make_id left join models on models.id = makes.model_id`,
  )
  const onSale = new Set(ids(await all()))
  const isOnSale = ({ id }: { id: string }) => onSale.has(id)
  const { facets } = await find()
  for (const { kind, count } of facets.kinds) {
    const expected = rows.filter((row) => isOnSale(row) && row.kind === kind).map(({ id }) => id)
    expect(expected).toHaveLength(count)
    expect(ids(await all({ kind })).toSorted()).toEqual(expected.toSorted())
  }
  for (const { owners, count } of facets.owners) {
    const hasOwners = (row: { owners: number }) => (owners === 3 ? row.owners >= 3 : row.owners === owners)
    const expected = rows.filter((row) => isOnSale(row) && hasOwners(row)).map(({ id }) => id)
    expect(expected).toHaveLength(count)
    expect(ids(await all({ owners: String(owners) })).toSorted()).toEqual(expected.toSorted())
  }
  expect(facets.kinds.map(({ kind }) => kind)).toContain('scooter')
  expect(facets.owners.map(({ owners }) => owners)).toEqual([1, 2, 3])
})

test('the areas of a district are filters, and each count is what choosing it finds', async () => {
  expect((await find()).facets.areas).toEqual([])
  const { facets } = await find({ district: 'dhaka' })
  const bikes = await all({ district: 'dhaka' })
  const isIn = ({ location, productName }: { location: string; productName: string }, name: RegExp) =>
    name.test(`${location} ${productName}`)
  assert(facets.areas.length > 3, 'needs bikes in several areas')
  for (const { slug, count, district } of facets.areas) {
    expect(district).toBe('dhaka')
    const found = await find({ district: 'dhaka', area: slug })
    expect([slug, found.total]).toEqual([slug, count])
    // The other areas stay countable, and the district too.
    expect(found.facets.areas).toEqual(facets.areas)
    expect(found.facets.districts.find((one) => one.slug === 'dhaka')?.count).toBe(bikes.length)
  }
  const mirpur = bikes.filter((bike) => isIn(bike, /mirpur|মিরপুর/i))
  assert(mirpur.length > 0, 'needs bikes in Mirpur')
  const inMirpur = new Set(ids(await all({ district: 'dhaka', area: 'mirpur' })))
  expect(mirpur.filter(({ _id }) => !inMirpur.has(_id))).toEqual([])

  const typed = await find({ q: 'dhaka' })
  expect(typed.facets.areas).toEqual(facets.areas)
  const [one, other] = facets.areas
  const both = await all({ area: `${one?.slug},${other?.slug}`, district: 'dhaka' })
  const each = [
    ...(await all({ area: one?.slug, district: 'dhaka' })),
    ...(await all({ area: other?.slug, district: 'dhaka' })),
  ]
  expect(ids(both).toSorted()).toEqual([...new Set(ids(each))].toSorted())
  expect((await find({ area: one?.slug })).facets.areas.length).toBeGreaterThan(1)
})

test('an area in which nothing fits is widened to its district, and an unknown one is a word of the text', async () => {
  const { facets } = await find({ district: 'dhaka', brand: 'yamaha' })
  const withYamaha = new Set(facets.areas.map(({ slug }) => slug))
  const without = (await find({ district: 'dhaka' })).facets.areas.find(({ slug }) => !withYamaha.has(slug))
  assert(without, 'needs an area without a Yamaha')
  const found = await find({ brand: 'yamaha', area: without.slug })
  expect(found.widened).toMatchObject([{ part: 'place', what: [without.slug], to: 'district' }])
  expect(found.bikes.every(({ district, brand }) => district === 'dhaka' && brand === 'Yamaha')).toBe(true)
  expect((await find({ area: 'no-such-place' })).widened).toMatchObject([{ part: 'place', to: 'none' }])
})

test('sorted by value, the price furthest below its estimate comes first, and prices without one last', async () => {
  const [first, second] = await all({ sort: 'price' })
  assert(first && second, 'needs two bikes')
  await testApp.db.$client.query(
    `insert into bike_price_estimates (bike_id, price_taka, low_taka, mid_taka, high_taka, verdict, far_below, compared, computed_at)
     select id, sale_price_taka, sale_price_taka, round(sale_price_taka * case id when $1 then 1.1 else 1.3 end), 900000, 'good', false, 5, now()
     from bikes where id in ($1, $2)`,
    [first._id, second._id],
  )
  expect(ids(await all({ sort: 'value' })).slice(0, 2)).toEqual([second._id, first._id])
  // The estimate was of another price.
  await testApp.db.$client.query('update bikes set sale_price_taka = sale_price_taka + 1000 where id = $1', [
    second._id,
  ])
  expect(ids(await all({ sort: 'value' })).slice(0, 1)).toEqual([first._id])
  await testApp.db.$client.query('delete from bike_price_estimates where bike_id = $1', [first._id])
  const { rows: valued } = await testApp.db.$client.query('select bike_id from bike_search where value_percent <> 999')
  expect(valued).toEqual([])
})

describe('order and pages', () => {
  const sortKeys: Record<(typeof sortOrders)[number], (bike: SearchResponseBody['bikes'][number]) => number | string> =
    {
      newest: ({ _id }) => _id,
      price: ({ salePrice }) => -salePrice,
      'price-down': ({ salePrice }) => salePrice,
      km: ({ kilometres }) => -(kilometres ?? 1_000_000),
      year: ({ year }) => year,
      // Without a place nothing is near, and without estimates no price has a value.
      nearest: ({ _id }) => _id,
      value: ({ _id }) => _id,
    }

  test.each(sortOrders)(
    '%s, walked in pages of 37, is the whole list in its order with nothing twice',
    async (sort) => {
      const getSortKey = sortKeys[sort]
      const bikes = await all({ sort, limit: '37' })
      expect(new Set(ids(bikes)).size).toBe((await find()).total)
      const order = bikes.map(getSortKey)
      expect(order).toEqual(order.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
    },
  )

  test.each([
    { district: 'khulna' },
    { division: 'dhaka' },
    { district: 'sylhet', priceTo: '200000' },
    { district: 'dhaka', brand: 'yamaha' },
  ])(
    'nearest to %j, walked in pages of 7, is every bike once, by distance and then the newest first',
    async (query) => {
      const { district: _, division: __, ...filters }: Query = query
      const bikes = await all({ ...query, sort: 'nearest', limit: '7' })
      expect(ids(bikes).toSorted()).toEqual(ids(await all(filters)).toSorted())
      const centre =
        'district' in query
          ? [query.district]
          : divisions.flatMap((one) => (one.slug === 'dhaka' ? one.districts.map(({ slug }) => slug) : []))
      const distancesKm = getDistancesKm(centre.map((slug) => districts.findIndex((one) => one === slug) + 1))
      const getKm = (slug: string | null) =>
        distancesKm[slug === null ? 0 : districts.findIndex((one) => one === slug) + 1] ?? 0
      const order = bikes.map(({ _id, district }) => ({ km: getKm(district), _id }))
      expect(order).toEqual(order.toSorted((a, b) => a.km - b.km || (a._id < b._id ? 1 : -1)))
    },
  )
})
