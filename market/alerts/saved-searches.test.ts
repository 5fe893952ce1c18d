import { hourMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { findDistrict, districts } from '#contract/districts.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { catchError } from '#tests/support/buying.ts'
import { registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { getSearchAlertEmails, createAlertsDeps } from '#tests/support/alerts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sendAlerts } from './jobs.ts'
import { savedSearches } from '#market/schema/bikes/alerts.ts'

let testApp: TestApp
let karim: MemberClient
let nadia: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[karim, nadia] = [await testApp.signInAs('karim'), await registerMember(testApp, 'Seller')]
})
// A member may save at most 20.
afterEach(() => testApp.db.delete(savedSearches))
afterAll(() => testApp.close())

// Each test uses a district of its own, so that it does not find the bikes of other tests.
const unusedDistricts = districts.filter((slug) => slug !== 'dhaka' && slug !== 'gazipur')
const pickTown = () => {
  const district = unusedDistricts.pop() ?? 'bhola'
  return { district, location: `Sadar, ${findDistrict(district)?.en}` }
}

/** Karim saves the search for bikes of a town up to 2 lakh. */
const saveSearch = async () => {
  const town = pickTown()
  const body = { query: { district: town.district, priceTo: '200000' } }
  const { insertedId: id } = await karim('POST /searches', { body })
  return { ...town, id }
}

const findSavedSearch = async (id: string) => (await karim('GET /searches')).find(({ _id }) => _id === id)

describe('a saved search', () => {
  test('is on the dashboard, named by its filters', async () => {
    const reader = await registerMember(testApp, 'Buyer')
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
    const { id } = await saveSearch()
    await karim('PUT /searches/:id', { params: { id }, body: { name: 'For my brother' } })
    expect(await findSavedSearch(id)).toMatchObject({ name: 'For my brother', paused: false })
    await karim('DELETE /searches/:id', { params: { id } })
    expect(await findSavedSearch(id)).toBe(undefined)
    expect(await catchError(karim('DELETE /searches/:id', { params: { id } }))).toMatchObject({ status: 404 })
  })

  test('sends no e-mail about a bike that it excludes, by its words or its filters', async () => {
    const { district, location } = pickTown()
    const save = async (query: Record<string, string>) =>
      (await karim('POST /searches', { body: { query: { district, ...query } } })).insertedId
    const searches = [await save({ q: 'not suzuki' }), await save({ notBrand: 'suzuki' }), await save({})]
    await createListing(testApp, nadia, { location })
    await sendAlerts(createAlertsDeps(testApp, hourMs))
    const counts = await Promise.all(searches.map(async (id) => (await getSearchAlertEmails(testApp, id)).length))
    expect(counts).toEqual([0, 0, 1])
  })

  test('is saved once, in whatever order its values are', async () => {
    await karim('POST /searches', { body: { query: { brand: 'yamaha,tvs', q: 'fzs' } } })
    const again = karim('POST /searches', { body: { query: { q: 'fzs', brand: 'tvs,yamaha' } } })
    expect(await catchError(again)).toMatchObject({ status: 409, code: 'search_saved' })
  })

  test('without filters, or with unknown ones, is refused', async () => {
    for (const query of [{}, { q: '  ' }]) {
      const error = await catchError(karim('POST /searches', { body: { query } }))
      expect(error).toMatchObject({ status: 400, message: 'Search for something first, then save the search.' })
    }
    const strange = JSON.parse('{"query":{"q":"fzs","sort":"price"}}')
    expect(await catchError(karim('POST /searches', { body: strange }))).toMatchObject({ status: 400 })
  })

  test('is one of at most 20, however many are saved at once', async () => {
    const reader = await registerMember(testApp, 'Buyer')
    const saving = Array.from({ length: 25 }, (_, number) =>
      catchError(reader('POST /searches', { body: { query: { priceTo: String(100_000 + number) } } })),
    )
    const errors = (await Promise.all(saving)).filter((error) => Object.keys(Object(error)).length > 0)
    expect(errors).toHaveLength(5)
    for (const error of errors) expect(error).toMatchObject({ status: 409, code: 'too_many_searches' })
    expect(await reader('GET /searches')).toHaveLength(20)
  })

  test('is deleted with its member, and is in the data export', async () => {
    const reader = await registerMember(testApp, 'Buyer')
    const { insertedId: id } = await reader('POST /searches', { body: { query: { q: 'fzs' } } })
    const cookie = { cookie: reader.cookie }
    const mine = await createClient(injectTransport(testApp.fastify, cookie))('GET /auth/export')
    expect(mine.savedSearches).toMatchObject([{ _id: id, language: 'en', pausedAt: null }])
    await createClient(injectTransport(testApp.fastify, cookie))('POST /auth/delete-user', {
      body: { password: 'a-password-of-the-tests' },
    })
    expect(await testApp.db.select().from(savedSearches).where(eq(savedSearches.id, id))).toEqual([])
  })
})

describe('the unsubscribe link of an e-mail', () => {
  const getUnsubscribeLink = async (id: string) => {
    const [saved] = await testApp.db.select().from(savedSearches).where(eq(savedSearches.id, id))
    return { path: `/stop/${saved?.unsubscribeToken}`, token: saved?.unsubscribeToken ?? '' }
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('says what it stops and changes nothing by being opened', async () => {
    const { id } = await saveSearch()
    const { token } = await getUnsubscribeLink(id)
    const target = await testApp.visitor('GET /alerts/:token', { params: { token } })
    expect(target).toMatchObject({ what: 'search', stopped: false })
    expect(await findSavedSearch(id)).toMatchObject({ paused: false })
  })

  test('stops the e-mails with one button, without a login and without scripts', async () => {
    const { location, id } = await saveSearch()
    const { path, token } = await getUnsubscribeLink(id)
    for (let clicks = 0; clicks < 2; clicks += 1) {
      const answer = await testApp.fastify.inject({ method: 'POST', url: path, headers: form, payload: '' })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    }
    expect(await testApp.visitor('GET /alerts/:token', { params: { token } })).toMatchObject({ stopped: true })
    await createListing(testApp, nadia, { location })
    await sendAlerts(createAlertsDeps(testApp, hourMs))
    expect(await getSearchAlertEmails(testApp, id)).toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('stops them for a mail program, which follows no redirect (%s)', async (type, payload) => {
    const { id } = await saveSearch()
    const { path } = await getUnsubscribeLink(id)
    const answer = await testApp.fastify.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': type },
      payload,
    })
    expect(answer.statusCode).toBe(204)
    expect(await findSavedSearch(id)).toMatchObject({ paused: true })
  })

  test('with an unknown token stops nothing', async () => {
    const token = 'a'.repeat(43)
    expect(await catchError(testApp.visitor('GET /alerts/:token', { params: { token } }))).toMatchObject({
      status: 404,
    })
    const payload = 'List-Unsubscribe=One-Click'
    const answer = await testApp.fastify.inject({ method: 'POST', url: `/stop/${token}`, headers: form, payload })
    expect(answer.statusCode).toBe(404)
  })
})
