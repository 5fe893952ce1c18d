// Many people accept at the same moment: a bike is promised to one buyer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiResponseError } from '#contract/client.ts'
import { book, catchError } from '#tests/support/buying.ts'
import { answer, offerFor, offerIn } from '#tests/support/chats/offers.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const buyersPerBike = 5
let testApp: TestApp
let seller: MemberClient
let buyers: MemberClient[]
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller')
  buyers = []
  for (let count = 0; count < buyersPerBike; count += 1) buyers.push(await registerMember(testApp, 'Buyer'))
})
afterAll(() => testApp.close())

type Answered = { modifiedCount?: number; code?: string }

/** The answer or the code of the error. */
const settle = (request: Promise<Answered>): Promise<Answered> =>
  request.catch((error: unknown) => {
    if (error instanceof ApiResponseError) return { code: error.code }
    throw error
  })

const countAccepted = async (bikeId: string) => {
  const { rows } = await testApp.db.$client.query<{ deals: number; offers: number; open: number }>(
    `select (select count(*)::int from deals where bike_id = $1 and accepted_at is not null) as deals,
      count(*) filter (where outcome = 'accepted')::int as offers, count(*) filter (where closed_at is null)::int as open
      from offers join chats on chats.id = chat_id where bike_id = $1`,
    [bikeId],
  )
  return rows[0]
}

/** Ten accepts at once of five open offers of one bike, each twice: by the seller, or by the buyer whom the seller answered. */
const acceptAtOnce = async (bikeId: string): Promise<Answered[]> => {
  const accepts: (() => Promise<Answered>)[] = []
  for (const [index, buyer] of buyers.entries()) {
    const made = await offerFor(buyer, { id: bikeId }, 150_000 + index)
    const isBuyers = index % 2 === 0
    const { offerId } = isBuyers ? await offerIn(seller, made.chatId, 170_000 + index) : made
    const accept = () => settle(answer(isBuyers ? buyer : seller, offerId, 'accept'))
    accepts.push(accept, accept)
  }
  return Promise.all(accepts.map((accept) => accept()))
}

test('of all accepts of the offers of a bike one wins; the others learn that the offer is gone', async () => {
  // 200 accepts in the long run.
  for (let round = 0; round < chooseByRun(2, 20); round += 1) {
    const bike = await createListing(testApp, seller)
    const answers = await acceptAtOnce(bike.id)
    expect(answers).toHaveLength(10)
    expect(answers.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1)
    const others = answers.filter(({ modifiedCount }) => modifiedCount !== 1)
    // The winner's second request is a repeated one.
    for (const other of others) expect(other).toMatchObject(other.code ? { code: 'offer_gone' } : { modifiedCount: 0 })
    expect(await countAccepted(bike.id)).toEqual({ deals: 1, offers: 1, open: 0 })
  }
})

test('an accept and the seller’s yes to another buyer’s booking at the same moment promise the bike once', async () => {
  const [first, second] = buyers
  if (!first || !second) throw new Error('needs two buyers')
  for (let round = 0; round < chooseByRun(3, 20); round += 1) {
    const bike = await createListing(testApp, seller)
    const { offerId } = await offerFor(first, bike, 160_000)
    const { bookingId } = await book(second, bike)
    await Promise.all([
      catchError(answer(seller, offerId, 'accept')),
      catchError(seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'yes' } })),
    ])
    expect(await countAccepted(bike.id)).toMatchObject({ deals: 1, open: 0 })
  }
})

test('two offers of one side at the same moment are one', async () => {
  const [buyer] = buyers
  if (!buyer) throw new Error('needs a buyer')
  const bike = await createListing(testApp, seller)
  const prices = [150_000, 151_000, 152_000, 153_000]
  const answers = await Promise.all(
    prices.map((price) => settle(offerFor(buyer, bike, price).then(() => ({ modifiedCount: 1 })))),
  )
  expect(answers.filter(({ code }) => code === 'offer_waits')).toHaveLength(3)
})
