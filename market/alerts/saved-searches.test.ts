import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { districtNamed, districts } from '#contract/districts.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { refusalOf } from '#tests/support/buying.ts'
import { newMember, offer, type Seller } from '#tests/support/selling.ts'
import { lettersOf, newsroom } from '#tests/support/alerts.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { tellNews } from './jobs.ts'
import { savedSearches } from './table.ts'

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

describe('a saved search', () => {
  test('stands on the dashboard, called by what is asked', async () => {
    const reader = await newMember(shop, 'Buyer')
    const query = { q: 'gixxer', district: 'gazipur,dhaka', priceTo: '200000', yearFrom: '2018' }
    const { insertedId } = await reader('POST /searches', { body: { query } })
    expect(await reader('GET /searches')).toEqual([
      {
        _id: insertedId,
        name: 'gixxer, Gazipur, Dhaka, ≤ ৳2,00,000, ≥ 2018',
        query: 'district=dhaka%2Cgazipur&priceTo=200000&q=gixxer&yearFrom=2018',
        paused: false,
        createdAt: expect.any(String),
        told: 0,
        lastToldAt: null,
      },
    ])
  })

  test('is renamed and deleted by its member', async () => {
    const { id } = await search()
    await karim('PUT /searches/:id', { params: { id }, body: { name: 'For my brother' } })
    expect(await kept(id)).toMatchObject({ name: 'For my brother', paused: false })
    await karim('DELETE /searches/:id', { params: { id } })
    expect(await kept(id)).toBe(undefined)
    expect(await refusalOf(karim('DELETE /searches/:id', { params: { id } }))).toMatchObject({ status: 404 })
  })

  test('is kept once, in whatever order its choices stand', async () => {
    await karim('POST /searches', { body: { query: { brand: 'yamaha,tvs', q: 'fzs' } } })
    const again = karim('POST /searches', { body: { query: { q: 'fzs', brand: 'tvs,yamaha' } } })
    expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'search_saved' })
  })

  test('that asks nothing, or what no search knows, is refused', async () => {
    for (const query of [{}, { q: '  ' }]) {
      const refused = await refusalOf(karim('POST /searches', { body: { query } }))
      expect(refused).toMatchObject({ status: 400, message: 'Search for something first, then save the search.' })
    }
    const strange = JSON.parse('{"query":{"q":"fzs","sort":"price"}}')
    expect(await refusalOf(karim('POST /searches', { body: strange }))).toMatchObject({ status: 400 })
  })

  test('is one of 20 at most, however many come at the same moment', async () => {
    const reader = await newMember(shop, 'Buyer')
    const saving = Array.from({ length: 25 }, (_, number) =>
      refusalOf(reader('POST /searches', { body: { query: { priceTo: String(100_000 + number) } } })),
    )
    const refused = (await Promise.all(saving)).filter((refusal) => Object.keys(Object(refusal)).length > 0)
    expect(refused).toHaveLength(5)
    for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'too_many_searches' })
    expect(await reader('GET /searches')).toHaveLength(20)
  })

  test('goes with its member, and is in what the member takes along', async () => {
    const reader = await newMember(shop, 'Buyer')
    const { insertedId: id } = await reader('POST /searches', { body: { query: { q: 'fzs' } } })
    const cookie = { cookie: reader.cookie }
    const mine = await createClient(inProcess(shop.app, cookie))('GET /auth/export')
    expect(mine.savedSearches).toMatchObject([{ _id: id, language: 'en', pausedAt: null }])
    await createClient(inProcess(shop.app, cookie))('POST /auth/delete-user', {
      body: { password: 'a-password-of-the-tests' },
    })
    expect(await shop.db.select().from(savedSearches).where(eq(savedSearches.id, id))).toEqual([])
  })
})

describe('the link of a letter', () => {
  const linkOf = async (id: string) => {
    const [saved] = await shop.db.select().from(savedSearches).where(eq(savedSearches.id, id))
    return { path: `/stop/${saved?.stopToken}`, token: saved?.stopToken ?? '' }
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('says what it stops and changes nothing by being opened', async () => {
    const { id } = await search()
    const { token } = await linkOf(id)
    const seen = await shop.visitor('GET /letters/:token', { params: { token } })
    expect(seen).toMatchObject({ what: 'search', stopped: false })
    expect(await kept(id)).toMatchObject({ paused: false })
  })

  test('stops the letters with one button, without a login and without scripts', async () => {
    const { location, id } = await search()
    const { path, token } = await linkOf(id)
    for (let taps = 0; taps < 2; taps += 1) {
      const answer = await shop.app.inject({ method: 'POST', url: path, headers: form, payload: '' })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    }
    expect(await shop.visitor('GET /letters/:token', { params: { token } })).toMatchObject({ stopped: true })
    await offer(shop, nadia, { location })
    await tellNews(newsroom(shop, hourMs))
    expect(await lettersOf(shop, id)).toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('stops them for a mail program, which follows no redirect (%s)', async (type, payload) => {
    const { id } = await search()
    const { path } = await linkOf(id)
    const answer = await shop.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload })
    expect(answer.statusCode).toBe(204)
    expect(await kept(id)).toMatchObject({ paused: true })
  })

  test('that is none stops nothing', async () => {
    const token = 'a'.repeat(43)
    expect(await refusalOf(shop.visitor('GET /letters/:token', { params: { token } }))).toMatchObject({ status: 404 })
    const payload = 'List-Unsubscribe=One-Click'
    const answer = await shop.app.inject({ method: 'POST', url: `/stop/${token}`, headers: form, payload })
    expect(answer.statusCode).toBe(404)
  })
})
