import { hourMs } from '#contract/time/durations.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { answer, bookAt, offerFor, offerIn, readStates } from '#tests/support/chats/offers.ts'
import { createListing, createProductBody, type MemberClient } from '#tests/support/selling.ts'
import { insertUploadedPicture, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const start = new Date('2026-11-20T04:00:00Z')
const clock = { now: start }
let testApp: TestApp
let atStart: MemberClient[]
let seller: MemberClient
let karim: MemberClient
let sadia: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  karim = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
  sadia = await registerMember(testApp, 'Buyer', 'Sadia Islam')
  atStart = [seller, karim, sadia]
})
afterAll(() => testApp.close())
afterEach(() => {
  clock.now = start
  ;[seller = seller, karim = karim, sadia = sadia] = atStart
})

/** Lets hours pass; the logins of before are too old then. */
const pass = async (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * hourMs)
  const signIn = ({ email }: MemberClient) => testApp.signInAs({ email })
  ;[seller, karim, sadia] = [await signIn(seller), await signIn(karim), await signIn(sadia)]
}
const listBike = () => createListing(testApp, seller)
/** What a member was told of offers, the newest first. */
const listNotices = async (member: MemberClient) =>
  (await member('GET /notifications', { query: { limit: '20' } }))
    .filter(({ kind }) => /offer|booked/.test(kind))
    .map(({ kind, number, side }) => ({ kind, number, side }))
const getOffering = async (member: MemberClient, chatId: string) =>
  (await member('GET /chats/:id', { params: { id: chatId } })).offering

describe('an offer', () => {
  test('begins the conversation, is its newest message, and the seller is told of the price', async () => {
    const bike = await listBike()
    const { chatId, offer } = await offerFor(karim, bike, 160_000)
    expect(offer).toMatchObject({ isMine: true, price: 160_000, state: 'open', deal: null })
    const [chat] = await seller('GET /chats', { query: { limit: '1' } })
    expect(chat).toMatchObject({ _id: chatId, unread: 1, last: { text: '', offer: { isMine: false, price: 160_000 } } })
    expect((await listNotices(seller))[0]).toEqual({ kind: 'offer_made', number: 160_000, side: 'seller' })
    expect(await karim('GET /chats/:id', { params: { id: chatId } })).toMatchObject({
      offering: 'waiting',
      minOffer: 89_000,
      maxOffer: 178_000,
    })
  })

  test('that is answered with another price is countered, and accepting that makes the deal at this price', async () => {
    const bike = await listBike()
    const { chatId, offerId } = await offerFor(karim, bike, 160_000)
    const countered = await offerIn(seller, chatId, 168_000)
    expect(await readStates(karim, chatId)).toEqual(['countered', 'open'])
    expect(await catchError(answer(seller, offerId, 'accept'))).toMatchObject({ code: 'offer_gone' })
    const { modifiedCount, dealId } = await answer(karim, countered.offerId, 'accept')
    expect(modifiedCount).toBe(1)
    expect(await readStates(seller, chatId)).toEqual(['countered', 'accepted'])
    expect((await listNotices(seller))[0]).toEqual({ kind: 'offer_accepted', number: 168_000, side: 'seller' })
    expect(await karim('GET /chats/:id', { params: { id: chatId } })).toMatchObject({
      dealId,
      areNumbersShown: true,
      offering: 'agreed',
    })
    expect(await karim('GET /deals/:id', { params: { id: dealId ?? '' } })).toMatchObject({
      state: 'accepted',
      price: 168_000,
      salePrice: 178_000,
      acts: expect.arrayContaining(['book']),
      bookUntil: new Date(clock.now.getTime() + 48 * hourMs).toISOString(),
      otherNumber: '01700-000101',
    })
  })

  test('that is accepted twice by the same person is accepted once', async () => {
    const { offerId } = await offerFor(karim, await listBike(), 160_000)
    const answers = await Promise.all([1, 2, 3].map(() => answer(seller, offerId, 'accept')))
    expect(answers.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1)
    expect(new Set(answers.map(({ dealId }) => dealId)).size).toBe(1)
  })

  test('that is sent twice is stored once', async () => {
    const bike = await listBike()
    const body = { productId: bike.id, price: 160_000, clientId: randomUUID() }
    const sent = await Promise.all([1, 2, 3].map(() => karim('POST /offers', { body })))
    expect(new Set(sent.map(({ message }) => message.offer?._id)).size).toBe(1)
  })

  test('is refused by the seller; the buyer is told and can offer again on the next day', async () => {
    const { chatId, offerId } = await offerFor(karim, await listBike(), 100_000)
    expect(await answer(seller, offerId, 'refuse')).toEqual({ modifiedCount: 1, dealId: null })
    expect((await listNotices(karim))[0]).toEqual({ kind: 'offer_refused', number: 100_000, side: 'buyer' })
    expect(await getOffering(karim, chatId)).toBe('tomorrow')
    expect(await catchError(offerIn(karim, chatId, 150_000))).toMatchObject({ code: 'offer_tomorrow' })
    await pass(20)
    expect(await getOffering(karim, chatId)).toBe('open')
    await offerIn(karim, chatId, 150_000)
    expect(await readStates(karim, chatId)).toEqual(['refused', 'open'])
  })

  test('of the seller ends the wait of a refused buyer, who may refuse it and offer again at once', async () => {
    const { chatId, offerId } = await offerFor(karim, await listBike(), 100_000)
    await answer(seller, offerId, 'refuse')
    const own = await offerIn(seller, chatId, 170_000)
    await answer(karim, own.offerId, 'refuse')
    await offerIn(karim, chatId, 165_000)
    expect(await readStates(karim, chatId)).toEqual(['refused', 'refused', 'open'])
  })

  test('is taken back by its maker alone, and another one can be made', async () => {
    const { chatId, offerId } = await offerFor(karim, await listBike(), 160_000)
    expect(await catchError(answer(seller, offerId, 'withdraw'))).toMatchObject({ code: 'not_found' })
    expect(await catchError(answer(karim, offerId, 'accept'))).toMatchObject({ code: 'not_found' })
    expect(await catchError(answer(karim, offerId, 'refuse'))).toMatchObject({ code: 'not_found' })
    expect(await catchError(offerIn(karim, chatId, 165_000))).toMatchObject({ code: 'offer_waits' })
    expect(await answer(karim, offerId, 'withdraw')).toEqual({ modifiedCount: 1, dealId: null })
    expect(await catchError(answer(seller, offerId, 'accept'))).toMatchObject({ code: 'offer_gone' })
    await offerIn(karim, chatId, 165_000)
    expect(await readStates(seller, chatId)).toEqual(['withdrawn', 'open'])
  })

  test('lapses after 24 hours, also before the job has closed it; the job tells its maker once', async () => {
    const { chatId, offerId } = await offerFor(karim, await listBike(), 160_000)
    await pass(24)
    expect(await catchError(answer(seller, offerId, 'accept'))).toMatchObject({ code: 'offer_gone' })
    expect(await readStates(karim, chatId)).toEqual(['lapsed'])
    await Promise.all([1, 2, 3].map(() => testApp.handleDueDeals()))
    const lapsed = (await listNotices(karim)).filter(
      ({ kind, number }) => kind === 'offer_lapsed' && number === 160_000,
    )
    expect(lapsed.length).toBeGreaterThan(0)
    expect(await getOffering(karim, chatId)).toBe('open')
    const { rows } = await testApp.db.$client.query('select from notifications where cause_id = $1', [offerId])
    expect(rows).toHaveLength(1)
  })

  test('is one of at most eight in a conversation', async () => {
    const { chatId } = await offerFor(karim, await listBike(), 150_000)
    for (let round = 1; round < 8; round += 1) await offerIn(round % 2 === 1 ? seller : karim, chatId, 150_000 + round)
    expect(await catchError(offerIn(karim, chatId, 160_000))).toMatchObject({ code: 'too_many_offers' })
    expect(await getOffering(karim, chatId)).toBe('rounds')
  })

  test.each([88_999, 178_001])('of Tk %i for a bike of Tk 178,000 is refused with the asking price', async (price) => {
    const bike = await listBike()
    expect(await catchError(offerFor(karim, bike, price))).toMatchObject({
      code: 'offer_out_of_range',
      body: { salePrice: 178_000 },
    })
  })

  test.each([89_000, 178_000])('of Tk %i for a bike of Tk 178,000 is made', async (price) => {
    expect((await offerFor(karim, await listBike(), price)).offer?.price).toBe(price)
  })

  test.each([0, -1, 160_000.5, 99_999_999])('of %f is no price', async (price) => {
    expect(await catchError(offerFor(karim, await listBike(), price))).toMatchObject({ code: 'bad_request' })
  })

  test('is nobody else’s business', async () => {
    const { chatId, offerId } = await offerFor(karim, await listBike(), 160_000)
    for (const act of ['accept', 'refuse', 'withdraw'] as const)
      expect(await catchError(answer(sadia, offerId, act))).toMatchObject({ code: 'not_found' })
    expect(await catchError(offerIn(sadia, chatId, 160_000))).toMatchObject({ code: 'not_found' })
  })

  test('is not made for one’s own bike, nor for one that is sold, withdrawn or unknown', async () => {
    const bike = await listBike()
    expect(await catchError(offerFor(seller, bike, 160_000))).toMatchObject({ code: 'own_bike' })
    expect(await catchError(offerFor(karim, { id: randomUUID() }, 160_000))).toMatchObject({ code: 'not_found' })
    const { chatId } = await offerFor(karim, bike, 160_000)
    await seller('DELETE /allbikes/:id', { params: { id: bike.id } })
    expect(await catchError(offerFor(sadia, bike, 160_000))).toMatchObject({ code: 'not_found' })
    expect(await catchError(offerIn(karim, chatId, 165_000))).toMatchObject({ code: 'bike_withdrawn' })
  })
})

describe('an open offer ends', () => {
  test('when the bike is withdrawn: its buyer is told', async () => {
    const bike = await listBike()
    const { chatId, offerId } = await offerFor(karim, bike, 161_000)
    await seller('DELETE /allbikes/:id', { params: { id: bike.id } })
    expect(await readStates(karim, chatId)).toEqual(['unavailable'])
    expect((await listNotices(karim))[0]).toEqual({ kind: 'offer_unavailable', number: 161_000, side: 'buyer' })
    expect(await catchError(answer(seller, offerId, 'accept'))).toMatchObject({ code: 'offer_gone' })
  })

  test('when the price falls to it or below; a lower offer stays', async () => {
    const bike = await listBike()
    const [high, low] = [await offerFor(karim, bike, 160_000), await offerFor(sadia, bike, 150_000)]
    const body = createProductBody(await insertUploadedPicture(testApp, seller))
    const { version, image } = await seller('GET /allbikes/myproduct/:id', { params: { id: bike.id } })
    await seller('PUT /allbikes/myproduct/:id', {
      params: { id: bike.id },
      body: { ...body, image, salePrice: 160_000, version },
    })
    expect(await readStates(karim, high.chatId)).toEqual(['cheaper'])
    expect(await readStates(sadia, low.chatId)).toEqual(['open'])
    expect((await listNotices(karim))[0]).toEqual({ kind: 'offer_cheaper', number: 160_000, side: 'buyer' })
  })

  test('when the bike becomes another one that costs less; the whole price stays', async () => {
    const bike = await listBike()
    const [above, whole] = [await offerFor(karim, bike, 160_001), await offerFor(sadia, bike, 160_000)]
    const { version, image } = await seller('GET /allbikes/myproduct/:id', { params: { id: bike.id } })
    const body = { ...createProductBody(image), condition: 'Fair' as const, salePrice: 160_000, version }
    await seller('PUT /allbikes/myproduct/:id', { params: { id: bike.id }, body })
    expect(await readStates(karim, above.chatId)).toEqual(['cheaper'])
    expect(await readStates(sadia, whole.chatId)).toEqual(['open'])
  })

  test('when another buyer’s booking is accepted, or another buyer pays', async () => {
    const bike = await listBike()
    const { chatId } = await offerFor(karim, bike, 160_000)
    const { bookingId } = await book(sadia, bike)
    await seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'yes' } })
    expect(await readStates(karim, chatId)).toEqual(['unavailable'])
    expect(await catchError(offerIn(karim, chatId, 170_000))).toMatchObject({ code: 'no_offers_now' })
    const paid = await listBike()
    const other = await offerFor(karim, paid, 160_000)
    const order = await book(sadia, paid)
    const intent = await startPayment(sadia, order)
    expect(await catchError(answer(seller, other.offerId, 'accept'))).toMatchObject({ code: 'bike_being_paid' })
    await testApp.payIntent(intent)
    await sadia('POST /payments', { body: createPaymentBody(sadia, order, intent) })
    expect(await readStates(karim, other.chatId)).toEqual(['unavailable'])
  })

  test('when one of both blocks the other, without a word to the other', async () => {
    const from = await registerMember(testApp, 'Seller')
    const bike = await createListing(testApp, from)
    const { chatId } = await offerFor(karim, bike, 162_345)
    await from('PUT /chats/:id/block', { params: { id: chatId }, body: { blocked: true } })
    expect(await readStates(karim, chatId)).toEqual(['unavailable'])
    expect((await listNotices(karim))[0]?.number).not.toBe(162_345)
    expect(await catchError(offerIn(karim, chatId, 165_000))).toMatchObject({ code: 'chat_closed' })
    expect(await catchError(offerIn(from, chatId, 165_000))).toMatchObject({ code: 'you_blocked' })
    expect(await getOffering(karim, chatId)).toBe('closed')
  })
})

describe('an accepted offer', () => {
  const agree = async (buyer: MemberClient, price = 168_000) => {
    const bike = await listBike()
    const { chatId, offerId } = await offerFor(buyer, bike, price)
    const { dealId } = await answer(seller, offerId, 'accept')
    return { bike, chatId, offerId, dealId: dealId ?? '', price }
  }

  test('is booked with number and place, and paid at its price; the bike still costs what it costs', async () => {
    const agreed = await agree(karim)
    const { insertedId } = await bookAt(karim, agreed)
    expect(insertedId).toBe(agreed.dealId)
    expect(await karim('GET /bookings/:id', { params: { id: insertedId } })).toMatchObject({
      salePrice: 168_000,
      deal: { state: 'accepted' },
    })
    expect(await seller('GET /deals/:id', { params: { id: insertedId } })).toMatchObject({
      otherNumber: '01712-345678',
      bookUntil: null,
    })
    const order = { bike: { id: agreed.bike.id, salePriceTaka: 168_000 }, bookingId: insertedId, price: 168_000 }
    const asking = { ...order, price: 178_000 }
    expect(await catchError(startPayment(karim, asking))).toMatchObject({ code: 'price_changed' })
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    const { rows } = await testApp.db.$client.query(
      'select amount_taka, sale_price_taka from payments join bikes on bikes.id = bike_id where bike_id = $1',
      [agreed.bike.id],
    )
    expect(rows).toEqual([{ amount_taka: 168_000, sale_price_taka: 178_000 }])
  })

  test.each([178_000, 167_999, 1_000])('is not booked at another price, such as Tk %i', async (price) => {
    const agreed = await agree(karim)
    expect(await catchError(bookAt(karim, { ...agreed, price }))).toMatchObject({
      code: 'price_changed',
      body: { salePrice: 168_000 },
    })
  })

  test('is booked by its buyer alone, once, and for its bike', async () => {
    const agreed = await agree(karim)
    expect(await catchError(bookAt(sadia, agreed))).toMatchObject({ code: 'not_found' })
    expect(await catchError(bookAt(karim, { ...agreed, bike: await listBike() }))).toMatchObject({ code: 'not_found' })
    const open = await offerFor(sadia, await listBike(), 150_000)
    expect(await catchError(bookAt(sadia, { ...agreed, offerId: open.offerId }))).toMatchObject({ code: 'not_found' })
    await bookAt(karim, agreed)
    expect(await catchError(bookAt(karim, agreed))).toMatchObject({ code: 'already_booked' })
  })

  test('lowers the price of the booking that its buyer had already', async () => {
    const bike = await listBike()
    const { bookingId } = await book(karim, bike)
    const { offerId } = await offerFor(karim, bike, 170_000)
    expect(await answer(seller, offerId, 'accept')).toEqual({ modifiedCount: 1, dealId: bookingId })
    expect(await karim('GET /bookings/:id', { params: { id: bookingId } })).toMatchObject({ salePrice: 170_000 })
    expect(await karim('GET /deals/:id', { params: { id: bookingId } })).toMatchObject({
      state: 'accepted',
      bookUntil: null,
    })
  })

  test('is over after 48 hours without a booking: both are told, and others can offer again', async () => {
    const agreed = await agree(karim)
    const params = { id: agreed.dealId }
    expect(await catchError(offerFor(sadia, agreed.bike, 170_000))).toMatchObject({ code: 'no_offers_now' })
    await pass(48)
    await testApp.handleDueDeals()
    expect(await karim('GET /deals/:id', { params })).toMatchObject({ state: 'closed', closeReason: 'not_booked' })
    for (const member of [karim, seller])
      expect((await listNotices(member)).map(({ kind }) => kind)).toContain('not_booked')
    expect(await catchError(bookAt(karim, agreed))).toMatchObject({ code: 'offer_gone' })
    const [message] = await karim('GET /chats/:id/messages', { params: { id: agreed.chatId } })
    expect(message?.offer).toMatchObject({ state: 'accepted', deal: { isOver: true, bookUntil: null } })
    await offerFor(sadia, agreed.bike, 170_000)
  })

  test('that is booked in time goes on after the 48 hours', async () => {
    const agreed = await agree(karim)
    await bookAt(karim, agreed)
    await pass(49)
    await testApp.handleDueDeals()
    expect(await karim('GET /deals/:id', { params: { id: agreed.dealId } })).toMatchObject({ state: 'accepted' })
  })
})
