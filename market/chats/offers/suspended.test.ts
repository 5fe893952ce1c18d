// Offers of people who are suspended or removed.
import { dayMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { answer, offerFor, offerIn, readStates } from '#tests/support/chats/offers.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient
let karim: MemberClient
let sadia: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  karim = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
  sadia = await registerMember(testApp, 'Buyer', 'Sadia Islam')
})
afterAll(() => testApp.close())

const listBike = () => createListing(testApp, seller)

test('an open offer ends when its maker or its seller is suspended or removed', async () => {
  const from = await registerMember(testApp, 'Seller')
  const gone = await registerMember(testApp, 'Buyer', 'Mitu Rahman')
  const [first, second] = [await createListing(testApp, from), await createListing(testApp, from)]
  const [mine, theirs] = [await offerFor(karim, first, 160_000), await offerFor(gone, second, 160_000)]
  const ayesha = await testApp.signInAs('ayesha')
  await ayesha('DELETE /users/:id', { params: { id: await getMemberId(testApp, gone) } })
  expect(await readStates(from, theirs.chatId)).toEqual(['unavailable'])
  await karim('POST /reports', { body: { productId: first.id, reason: 'rude', words: 'He shouts.' } })
  const { rows } = await testApp.db.$client.query<{ id: string }>('select id from cases where bike_id = $1', [first.id])
  const params = { id: rows[0]?.id ?? '' }
  await ayesha('POST /cases/:id/take', { params })
  await ayesha('PUT /cases/:id', { params, body: { decision: 'suspend_7', reason: 'Rude.' } })
  expect(await readStates(karim, mine.chatId)).toEqual(['unavailable'])
  expect(await catchError(offerIn(from, mine.chatId, 170_000))).toMatchObject({ code: 'chat_closed' })
  expect(await catchError(offerFor(sadia, first, 170_000))).toMatchObject({ code: 'not_found' })
})

test('a suspended buyer neither offers nor accepts', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const bike = await listBike()
  const { chatId } = await offerFor(buyer, bike, 160_000)
  const { offerId } = await offerIn(seller, chatId, 170_000)
  await testApp.db.$client.query('update members set suspended_until = $2 where email = $1', [
    buyer.email,
    new Date(Date.now() + dayMs),
  ])
  expect(await catchError(answer(buyer, offerId, 'accept'))).toMatchObject({ code: 'suspended' })
  expect(await catchError(offerIn(buyer, chatId, 165_000))).toMatchObject({ code: 'chat_closed' })
  expect(await catchError(offerFor(buyer, await listBike(), 165_000))).toMatchObject({ code: 'chat_closed' })
})
