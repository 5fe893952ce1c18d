import { hourMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { findDistrict, districts } from '#contract/districts.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { members } from '#market/schema/people/members.ts'
import { proveEmail } from '#tests/support/accounts.ts'
import { getSlug, signInspection } from '#tests/support/inspections/inspections.ts'
import { completePapers, decide, showPaper } from '#tests/support/papers/papers.ts'
import { registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { getSearchAlertEmails, createAlertsDeps, changePrice } from '#tests/support/alerts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sendAlerts } from './jobs.ts'
import { savedSearches, searchMatches } from '#market/schema/bikes/alerts.ts'

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

const throwPowerFailure = (): never => {
  throw new Error('the power is gone')
}

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

describe('an e-mail of a saved search', () => {
  test('lists a new bike that matches, once, and no other', async () => {
    const { location, id } = await saveSearch()
    const bike = await createListing(testApp, nadia, { location, productName: 'Gixxer of the village' })
    await createListing(testApp, nadia, { location, productName: 'Too dear', salePrice: 210_000 })
    await createListing(testApp, nadia, { productName: 'Too far' })
    await testApp.sendAlerts()
    await sendAlerts(createAlertsDeps(testApp, 2 * hourMs))
    const emails = await getSearchAlertEmails(testApp, id)
    expect(emails).toHaveLength(1)
    const { rows } = await testApp.db.$client.query('select slug from bikes where id = $1', [bike.id])
    expect(emails[0]?.subject).toMatch(/^A new bike: /)
    expect(emails[0]?.text).toContain(`Gixxer of the village, ৳1,78,000, 2021, ${location}`)
    expect(emails[0]?.text).toContain(`${testApp.publicUrl}/bikes/${rows[0].slug}`)
    expect(emails[0]?.text).not.toMatch(/Too dear|Too far/)
    expect(await findSavedSearch(id)).toMatchObject({ told: 1, lastToldAt: expect.any(String) })
  })

  test('lists neither bikes from before the search nor the member’s own', async () => {
    const town = pickTown()
    await createListing(testApp, await registerMember(testApp, 'Seller'), { location: town.location })
    const { insertedId: id } = await nadia('POST /searches', { body: { query: { district: town.district } } })
    await createListing(testApp, nadia, { location: town.location })
    await sendAlerts(createAlertsDeps(testApp))
    // The overlap of a later run reaches back to before the search was saved.
    await sendAlerts(createAlertsDeps(testApp, 90_000))
    expect(await getSearchAlertEmails(testApp, id)).toEqual([])
  })

  test('is sent at most once an hour, with all new bikes since; it lists ten of them', async () => {
    const { location, id } = await saveSearch()
    await createListing(testApp, nadia, { location })
    await sendAlerts(createAlertsDeps(testApp))
    for (let count = 0; count < 12; count += 1) await createListing(testApp, nadia, { location })
    await sendAlerts(createAlertsDeps(testApp, hourMs / 2))
    expect(await getSearchAlertEmails(testApp, id)).toHaveLength(1)
    await sendAlerts(createAlertsDeps(testApp, hourMs + 60_000))
    const [, second, ...more] = await getSearchAlertEmails(testApp, id)
    expect(more).toEqual([])
    expect(second?.subject).toMatch(/^12 new bikes: /)
    expect(second?.text.match(/\/bikes\/suzuki/g)).toHaveLength(10)
    expect(second?.text).toContain('And 2 more.')
  })

  test('is written once by several processes at the same moment', async () => {
    const { location, id } = await saveSearch()
    for (let count = 0; count < 3; count += 1) await createListing(testApp, nadia, { location })
    await Promise.all(Array.from({ length: 8 }, () => sendAlerts(createAlertsDeps(testApp))))
    expect(await getSearchAlertEmails(testApp, id)).toHaveLength(1)
    expect(await testApp.db.$count(searchMatches, eq(searchMatches.searchId, id))).toBe(3)
  })

  test('that a process could not finish is written by the next one, with all its bikes', async () => {
    const { location, id } = await saveSearch()
    await createListing(testApp, nadia, { location })
    const failingDeps = { ...createAlertsDeps(testApp), createId: () => throwPowerFailure() }
    await expect(sendAlerts(failingDeps)).rejects.toThrow('the power is gone')
    expect(await testApp.db.$count(searchMatches, eq(searchMatches.searchId, id))).toBe(0)
    expect(await getSearchAlertEmails(testApp, id)).toEqual([])
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getSearchAlertEmails(testApp, id)).toHaveLength(1)
  })

  test('is not sent while the search is paused, nor later about bikes from the pause', async () => {
    const { location, id } = await saveSearch()
    await karim('PUT /searches/:id', { params: { id }, body: { paused: true } })
    await createListing(testApp, nadia, { location })
    await sendAlerts(createAlertsDeps(testApp))
    await karim('PUT /searches/:id', { params: { id }, body: { paused: false } })
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getSearchAlertEmails(testApp, id)).toEqual([])
    await createListing(testApp, nadia, { location })
    await sendAlerts(createAlertsDeps(testApp, 90_000))
    expect(await getSearchAlertEmails(testApp, id)).toHaveLength(1)
  })

  test('is sent when a bike matches only after a change', async () => {
    const { location, id } = await saveSearch()
    const bike = await createListing(testApp, nadia, { location, salePrice: 230_000 })
    await testApp.db.$client.query(
      `update saved_searches set created_at = created_at - interval '2 hours' where id = $1`,
      [id],
    )
    await testApp.db.$client.query(`update bikes set created_at = created_at - interval '1 hour' where id = $1`, [
      bike.id,
    ])
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getSearchAlertEmails(testApp, id)).toEqual([])
    await changePrice(testApp, nadia, { id: bike.id, salePrice: 190_000 })
    await sendAlerts(createAlertsDeps(testApp, 90_000))
    expect(await getSearchAlertEmails(testApp, id)).toHaveLength(1)
  })

  test('is sent when the papers of a bike become complete, or it is inspected, long after it was listed', async () => {
    const town = pickTown()
    const save = async (query: { papers?: 'complete'; inspected?: 'yes' }) =>
      (await karim('POST /searches', { body: { query: { district: town.district, ...query } } })).insertedId
    const [papers, inspected] = [await save({ papers: 'complete' }), await save({ inspected: 'yes' })]
    const bike = await createListing(testApp, nadia, { location: town.location })
    await testApp.db.$client.query(`update saved_searches set created_at = created_at - interval '2 hours'`)
    await testApp.db.$client.query(`update bikes set created_at = created_at - interval '1 hour' where id = $1`, [
      bike.id,
    ])
    await sendAlerts(createAlertsDeps(testApp))
    const countEmails = async () => [
      (await getSearchAlertEmails(testApp, papers)).length,
      (await getSearchAlertEmails(testApp, inspected)).length,
    ]
    expect(await countEmails()).toEqual([0, 0])

    const imran = await testApp.signInAs('imran')
    for (const said of completePapers('2091-03-31')) {
      await showPaper(nadia, bike.id, said)
      await decide(testApp, imran, { bikeId: bike.id, kind: said.kind })
    }
    await sendAlerts(createAlertsDeps(testApp, 90_000))
    expect(await countEmails()).toEqual([1, 0])

    await signInspection(nadia, await getSlug(testApp, bike.id))
    await sendAlerts(createAlertsDeps(testApp, 180_000))
    expect(await countEmails()).toEqual([1, 1])
  })

  test('is written in the language of the page on which the search was saved', async () => {
    const town = pickTown()
    const client = createClient(injectTransport(testApp.fastify, { 'accept-language': 'bn' }), async () => karim.token)
    const { insertedId: id } = await client('POST /searches', {
      body: { query: { district: town.district, condition: 'Good' } },
    })
    await createListing(testApp, nadia, { location: town.location })
    await sendAlerts(createAlertsDeps(testApp))
    const [email] = await getSearchAlertEmails(testApp, id)
    expect(email?.subject).toMatch(/^নতুন বাইক এসেছে: .+, ভালো$/)
    expect(email?.text).toContain('৳১,৭৮,০০০')
    expect(email?.unsubscribeUrl).toContain(`${testApp.publicUrl}/bn/stop/`)
  })

  test('carries no link that a seller wrote', async () => {
    const { location, id } = await saveSearch()
    await createListing(testApp, nadia, { location, productName: 'Win at evil.example/now' })
    await sendAlerts(createAlertsDeps(testApp))
    const [email] = await getSearchAlertEmails(testApp, id)
    expect(email?.text).toContain('A Suzuki bike, ৳1,78,000')
    expect(email?.text).not.toContain('evil.example')
  })

  test('is not sent while nobody has proven the address, and is sent once somebody has', async () => {
    const stranger = await registerMember(testApp, 'Buyer')
    await testApp.db.update(members).set({ emailVerified: false }).where(eq(members.email, stranger.email))
    const town = pickTown()
    const query = { district: town.district }
    const { insertedId: id } = await stranger('POST /searches', { body: { name: 'Win a prize', query } })
    await createListing(testApp, nadia, { location: town.location })
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getSearchAlertEmails(testApp, id)).toEqual([])
    expect(await testApp.db.$count(searchMatches, eq(searchMatches.searchId, id))).toBe(0)
    await proveEmail(testApp, stranger.email)
    await sendAlerts(createAlertsDeps(testApp, hourMs + 60_000))
    expect(await getSearchAlertEmails(testApp, id)).toHaveLength(1)
  })

  test('is not sent to an address that refused e-mails', async () => {
    const reader = await registerMember(testApp, 'Buyer')
    const town = pickTown()
    const { insertedId: id } = await reader('POST /searches', { body: { query: { district: town.district } } })
    await testApp.db.update(members).set({ emailBouncedAt: new Date() }).where(eq(members.email, reader.email))
    await createListing(testApp, nadia, { location: town.location })
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getSearchAlertEmails(testApp, id)).toEqual([])
  })

  test('has no telephone number and no link of the name of the search', async () => {
    const { location, id } = await saveSearch()
    for (const name of ['Win a prize call 01999999999', 'পুরস্কার ০১৯৯৯-৯৯৯৯৯৯', 'Go to evil.example']) {
      await karim('PUT /searches/:id', { params: { id }, body: { name } })
      await testApp.db.delete(searchMatches).where(eq(searchMatches.searchId, id))
      await createListing(testApp, nadia, { location })
      await testApp.db
        .update(savedSearches)
        .set({ dueAt: new Date(0) })
        .where(eq(savedSearches.id, id))
      await sendAlerts(createAlertsDeps(testApp))
      const email = (await getSearchAlertEmails(testApp, id)).at(-1)
      expect(email?.subject).toContain('the search you saved')
      expect(email?.text).not.toMatch(/01999|০১৯৯৯|evil/)
    }
  })

  test('is sent for the other searches when one fails, and for that one later', async () => {
    const [failing, other] = [await saveSearch(), await saveSearch()]
    await createListing(testApp, nadia, { location: failing.location })
    await createListing(testApp, nadia, { location: other.location })
    const deps = createAlertsDeps(testApp)
    const { matchSavedSearch } = deps
    deps.matchSavedSearch = (request) =>
      request.query.district === failing.district ? Promise.reject(new Error('no')) : matchSavedSearch(request)
    await sendAlerts(deps)
    expect(await getSearchAlertEmails(testApp, failing.id)).toEqual([])
    expect(await getSearchAlertEmails(testApp, other.id)).toHaveLength(1)
    await sendAlerts(createAlertsDeps(testApp, 10 * 60_000))
    expect(await getSearchAlertEmails(testApp, failing.id)).toHaveLength(1)
  })
})
