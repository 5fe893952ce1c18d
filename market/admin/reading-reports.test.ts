import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, getDhakaDay, toDhakaMoment } from '#contract/time/dhaka.ts'
import { decide, showPaper } from '#tests/support/papers/papers.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

// The database writes the time of an entry of the audit log, so the day is today.
const clock = { now: new Date() }
const today = getDhakaDay(clock.now)
let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

const runAt = async (at: Date) => {
  const before = clock.now
  clock.now = at
  await testApp.reportReadings()
  clock.now = before
}
const listReports = async () => {
  const { rows } = await testApp.db.$client.query<{ recipient: string; subject: string; text: string }>(
    `select recipient, subject, text from mails where text like '%/dashboard/audit%' order by id`,
  )
  return rows
}

test('each admin reads in the morning how many papers and numbers everybody opened on the day before, once', async () => {
  const imran = await testApp.signInAs('imran')
  const seller = await registerMember(testApp, 'Seller')
  const [first, second] = [await createListing(testApp, seller), await createListing(testApp, seller)]
  const typed = { registration: 'Dhaka Metro-La 45-6790', engine: 'G3E5E0415513', chassis: 'PS2GIX155M0048513' }
  await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id: first.id }, body: typed })
  await showPaper(seller, first.id, { kind: 'registration', said: 'mine' })
  await showPaper(seller, first.id, { kind: 'plate', said: 'fitted' })
  await showPaper(seller, second.id, { kind: 'plate', said: 'fitted' })
  for (const kind of ['registration', 'plate'] as const) await decide(testApp, imran, { bikeId: first.id, kind })
  await decide(testApp, imran, { bikeId: second.id, kind: 'plate' })
  const tomorrow = addDays(today, 1)
  await runAt(new Date(toDhakaMoment(tomorrow, 9).getTime() - 1))
  expect(await listReports()).toEqual([])
  await Promise.all([runAt(toDhakaMoment(tomorrow, 9)), runAt(toDhakaMoment(tomorrow, 9))])
  await runAt(toDhakaMoment(tomorrow, 23))
  const reports = await listReports()
  expect(reports).toMatchObject([{ recipient: 'ayesha@motohaat.test' }])
  expect(reports[0]?.text).toMatch(/Imran Hossain: +3 papers, numbers of 1 bike\n/)
  expect(reports[0]?.text).not.toContain(typed.chassis)
})

test('a day on which nobody opened anything has no e-mail', async () => {
  const before = (await listReports()).length
  await runAt(toDhakaMoment(addDays(today, 9), 12))
  expect(await listReports()).toHaveLength(before)
})
