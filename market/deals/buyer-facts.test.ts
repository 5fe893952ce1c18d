// What a seller reads about a buyer before both have met.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { members } from '#market/schema/people/members.ts'
import { phoneProofs } from '#market/schema/people/phone-proofs.ts'
import { beginDeal, handOverDeal, payDeal, releaseDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

test('a seller reads since when the buyer is here, what was bought, and whether the number is the buyer’s', async () => {
  const first = await beginDeal(testApp)
  const { buyer, seller, params } = first
  const isBuyer = eq(members.email, buyer.email)
  // The first of the month in Dhaka, and still the month before in UTC.
  await testApp.db
    .update(members)
    .set({ createdAt: new Date('2026-08-31T20:00:00Z') })
    .where(isBuyer)
  const read = async (deal: { params: { id: string } }) => (await seller('GET /deals/:id', deal)).buyer
  expect(await read({ params })).toEqual({ memberSince: '2026-09', bought: 0, hasProvenNumber: false })
  expect((await buyer('GET /deals/:id', { params })).buyer).toBeNull()

  await payDeal(testApp, first)
  await handOverDeal(first)
  expect(await read({ params })).toBeNull()
  const second = await beginDeal(testApp, { buyer, seller })
  // Money that is not released may still go back.
  expect(await read({ params: second.params })).toMatchObject({ bought: 0 })

  await releaseDeal(first)
  const [row] = await testApp.db.select({ id: members.id }).from(members).where(isBuyer)
  await testApp.db
    .insert(phoneProofs)
    .values({ memberId: row?.id ?? '', number: '+8801712345678', provenAt: new Date() })
  expect(await read({ params: second.params })).toMatchObject({ bought: 1, hasProvenNumber: true })
})
