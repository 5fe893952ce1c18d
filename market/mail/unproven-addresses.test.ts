// What goes to an address that nobody has proven: a few e-mails about its own deals on a day, and ten links.
import { minuteMs, dayMs } from '#contract/time/durations.ts'
import { eq, like } from 'drizzle-orm'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { queueEmail } from './queue.ts'
import { mails } from '#market/schema/people/mails.ts'
import { getEmailTemplates } from './templates/languages.ts'
import type { DealNotice, Email } from './templates/template.ts'
import { members } from '#market/schema/people/members.ts'
import { createSignUpBody, createTestBrowser, getEmailsTo, register } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { deleteOldCounts } from './unproven-addresses.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { createRandom } from '#tests/resilience/random.ts'
import { unprovenAddresses } from '#market/schema/people/unproven-addresses.ts'

const clock = { now: new Date('2026-11-20T04:00:00Z') }
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

const advanceClock = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

const { password } = createSignUpBody('')
const registerUnproven = async (email: string) => {
  const browser = createTestBrowser(testApp)
  await browser('POST /auth/sign-up/email', { body: createSignUpBody(email, { name: 'Win a prize' }) })
  return browser
}

const publicUrl = 'https://motohaat.example'
const notice: DealNotice = {
  kind: 'requested',
  side: 'seller',
  otherName: 'Lottery Office',
  taka: null,
  dealId: '0192f0c1-2d7a-7b1e-8000-000000000000',
  chatId: null,
  bike: { name: 'Buy pills today', category: 'Suzuki', slug: 'buy-pills-today-1a' },
  priceTaka: 178_000,
  facts: {
    money: { paidTaka: 4_470, leftTaka: 173_530, cashTaka: 0, toBuyerTaka: 0, toSellerTaka: 0 },
    meeting: { at: clock.now, place: 'Prize hall', isProposed: false },
    until: clock.now,
    reason: 'The prize was won',
    asksForDestination: false,
    asksToRate: false,
  },
  otherNumber: '01712-345678',
  bikesLike: [],
}
const createNotice = (language: 'en' | 'bn' = 'en', kind = notice.kind): Email => {
  const email = getEmailTemplates(language).dealNotice({ name: 'Win a prize', publicUrl, notice: { ...notice, kind } })
  assert(email, 'sellers are told of bookings')
  return email
}

/** An e-mail that is not important. */
const createMissable = (): Email => createNotice('en', 'change_confirmed')

const queue = (email: string, message: Email = createNotice()) =>
  queueEmail({ db: testApp.db, now: clock.now, createId: () => crypto.randomUUID() }, email, message)

const countMails = (email: string) => testApp.db.$count(mails, eq(mails.recipient, email))

test('registering sends one e-mail with the link, in the language of the page, without a word of the person', async () => {
  const browser = await registerUnproven('first@example.com')
  const emails = await getEmailsTo(testApp, 'first@example.com')
  expect(emails).toHaveLength(1)
  expect(emails[0]).toContain('Confirm my address')
  expect(emails[0]).not.toContain('prize')
  expect(await browser('GET /auth/account')).toMatchObject({
    unproven: { noticesLeft: 60, noticesLeftToday: 10, linksLeft: 9, isLinkSent: true },
  })
  const token = /confirm-email#([\w-]+)/.exec(emails[0] ?? '')?.[1] ?? ''
  await createTestBrowser(testApp)('POST /auth/verify-email', { body: { token, password } })
  expect(await browser('GET /auth/account')).toMatchObject({ unproven: null, user: { emailVerified: true } })

  const body = createSignUpBody('bangla@example.com')
  const headers = { 'accept-language': 'bn' }
  await testApp.fastify.inject({ method: 'POST', url: '/api/auth/sign-up/email', headers, payload: body })
  expect((await getEmailsTo(testApp, 'bangla@example.com'))[0]).toContain('ঠিকানা নিশ্চিত করুন')
})

test('a registration that is sent again after a lost answer sends no second link', async () => {
  const email = 'lost-answer@example.com'
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = () =>
    testApp.fastify.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers,
      payload: createSignUpBody(email),
    })
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200])
  expect(await countMails(email)).toBe(1)
})

test('ten e-mails about its own deals go to an unproven address on a day, also when many are written at once', async () => {
  const email = 'ten@example.com'
  const browser = await registerUnproven(email)
  const answers = await Promise.all(Array.from({ length: 24 }, () => queue(email)))
  expect(answers.filter(Boolean)).toHaveLength(10)
  expect(await queue(email)).toBe(false)
  expect(await browser('GET /auth/account')).toMatchObject({ unproven: { noticesLeft: 50, noticesLeftToday: 0 } })
})

// In a row, important e-mails (i) and others (n): which of them are sent on one day.
const days = [
  { written: 'nnnnnnnnnn', sent: 'nnnnn' },
  { written: 'nnnnnnniiiiiii', sent: 'nnnnniiiii' },
  { written: 'iiiiiiiiiiiinn', sent: 'iiiiiiiiii' },
  { written: 'iiiinnnniiiiii', sent: 'iiiiniiiii' },
] as const

test.each(days)('of a day with $written the last five e-mails are for important ones', async ({ written, sent }) => {
  const email = `day-${written}@example.com`
  await registerUnproven(email)
  let queued = ''
  for (const one of written)
    if (await queue(email, one === 'i' ? createNotice() : createMissable())) queued = `${queued}${one}`
  expect(queued).toBe(sent)
})

test('a day ends at midnight in Dhaka, and the last thirty of the sixty e-mails in all are for important ones', async () => {
  const email = 'sixty@example.com'
  const browser = await registerUnproven(email)
  const before = clock.now
  // 23:30 in Dhaka.
  clock.now = new Date('2026-12-01T17:30:00Z')
  const queueDay = async (create: () => Email): Promise<number> => {
    const answers: boolean[] = []
    for (let count = 0; count < 12; count += 1) answers.push(await queue(email, create()))
    return answers.filter(Boolean).length
  }
  expect(await queueDay(createMissable)).toBe(5)
  advanceClock(60 * minuteMs)
  for (const expected of [5, 5, 5, 5, 5, 0]) {
    expect(await queueDay(createMissable)).toBe(expected)
    advanceClock(dayMs)
  }
  await browser('POST /auth/sign-in/email', { body: { email, password } })
  expect(await browser('GET /auth/account')).toMatchObject({ unproven: { noticesLeft: 30, noticesLeftToday: 10 } })
  for (const expected of [10, 10, 10, 0]) {
    expect(await queueDay(createNotice)).toBe(expected)
    advanceClock(dayMs)
  }
  expect(await countMails(email)).toBe(61)
  clock.now = before
})

test('whatever is written, whenever: no more than ten on a day of Dhaka and sixty in all, the last ones important', async () => {
  const email = 'any@example.com'
  await registerUnproven(email)
  const before = clock.now
  const random = createRandom('e-mails of a month')
  const perDay = new Map<string, { all: number; missable: number }>()
  let [all, missable] = [0, 0]
  for (let step = 0; step < 400; step += 1) {
    advanceClock(random.below(3 * 60) * minuteMs)
    const isImportant = random.chance(0.4)
    const day = getDhakaDay(clock.now)
    const today = perDay.get(day) ?? { all: 0, missable: 0 }
    const may = isImportant ? all < 60 && today.all < 10 : all < 30 && today.all < 5
    expect(await queue(email, isImportant ? createNotice() : createMissable()), `step ${step}`).toBe(may)
    if (!may) continue
    all += 1
    missable += isImportant ? 0 : 1
    perDay.set(day, { all: today.all + 1, missable: today.missable + (isImportant ? 0 : 1) })
  }
  expect([all, missable > 0, missable <= 30]).toEqual([60, true, true])
  clock.now = before
})

test('they carry no words, picture, place or number of a member, in both languages', async () => {
  for (const language of ['en', 'bn'] as const) {
    const email = `words-${language}@example.com`
    await registerUnproven(email)
    await queue(email, createNotice(language))
    await queue(
      email,
      getEmailTemplates(language).caseNotice({
        name: 'Win a prize',
        publicUrl,
        kind: 'report_answered',
        bikeId: null,
        bikeName: 'Buy pills',
        suspendedUntil: null,
      }),
    )
    await queue(
      email,
      getEmailTemplates(language).payoutDestinationChanged({
        name: 'Win a prize',
        publicUrl,
        last4: '5678',
        isFirst: true,
      }),
    )
    const said = JSON.stringify(await testApp.db.select().from(mails).where(eq(mails.recipient, email)))
    expect(await countMails(email)).toBe(4)
    for (const words of ['prize', 'Prize', 'pills', 'Lottery', '345678', 'share/buy']) expect(said).not.toContain(words)
    expect(said).toContain(language === 'en' ? 'The buyer wants to see your bike · A Suzuki bike' : 'একটি Suzuki বাইক')
  }
})

test('advertisements, saved searches and news of the account never go to an unproven address', async () => {
  const email = 'never@example.com'
  await registerUnproven(email)
  const recipient = { name: 'Nila', publicUrl }
  const bike = { ...notice.bike, salePriceTaka: 150_000, year: 2021, location: 'Dhaka' }
  const unsubscribeUrl = `${publicUrl}/stop/x`
  const { newBikes, priceDrop, passwordChanged, accountDeleted } = getEmailTemplates('en')
  const search = { name: 'Gixxer', query: 'q=gixxer' }
  for (const message of [
    newBikes({ ...recipient, search, bikes: [bike], moreCount: 0, unsubscribeUrl }),
    priceDrop({ ...recipient, bike, previousTaka: 160_000, unsubscribeUrl }),
    passwordChanged(recipient),
    accountDeleted(recipient),
  ])
    expect(await queue(email, message), message.subject).toBe(false)
  expect(await countMails(email)).toBe(1)
})

test('whoever proves the address gets every e-mail in full, and its count is forgotten', async () => {
  const email = 'proven-later@example.com'
  const browser = await registerUnproven(email)
  for (let count = 0; count < 11; count += 1) await queue(email)
  const token = /confirm-email#([\w-]+)/.exec((await getEmailsTo(testApp, email)).join())?.[1] ?? ''
  await browser('POST /auth/verify-email', { body: { token } })
  expect(await queue(email)).toBe(true)
  const isFull = like(mails.subject, 'Lottery wants to see your bike · Buy pills today')
  expect(await testApp.db.$count(mails, isFull)).toBe(1)
})

test('an account that is deleted and made again begins no new count', async () => {
  const email = 'again@example.com'
  const browser = await registerUnproven(email)
  for (let count = 0; count < 10; count += 1) await queue(email)
  await browser('POST /auth/delete-user', { body: { password } })
  const again = await registerUnproven(email)
  expect(await queue(email)).toBe(false)
  expect(await again('GET /auth/account')).toMatchObject({
    unproven: { noticesLeft: 50, noticesLeftToday: 0, linksLeft: 8 },
  })
})

test('five links go to an address in a day and ten in all, and the answer says so', async () => {
  const email = 'links@example.com'
  const browser = await registerUnproven(email)
  const send = () => browser('POST /auth/send-verification-email', {})
  for (let count = 0; count < 4; count += 1) {
    advanceClock(2 * minuteMs)
    await send()
  }
  advanceClock(2 * minuteMs)
  await expect(send()).rejects.toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: expect.stringContaining('five links'),
  })
  expect(await countMails(email)).toBe(5)
  advanceClock(2 * dayMs)
  await browser('POST /auth/sign-in/email', { body: { email, password } })
  const sendMany = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      advanceClock(5 * 60 * minuteMs)
      await send()
    }
  }
  await sendMany(5)
  advanceClock(2 * dayMs)
  await browser('POST /auth/sign-in/email', { body: { email, password } })
  await expect(send()).rejects.toMatchObject({ status: 429, message: expect.stringContaining('ten links') })
  expect(await testApp.db.$count(unprovenAddresses, eq(unprovenAddresses.linkCount, 10))).toBe(1)
})

test('an account that is deleted and made again gets no more links than ten in all', async () => {
  const email = 'links-again@example.com'
  for (let count = 0; count < 12; count += 1) {
    const browser = await registerUnproven(email)
    await browser('POST /auth/delete-user', { body: { password } })
  }
  expect(await countMails(email)).toBe(10)
})

test('a proven address that refuses e-mails gets a link, and nothing about deals', async () => {
  const email = 'refusing@example.com'
  const browser = await register(testApp, email)
  await testApp.db.update(members).set({ emailBouncedAt: clock.now }).where(eq(members.email, email))
  expect(await queue(email)).toBe(false)
  advanceClock(2 * minuteMs)
  await browser('POST /auth/send-verification-email', {})
  expect(await countMails(email)).toBe(1)
})

test('counts of addresses that no member has are deleted after 90 days, those of members stay', async () => {
  await testApp.db.delete(unprovenAddresses)
  await registerUnproven('stays@example.com')
  const leaver = await registerUnproven('leaves@example.com')
  await leaver('POST /auth/delete-user', { body: { password } })
  const deps = { db: testApp.db, now: () => clock.now }
  advanceClock(89 * dayMs)
  await deleteOldCounts(deps)
  expect(await testApp.db.$count(unprovenAddresses)).toBe(2)
  advanceClock(2 * dayMs)
  await deleteOldCounts(deps)
  expect(await testApp.db.$count(unprovenAddresses)).toBe(1)
})
