// Complete papers and inspections: what the search finds and counts is what the cards say.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import type { CallRequest } from '#contract/call.ts'
import { papersLevels } from '#contract/papers/paper-kinds.ts'
import type { SearchResponseBody, searchCalls } from '#contract/search.ts'
import { getSlug, signInspection } from '#tests/support/inspections/inspections.ts'
import { completePapers, decide, showPaper } from '#tests/support/papers/papers.ts'
import { insertBikesOfEveryModel } from '#tests/support/search/fixtures.ts'
import { createListing, editListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient
let imran: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  imran = await testApp.signInAs('imran')
})
afterAll(() => testApp.close())

const runSql = (sql: string) => testApp.db.$client.query(sql)

type Query = NonNullable<CallRequest<(typeof searchCalls)['GET /bikes']>['query']>
type Found = SearchResponseBody['bikes'][number]

const find = (query: Query = {}): Promise<SearchResponseBody> =>
  testApp.visitor('GET /bikes', { query: { limit: '100', ...query } })
const findAll = async (query: Query = {}): Promise<Found[]> => {
  const { bikes, next } = await find(query)
  return next === null ? bikes : [...bikes, ...(await findAll({ ...query, cursor: next }))]
}
const toIds = (bikes: Found[]) => bikes.map(({ _id }) => _id).toSorted()

/** Its seller shows all papers, and a moderator checks them. */
const completeAllPapers = async (id: string): Promise<void> => {
  for (const said of completePapers('2031-03-31')) {
    await showPaper(seller, id, said)
    await decide(testApp, imran, { bikeId: id, kind: said.kind })
  }
}
const inspect = async (id: string) => signInspection(seller, await getSlug(testApp, id))

/** What the search, its counts, the lists, the page and its similar bikes say of a bike that this word finds alone. */
const readMarks = async (id: string, word: string) => {
  const slug = await getSlug(testApp, id)
  const { bikes, facets } = await find({ q: word })
  const card = bikes.find(({ _id }) => _id === id)
  const listed = (await testApp.visitor('GET /allbikes', { query: { limit: '100' } })).find(({ _id }) => _id === id)
  const page = await testApp.visitor('GET /bikes/:slug', { params: { slug } })
  const shown = [card, listed, { ...page, papersLevel: page.papers.level }]
  const [first, ...others] = shown.map((one) => [one?.papersLevel, one?.isInspected])
  for (const other of others) expect(other).toEqual(first)
  return { marks: first, counts: [facets.papers, facets.inspected] }
}

describe('a bike', () => {
  test('is found by complete papers once a moderator has checked the last one, and no longer after a change of them', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Suzuki quokka' })
    expect(await readMarks(id, 'quokka')).toEqual({ marks: ['not_said', false], counts: [0, 0] })
    const [first, ...others] = completePapers('2031-03-31')
    assert(first, 'needs a paper')
    for (const said of others) await showPaper(seller, id, said)
    for (const { kind } of others) await decide(testApp, imran, { bikeId: id, kind })
    await showPaper(seller, id, first)
    expect(await readMarks(id, 'quokka')).toEqual({ marks: ['mostly', false], counts: [0, 0] })
    await decide(testApp, imran, { bikeId: id, kind: first.kind })
    expect(await readMarks(id, 'quokka')).toEqual({ marks: ['complete', false], counts: [1, 0] })
    expect(toIds((await find({ q: 'quokka', papers: 'complete' })).bikes)).toEqual([id])

    // Another engine makes it another bike: its papers are shown, and nobody has checked them.
    await editListing(seller, id, { productName: 'Suzuki quokka', brand: 'Suzuki', engineCc: 250 })
    expect(await readMarks(id, 'quokka')).toEqual({ marks: ['mostly', false], counts: [0, 0] })
    const { widened } = await find({ q: 'quokka', papers: 'complete' })
    expect(widened.map(({ part }) => part)).not.toEqual([])
  })

  test('is found by its inspection once that is signed, and a newer one changes nothing', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Suzuki numbat' })
    const params = { slug: await getSlug(testApp, id) }
    await seller('POST /bikes/:slug/inspections', { params })
    expect(await readMarks(id, 'numbat')).toEqual({ marks: ['not_said', false], counts: [0, 0] })
    await inspect(id)
    expect(await readMarks(id, 'numbat')).toEqual({ marks: ['not_said', true], counts: [0, 1] })
    expect(toIds((await find({ q: 'numbat', inspected: 'yes' })).bikes)).toEqual([id])
    await inspect(id)
    expect(await readMarks(id, 'numbat')).toEqual({ marks: ['not_said', true], counts: [0, 1] })
  })

  test('without registration is marked, and hidden from nobody', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Suzuki bilby' })
    const body = { kind: 'registration', said: 'none' } as const
    await seller('PUT /allbikes/myproduct/:id/papers', { params: { id }, body })
    expect(await readMarks(id, 'bilby')).toEqual({ marks: ['unregistered', false], counts: [0, 0] })
    expect(toIds((await find({ q: 'bilby' })).bikes)).toEqual([id])
  })

  test('that comes back on sale, or whose seller is verified meanwhile, keeps both', async () => {
    const { id } = await createListing(testApp, seller, { productName: 'Suzuki wombat' })
    await completeAllPapers(id)
    await inspect(id)
    const setBike = (assignment: string) => runSql(`update bikes set ${assignment} where id = '${id}'`)
    await setBike('withdrawn_at = now()')
    expect(toIds(await findAll({ inspected: 'yes' }))).not.toContain(id)
    await setBike('withdrawn_at = null')
    expect(await readMarks(id, 'wombat')).toEqual({ marks: ['complete', true], counts: [1, 1] })
    await runSql(`update members set verified_at = now() where email = '${seller.email}'`)
    expect(await readMarks(id, 'wombat')).toEqual({ marks: ['complete', true], counts: [1, 1] })
    expect((await find({ q: 'wombat' })).facets.verified).toBe(1)
    await setBike('sale_price_taka = 91000')
    expect(await readMarks(id, 'wombat')).toEqual({ marks: ['complete', true], counts: [1, 1] })
  })
})

describe('of bikes with any papers and inspections', () => {
  beforeAll(async () => {
    await insertBikesOfEveryModel(testApp, seller)
    const levels = papersLevels.map((level) => `'${level}'`).join(',')
    await runSql(
      `update bikes set papers_level = (array[${levels}])[1 + (hashtext(id::text) & 3)],
         owners = 2 + (hashtext('owners' || id::text) & 7),
         inspected_at = case when hashtext('inspected' || id::text) % 3 = 0 then now() end`,
    )
  })

  const queries: Query[] = [
    {},
    { q: 'dhaka' },
    { brand: 'bajaj' },
    { division: 'khulna', yearFrom: '2016' },
    { condition: 'Good', owners: '3', priceTo: '150000' },
    { district: 'thakurgaon,sylhet', kind: 'commuter' },
  ]

  test.each(queries)(
    '%j: each count is the number of cards with the badge, and of what choosing it finds',
    async (query) => {
      const bikes = await findAll(query)
      const { facets, counted } = await find(query)
      const complete = bikes.filter(({ papersLevel }) => papersLevel === 'complete')
      const inspected = bikes.filter(({ isInspected }) => isInspected)
      assert(complete.length > 0 && inspected.length > 0, 'needs bikes with each badge')
      expect(complete.length).toBeLessThan(bikes.length)
      expect([counted, facets.papers, facets.inspected]).toEqual(['all', complete.length, inspected.length])
      expect(toIds(await findAll({ ...query, papers: 'complete' }))).toEqual(toIds(complete))
      expect(toIds(await findAll({ ...query, inspected: 'yes' }))).toEqual(toIds(inspected))
      const both = complete.filter(({ isInspected }) => isInspected)
      const chosen = await find({ ...query, papers: 'complete', inspected: 'yes' })
      assert(both.length > 0, 'needs bikes with both')
      expect([chosen.total, chosen.facets.papers, chosen.facets.inspected]).toEqual([
        both.length,
        both.length,
        both.length,
      ])
      // A chosen filter does not limit its own count.
      const one = await find({ ...query, papers: 'complete' })
      expect([one.facets.papers, one.facets.inspected]).toEqual([complete.length, both.length])
    },
  )

  test.each(['price', 'price-down', 'km', 'year', 'nearest', 'value'] as const)(
    'sorted by %s, in pages of 7, they are all found once',
    async (sort) => {
      const query = { papers: 'complete', inspected: 'yes', district: 'khulna' } as const
      const { district: _, ...anywhere } = query
      const expected = toIds(await findAll(sort === 'nearest' ? anywhere : query))
      expect(toIds(await findAll({ ...query, sort, limit: '7' }))).toEqual(expected)
    },
  )

  test('every search row matches its bike', async () => {
    const { rows } = await testApp.db.$client.query(
      `(select * from bikes_to_search() except select * from bike_search)
       union all (select * from bike_search except select * from bikes_to_search())`,
    )
    expect(rows).toEqual([])
  })

  test('where none of a brand fits, the inspection is given up before the papers, and named', async () => {
    await runSql(
      `update bikes set inspected_at = null, papers_level = 'mostly' where brand_id = (select id from brands where name = 'Hero')`,
    )
    const found = await find({ brand: 'hero', papers: 'complete', inspected: 'yes' })
    expect(found.widened).toMatchObject([
      { part: 'papers', to: 'none', what: [], typed: '' },
      { part: 'inspected', to: 'none', what: [], typed: '' },
    ])
    await runSql(
      `update bikes set papers_level = 'complete' where brand_id = (select id from brands where name = 'Hero')`,
    )
    const papersAlone = await find({ brand: 'hero', papers: 'complete', inspected: 'yes' })
    expect(papersAlone.widened.map(({ part }) => part)).toEqual(['inspected'])
    expect(papersAlone.bikes.every(({ papersLevel }) => papersLevel === 'complete')).toBe(true)
  })
})
