import { hourMs } from '#contract/time/durations.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { answer, offerFor, offerIn, readStates } from '#tests/support/chats/offers.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

// 10 o'clock in Dhaka.
const start = new Date('2026-11-20T04:00:00Z')
const clock = { now: start }
let testApp: TestApp
let seller: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock, logLevel: 'debug' })
  seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
})
afterAll(() => testApp.close())
afterEach(() => {
  clock.now = start
})

/** The login of before is too old after hours. */
const signInAgain = ({ email }: MemberClient) => testApp.signInAs({ email })
const save = (from: MemberClient, id: string, settings: { isPriceFixed?: boolean; floor?: number | null }) =>
  from('PUT /allbikes/myproduct/:id/offers', {
    params: { id },
    body: { isPriceFixed: settings.isPriceFixed ?? false, floor: settings.floor ?? null },
  })
const listBike = async (floor: number | null) => {
  const bike = await createListing(testApp, seller)
  if (floor !== null) await save(seller, bike.id, { floor })
  return bike
}
const newBuyer = () => registerMember(testApp, 'Buyer', 'Karim Sheikh')
/** The job runs after these hours; the logins of before would be too old then. */
const answerAfter = async (hours: number) => {
  const { now } = clock
  clock.now = new Date(now.getTime() + hours * hourMs)
  await testApp.handleDueDeals()
  clock.now = now
}

describe('the lowest price of a bike', () => {
  test.each([165_000, 170_000])('of Tk 165,000 accepts Tk %i at once, and its seller is told', async (price) => {
    const { offer } = await offerFor(await newBuyer(), await listBike(165_000), price)
    expect(offer).toMatchObject({ state: 'accepted', deal: { isOver: false } })
    // One notice, not a second one that the offer was made.
    const notices = (await seller('GET /notifications')).filter(({ number }) => number === price)
    expect(notices).toMatchObject([{ kind: 'floor_accepted', number: price, side: 'seller', dealId: offer?.deal?._id }])
  })

  test('refuses less, not at once but like a person: within the hour, and a message that nobody opened counts as read', async () => {
    const buyer = await newBuyer()
    const { chatId, offer } = await offerFor(buyer, await listBike(165_000), 164_999)
    expect(offer?.state).toBe('open')
    await testApp.handleDueDeals()
    expect(await readStates(buyer, chatId)).toEqual(['open'])
    await answerAfter(0.8)
    expect(await readStates(buyer, chatId)).toEqual(['refused'])
    expect(await buyer('GET /chats/:id', { params: { id: chatId } })).toMatchObject({
      otherSeen: 1,
      offering: 'tomorrow',
    })
  })

  test('does not answer at night', async () => {
    const signedUp = await newBuyer()
    clock.now = new Date('2026-11-20T16:30:00Z')
    const buyer = await signInAgain(signedUp)
    clock.now = start
    const bike = await listBike(165_000)
    clock.now = new Date('2026-11-20T16:30:00Z')
    const { chatId } = await offerFor(buyer, bike, 120_000)
    clock.now = new Date('2026-11-21T01:59:00Z')
    await testApp.handleDueDeals()
    clock.now = new Date('2026-11-20T16:31:00Z')
    expect(await readStates(buyer, chatId)).toEqual(['open'])
    clock.now = new Date('2026-11-21T03:00:00Z')
    await testApp.handleDueDeals()
    clock.now = new Date('2026-11-20T16:31:00Z')
    expect(await readStates(buyer, chatId)).toEqual(['refused'])
  })

  test('looks the same as an answer by hand to the buyer, in every field', async () => {
    const shape = async (floor: number | null) => {
      const buyer = await newBuyer()
      const { chatId, offerId } = await offerFor(buyer, await listBike(floor), 120_000)
      if (floor === null) await answer(seller, offerId, 'refuse')
      else await answerAfter(0.8)
      const params = { id: chatId }
      const told = await buyer('GET /notifications')
      const seen = {
        chat: await buyer('GET /chats/:id', { params }),
        messages: await buyer('GET /chats/:id/messages', { params }),
        list: await buyer('GET /chats'),
        notices: told.filter(({ chatId: of }) => of === chatId),
        error: await catchError(offerIn(buyer, chatId, 150_000)),
      }
      const response = await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie: buyer.cookie } })
      const { offers } = response.json<{ offers: unknown[] }>()
      // Ids and moments differ between any two offers.
      return JSON.stringify({ ...seen, offers })
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
        .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
        .replaceAll(/"(slug|requestId)":"[^"]*"/g, '')
    }
    expect(await shape(165_000)).toBe(await shape(null))
  })

  test('answers a buyer once a day: what comes after it that day waits for the seller', async () => {
    const buyer = await newBuyer()
    const bike = await listBike(165_000)
    const { chatId } = await offerFor(buyer, bike, 120_000)
    await answerAfter(0.8)
    await offerIn(seller, chatId, 176_000)
    const { offer } = await offerIn(buyer, chatId, 170_000)
    expect(offer?.state).toBe('open')
    expect(await offerFor(await newBuyer(), bike, 170_000)).toMatchObject({ offer: { state: 'accepted' } })
  })

  test('is silent about an offer that its seller answered first', async () => {
    const buyer = await newBuyer()
    const { chatId, offerId } = await offerFor(buyer, await listBike(165_000), 150_000)
    await answer(seller, offerId, 'accept')
    await answerAfter(0.8)
    expect(await readStates(buyer, chatId)).toEqual(['accepted'])
  })

  test('never refuses the asking price, also when that is below it now', async () => {
    const bike = await listBike(165_000)
    await testApp.db.$client.query('update bikes set sale_price_taka = 150000 where id = $1', [bike.id])
    expect((await offerFor(await newBuyer(), bike, 150_000)).offer?.state).toBe('accepted')
  })

  test('is read by its seller alone: in no answer to others, not in the database and in no log line', async () => {
    const floor = 165_432
    const bike = await listBike(floor)
    const params = { id: bike.id }
    expect(await seller('GET /allbikes/myproduct/:id/offers', { params })).toEqual({
      productName: 'Suzuki Gixxer 155',
      price: 178_000,
      isPriceFixed: false,
      floor,
    })
    const buyer = await newBuyer()
    const other = await registerMember(testApp, 'Seller')
    expect(await catchError(other('GET /allbikes/myproduct/:id/offers', { params }))).toMatchObject({
      code: 'not_found',
    })
    expect(await catchError(save(other, bike.id, { floor: 100_000 }))).toMatchObject({ code: 'not_found' })
    expect(await catchError(buyer('GET /allbikes/myproduct/:id/offers', { params }))).toMatchObject({ status: 403 })
    const { chatId } = await offerFor(buyer, bike, 120_000)
    const { slug } = await buyer('GET /chats/:id', { params: { id: chatId } })
    const answers = await Promise.all([
      buyer('GET /chats/:id', { params: { id: chatId } }),
      buyer('GET /chats/:id/messages', { params: { id: chatId } }),
      buyer('GET /bikes/:slug', { params: { slug } }),
      buyer('GET /bikes/:slug/chat', { params: { slug } }),
    ])
    expect(JSON.stringify(answers)).not.toContain(String(floor))
    const { rows } = await testApp.db.$client.query('select s::text from bike_offer_settings s where bike_id = $1', [
      bike.id,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(String(floor))
    const { rows: audited } = await testApp.db.$client.query(`select from audit where audit::text like '%${floor}%'`)
    expect(audited).toHaveLength(0)
    expect(testApp.logLines.join('\n')).not.toContain(String(floor))
  })

  test.each([88_999, 178_001])('of Tk %i for a bike of Tk 178,000 is refused', async (floor) => {
    const bike = await listBike(null)
    expect(await catchError(save(seller, bike.id, { floor }))).toMatchObject({ code: 'offer_out_of_range' })
  })

  test('is taken away again, and then the seller answers', async () => {
    const bike = await listBike(165_000)
    await save(seller, bike.id, {})
    expect((await offerFor(await newBuyer(), bike, 170_000)).offer?.state).toBe('open')
  })
})

describe('a fixed price', () => {
  test('takes no offers and closes those that are open; the page of the bike says so', async () => {
    const buyer = await newBuyer()
    const bike = await listBike(null)
    const { chatId } = await offerFor(buyer, bike, 160_000)
    await save(seller, bike.id, { isPriceFixed: true })
    expect(await readStates(buyer, chatId)).toEqual(['unavailable'])
    expect(await catchError(offerIn(buyer, chatId, 170_000))).toMatchObject({ code: 'price_fixed' })
    expect(await catchError(offerIn(seller, chatId, 170_000))).toMatchObject({ code: 'price_fixed' })
    expect(await catchError(offerFor(await newBuyer(), bike, 170_000))).toMatchObject({ code: 'price_fixed' })
    const chat = await buyer('GET /chats/:id', { params: { id: chatId } })
    expect(chat.offering).toBe('fixed')
    expect(await buyer('GET /bikes/:slug', { params: { slug: chat.slug } })).toMatchObject({ isPriceFixed: true })
    await save(seller, bike.id, {})
    await offerIn(buyer, chatId, 170_000)
  })

  test('has no lowest price', async () => {
    const bike = await listBike(null)
    const both = save(seller, bike.id, { isPriceFixed: true, floor: 160_000 })
    expect(await catchError(both)).toMatchObject({ code: 'price_fixed' })
  })
})
