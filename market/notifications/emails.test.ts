// E-mails about deals: what they say, to whom, and that each is sent once.
import { and, eq, isNotNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFileForEmail } from '#market/deals/meeting-file/calendar-file.ts'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { notifications } from '#market/schema/people/notifications.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { mails } from '#market/schema/people/mails.ts'
import { members } from '#market/schema/people/members.ts'
import { proveEmail } from '#tests/support/accounts.ts'
import {
  book,
  type BuyerClient,
  completeSale,
  createPaymentBody,
  type Order,
  startPayment,
} from '#tests/support/buying.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { dealEvents } from '#contract/notices/events.ts'
import { banglaNotices } from '#contract/notices/bangla.ts'
import { englishNotices } from '#contract/notices/english.ts'
import { emailNotifications } from './jobs.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
let seller: MemberClient
let karim: BuyerClient
beforeAll(async () => {
  // Old notifications are deleted while their deals stay.
  testApp = await createTestApp({ manualClose: true, clock, breaksData: true })
  seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  karim = await registerMember(testApp, 'Buyer', 'Karim Ali')
  await proveEmail(testApp, seller.email)
  await proveEmail(testApp, karim.email)
})
afterAll(() => testApp.close())

const deps = () => ({
  ...testApp.paymentsDeps,
  publicUrl: testApp.publicUrl,
  mailFrom: 'shop@example.com',
  findBikesLike: findSimilarBikes,
  findCalendarFile: findFileForEmail,
})

const listEmails = async (recipient: string, dealId: string) =>
  testApp.db
    .select({ subject: mails.subject, text: mails.text, html: mails.html })
    .from(mails)
    .where(and(eq(mails.recipient, recipient), like(mails.text, `%${dealId}%`)))

const bookBike = async (buyer = karim): Promise<Order> => book(buyer, await createListing(testApp, seller))

const setMeeting = (dealId: string) =>
  testApp.db
    .update(deals)
    .set({ meetAt: new Date('2026-11-27T10:00:00Z'), meetPlace: 'Mirpur 10' })
    .where(eq(deals.id, dealId))

test('the seller gets one e-mail of a booking, with the name, the bike and a link, and no number', async () => {
  const { bookingId } = await bookBike()
  await Promise.all([1, 2, 3].map(() => emailNotifications(deps())))
  const emails = await listEmails(seller.email, bookingId)
  expect(emails).toHaveLength(1)
  expect(emails[0]?.subject).toMatch(/^Karim wants to see your bike · /)
  expect(emails[0]?.text).toContain(`${testApp.publicUrl}/dashboard/deal/${bookingId}`)
  expect(emails[0]?.html).toContain('Answer the booking')
  expect(emails[0]?.text).not.toContain('01712')
  expect(await listEmails(karim.email, bookingId)).toHaveLength(0)
})

test('after a payment both get an e-mail with the other’s number, the time and the place', async () => {
  const order = await bookBike()
  await seller('PUT /deals/:id/answer', { params: { id: order.bookingId }, body: { answer: 'yes' } })
  const intent = await startPayment(karim, order)
  await testApp.payIntent(intent)
  await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
  await setMeeting(order.bookingId)
  await emailNotifications(deps())
  const toSeller = (await listEmails(seller.email, order.bookingId)).find(({ subject }) =>
    subject.startsWith('Karim paid'),
  )
  for (const part of ['01712-345678', 'Fri 27 Nov, 4:00 PM', 'Mirpur 10']) expect(toSeller?.text).toContain(part)
  const toBuyer = (await listEmails(karim.email, order.bookingId)).find(({ subject }) => subject.startsWith('Paid'))
  expect(toBuyer?.text).toContain('01700-000101')
  // Without a meeting, the code is shown to two who stand together.
  await testApp.db.update(deals).set({ meetAt: null, meetPlace: null }).where(eq(deals.id, order.bookingId))
  const { code } = await karim('GET /deals/:id/code', { params: { id: order.bookingId }, query: { together: 'yes' } })
  expect(`${toBuyer?.subject}${toBuyer?.html}${toSeller?.html}`).not.toContain(code)
})

/** Pays for an order; the bike is reserved. */
const payOrder = async (order: Order): Promise<void> => {
  const intent = await startPayment(karim, order)
  await testApp.payIntent(intent)
  await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
}

test('whoever waits in line for a bike that is sold reads of three others like it, which are on sale', async () => {
  const listed = await createListing(testApp, seller, { salePrice: 149_000 })
  for (const salePrice of [149_100, 149_200, 149_300, 149_400]) await createListing(testApp, seller, { salePrice })
  await payOrder(await book(karim, await createListing(testApp, seller, { salePrice: 149_050 })))
  const waiting = await registerMember(testApp, 'Buyer', 'Sumon Das')
  await proveEmail(testApp, waiting.email)
  await book(waiting, listed)
  const order = await book(karim, listed)
  await payOrder(order)
  await completeSale(testApp, order.bookingId)
  await emailNotifications(deps())
  const { rows } = await testApp.db.$client.query<{ text: string; html: string }>(
    `select text, html from mails where recipient = $1 and subject like 'Sold to another buyer%'`,
    [waiting.email],
  )
  expect(rows).toHaveLength(1)
  const slugs = [...(rows[0]?.text ?? '').matchAll(/\/bikes\/([\w-]+)/g)].map(([, slug]) => slug)
  expect(rows[0]?.text).toMatch(/Your booking was for .* at ৳1,49,000\. These bikes are like it:/)
  const others = await testApp.db.$client.query<{ slug: string; price: number }>(
    `select slug, sale_price_taka as price from bikes
     where slug = any($1) and sold_at is null and reserved_at is null and id <> $2 order by price`,
    [slugs, listed.id],
  )
  expect(others.rows.map(({ price }) => price)).toEqual([149_100, 149_200, 149_300])
  for (const { slug } of others.rows) expect(rows[0]?.html).toContain(`/bikes/${slug}`)
})

test('an e-mail is in the reader’s language: the chosen one before that of the last page', async () => {
  const body = { language: 'bn' as const, muted: [] }
  await seller('PUT /notifications/settings', { body })
  const { bookingId } = await bookBike()
  await setMeeting(bookingId)
  await emailNotifications(deps())
  const [email] = await listEmails(seller.email, bookingId)
  expect(email?.subject).toMatch(/^Karim আপনার বাইক দেখতে চান · /)
  expect(email?.text).toContain('শুক্রবার ২৭ নভেম্বর বিকেল\u{a0}৪টা')
  expect(email?.text).toContain(`${testApp.publicUrl}/bn/dashboard/deal/${bookingId}`)
  await seller('PUT /notifications/settings', { body: { ...body, language: 'en' } })
})

test('a kind that is switched off sends no e-mail but stays a notification; money is always e-mailed', async () => {
  await seller('PUT /notifications/settings', { body: { language: 'en', muted: ['requested'] } })
  const order = await bookBike()
  await payOrder(order)
  await emailNotifications(deps())
  const subjects = (await listEmails(seller.email, order.bookingId)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(1)
  expect(subjects[0]).toMatch(/^Karim paid/)
  const [notified] = await seller('GET /notifications', { query: { limit: '5' } }).then((list) =>
    list.filter(({ dealId, kind }) => dealId === order.bookingId && kind === 'requested'),
  )
  expect(notified).toMatchObject({ kind: 'requested' })
  await seller('PUT /notifications/settings', { body: { language: 'en', muted: [] } })
})

test('an address that nobody has proven is told of its own deal, without words of the other side', async () => {
  const stranger = await registerMember(testApp, 'Buyer', 'Sadia Islam')
  await testApp.db.update(members).set({ emailVerified: false }).where(eq(members.email, stranger.email))
  const { bookingId } = await bookBike(stranger)
  await seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'no' } })
  await emailNotifications(deps())
  const to = await testApp.db.select().from(mails).where(eq(mails.recipient, stranger.email))
  expect(to.map(({ subject }) => subject)).toEqual(['The seller declined your booking · A Suzuki bike'])
  const said = JSON.stringify(to)
  expect(said).toContain('Dear member,')
  expect(said).toContain('at most 10 e-mails come on a day, and 60 in all')
  for (const words of ['Sadia', 'Rahim', 'Nadia', 'Gixxer', 'gixxer', 'Mirpur', '01700'])
    expect(said).not.toContain(words)
  const open = await testApp.db.$count(notifications, eq(notifications.memberId, await getMemberId(testApp, stranger)))
  expect(open).toBe(1)
})

test('a name with a telephone number is not in an e-mail of ours', async () => {
  await testApp.db.update(members).set({ name: '01799999999 call' }).where(eq(members.email, karim.email))
  const { bookingId } = await bookBike()
  await emailNotifications(deps())
  const [email] = await listEmails(seller.email, bookingId)
  expect(email?.subject).toMatch(/^The buyer wants to see your bike/)
  expect(email?.text).not.toContain('01799999999')
})

test('a failure of these e-mails holds up no e-mail that somebody waits for', async () => {
  await bookBike()
  await karim('POST /auth/request-password-reset', { body: { email: karim.email } })
  const owner = await connectAsOwner(testApp)
  try {
    await owner.query('alter table notification_settings rename to notification_settings_gone')
    await testApp.sendMails()
  } finally {
    await owner.query('alter table notification_settings_gone rename to notification_settings')
    await owner.end()
  }
  const reset = and(eq(mails.recipient, karim.email), like(mails.subject, '%password%'), isNotNull(mails.sentAt))
  expect(await testApp.db.$count(mails, reset)).toBe(1)
  expect(testApp.logLines.join()).toContain('Could not create the e-mails of notifications')
})

test('every kind of which a side is told has a sentence for that side in both languages', () => {
  const listSides = (event: (typeof dealEvents)[keyof typeof dealEvents]): readonly ('buyer' | 'seller')[] => {
    if (event.to === 'nobody') return []
    const isBoth = event.to === 'both' || event.to === 'other' || 'endsMeeting' in event
    return isBoth ? ['buyer', 'seller'] : [event.to]
  }
  const missing = Object.entries(dealEvents).flatMap(([kind, event]) =>
    listSides(event).flatMap((side) =>
      [englishNotices, banglaNotices].flatMap((sentences) => {
        const sentence = (sentences as Record<string, Partial<Record<string, unknown>>>)[kind]?.[side]
        return sentence === undefined ? [`${kind} ${side}`] : []
      }),
    ),
  )
  expect([...new Set(missing)]).toEqual([])
})

test('one e-mail that cannot be written holds up no other: it is logged, and tried again later', async () => {
  const [broken, fine] = [await bookBike(), await bookBike()]
  // No calendar has this day, so the sentence with the meeting cannot be written.
  const setMeetAt = (meetAt: string | null) =>
    testApp.db.$client.query('update deals set meet_at = $2 where id = $1', [broken.bookingId, meetAt])
  await setMeetAt('infinity')
  const before = clock.now
  await emailNotifications(deps())
  expect(await listEmails(seller.email, fine.bookingId)).toHaveLength(1)
  expect(await listEmails(seller.email, broken.bookingId)).toHaveLength(0)
  expect(testApp.logLines.filter((line) => line.includes('e-mail of the notification'))).toHaveLength(1)
  // Repaired, but not tried again at once.
  await setMeetAt(null)
  await emailNotifications(deps())
  expect(await listEmails(seller.email, broken.bookingId)).toHaveLength(0)
  clock.now = new Date(before.getTime() + 2 * 60_000)
  await emailNotifications(deps())
  expect(await listEmails(seller.email, broken.bookingId)).toHaveLength(1)
  clock.now = before
})

test('an e-mail that can never be written is tried five times, and its notification stays', async () => {
  const { bookingId } = await bookBike()
  const isOfDeal = eq(notifications.dealId, bookingId)
  await testApp.db.$client.query(`update deals set meet_at = 'infinity' where id = $1`, [bookingId])
  const logged = testApp.logLines.length
  const before = clock.now
  for (let day = 0; day < 8; day += 1) {
    clock.now = new Date(before.getTime() + day * 24 * 60 * 60_000)
    await emailNotifications(deps())
  }
  clock.now = before
  expect(testApp.logLines).toHaveLength(logged + 5)
  const [notified] = await testApp.db.select().from(notifications).where(isOfDeal)
  expect(notified).toMatchObject({ isEmailed: false, emailTries: 5 })
})

test('notifications are forgotten after 90 days', async () => {
  const { bookingId } = await bookBike()
  const isOfDeal = eq(notifications.dealId, bookingId)
  const before = clock.now
  clock.now = new Date(before.getTime() + 89 * 24 * 60 * 60_000)
  await testApp.deleteOldNotifications()
  expect(await testApp.db.$count(notifications, isOfDeal)).toBe(1)
  clock.now = new Date(before.getTime() + 91 * 24 * 60 * 60_000)
  await testApp.deleteOldNotifications(AbortSignal.abort())
  expect(await testApp.db.$count(notifications, isOfDeal), 'after a clean-up that was stopped').toBe(1)
  await testApp.deleteOldNotifications()
  expect(await testApp.db.$count(notifications, isOfDeal)).toBe(0)
  clock.now = before
})
