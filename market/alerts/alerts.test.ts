import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { districtNamed, districts } from '#contract/districts.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { newMember, offer, type Seller } from '#tests/support/selling.ts'
import { lettersOf, newsroom, reprice } from '#tests/support/alerts.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { tellNews } from './jobs.ts'
import { savedSearches, searchMatches } from './table.ts'

let shop: TestShop
let karim: Seller
let nadia: Seller
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  ;[karim, nadia] = [await shop.as('karim'), await newMember(shop, 'Seller')]
})
// One member keeps 20 of them at most.
afterEach(() => shop.db.delete(savedSearches))
afterAll(() => shop.close())

const crashed = (): never => {
  throw new Error('the power is gone')
}

const hourMs = 60 * 60_000

// Each test has a district of its own, so that the tests do not meet each other's bikes.
const unused = districts.filter((slug) => slug !== 'dhaka' && slug !== 'gazipur')
const newTown = () => {
  const district = unused.pop() ?? 'bhola'
  return { district, location: `Sadar, ${districtNamed(district)?.en}` }
}

/** Karim saves the search for bikes of a town up to 2 lakh. */
const search = async () => {
  const town = newTown()
  const body = { query: { district: town.district, priceTo: '200000' } }
  const { insertedId: id } = await karim('POST /searches', { body })
  return { ...town, id }
}

const kept = async (id: string) => (await karim('GET /searches')).find(({ _id }) => _id === id)

describe('a letter', () => {
  test('tells of a new bike that fits, once, and of no other', async () => {
    const { location, id } = await search()
    const bike = await offer(shop, nadia, { location, productName: 'Gixxer of the village' })
    await offer(shop, nadia, { location, productName: 'Too dear', salePrice: 210_000 })
    await offer(shop, nadia, { productName: 'Too far' })
    await shop.tellNews()
    await tellNews(newsroom(shop, 2 * hourMs))
    const letters = await lettersOf(shop, id)
    expect(letters).toHaveLength(1)
    const { rows } = await shop.db.$client.query('select slug from bikes where id = $1', [bike.id])
    expect(letters[0]?.subject).toMatch(/^A new bike: /)
    expect(letters[0]?.text).toContain(`Gixxer of the village, ৳1,78,000, 2021, ${location}`)
    expect(letters[0]?.text).toContain(`${shop.publicUrl}/bikes/${rows[0].slug}`)
    expect(letters[0]?.text).not.toMatch(/Too dear|Too far/)
    expect(await kept(id)).toMatchObject({ told: 1, lastToldAt: expect.any(String) })
  })

  test('tells neither of bikes that were there before nor of one’s own', async () => {
    const town = newTown()
    await offer(shop, await newMember(shop, 'Seller'), { location: town.location })
    const { insertedId: id } = await nadia('POST /searches', { body: { query: { district: town.district } } })
    await offer(shop, nadia, { location: town.location })
    await tellNews(newsroom(shop))
    // A later look reaches back to a moment before the search was saved.
    await tellNews(newsroom(shop, 90_000))
    expect(await lettersOf(shop, id)).toEqual([])
  })

  test('comes once an hour at most, and then with all that came meanwhile; it names ten of them', async () => {
    const { location, id } = await search()
    await offer(shop, nadia, { location })
    await tellNews(newsroom(shop))
    for (let count = 0; count < 12; count += 1) await offer(shop, nadia, { location })
    await tellNews(newsroom(shop, hourMs / 2))
    expect(await lettersOf(shop, id)).toHaveLength(1)
    await tellNews(newsroom(shop, hourMs + 60_000))
    const [, second, ...more] = await lettersOf(shop, id)
    expect(more).toEqual([])
    expect(second?.subject).toMatch(/^12 new bikes: /)
    expect(second?.text.match(/\/bikes\/suzuki/g)).toHaveLength(10)
    expect(second?.text).toContain('And 2 more.')
  })

  test('is written once by several processes at the same moment', async () => {
    const { location, id } = await search()
    for (let count = 0; count < 3; count += 1) await offer(shop, nadia, { location })
    await Promise.all(Array.from({ length: 8 }, () => tellNews(newsroom(shop))))
    expect(await lettersOf(shop, id)).toHaveLength(1)
    expect(await shop.db.$count(searchMatches, eq(searchMatches.searchId, id))).toBe(3)
  })

  test('that a process could not finish is written by the next one, with all that it was to tell', async () => {
    const { location, id } = await search()
    await offer(shop, nadia, { location })
    const dying = { ...newsroom(shop), newId: () => crashed() }
    await expect(tellNews(dying)).rejects.toThrow('the power is gone')
    expect(await shop.db.$count(searchMatches, eq(searchMatches.searchId, id))).toBe(0)
    expect(await lettersOf(shop, id)).toEqual([])
    await tellNews(newsroom(shop))
    expect(await lettersOf(shop, id)).toHaveLength(1)
  })

  test('does not come while the search pauses, nor afterwards about what came meanwhile', async () => {
    const { location, id } = await search()
    await karim('PUT /searches/:id', { params: { id }, body: { paused: true } })
    await offer(shop, nadia, { location })
    await tellNews(newsroom(shop))
    await karim('PUT /searches/:id', { params: { id }, body: { paused: false } })
    await tellNews(newsroom(shop))
    expect(await lettersOf(shop, id)).toEqual([])
    await offer(shop, nadia, { location })
    await tellNews(newsroom(shop, 90_000))
    expect(await lettersOf(shop, id)).toHaveLength(1)
  })

  test('comes when a bike fits only after it was changed', async () => {
    const { location, id } = await search()
    const bike = await offer(shop, nadia, { location, salePrice: 230_000 })
    await shop.db.$client.query(
      `update saved_searches set created_at = created_at - interval '2 hours' where id = $1`,
      [id],
    )
    await shop.db.$client.query(`update bikes set created_at = created_at - interval '1 hour' where id = $1`, [bike.id])
    await tellNews(newsroom(shop))
    expect(await lettersOf(shop, id)).toEqual([])
    await reprice(shop, nadia, { id: bike.id, salePrice: 190_000 })
    await tellNews(newsroom(shop, 90_000))
    expect(await lettersOf(shop, id)).toHaveLength(1)
  })

  test('is written in the language of the page on which the search was saved', async () => {
    const town = newTown()
    const client = createClient(inProcess(shop.app, { 'accept-language': 'bn' }), async () => karim.token)
    const { insertedId: id } = await client('POST /searches', {
      body: { query: { district: town.district, condition: 'Good' } },
    })
    await offer(shop, nadia, { location: town.location })
    await tellNews(newsroom(shop))
    const [letter] = await lettersOf(shop, id)
    expect(letter?.subject).toMatch(/^নতুন বাইক এসেছে: .+, ভালো$/)
    expect(letter?.text).toContain('৳১,৭৮,০০০')
    expect(letter?.stopUrl).toContain(`${shop.publicUrl}/bn/stop/`)
  })

  test('carries no link that a seller wrote', async () => {
    const { location, id } = await search()
    await offer(shop, nadia, { location, productName: 'Win at evil.example/now' })
    await tellNews(newsroom(shop))
    const [letter] = await lettersOf(shop, id)
    expect(letter?.text).toContain('A Suzuki bike, ৳1,78,000')
    expect(letter?.text).not.toContain('evil.example')
  })

  test('still comes for the others when one search cannot be looked through, and for that one later', async () => {
    const [broken, other] = [await search(), await search()]
    await offer(shop, nadia, { location: broken.location })
    await offer(shop, nadia, { location: other.location })
    const room = newsroom(shop)
    const { fitting } = room
    room.fitting = (asked) =>
      asked.query.district === broken.district ? Promise.reject(new Error('no')) : fitting(asked)
    await tellNews(room)
    expect(await lettersOf(shop, broken.id)).toEqual([])
    expect(await lettersOf(shop, other.id)).toHaveLength(1)
    await tellNews(newsroom(shop, 10 * 60_000))
    expect(await lettersOf(shop, broken.id)).toHaveLength(1)
  })
})
