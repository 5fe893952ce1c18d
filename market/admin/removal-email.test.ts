// What somebody whom Motohaat removes is told, at the old address.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appealDays } from '#contract/time/lifetimes.ts'
import { mails } from '#market/schema/people/mails.ts'
import { book, catchError, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { fixtures } from '#seed/fixtures.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation
let admin: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
  admin = await testApp.signInAs('ayesha')
})
afterAll(() => testApp.close())

const findMails = async ({ email }: { email: string }) => {
  const found = await testApp.db.select().from(mails).where(eq(mails.recipient, email))
  return found.filter(({ subject }) => /removed|বাদ/.test(subject))
}
const deleteInList = async (member: { email: string }) =>
  admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, member) } })

const removeInQueue = async (caseId: string) => {
  await market.decide(market.moderator, caseId, 'remove')
  await market.confirmRemoval(admin, caseId)
}

test('who is removed in the queue gets one e-mail with the reason, and how and until when to write to us', async () => {
  const { seller, caseId } = await market.createReported()
  await market.decide(market.moderator, caseId, 'remove')
  expect(await findMails(seller)).toEqual([])
  await market.confirmRemoval(admin, caseId)
  const [mail, ...more] = await findMails(seller)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your account was removed')
  expect(mail?.text).toContain('Dear Nadia Haque,')
  expect(mail?.text).toContain('Why: You ask for money in advance.')
  expect(mail?.text).toContain(`write to us within ${appealDays} days`)
  expect(mail?.text).toContain('/#contact')
  expect(mail?.text).not.toContain('money back')
})

test('it is in the language of the member', async () => {
  const { seller, caseId } = await market.createReported()
  await testApp.db.$client.query(`update members set language = 'bn' where email = $1`, [seller.email])
  await removeInQueue(caseId)
  const [mail] = await findMails(seller)
  expect(mail?.subject).toBe('আপনার অ্যাকাউন্ট বাদ দেওয়া হয়েছে')
  expect(mail?.text).toContain('১৪ দিনের মধ্যে')
  expect(mail?.text).toContain('/bn#contact')
})

test('whom the admin deletes in All Sellers or All Buyers is told of it without a reason', async () => {
  for (const role of ['Seller', 'Buyer'] as const) {
    const member = await registerMember(testApp, role)
    await deleteInList(member)
    const [mail, ...more] = await findMails(member)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Motohaat removed your account.')
    expect(mail?.text).not.toContain('Why:')
  }
})

test('whose deals have money reads what becomes of it', async () => {
  const [seller, buyer] = [await registerMember(testApp, 'Seller'), await registerMember(testApp, 'Buyer')]
  const order = await book(buyer, await createListing(testApp, seller))
  const intent = await startPayment(buyer, order)
  await testApp.payIntent(intent)
  await buyer('POST /payments', { body: createPaymentBody(buyer, order, intent) })
  await deleteInList(seller)
  expect((await findMails(seller))[0]?.text).toContain('the buyer gets all the money back, the way it was paid')
  // That money is on its way back.
  await deleteInList(buyer)
  expect((await findMails(buyer))[0]?.text).toContain('the buyer gets all the money back, the way it was paid')
})

test('an address that nobody has proven gets neither the name nor contact details of the reason', async () => {
  const { seller, caseId } = await market.createReported()
  await testApp.db.$client.query('update members set email_verified = false where email = $1', [seller.email])
  await market.take(market.moderator, caseId)
  const reason = 'You write "call 01712345678" in each photo.'
  const body = { decision: 'remove', reason } as const
  await market.moderator('PUT /cases/:id', { params: { id: caseId }, body })
  await market.take(admin, caseId)
  await admin('PUT /cases/:id', { params: { id: caseId }, body: { ...body, confirmsRemoval: true } })
  const [mail] = await findMails(seller)
  expect(mail?.text).toContain('Dear member,')
  expect(mail?.text).toContain('Why: You write "call ••••••" in each photo.')
  expect(mail?.text).toContain('nobody has confirmed it')
})

test('who is not removed gets none: an admin, and somebody who was removed before', async () => {
  expect(await catchError(deleteInList(fixtures.ayesha))).toMatchObject({ code: 'admin_stays' })
  expect(await findMails(fixtures.ayesha)).toEqual([])
  const member = await registerMember(testApp, 'Buyer')
  const params = { id: await getMemberId(testApp, member) }
  await admin('DELETE /users/:id', { params })
  await catchError(admin('DELETE /users/:id', { params }))
  expect(await findMails(member)).toHaveLength(1)
})
