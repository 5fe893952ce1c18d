import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ListedProduct } from '#contract/bikes.ts'
import { fixtures } from '#seed/fixtures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

describe('GET /allbikes', () => {
  test('gives the bikes on sale, advertised first, newest first', async () => {
    const list = await testApp.visitor('GET /allbikes')
    expect(list.length).toBeGreaterThan(40)
    const order = list.map((bike) => `${bike.advertise === 'on' ? 1 : 0}${bike._id}`)
    expect(order).toEqual(order.toSorted().toReversed())
    expect(list.every((bike) => bike.status === 'available' && !bike.paid)).toBe(true)
  })

  test('?advertise=on gives the advertised ones only', async () => {
    const list = await testApp.visitor('GET /allbikes', { query: { advertise: 'on' } })
    expect(list.length).toBeGreaterThan(2)
    expect(list.every((bike) => bike.advertise === 'on')).toBe(true)
  })

  test('a visitor reads no e-mail of a seller, and the contact number only where the bike is advertised', async () => {
    const list = await testApp.visitor('GET /allbikes')
    expect(list.every((bike) => bike.email === undefined)).toBe(true)
    for (const bike of list) {
      const expected = bike.advertise === 'on' ? /^\d{5}-\d{6}$/ : /^\d{5}-•{6}$/
      expect(bike.contactNumber).toMatch(expected)
    }
  })

  test('the admin reads the seller’s e-mail and the whole contact number', async () => {
    const admin = await testApp.signInAs('ayesha')
    const list = await admin('GET /allbikes')
    expect(list.every((bike) => bike.email?.includes('@') && /^\d{5}-\d{6}$/.test(bike.contactNumber))).toBe(true)
  })

  test('pages of five, walked to their end, are the whole list with nothing twice', async () => {
    const first = await testApp.visitor('GET /allbikes')
    const collected: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await testApp.visitor.page('GET /allbikes', { query: { limit: '5', ...(cursor && { cursor }) } })
      expect(page.items.length).toBeLessThanOrEqual(5)
      collected.push(...page.items.map((bike) => bike._id))
      cursor = page.next
    }
    // Without a limit a list has a hundred bikes at most.
    expect(collected.slice(0, 100)).toEqual(first.map((bike) => bike._id))
    expect(new Set(collected).size).toBe(collected.length)
    const isShown = and(isNull(bikes.soldAt), isNull(bikes.reservedAt), isNull(bikes.withdrawnAt))
    expect(collected.length).toBe(await testApp.db.$count(bikes, isShown))
  })

  test('a limit over 100, a limit that is not a number and a foreign cursor are refused by name', async () => {
    for (const query of [
      { limit: '101' },
      { limit: '0' },
      { limit: 'ten' },
      { limit: '1e1' },
      { cursor: 'x' },
      { cursor: 'a1' },
    ]) {
      const apiError = await testApp.visitor('GET /allbikes', { query }).catch((error: unknown) => error)
      expect(apiError).toMatchObject({ status: 400, body: { field: Object.keys(query)[0] } })
    }
  })

  test('the response is cached with an ETag, and the browser gets 304 if it has it already', async () => {
    const first = await testApp.fastify.inject({ url: '/api/allbikes' })
    const second = await testApp.fastify.inject({
      url: '/api/allbikes',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([first.statusCode, second.statusCode, second.payload]).toEqual([200, 304, ''])
    const compressed = await testApp.fastify.inject({
      url: '/api/allbikes',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.headers.vary).toBe('accept-encoding')
  })
})

describe('the verified badge', () => {
  test('covers all bikes of a verified seller, old and new, and goes at once', async () => {
    const [rahim] = await testApp.db.select().from(members).where(eq(members.email, fixtures.rahim.email))
    assert(rahim?.verifiedAt, 'needs a verified seller')
    const filterRahimsBikes = (list: { verification: boolean; email?: string | undefined }[]) =>
      list.filter((bike) => bike.email === rahim.email)
    const karim = await testApp.signInAs('karim')
    expect(filterRahimsBikes(await karim('GET /allbikes')).every((bike) => bike.verification)).toBe(true)
    await testApp.db.update(members).set({ verifiedAt: null }).where(eq(members.id, rahim.id))
    expect(filterRahimsBikes(await karim('GET /allbikes')).some((bike) => bike.verification)).toBe(false)
  })
})

describe('GET /categoryDetails/{name}', () => {
  test('gives the bikes of one category to signed-in people', async () => {
    const karim = await testApp.signInAs('karim')
    const list = await karim('GET /categoryDetails/:name', { params: { name: 'Yamaha' } })
    expect(list.length).toBeGreaterThan(5)
    expect(list.every((bike) => bike.name === 'Yamaha')).toBe(true)
  })

  test('a visitor is told to log in', async () => {
    const apiError = await testApp
      .visitor('GET /categoryDetails/:name', { params: { name: 'Yamaha' } })
      .catch((e: unknown) => e)
    expect(apiError).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test.each(['Harley', 'yamaha', "' OR 1=1--", '..'])('there is no category %s', async (name) => {
    const karim = await testApp.signInAs('karim')
    const apiError = await karim('GET /categoryDetails/:name', { params: { name } }).catch((e: unknown) => e)
    expect(apiError).toMatchObject({ status: 404 })
  })
})

test('GET /category gives the three categories, each with a picture and a description', async () => {
  const list = await testApp.visitor('GET /category')
  expect(list.map((category) => category.name)).toEqual(['Yamaha', 'Suzuki', 'TVS'])
  expect(list.every((category) => category.img.startsWith('/pictures/') && category.description.length > 100)).toBe(
    true,
  )
})

test('the lists that PostgreSQL writes carry exactly the fields of the contract, whatever a seller typed', async () => {
  const typed = String.raw`"R15" \ 'V4' </script> {"paid":true} বাইক` + '\t'
  const [bike] = await testApp.visitor('GET /allbikes')
  assert(bike, 'needs a bike')
  await testApp.db.update(bikes).set({ name: typed, location: typed }).where(eq(bikes.id, bike._id))
  const karim = await testApp.signInAs('karim')
  const whole = [
    ['admin', await (await testApp.signInAs('ayesha'))('GET /allbikes')],
    ['member', await karim('GET /categoryDetails/:name', { params: { name: bike.name } })],
    [
      'visitor',
      await testApp.visitor('GET /allbikes', {
        query: { cursor: `a${'f'.repeat(8)}-ffff-ffff-ffff-${'f'.repeat(12)}` },
      }),
    ],
  ] as const
  for (const [reader, list] of whole) {
    const strict = z.strictObject(ListedProduct.shape)
    const found = z.array(reader === 'admin' ? strict.required() : strict.omit({ email: true })).parse(list)
    expect(found.find((bike) => bike._id === bike._id)).toMatchObject({ productName: typed, location: typed })
  }
})

test('a bike has every field of the specification', async () => {
  const [bike] = await (await testApp.signInAs('ayesha'))('GET /allbikes', { query: { limit: '1' } })
  // The seller's e-mail address is for the seller and the admin (record 0073). Not in the specification: the slug of the bike's own page,
  // its kilometres, the verdict on its price, the level of its papers, and whether it is inspected.
  expect(Object.keys(bike ?? {}).toSorted()).toEqual(
    '_id slug productName email salePrice originalPrice purchaseTime usedTime condition sellerName contactNumber location name date time status image verification advertise paid kilometres priceVerdict papersLevel isInspected'
      .split(' ')
      .toSorted(),
  )
  expect(bike?.date).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  expect(bike?.time).toMatch(/^\d{1,2}:\d\d [AP]M$/)
  const page = await testApp.visitor('GET /bikes/:slug', { params: { slug: bike?.slug ?? '' } })
  expect(bike?.kilometres).toBeGreaterThan(0)
  expect(bike?.kilometres).toBe(page.kilometres)
})
