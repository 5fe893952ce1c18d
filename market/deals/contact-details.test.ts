// What the two of a deal write reaches the other without contact details while neither sees the other's number.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDeal, handOverDeal, payDeal, signInAdmin } from '#tests/support/money.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const place = 'Mirpur 10, call 01819-555444'
const shownPlace = 'Mirpur 10, call ••••••'

const request = async () => {
  const seller = await registerMember(testApp, 'Seller')
  const buyer = await registerMember(testApp, 'Buyer')
  const bike = await createListing(testApp, seller)
  const { insertedId: id } = await buyer('POST /bookings', {
    body: { contactNumber: '01712345678', meetingLocation: place, salePrice: bike.salePriceTaka, producId: bike.id },
  })
  const params = { id }
  const read = (client: MemberClient) => client('GET /deals/:id', { params })
  /** All that a side reads of the deal. */
  const readAll = async (client: MemberClient) => {
    const { cookie } = client
    const exported = await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })
    return JSON.stringify([await read(client), await client('GET /deals', { query: {} }), exported.json()])
  }
  return { seller, buyer, params, read, readAll }
}

test('a number in the place of a request is hidden from the seller until the seller accepts', async () => {
  const { seller, buyer, params, read, readAll } = await request()
  const asked = await read(seller)
  expect(asked).toMatchObject({ meetPlace: shownPlace, steps: [{ kind: 'requested', note: shownPlace }] })
  expect(await readAll(seller)).not.toContain('555444')
  expect(await read(buyer)).toMatchObject({ meetPlace: place, steps: [{ note: place }] })
  await seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } })
  expect(await read(seller)).toMatchObject({ meetPlace: place, steps: [{ note: place }, { kind: 'accepted' }] })
})

test('a number in the reason of a no reaches its writer alone', async () => {
  const { seller, buyer, params, read, readAll } = await request()
  const body = { answer: 'no', choice: 'keep', reason: 'Write to me: wa.me/8801999888777' } as const
  await seller('PUT /deals/:id/answer', { params, body })
  const [told, own] = [await read(buyer), await read(seller)]
  expect([told.closeNote, own.closeNote]).toEqual(['Write to me: ••••••', body.reason])
  expect(await readAll(buyer)).not.toContain('999888777')
})

test('what Motohaat writes about a deal is nobody’s contact detail', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
  const reason = 'Ask BRTA at 01712-345678'
  const admin = await signInAdmin(testApp)
  await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 149_000, note: reason } })
  for (const side of [deal.buyer, deal.seller]) {
    const { steps } = await side('GET /deals/:id', { params: deal.params })
    expect(steps.find(({ kind }) => kind === 'decided')).toMatchObject({ actor: 'admin', note: reason })
  }
})
