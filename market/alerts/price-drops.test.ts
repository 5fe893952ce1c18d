import { hourMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { members } from '#market/schema/people/members.ts'
import { proveEmail } from '#tests/support/accounts.ts'
import { book } from '#tests/support/buying.ts'
import { createAlertsDeps, getPriceAlertEmails, changePrice } from '#tests/support/alerts.ts'
import { registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sendAlerts } from './jobs.ts'
import { isPriceAlertDue } from './price-drops.ts'
import { priceDrops } from '#market/schema/bikes/alerts.ts'

let testApp: TestApp
let nadia: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  nadia = await registerMember(testApp, 'Seller')
})
afterAll(() => testApp.close())

/** A member with a bike of 1,78,000 Taka in the wishlist. */
const createWish = async () => {
  const bike = await createListing(testApp, nadia)
  const reader = await registerMember(testApp, 'Buyer', 'Sadia Islam')
  const { insertedId: id } = await reader('POST /wishlist', { body: { productId: bike.id } })
  const setPrice = (salePrice: number) => changePrice(testApp, nadia, { id: bike.id, salePrice })
  return { bike, reader, id, setPrice }
}

describe('a bike of a wishlist that becomes cheaper', () => {
  test('is sent once, and the wishlist shows the price when it was added', async () => {
    const { reader, setPrice } = await createWish()
    await setPrice(173_000)
    await sendAlerts(createAlertsDeps(testApp))
    await sendAlerts(createAlertsDeps(testApp, 2 * hourMs))
    const emails = await getPriceAlertEmails(testApp, reader)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toBe('৳5,000 less: Suzuki Gixxer 155')
    expect(emails[0]?.text).toContain('now costs ৳1,73,000; it was ৳1,78,000')
    expect(await reader('GET /wishlist')).toMatchObject([{ salePrice: 173_000, priceWhenKept: 178_000 }])
  })

  test('is told in the shop too, at most once an hour and only when it is the lowest so far, also without e-mails', async () => {
    const { reader, setPrice } = await createWish()
    await reader('PUT /price-alerts', { body: { on: false } })
    const listNotified = async () =>
      (await reader('GET /notifications')).map(({ kind, number, productName }) => ({ kind, number, productName }))
    const told = (number: number) => ({ kind: 'saved_cheaper', number, productName: 'Suzuki Gixxer 155' })
    await setPrice(173_000)
    await sendAlerts(createAlertsDeps(testApp))
    await setPrice(172_000)
    await sendAlerts(createAlertsDeps(testApp, hourMs / 2))
    expect(await listNotified()).toEqual([told(173_000)])
    // It falls again, but not below what was told.
    await setPrice(176_000)
    await setPrice(174_000)
    await sendAlerts(createAlertsDeps(testApp, 2 * hourMs))
    expect(await listNotified()).toEqual([told(173_000)])
    await setPrice(171_000)
    await sendAlerts(createAlertsDeps(testApp, 2 * hourMs))
    expect(await listNotified()).toEqual([told(171_000), told(173_000)])
    expect(await getPriceAlertEmails(testApp, reader)).toEqual([])
  })

  test('is not sent to an address that nobody has proven, also later', async () => {
    const { reader, setPrice } = await createWish()
    await testApp.db.update(members).set({ emailVerified: false }).where(eq(members.email, reader.email))
    await setPrice(173_000)
    await sendAlerts(createAlertsDeps(testApp))
    await proveEmail(testApp, reader.email)
    await sendAlerts(createAlertsDeps(testApp, 2 * hourMs))
    expect(await getPriceAlertEmails(testApp, reader)).toEqual([])
    await setPrice(169_000)
    await sendAlerts(createAlertsDeps(testApp))
    // Compared with the price when the bike was added, because no other one was sent.
    expect((await getPriceAlertEmails(testApp, reader))[0]?.text).toContain('now costs ৳1,69,000; it was ৳1,78,000')
  })

  test('is sent for each drop, at most once an hour, compared with the last price sent', async () => {
    const { reader, setPrice } = await createWish()
    await setPrice(173_000)
    await sendAlerts(createAlertsDeps(testApp))
    await setPrice(170_000)
    await setPrice(169_000)
    await sendAlerts(createAlertsDeps(testApp, hourMs / 2))
    expect(await getPriceAlertEmails(testApp, reader)).toHaveLength(1)
    await sendAlerts(createAlertsDeps(testApp, hourMs + 1_000))
    const [, second, ...more] = await getPriceAlertEmails(testApp, reader)
    expect(more).toEqual([])
    expect(second?.text).toContain('now costs ৳1,69,000; it was ৳1,73,000')
  })

  test('is not sent when its price rose before it fell, or rose again before the e-mail', async () => {
    const { reader, setPrice } = await createWish()
    await setPrice(190_000)
    await setPrice(178_000)
    await sendAlerts(createAlertsDeps(testApp))
    await setPrice(170_000)
    await setPrice(178_000)
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getPriceAlertEmails(testApp, reader)).toEqual([])
    await setPrice(177_000)
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getPriceAlertEmails(testApp, reader)).toHaveLength(1)
  })

  test('is not sent to a member who booked it at another price, nor to one who unsubscribed', async () => {
    const [booked, stopped] = [await createWish(), await createWish()]
    await book(booked.reader, booked.bike)
    await stopped.reader('PUT /price-alerts', { body: { on: false } })
    await booked.setPrice(170_000)
    await stopped.setPrice(170_000)
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getPriceAlertEmails(testApp, booked.reader)).toEqual([])
    expect(await getPriceAlertEmails(testApp, stopped.reader)).toEqual([])
    expect(await stopped.reader('GET /price-alerts')).toEqual({ on: false })
    expect(await booked.reader('GET /price-alerts')).toEqual({ on: true })
  })

  test('is not sent when it is sold or withdrawn meanwhile', async () => {
    const { bike, reader, setPrice } = await createWish()
    await setPrice(170_000)
    await nadia('DELETE /allbikes/:id', { params: { id: bike.id } })
    await sendAlerts(createAlertsDeps(testApp))
    expect(await getPriceAlertEmails(testApp, reader)).toEqual([])
  })

  test('is sent once by several processes, and after a crash by the next one', async () => {
    const { reader, setPrice } = await createWish()
    await setPrice(170_000)
    const failingDeps = createAlertsDeps(testApp)
    failingDeps.createId = () => {
      throw new Error('the power is gone')
    }
    await expect(sendAlerts(failingDeps)).rejects.toThrow('the power is gone')
    expect(await getPriceAlertEmails(testApp, reader)).toEqual([])
    await Promise.all(Array.from({ length: 8 }, () => sendAlerts(createAlertsDeps(testApp))))
    expect(await getPriceAlertEmails(testApp, reader)).toHaveLength(1)
    const waiting = await testApp.db.select().from(priceDrops)
    expect(waiting.filter(({ settledAt }) => settledAt === null)).toEqual([])
  })

  test('is sent in the language of the page on which it was added; one click stops all such e-mails', async () => {
    const bike = await createListing(testApp, nadia)
    const reader = await registerMember(testApp, 'Buyer')
    const banglaClient = createClient(
      injectTransport(testApp.fastify, { 'accept-language': 'bn' }),
      async () => reader.token,
    )
    await banglaClient('POST /wishlist', { body: { productId: bike.id } })
    await changePrice(testApp, nadia, { id: bike.id, salePrice: 170_000 })
    await sendAlerts(createAlertsDeps(testApp))
    const [email] = await getPriceAlertEmails(testApp, reader)
    expect(email?.subject).toBe('৳৮,০০০ কমেছে: Suzuki Gixxer 155')
    const { pathname } = new URL(email?.unsubscribeUrl ?? '')
    const token = pathname.split('/').at(-1) ?? ''
    expect(await testApp.visitor('GET /alerts/:token', { params: { token } })).toEqual({
      what: 'prices',
      name: null,
      stopped: false,
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await testApp.fastify.inject({ method: 'POST', url: pathname, headers, payload: '' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/bn/stop/${token}`])
    expect(await reader('GET /price-alerts')).toEqual({ on: false })
    await reader('PUT /price-alerts', { body: { on: true } })
    expect(await reader('GET /price-alerts')).toEqual({ on: true })
    // The paths of before answer the same.
    const authorization = { authorization: `Bearer ${reader.token}` }
    const readOld = async (path: string) =>
      (await testApp.fastify.inject({ url: path, headers: authorization })).json<unknown>()
    expect(await readOld('/api/price-letters')).toEqual({ on: true })
    expect(await readOld(`/api/letters/${token}`)).toMatchObject({ what: 'prices', stopped: false })
    const turnOff = {
      method: 'PUT',
      url: '/api/price-letters?',
      headers: authorization,
      payload: { on: false },
    } as const
    expect((await testApp.fastify.inject(turnOff)).json()).toEqual({ on: false })
    expect(await readOld('/api/price-lettersx')).toMatchObject({ code: 'no_such_call' })
  })
})

describe('a lower price is told', () => {
  const state = {
    isOnSale: true,
    isPaid: false,
    isBooked: false,
    priceTaka: 99_999,
    knownTaka: 100_000,
  }

  test('when it is lower than every price before', () => {
    expect(isPriceAlertDue(state)).toBe(true)
  })

  test.each([
    ['the price is the same', { priceTaka: 100_000 }],
    ['the bike is off sale', { isOnSale: false }],
    ['the buyer has paid', { isPaid: true }],
    ['the buyer has booked it at a fixed price', { isBooked: true }],
  ])('not when %s', (_what, change) => {
    expect(isPriceAlertDue({ ...state, ...change })).toBe(false)
  })
})
