// E-mails about signed inspections: what they say in both languages, and where they lead.
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectionPoints } from '#contract/inspections/points.ts'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { findFileForEmail } from '#market/deals/meeting-file/calendar-file.ts'
import { mails } from '#market/schema/people/mails.ts'
import { proveEmail } from '#tests/support/accounts.ts'
import { book } from '#tests/support/buying.ts'
import { answer, getSlug, signInspection } from '#tests/support/inspections/inspections.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { emailNotifications } from './jobs.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

/** The newest e-mail to a member after the job has run. */
const readEmail = async ({ email }: MemberClient) => {
  await emailNotifications({
    ...testApp.paymentsDeps,
    publicUrl: testApp.publicUrl,
    mailFrom: 'shop@example.com',
    findBikesLike: findSimilarBikes,
    findCalendarFile: findFileForEmail,
  })
  const found = await testApp.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.id))
  return found.at(-1)
}
const begin = async () => {
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const buyer = await registerMember(testApp, 'Buyer', 'Karim Ali')
  for (const { email } of [seller, buyer]) await proveEmail(testApp, email)
  const bike = await createListing(testApp, seller)
  return { seller, buyer, bike, slug: await getSlug(testApp, bike.id) }
}
const signAsMechanic = async (inviter: MemberClient, slug: string) => {
  const { token } = await inviter('POST /bikes/:slug/inspections/invitations', { params: { slug } })
  await testApp.visitor('POST /mechanic-inspections/answers', { body: { token, answers: answer(inspectionPoints) } })
  const body = { token, name: 'Md. Selim', workshop: null, contactNumber: '01911000222' }
  await testApp.visitor('POST /mechanic-inspections/sign', { body })
}
const readBangla = (member: MemberClient) =>
  member('PUT /notifications/settings', { body: { language: 'bn', muted: [] } })

test('the seller of a deal reads who has inspected the bike, the buyer that the mechanic has, both with the deal', async () => {
  const { seller, buyer, bike, slug } = await begin()
  const { bookingId: id } = await book(buyer, bike)
  await signInspection(buyer, slug, { kind: 'buyer' })
  const own = await readEmail(seller)
  expect(own?.subject).toBe('Karim has inspected the bike · Suzuki Gixxer 155')
  expect(own?.text).toContain(`/dashboard/deal/${id}`)
  await readBangla(seller)
  await signAsMechanic(buyer, slug)
  expect((await readEmail(seller))?.subject).toContain('মেকানিক বাইকটি পরীক্ষা করেছেন')
  const toBuyer = await readEmail(buyer)
  expect(toBuyer?.subject).toBe('Your mechanic has inspected the bike · Suzuki Gixxer 155')
  expect(toBuyer?.text).toContain(`/dashboard/deal/${id}`)
})

test('a seller reads that the own mechanic has signed, and that it cannot be changed, in both languages', async () => {
  const { seller, slug } = await begin()
  await signAsMechanic(seller, slug)
  const english = await readEmail(seller)
  expect(english?.subject).toBe('Your mechanic has inspected your bike · Suzuki Gixxer 155')
  expect(english?.text).toContain('Nobody can change it any more.')
  expect(english?.text).toContain('/dashboard/myproducts')
  await readBangla(seller)
  await signAsMechanic(seller, slug)
  const bangla = await readEmail(seller)
  expect(bangla?.subject).toContain('আপনার মেকানিক আপনার বাইক পরীক্ষা করেছেন')
  expect(bangla?.text).toContain('এটি আর বদলানো যায় না।')
})

test('who switched e-mails about the bike off gets none about an inspection of a deal', async () => {
  const { seller, buyer, bike, slug } = await begin()
  await book(buyer, bike)
  await seller('PUT /notifications/settings', { body: { language: 'en', muted: ['bike'] } })
  await signInspection(buyer, slug, { kind: 'buyer' })
  expect((await readEmail(seller))?.subject).not.toContain('inspected')
})
