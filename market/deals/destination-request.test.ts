// Where to pay the seller is asked for when money arrives, and what is said of the payout is so.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFileForEmail } from './meeting-file/calendar-file.ts'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { mails } from '#market/schema/people/mails.ts'
import { emailNotifications } from '#market/notifications/jobs.ts'
import { proveEmail } from '#tests/support/accounts.ts'
import {
  beginDeal,
  handOverDeal,
  payDeal,
  registerCashier,
  releaseDeal,
  sendPayout,
  setDestination,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const kind = 'payout_destination_missing'
const listAsked = async ({ seller }: TestDeal) =>
  (await seller('GET /notifications')).filter((notice) => notice.kind === kind)

/** Queues the e-mails of all notifications and returns this member's. */
const receiveEmails = async (recipient: string) => {
  await emailNotifications({
    ...testApp.paymentsDeps,
    publicUrl: testApp.publicUrl,
    mailFrom: 'shop@example.com',
    findBikesLike: findSimilarBikes,
    findCalendarFile: findFileForEmail,
  })
  return testApp.db
    .select({ subject: mails.subject, text: mails.text })
    .from(mails)
    .where(eq(mails.recipient, recipient))
}

test('the first deposit asks a seller without an account where to pay, in the app, by e-mail and on the deal', async () => {
  const deal = await beginDeal(testApp)
  await proveEmail(testApp, deal.seller.email)
  const read = () => deal.seller('GET /deals/:id', { params: deal.params })
  expect(await read()).toMatchObject({ needsDestination: false })
  expect(await listAsked(deal)).toEqual([])

  await payDeal(testApp, deal, { purpose: 'deposit' })
  expect(await listAsked(deal)).toMatchObject([{ dealId: deal.id, number: 4_470 }])
  expect(await read()).toMatchObject({ needsDestination: true })
  expect(await deal.buyer('GET /deals/:id', { params: deal.params })).toMatchObject({ needsDestination: false })

  await payDeal(testApp, deal, { purpose: 'rest' })
  expect(await listAsked(deal)).toHaveLength(1)
  const emails = await receiveEmails(deal.seller.email)
  // The e-mail of the payment asks, and no other one.
  const asking = emails.filter(({ text }) => text?.includes('Add where we pay you'))
  expect(asking.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Karim paid ৳4,470 · /)])
  expect(asking[0]?.text).toContain(`${testApp.publicUrl}/dashboard/money#where`)

  await setDestination(deal)
  expect(await read()).toMatchObject({ needsDestination: false })
})

test('who has an account is not asked; who still has none is asked again when the money is released', async () => {
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const first = await beginDeal(testApp, { seller })
  await payDeal(testApp, first)
  const another = await beginDeal(testApp, { seller })
  await payDeal(testApp, another)
  expect((await listAsked(first)).map(({ dealId }) => dealId)).toEqual([another.id, first.id])
  await handOverDeal(first)
  const [, asked] = await listAsked(first)
  await releaseDeal(first)
  const askedAgain = await listAsked(first)
  expect(askedAgain).toMatchObject([{ dealId: first.id, seen: false }, { dealId: another.id }])
  expect(askedAgain[0]?._id).not.toBe(asked?._id)
  const read = () => seller('GET /deals/:id', { params: first.params })
  expect(await read()).toMatchObject({ needsDestination: true, payout: 'due' })

  await setDestination({ seller })
  expect(await read()).toMatchObject({ needsDestination: false, payout: 'due' })
  const second = await beginDeal(testApp, { seller })
  await payDeal(testApp, second)
  // What was asked before is done.
  expect(await listAsked(second)).toEqual(askedAgain.map((notice) => ({ ...notice, isOpen: false, seen: true })))
})

test('the deal says sent and arrived only when the payout is so', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await setDestination(deal)
  const read = async () => {
    const [ofBuyer, ofSeller] = [
      await deal.buyer('GET /deals/:id', { params: deal.params }),
      await deal.seller('GET /deals/:id', { params: deal.params }),
    ]
    return [ofBuyer.payout, ofSeller.payout]
  }
  expect(await read()).toEqual([null, null])
  await handOverDeal(deal)
  await releaseDeal(deal)
  expect(await read()).toEqual(['due', 'due'])
  const cashier = await registerCashier(testApp)
  const id = await sendPayout(testApp, deal, [cashier, await signInAdmin(testApp)])
  expect(await read()).toEqual(['sent', 'sent'])
  await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'confirm' } })
  expect(await read()).toEqual(['confirmed', 'confirmed'])
})
