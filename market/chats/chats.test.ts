import { randomUUID } from 'node:crypto'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { findUnmaskedMessages } from '#scripts/invariants/masked-messages.ts'
import { createLimits } from '#server/multiplied-limits.ts'
import { book, catchError, completeSale, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient
let karim: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller', 'Nadia Haque')
  karim = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
})
afterAll(() => testApp.close())

const newMessage = (text: string, clientId: string = randomUUID()) => ({ text, clientId })

/** The buyer asks about a bike of the seller; `id` is the conversation. */
const ask = async (buyer: Client, { text = 'Is it still there?', from = seller } = {}) => {
  const bike = await createListing(testApp, from)
  const { chatId } = await buyer('POST /chats', { body: { productId: bike.id, ...newMessage(text) } })
  return { id: chatId, bike, params: { id: chatId } }
}

const write = (member: Client, id: string, text: string, clientId?: string) =>
  member('POST /chats/:id/messages', { params: { id }, body: newMessage(text, clientId) })

const readTexts = async (member: Client, id: string) =>
  (await member('GET /chats/:id/messages', { params: { id } })).map(({ text }) => text)

const closed = { code: 'chat_closed', message: 'You cannot write here any more.' }

describe('a conversation', () => {
  test('is one for each bike and buyer: both write, and each sees what the other has read', async () => {
    const { id, bike, params } = await ask(karim)
    const again = await karim('POST /chats', { body: { productId: bike.id, ...newMessage('Any accident?') } })
    expect(again).toMatchObject({ chatId: id, message: { number: 2, isMine: true, text: 'Any accident?' } })
    expect(await seller('GET /chats/:id', { params })).toMatchObject({
      side: 'seller',
      otherName: 'Karim',
      unread: 2,
      writing: 'open',
      productId: bike.id,
      price: bike.salePriceTaka,
    })
    await write(seller, id, 'No, never.')
    expect(await seller('PUT /chats/:id/seen', { params, body: { number: 2 } })).toEqual({ modifiedCount: 1 })
    expect(await seller('PUT /chats/:id/seen', { params, body: { number: 2 } })).toEqual({ modifiedCount: 0 })
    expect(await karim('GET /chats/:id', { params })).toMatchObject({
      otherName: 'Nadia Motors',
      otherSeen: 2,
      unread: 1,
    })
    expect(await readTexts(karim, id)).toEqual(['No, never.', 'Any accident?', 'Is it still there?'])
  })

  test('has a page before its first message, which then leads to the conversation', async () => {
    const bike = await createListing(testApp, seller)
    const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [bike.id])
    const params = { slug: rows[0]?.slug ?? '' }
    expect(await karim('GET /bikes/:slug/chat', { params })).toMatchObject({ chatId: null, canWrite: true })
    const { chatId } = await karim('POST /chats', { body: { productId: bike.id, ...newMessage('Hello') } })
    expect(await karim('GET /bikes/:slug/chat', { params })).toMatchObject({ chatId, otherName: 'Nadia Motors' })
    expect(await catchError(seller('GET /bikes/:slug/chat', { params }))).toMatchObject({ code: 'own_bike' })
    const own = seller('POST /chats', { body: { productId: bike.id, ...newMessage('Hello') } })
    expect(await catchError(own)).toMatchObject({ code: 'own_bike' })
  })

  test('stores a message that is sent twice once, also when both arrive together', async () => {
    const { id } = await ask(karim)
    const clientId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => write(karim, id, 'What is your last price?', clientId)))
    expect(answers.map(({ number }) => number)).toEqual([2, 2, 2])
    expect(await readTexts(karim, id)).toHaveLength(2)
  })

  test('numbers messages of both sides without a gap', async () => {
    const { id, params } = await ask(karim)
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(index % 2 === 0 ? karim : seller, id, `${index}`)))
    const numbers: number[] = []
    let cursor: string | undefined
    do {
      const page = await seller.page('GET /chats/:id/messages', { params, query: { limit: '8', cursor } })
      numbers.push(...page.items.map(({ number }) => number))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index))
  })

  test('is nobody else’s', async () => {
    const { id, params } = await ask(karim)
    const stranger = await registerMember(testApp, 'Buyer')
    const errors = await Promise.all(
      [
        stranger('GET /chats/:id', { params }),
        stranger('GET /chats/:id/messages', { params }),
        write(stranger, id, 'Hello'),
        stranger('PUT /chats/:id/seen', { params, body: { number: 1 } }),
        stranger('PUT /chats/:id/block', { params, body: { blocked: true } }),
      ].map(catchError),
    )
    expect(errors).toMatchObject(errors.map(() => ({ code: 'not_found' })))
    expect(await stranger('GET /chats')).toEqual([])
  })
})

describe('the list of conversations', () => {
  test('has those of a buyer who also sells in one order, and those about the own bikes alone', async () => {
    const both = await registerMember(testApp, 'Seller', 'Mitu Akter')
    const buyers = await Promise.all([1, 2, 3].map(() => registerMember(testApp, 'Buyer')))
    const ids: string[] = []
    for (const [turn, other] of buyers.entries()) {
      const bike = await createListing(testApp, both)
      const body = { productId: bike.id, text: `about the own ${turn}`, clientId: randomUUID() }
      ids.push((await other('POST /chats', { body })).chatId, (await ask(both, { text: `asked ${turn}` })).id)
    }
    const newest = ids.toReversed()
    const page = await both.page('GET /chats', { query: { limit: '4' } })
    expect(page.items.map(({ _id }) => _id)).toEqual(newest.slice(0, 4))
    expect((await both('GET /chats', { query: { cursor: page.next ?? '' } })).map(({ _id }) => _id)).toEqual(
      newest.slice(4),
    )
    const selling = await both('GET /chats', { query: { show: 'selling' } })
    expect(selling.map(({ last }) => last.text)).toEqual(['about the own 2', 'about the own 1', 'about the own 0'])
    const unread = await both('GET /chats', { query: { show: 'unread' } })
    expect(unread.map(({ _id }) => _id)).toEqual(selling.map(({ _id }) => _id))
  })

  test('has the newest first, in pages, those with something unread, and those of one’s own bikes', async () => {
    const buyer = await registerMember(testApp, 'Buyer', 'Sadia Islam')
    const ids: string[] = []
    for (const text of ['first', 'second', 'third']) ids.push((await ask(buyer, { text })).id)
    await write(seller, ids[0] ?? '', 'An answer')
    const page = await buyer.page('GET /chats', { query: { limit: '2' } })
    expect(page.items.map(({ _id, last }) => [_id, last.text])).toEqual([
      [ids[0], 'An answer'],
      [ids[2], 'third'],
    ])
    const rest = await buyer('GET /chats', { query: { cursor: page.next ?? '' } })
    expect(rest.map(({ _id }) => _id)).toEqual([ids[1]])
    expect((await buyer('GET /chats', { query: { show: 'unread' } })).map(({ _id }) => _id)).toEqual([ids[0]])
    expect(await buyer('GET /chats', { query: { show: 'selling' } })).toEqual([])
    expect(await buyer('GET /chats/count')).toEqual({ unread: 1 })
    await buyer('PUT /chats/:id/seen', { params: { id: ids[0] ?? '' }, body: { number: 99 } })
    expect(await buyer('GET /chats/count')).toEqual({ unread: 0 })
  })

  test('notifies of the first unread message alone, until it is read', async () => {
    const from = await registerMember(testApp, 'Seller')
    const { id, params } = await ask(karim, { from })
    await write(karim, id, 'Any accident?')
    const listMessages = async () => (await from('GET /notifications')).filter(({ kind }) => kind === 'message')
    expect(await listMessages()).toMatchObject([{ chatId: id, seen: false, otherName: 'Karim' }])
    await from('PUT /chats/:id/seen', { params, body: { number: 2 } })
    expect(await listMessages()).toMatchObject([{ chatId: id, seen: true }])
    await write(karim, id, 'Hello?')
    expect(await listMessages()).toHaveLength(2)
  })
})

describe('contact details', () => {
  test('are hidden from the other side until both agree; the sender reads the own text', async () => {
    const { id, bike, params } = await ask(karim, { text: 'Call me on ০১৭১২-৩৪৫৬৭৮' })
    expect(await readTexts(seller, id)).toEqual(['Call me on ••••••'])
    const [own] = await karim('GET /chats/:id/messages', { params })
    expect(own).toMatchObject({ text: 'Call me on ০১৭১২-৩৪৫৬৭৮', isMasked: true })
    expect((await seller('GET /chats', { query: { limit: '1' } }))[0]?.last.text).toBe('Call me on ••••••')
    expect(await seller('GET /chats/:id', { params })).toMatchObject({ areNumbersShown: false, dealId: null })

    const { bookingId } = await book(karim, bike)
    await write(seller, id, 'Mine is 01811 223344')
    expect((await readTexts(karim, id))[0]).toBe('Mine is ••••••')
    await seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'yes' } })
    await write(seller, id, 'Now it is 01811 223344')
    expect((await readTexts(karim, id)).slice(0, 2)).toEqual(['Now it is 01811 223344', 'Mine is ••••••'])
    expect(await seller('GET /chats/:id', { params })).toMatchObject({
      areNumbersShown: true,
      dealId: bookingId,
      otherName: 'Karim Sheikh',
    })
  })

  test.each(['buyer', 'seller'] as const)(
    'are hidden again after the %s has cancelled an accepted deal',
    async (by) => {
      const { id, bike, params } = await ask(karim)
      const { bookingId } = await book(karim, bike)
      const deal = { id: bookingId }
      await seller('PUT /deals/:id/answer', { params: deal, body: { answer: 'yes' } })
      await write(karim, id, 'Mine is 01712 345678')
      const sides = { buyer: karim, seller }
      await sides[by]('POST /deals/:id/cancel', { params: deal, body: {} })
      await write(karim, id, 'Call me: 01712 345679')
      await write(seller, id, 'No, call 01811 223344')
      expect((await readTexts(seller, id)).slice(0, 3)).toEqual([
        'No, call 01811 223344',
        'Call me: ••••••',
        'Mine is 01712 345678',
      ])
      expect((await readTexts(karim, id))[0]).toBe('No, call ••••••')
      expect(await karim('GET /chats/:id', { params })).toMatchObject({ areNumbersShown: false })
      expect(await findUnmaskedMessages(testApp.db.$client)).toEqual([])
    },
  )
})

describe('who can only read', () => {
  test('after a block nothing goes in either direction, and the blocked side does not learn why', async () => {
    const from = await registerMember(testApp, 'Seller')
    const [first, second] = [await ask(karim, { from }), await ask(karim, { from })]
    const block = (blocked: boolean) => from('PUT /chats/:id/block', { params: first.params, body: { blocked } })
    expect(await block(true)).toEqual({ modifiedCount: 1 })
    for (const { id, params } of [first, second]) {
      expect(await catchError(write(karim, id, 'Hello?'))).toMatchObject(closed)
      expect(await catchError(write(from, id, 'Go away'))).toMatchObject({ code: 'you_blocked' })
      expect(await karim('GET /chats/:id', { params })).toMatchObject({ writing: 'closed' })
      expect(await from('GET /chats/:id', { params })).toMatchObject({ writing: 'blocked' })
    }
    const third = await createListing(testApp, from)
    const begin = karim('POST /chats', { body: { productId: third.id, ...newMessage('And this one?') } })
    expect(await catchError(begin)).toMatchObject(closed)
    expect(await block(false)).toEqual({ modifiedCount: 1 })
    expect(await write(karim, first.id, 'Thank you')).toMatchObject({ number: 2 })
  })

  test('a removed member gets nothing, which looks like a block, and what they wrote is erased', async () => {
    const gone = await registerMember(testApp, 'Buyer', 'Mitu Rahman')
    const { id, params } = await ask(gone, { text: 'I live in Banani' })
    const ayesha = await testApp.signInAs('ayesha')
    await ayesha('DELETE /users/:id', { params: { id: await getMemberId(testApp, gone) } })
    expect(await catchError(write(seller, id, 'Hello?'))).toMatchObject(closed)
    expect(await seller('GET /chats/:id', { params })).toMatchObject({ writing: 'closed', otherName: 'Removed' })
    expect(await readTexts(seller, id)).toEqual(['Removed'])
  })

  test('about a sold or withdrawn bike, unless the two have a deal', async () => {
    const [{ id, bike }, withdrawn] = [await ask(karim), await ask(karim)]
    const sadia = await registerMember(testApp, 'Buyer')
    const { chatId } = await sadia('POST /chats', { body: { productId: bike.id, ...newMessage('Hello') } })
    const order = await book(karim, bike)
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    await completeSale(testApp, order.bookingId)
    expect(await catchError(write(sadia, chatId, 'Still there?'))).toMatchObject({ code: 'bike_sold' })
    expect(await catchError(write(karim, id, 'Thank you'))).toMatchObject({ code: 'bike_sold' })
    await seller('DELETE /allbikes/:id', { params: { id: withdrawn.bike.id } })
    expect(await catchError(write(karim, withdrawn.id, 'Hello?'))).toMatchObject({ code: 'bike_withdrawn' })
  })
})

test('a buyer with an unconfirmed address writes to five new sellers an hour', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  await testApp.db.$client.query('update members set email_verified = false where email = $1', [buyer.email])
  const first = await ask(buyer)
  for (let count = 0; count < 4; count += 1) await ask(buyer)
  expect(await catchError(ask(buyer))).toMatchObject({ code: 'too_many_chats' })
  expect(await write(buyer, first.id, 'One more question')).toMatchObject({ number: 2 })
})

test('a member writes 30 messages a minute', async () => {
  // A clock that stands: capacity does not return while the machine is slow.
  const app = await createTestApp({ limits: createLimits(), clock: { now: new Date() } })
  const buyer = await app.signInAs('karim')
  const { rows } = await app.db.$client.query<{ id: string }>(`select bikes.id from bikes
    where sold_at is null and withdrawn_at is null limit 1`)
  const productId = rows[0]?.id
  assert(productId !== undefined, 'needs a bike on sale')
  const send = () => buyer('POST /chats', { body: { productId, ...newMessage('Hello') } })
  for (let count = 0; count < 30; count += 1) await send()
  expect(await catchError(send())).toMatchObject({ code: 'too_many_requests' })
})
