// What buyers are told who have to wait because another one comes first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { book } from '#tests/support/buying.ts'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { emailNotifications } from '#market/notifications/jobs.ts'
import { type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

/** A bike that three buyers booked, one after the other. */
const bookThrice = async () => {
  const first = await beginDeal(testApp)
  const next = await registerMember(testApp, 'Buyer', 'Salma Khatun')
  const last = await registerMember(testApp, 'Buyer', 'Rashed Khan')
  await book(next, first.order.bike)
  await book(last, first.order.bike)
  return { first, next, last }
}

const readPlaces = async (client: MemberClient) =>
  (await client('GET /notifications', { query: {} })).filter(({ kind }) => kind === 'waits').map(({ number }) => number)

test('those who wait are told their place once, when the seller accepts another buyer, and not again when that one pays', async () => {
  const { first, next, last } = await bookThrice()
  expect(await readPlaces(next)).toEqual([])
  await first.seller('PUT /deals/:id/answer', { params: first.params, body: { answer: 'yes' } })
  expect([await readPlaces(first.buyer), await readPlaces(next), await readPlaces(last)]).toEqual([[], [1], [2]])
  await payDeal(testApp, first, { purpose: 'deposit' })
  expect([await readPlaces(next), await readPlaces(last)]).toEqual([[1], [2]])
})

test('those who wait are told their place when another buyer pays before an answer', async () => {
  const { first, next, last } = await bookThrice()
  await payDeal(testApp, first, { purpose: 'deposit' })
  expect([await readPlaces(next), await readPlaces(last)]).toEqual([[1], [2]])
})

test('who books a bike that is promised already reads the place at once and is told nothing', async () => {
  const { first } = await bookThrice()
  await first.seller('PUT /deals/:id/answer', { params: first.params, body: { answer: 'yes' } })
  const late = await registerMember(testApp, 'Buyer', 'Nadia Islam')
  await book(late, first.order.bike)
  expect(await readPlaces(late)).toEqual([])
})

test('waiting is told in the shop alone, without an e-mail', async () => {
  const { first, next } = await bookThrice()
  await first.seller('PUT /deals/:id/answer', { params: first.params, body: { answer: 'yes' } })
  await emailNotifications({
    ...testApp.paymentsDeps,
    publicUrl: testApp.publicUrl,
    mailFrom: 'shop@example.com',
    findBikesLike: findSimilarBikes,
    findCalendarFile: () => Promise.resolve(null),
  })
  const count = async (kind: string) => {
    const { rows } = await testApp.db.$client.query(
      'select is_emailed from notifications join members on members.id = member_id where kind = $1 and email = $2',
      [kind, (kind === 'waits' ? next : first.buyer).email],
    )
    return rows
  }
  expect(await count('waits')).toEqual([{ is_emailed: false }])
  expect(await count('accepted')).toEqual([{ is_emailed: true }])
})
