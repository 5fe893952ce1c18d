import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBrowser } from '#tests/support/accounts.ts'
import { catchError } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import {
  createListing,
  createProductBody,
  editListing,
  getMemberId,
  insertOwnPicture,
  type MemberClient,
  registerMember,
  testPassword,
} from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

const fraud = 'Border cross bike, custom auction. Send 5,000 taka advance by bKash, home delivery.'
const createHonest = () => `First owner, papers complete, chassis card number ${randomBytes(4).toString('hex')}.`

const list = async (seller: MemberClient, changes: object = {}) => {
  const body = { ...createProductBody(await insertOwnPicture(testApp, seller)), ...changes }
  const { insertedId: id } = await seller('POST /allbikes', { body })
  return { id, body }
}
const createWaiting = async (changes: object = {}) => {
  const seller = await registerMember(testApp, 'Seller')
  const { id } = await list(seller, { description: fraud, ...changes })
  return { seller, id, caseId: await market.findCase(id) }
}
const getStatus = async (seller: MemberClient, id: string) =>
  (await seller('GET /allbikes/myproduct')).find(({ _id }) => _id === id)?.status
const listRules = async (caseId: string) =>
  (await market.moderator('GET /cases/:id', { params: { id: caseId } })).firedRules.map(({ rule }) => rule)
const fetchText = async (url: string) => (await testApp.fastify.inject({ url })).body
const fetchStatus = async (url: string) => (await testApp.fastify.inject({ url })).statusCode

describe('an advertisement of a fraud', () => {
  test('waits: it is in no list, page, search, sitemap, share picture, price or seller page, and the seller is told why', async () => {
    const { seller, id } = await createWaiting()
    expect(await getStatus(seller, id)).toBe('waiting')
    expect(await market.isListed(id)).toBe(false)
    const slug = await market.getSlug(id)
    const suzukis = await seller('GET /categoryDetails/:name', { params: { name: 'Suzuki' }, query: { limit: '100' } })
    expect(suzukis.map(({ _id }) => _id)).not.toContain(id)
    const index = await fetchText('/sitemap.xml')
    const sitemaps = [...index.matchAll(/<loc>[^<]*(\/sitemaps\/[^<]+)<\/loc>/g)].map(([, path]) => path ?? '')
    expect(sitemaps.length).toBeGreaterThan(0)
    for (const path of sitemaps) expect(await fetchText(path)).not.toContain(slug)
    expect(await fetchStatus(`/share/${slug}.jpg`)).toBe(404)
    const sellerId = await getMemberId(testApp, seller)
    const stranger = await registerMember(testApp, 'Buyer')
    for (const request of [
      () => testApp.visitor('GET /worth/:productId', { params: { productId: id } }),
      () => testApp.visitor('GET /sellers/:sellerId', { params: { sellerId } }),
      () => stranger('GET /bikes/:slug/number', { params: { slug } }),
      () => stranger('GET /bikes/:slug/chat', { params: { slug } }),
      () => stranger('POST /reports', { body: { productId: id, reason: 'sold' } }),
    ])
      expect(await catchError(request())).toMatchObject({ status: 404 })
    expect(await market.listKinds(seller)).toEqual(['ad_waits'])
    const waiting = await seller('GET /waiting/:id', { params: { id } })
    expect(waiting.lookBy).toBe(new Date(clock.now.getTime() + 24 * 60 * 60_000).toISOString())
    expect(waiting.reasons).toEqual([
      { rule: 'border_words', quote: 'Border cross' },
      { rule: 'auction_words', quote: 'custom auction' },
      { rule: 'advance_words', quote: 'advance' },
    ])
    expect(await catchError(stranger('GET /waiting/:id', { params: { id } }))).toMatchObject({
      status: 403,
    })
    const other = await registerMember(testApp, 'Seller')
    expect(await catchError(other('GET /waiting/:id', { params: { id } }))).toMatchObject({ code: 'not_found' })
  })

  test('is no evidence of prices', async () => {
    const count = async () => {
      const { rows } = await testApp.db.$client.query<{ compared: number }>(
        `select sum(compared)::int as compared from bike_price_estimates`,
      )
      return rows
    }
    await testApp.estimatePrices()
    const before = await count()
    const { caseId } = await createWaiting({ brand: 'Suzuki', model: 'Gixxer 155' })
    await testApp.estimatePrices()
    expect(await count()).toEqual(before)
    // A published one is.
    await market.decide(market.moderator, caseId, 'nothing')
    await testApp.estimatePrices()
    expect(await count()).not.toEqual(before)
  })

  test('cannot be advertised until it is online', async () => {
    const { seller, id } = await createWaiting()
    const advertise = () => seller('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
    expect(await catchError(advertise())).toMatchObject({ status: 409, code: 'bike_waits' })
    await editListing(seller, id, { description: createHonest() })
    expect(await advertise()).toEqual({ modifiedCount: 1 })
  })

  test('goes online at once when the seller changes what was wrong, and its case ends', async () => {
    const { seller, id, caseId } = await createWaiting()
    expect((await seller('GET /allbikes/myproduct/:id', { params: { id } })).status).toBe('waiting')
    await editListing(seller, id, { description: createHonest() })
    expect(await market.isListed(id)).toBe(true)
    expect(await catchError(seller('GET /waiting/:id', { params: { id } }))).toMatchObject({ code: 'not_found' })
    expect((await market.moderator('GET /cases')).map(({ _id }) => _id)).not.toContain(caseId)
    expect(await catchError(market.take(market.moderator, caseId))).toMatchObject({ code: 'case_decided' })
    await editListing(seller, id, { description: fraud })
    expect(await market.isListed(id)).toBe(false)
    expect(await market.findCase(id)).not.toBe(caseId)
  })

  test('is published by a moderator, and the same words do not make it wait again', async () => {
    const { seller, id, caseId } = await createWaiting()
    expect(await listRules(caseId)).toEqual(expect.arrayContaining(['border_words', 'auction_words', 'advance_words']))
    await market.decide(market.moderator, caseId, 'nothing')
    expect(await market.isListed(id)).toBe(true)
    expect(await market.listKinds(seller)).toEqual(['ad_published', 'ad_waits'])
    await editListing(seller, id, { description: `${fraud} Call me.` })
    expect(await market.isListed(id)).toBe(true)
    await editListing(seller, id, { description: 'Smuggled, without papers.' })
    expect(await market.isListed(id)).toBe(false)
  })

  test('is hidden by a moderator with a reason', async () => {
    const { seller, id, caseId } = await createWaiting()
    await market.decide(market.moderator, caseId, 'hide')
    expect(await getStatus(seller, id)).toBe('hidden')
    expect(await market.listKinds(seller)).toEqual(['case_hidden', 'ad_waits'])
    await editListing(seller, id, { description: createHonest() })
    expect(await market.isListed(id)).toBe(false)
  })

  test('stays hidden after a suspension of its seller, until a moderator shows it', async () => {
    const { seller, id, caseId } = await createWaiting()
    const other = await list(seller, { description: createHonest() })
    await market.decide(market.moderator, caseId, 'suspend_7')
    const before = clock.now
    clock.now = new Date(before.getTime() + 8 * 24 * 60 * 60_000)
    await testApp.endSuspensions()
    clock.now = before
    expect(await market.isListed(other.id)).toBe(true)
    expect(await market.isListed(id)).toBe(false)
    const show = { params: { id }, body: { hidden: false, reason: 'The papers are there.' } }
    expect(await market.second('PUT /hidden/:id', show)).toEqual({ modifiedCount: 1 })
    expect(await market.isListed(id)).toBe(true)
    // A moderator has looked: the same words do not make it wait again.
    await editListing(seller, id, { description: fraud })
    expect(await market.isListed(id)).toBe(true)
  })

  test('can be deleted by its seller while it waits', async () => {
    const { seller, id, caseId } = await createWaiting()
    expect(await seller('DELETE /allbikes/:id', { params: { id } })).toEqual({ deletedCount: 1 })
    expect((await market.moderator('GET /cases')).map(({ _id }) => _id)).not.toContain(caseId)
  })

  test('that is written while its seller is suspended waits after the suspension', async () => {
    const { seller, bike, caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'suspend_7')
    await editListing(seller, bike.id, { description: fraud })
    const before = clock.now
    clock.now = new Date(before.getTime() + 8 * 24 * 60 * 60_000)
    await testApp.endSuspensions()
    expect(await market.isListed(bike.id)).toBe(false)
    clock.now = before
  })
})

describe('an advertisement with some points', () => {
  test('is published with a warning and a case, until a moderator has looked', async () => {
    const { seller, id, caseId } = await createWaiting({
      description: 'Advance 5,000 taka by bKash, then I hold it for you.',
    })
    expect(await market.isListed(id)).toBe(true)
    expect(await market.listKinds(seller)).toEqual([])
    const isUnchecked = async () =>
      (await testApp.visitor('GET /bikes/:slug', { params: { slug: await market.getSlug(id) } })).isUnchecked
    expect(await isUnchecked()).toBe(true)
    await market.decide(market.moderator, caseId, 'nothing')
    expect(await isUnchecked()).toBe(false)
  })

  test('an honest one has neither, and no case', async () => {
    const { id, caseId } = await createWaiting({ description: createHonest() })
    expect(caseId).toBe('')
    const page = await testApp.visitor('GET /bikes/:slug', { params: { slug: await market.getSlug(id) } })
    expect(page.isUnchecked).toBe(false)
  })
})

describe('what the shop knows', () => {
  const listFired = async (id: string) => {
    const { rows } = await testApp.db.$client.query<{ rule: string }>(
      'select rule from fired_rules where bike_id = $1 order by rule',
      [id],
    )
    return rows.map(({ rule }) => rule)
  }

  test('a description of another seller counts, in any spacing; one’s own does not', async () => {
    const description = 'My own Gixxer, kept in a garage in Khulna and ridden on Fridays only.'
    const first = await registerMember(testApp, 'Seller')
    const { id } = await list(first, { description })
    expect(await listFired((await list(first, { description })).id)).not.toContain('same_text')
    const copier = await registerMember(testApp, 'Seller')
    const copied = await list(copier, { description: ` ${description.toUpperCase()} ` })
    expect(await listFired(copied.id)).toContain('same_text')
    await editListing(first, id, { description, salePrice: 170_000 })
    expect(await listFired(id)).not.toContain('same_text')
  })

  test('a picture that looks like one of another seller counts', async () => {
    const sellers = [
      await registerMember(testApp, 'Seller'),
      await registerMember(testApp, 'Seller'),
      await registerMember(testApp, 'Seller'),
    ] as const
    const hash = 0x123456789abcdef0n
    await list(sellers[0], { image: await insertOwnPicture(testApp, sellers[0], hash) })
    const near = await list(sellers[1], { image: await insertOwnPicture(testApp, sellers[1], hash ^ 0b10001n) })
    expect(await listFired(near.id)).toContain('same_picture')
    const far = await list(sellers[2], { image: await insertOwnPicture(testApp, sellers[2], hash ^ 0xfffffn) })
    expect(await listFired(far.id)).not.toContain('same_picture')
  })

  test('the number of a member whom Motohaat removed counts; that of one who left does not', async () => {
    const contactNumber = '01711-223344'
    const removed = await registerMember(testApp, 'Seller')
    await list(removed, { contactNumber })
    const back = await registerMember(testApp, 'Seller')
    expect(await listFired((await list(back, { contactNumber })).id)).not.toContain('removed_number')
    const admin = await testApp.signInAs('ayesha')
    await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, removed) } })
    expect(await listFired((await list(back, { contactNumber: '+8801711223344' })).id)).toContain('removed_number')
    const left = await registerMember(testApp, 'Seller')
    await list(left, { contactNumber: '01711-998877' })
    const browser = createTestBrowser(testApp)
    await browser('POST /auth/sign-in/email', { body: { email: left.email, password: testPassword } })
    await browser('POST /auth/delete-user', { body: { password: testPassword } })
    expect(await listFired((await list(back, { contactNumber: '01711-998877' })).id)).not.toContain('removed_number')
  })

  test('only the first advertisement of a new account counts as new', async () => {
    const seller = await registerMember(testApp, 'Seller')
    expect(await listFired((await createListing(testApp, seller)).id)).toContain('first_of_new_account')
    expect(await listFired((await createListing(testApp, seller)).id)).not.toContain('first_of_new_account')
  })

  test('few kilometres of an old bike and a district far away count', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const odd = await list(seller, { kilometres: 40, location: 'Khulna', registrationDistrict: 'sylhet' })
    expect(await listFired(odd.id)).toEqual(expect.arrayContaining(['low_kilometres', 'far_district']))
    const usual = await list(seller, { kilometres: 400, location: 'Mirpur, Dhaka', registrationDistrict: 'gazipur' })
    const rules = await listFired(usual.id)
    expect(rules).not.toContain('low_kilometres')
    expect(rules).not.toContain('far_district')
  })

  test('a price below 65 % of what bikes of its age cost counts', async () => {
    await testApp.estimatePrices()
    const seller = await registerMember(testApp, 'Seller')
    expect(await listFired((await list(seller, { salePrice: 80_000 })).id)).toContain('price_far_below')
    expect(await listFired((await list(seller, { salePrice: 150_000 })).id)).not.toContain('price_far_below')
  })
})

test('the export has what the seller is told, and a removal deletes it', async () => {
  const { seller, id } = await createWaiting()
  const { cookie } = seller
  const { warnings } = (await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })).json<{
    warnings: { rule: string }[]
  }>()
  const found = warnings.map(({ rule }) => rule)
  expect(found).toEqual(expect.arrayContaining(['advance_words', 'auction_words', 'border_words']))
  expect(found).not.toContain('first_of_new_account')
  const admin = await testApp.signInAs('ayesha')
  await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, seller) } })
  const { rows } = await testApp.db.$client.query('select rule from fired_rules where bike_id = $1', [id])
  expect(rows).toEqual([])
})

test('the demonstration makes no bike wait', async () => {
  const { rows } = await testApp.db.$client.query<{ id: string; description: string | null }>(
    `select bikes.id, description from bikes join members on members.id = seller_id
     where hidden_by = 'rules' and members.email like '%@motohaat.test' and members.email not like 'seller-%'`,
  )
  expect(rows).toEqual([])
})
