// What the two sides of a deal are told by e-mail: each step once, with its amounts and times, and nothing of their own acts.
import { addMs, dayMs, hourMs, minuteMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { findFileForEmail } from '#market/deals/meeting-file/calendar-file.ts'
import { mails } from '#market/schema/people/mails.ts'
import { members } from '#market/schema/people/members.ts'
import {
  agreeToMeet,
  beginDeal,
  handOverDeal,
  payDeal,
  releaseDeal,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { emailNotifications } from './jobs.ts'

const begin = new Date('2026-11-20T04:00:00Z')
const clock = { now: begin }
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())
beforeEach(() => {
  clock.now = begin
})

const writeEmails = () =>
  emailNotifications({
    ...testApp.paymentsDeps,
    publicUrl: testApp.publicUrl,
    mailFrom: 'shop@example.com',
    findBikesLike: findSimilarBikes,
    findCalendarFile: findFileForEmail,
  })

/** The e-mails about deals that a member got so far, oldest first. */
const readEmails = async ({ email }: MemberClient) => {
  await writeEmails()
  const all = await testApp.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)
  return all.filter(({ subject }) => subject.includes(' · '))
}

const listSubjects = async (member: MemberClient): Promise<string[]> =>
  (await readEmails(member)).map(({ subject }) => subject.split(' · ')[0] ?? '')

const readLast = async (member: MemberClient): Promise<string> => (await readEmails(member)).at(-1)?.text ?? ''

const later = (ms: number): void => void (clock.now = addMs(clock.now, ms))

type Plan = { purpose?: 'full' | 'deposit'; meetsInMs?: number }

/** Both agree to meet, and the buyer pays. */
const beginPaidDeal = async ({ purpose = 'deposit', meetsInMs = 2 * dayMs }: Plan = {}): Promise<TestDeal> => {
  const deal = await beginDeal(testApp)
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
  later(2 * minuteMs)
  await agreeToMeet(deal, addMs(begin, meetsInMs))
  later(minuteMs)
  await payDeal(testApp, deal, { purpose })
  later(minuteMs)
  return deal
}

test('of a whole deal each side gets few e-mails: none of the own act but for the calendar and the money, none twice', async () => {
  const deal = await beginPaidDeal({ meetsInMs: hourMs })
  await handOverDeal(deal, 144_530)
  await releaseDeal(deal)
  expect(await listSubjects(deal.buyer)).toEqual([
    'Nadia accepted your booking',
    'Nadia proposes a time to meet',
    'You meet Nadia',
    'Paid and protected: ৳4,470',
    'The bike is yours',
    'How was it with Nadia?',
  ])
  expect(await listSubjects(deal.seller)).toEqual([
    'Karim wants to see your bike',
    'You meet Karim',
    'Karim paid ৳4,470',
    'Done. ৳4,470 is yours',
  ])
  // The bell has all of it.
  const kinds = (await deal.seller('GET /notifications')).map(({ kind }) => kind)
  for (const kind of ['handed_over', 'released', 'rate_deal', 'payout_destination_missing'])
    expect(kinds).toContain(kind)
  expect(await readLast(deal.seller)).toMatch(/How was it\? Rate this deal: .*\/dashboard\/deal\//)
})

test('an unproven address, which gets no calendar, is not told of an agreement of its own', async () => {
  const deal = await beginDeal(testApp)
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
  await testApp.db.update(members).set({ emailVerified: false }).where(eq(members.email, deal.buyer.email))
  await agreeToMeet(deal, addMs(clock.now, 2 * dayMs))
  // The yes and the time came in one minute.
  expect(await listSubjects(deal.buyer)).toEqual(['The seller accepted your booking'])
  expect(await listSubjects(deal.seller)).toEqual(['Karim wants to see your bike', 'You meet Karim'])
})

test('a yes with a proposed time is one e-mail, which has the time and until when to agree', async () => {
  const deal = await beginDeal(testApp)
  const meetAt = addMs(clock.now, dayMs).toISOString()
  expect(await readLast(deal.seller)).toContain('Answer by: Sun 22 Nov, 10:00 AM')
  const body = { answer: 'yes' as const, meetAt, place: 'Mirpur petrol pump' }
  await deal.seller('PUT /deals/:id/answer', { params: deal.params, body })
  expect(await listSubjects(deal.buyer)).toEqual(['Nadia accepted your booking'])
  const text = await readLast(deal.buyer)
  expect(text).toContain('Proposed time: Sat 21 Nov, 10:00 AM\nWhere: Mirpur petrol pump')
  expect(text).toContain('Agree on a meeting by: Mon 23 Nov, 10:00 AM')
})

test('e-mails say what was paid, what is left for the meeting, and when and where it is', async () => {
  const deal = await beginPaidDeal({ meetsInMs: hourMs })
  const rows = ['When: Fri 20 Nov, 11:00 AM', 'Where: Mirpur petrol pump', 'Left to pay, here or in cash: ৳1,44,530']
  for (const row of ['You paid here: ৳4,470', ...rows]) expect(await readLast(deal.buyer)).toContain(row)
  for (const row of ['Paid here: ৳4,470', ...rows]) expect(await readLast(deal.seller)).toContain(row)
  await handOverDeal(deal, 144_530)
  const text = await readLast(deal.buyer)
  expect(text).toContain('Report a problem by: Sat 21 Nov, 10:04 AM')
  expect(text).toContain('In cash: ৳1,44,530')
  expect(text).not.toContain('Left to pay')
})

test('after a late cancel the seller is told the own part, in the bell and by e-mail, and the buyer what comes back', async () => {
  const deal = await beginPaidDeal({ purpose: 'full', meetsInMs: 3 * hourMs })
  await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
  const [notice] = (await deal.seller('GET /notifications')).filter(({ kind }) => kind === 'cancelled_by_buyer')
  expect(notice).toMatchObject({ number: 2_235 })
  expect((await listSubjects(deal.seller)).at(-1)).toBe('Karim cancelled. ৳2,235 is yours')
  const text = await readLast(deal.seller)
  expect(text).toContain('The buyer paid ৳1,49,000. ৳2,235 is yours. ৳1,46,765 goes back to the buyer.')
  expect(text).toContain('Add where we pay you')
  // The e-mail to the buyer takes the meeting out of the calendar.
  expect(await readLast(deal.buyer)).toContain(
    'You paid ৳1,49,000. ৳1,46,765 comes back to you within 3 days. ৳2,235 goes to the seller.',
  )
})

test('after an early cancel nothing is the seller’s, and no e-mail says that ৳0 is', async () => {
  const deal = await beginPaidDeal()
  await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
  expect((await listSubjects(deal.seller)).at(-1)).toBe('Karim cancelled')
  const text = await readLast(deal.seller)
  expect(text).toContain('The buyer paid ৳4,470. All of it goes back to the buyer.')
  expect(text).not.toContain('৳0')
  expect(text).not.toContain('where we pay you')
  expect(await readLast(deal.buyer)).toContain('You paid ৳4,470. All of it comes back to you within 3 days.')
})

test('a buyer whose seller cancels reads of the money before other bikes', async () => {
  const deal = await beginPaidDeal({ purpose: 'full' })
  await deal.seller('PUT /notifications/settings', { body: { language: 'bn', muted: [] } })
  await deal.buyer('PUT /notifications/settings', { body: { language: 'bn', muted: [] } })
  await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
  expect(await readLast(deal.buyer)).toContain('আপনি দিয়েছেন ৳১,৪৯,০০০। পুরো টাকা ৩ দিনের মধ্যে ফেরত পাবেন।')
  expect(await readLast(deal.seller)).toContain('ক্রেতা দিয়েছেন ৳১,৪৯,০০০। পুরো টাকা ক্রেতা ফেরত পাবেন।')
})

test.each([
  {
    takaToBuyer: 20_000,
    buyer: [
      'We decided about the problem: ৳20,000 comes back to you',
      '৳20,000 comes back to you within 3 days. ৳1,29,000 goes to the seller.',
    ],
    seller: ['We decided about the problem: ৳1,29,000 is yours', '৳1,29,000 is yours. ৳20,000 goes back to the buyer.'],
  },
  {
    takaToBuyer: 149_000,
    buyer: ['We decided about the problem: ৳1,49,000 comes back to you', 'All of it comes back to you within 3 days.'],
    seller: ['We decided about the problem', 'The buyer paid ৳1,49,000. All of it goes back to the buyer.'],
  },
  {
    takaToBuyer: 0,
    buyer: ['We decided about the problem', 'You paid ৳1,49,000. ৳1,49,000 goes to the seller.'],
    seller: ['We decided about the problem: ৳1,49,000 is yours', 'The buyer paid ৳1,49,000. ৳1,49,000 is yours.'],
  },
])('a decision that gives the buyer $takaToBuyer Taka says what each side gets and why', async (decision) => {
  const admin = await signInAdmin(testApp)
  const deal = await beginPaidDeal({ purpose: 'full' })
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
  const until = /Say your side by: Sun 22 Nov, 10:04 AM/
  expect(await readLast(deal.seller)).toMatch(until)
  const body = { takaToBuyer: decision.takaToBuyer, note: 'The clutch is worn' }
  await admin('PUT /disputes/:id', { params: deal.params, body })
  for (const side of ['buyer', 'seller'] as const) {
    const [subject = '', sentence = ''] = decision[side]
    const emails = (await readEmails(deal[side])).filter((email) => email.subject.startsWith('We decided'))
    expect(emails.map((email) => email.subject.split(' · ')[0])).toEqual([subject])
    expect(emails[0]?.text).toContain(sentence)
    expect(emails[0]?.text).toContain('Reason: The clutch is worn')
    expect(emails[0]?.text).not.toContain('৳0')
  }
})

test('who says otherwise than the other side opens a problem: the other gets one e-mail of it', async () => {
  const deal = await beginPaidDeal({ meetsInMs: 10 * minuteMs })
  later(6 * minuteMs + hourMs)
  const [buyer, seller] = [await testApp.signInAs(deal.buyer), await testApp.signInAs(deal.seller)]
  await buyer('PUT /deals/:id/outcome', { params: deal.params, body: { outcome: 'no_deal' } })
  expect((await listSubjects(deal.seller)).at(-1)).toBe('Karim says that there is no deal')
  expect(await readLast(deal.seller)).toContain('Answer by: Sat 21 Nov, 11:10 AM')
  const before = (await listSubjects(deal.buyer)).length
  await seller('PUT /deals/:id/outcome', { params: deal.params, body: { outcome: 'no_show' } })
  expect((await listSubjects(deal.buyer)).slice(before)).toEqual(['A problem was reported'])
})

test('pictures that are added one by one are one e-mail, and later ones another', async () => {
  const deal = await beginPaidDeal()
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
  const add = (seller = deal.seller) =>
    seller('POST /deals/:id/evidence', { params: deal.params, body: { note: 'It was fine' } })
  const count = async () =>
    (await listSubjects(deal.buyer)).filter((subject) => subject === 'Nadia added something to the problem').length
  await add()
  expect(await count()).toBe(1)
  later(1_000)
  await add()
  later(1_000)
  await add()
  expect(await count()).toBe(1)
  later(10 * minuteMs)
  await add(await testApp.signInAs(deal.seller))
  expect(await count()).toBe(2)
})
