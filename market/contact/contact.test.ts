import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { catchError } from '#tests/support/buying.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { mails } from '#market/schema/people/mails.ts'
import { contactMessages } from '#market/schema/people/contact.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

test('a visitor sends a message and it is stored', async () => {
  const body = {
    name: 'Mitu',
    email: 'Mitu@Example.com',
    phone: '01812-345678',
    subject: 'Papers',
    message: 'Is the\nsmart card there?',
  }
  expect(await testApp.visitor('POST /contact', { body })).toEqual({ acknowledged: true, message: 'Message sent' })
  const [saved] = await testApp.db.select().from(contactMessages)
  expect(saved).toMatchObject({ ...body, email: 'mitu@example.com', phone: '+8801812345678' })
})

test('the e-mail is required, and the sentence names it', async () => {
  const error = await catchError(testApp.visitor('POST /contact', { body: { email: '' } }))
  expect(error).toMatchObject({ status: 400, body: { field: 'email', message: expect.stringContaining('e-mail') } })
})

test('the admin reads the messages, newest first, and marks one as handled', async () => {
  for (const subject of ['First', 'Second']) {
    await testApp.visitor('POST /contact', { body: { email: 'mitu@example.com', phone: '01812345678', subject } })
  }
  const ayesha = await testApp.signInAs('ayesha')
  const { items, total } = await ayesha.page('GET /messages', { query: { limit: '2' } })
  expect(items.map(({ subject, handled }) => [subject, handled])).toEqual([
    ['Second', false],
    ['First', false],
  ])
  const [newest] = items
  assert(newest, 'needs a message')
  expect(newest).toMatchObject({ name: null, email: 'mitu@example.com', phone: '01812-345678', message: null })
  expect(newest.date).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  expect(total).toBe((await ayesha('GET /messages')).length)
  const markHandled = () => ayesha('PUT /messages/:id', { params: { id: newest._id }, body: { handled: true } })
  expect(await markHandled()).toEqual({ modifiedCount: 1 })
  expect(await markHandled()).toEqual({ modifiedCount: 0 })
  expect((await ayesha('GET /messages'))[0]).toMatchObject({ _id: newest._id, handled: true })
})

test('an unknown message is not found; others cannot read or mark any', async () => {
  const id = '019a0000-0000-7000-8000-000000000000'
  const input = { params: { id }, body: { handled: true as const } }
  expect(await catchError((await testApp.signInAs('ayesha'))('PUT /messages/:id', input))).toMatchObject({
    status: 404,
  })
  for (const name of ['karim', 'rahim'] as const) {
    const client = await testApp.signInAs(name)
    expect(await catchError(client('GET /messages'))).toMatchObject({ status: 403 })
    expect(await catchError(client('PUT /messages/:id', input))).toMatchObject({ status: 403 })
  }
})

test('the admin gets an e-mail for the first message, and none for others within 15 minutes', async () => {
  const clock = { now: new Date() }
  const appWithClock = await createTestApp({ clock })
  const write = (subject: string) =>
    appWithClock.visitor('POST /contact', {
      body: { name: 'Mitu', email: 'mitu@example.com', subject, message: 'Papers?' },
    })
  const advanceMinutes = (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000))
  await write('First')
  advanceMinutes(14)
  await write('Second')
  advanceMinutes(15)
  await write('Third')
  const emails = await appWithClock.db.select().from(mails).orderBy(mails.createdAt)
  expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['ayesha@motohaat.test', 'Message to Motohaat: First'],
    ['ayesha@motohaat.test', 'Message to Motohaat: Third'],
  ])
  expect(emails[0]?.text).toContain('Mitu (mitu@example.com) wrote')
  expect(emails[0]?.text).toContain('Papers?')
  expect(emails[0]?.text).toContain(`${appWithClock.publicUrl}/dashboard/messages`)
})

test('the e-mail is in the admin’s language, not the visitor’s, and its answer goes to the visitor', async () => {
  const appOfBanglaAdmin = await createTestApp()
  const inLanguage = (language: string, cookie?: string) =>
    createClient(
      injectTransport(appOfBanglaAdmin.fastify, {
        'accept-language': language,
        ...(cookie !== undefined && { cookie }),
      }),
    )
  const { cookie } = await appOfBanglaAdmin.signInAs('ayesha')
  await inLanguage('bn', cookie)('POST /jwt', { body: { email: 'ayesha@motohaat.test' } })
  await inLanguage('en')('POST /contact', { body: { email: 'mitu@example.com', subject: 'Papers' } })
  const [email] = await appOfBanglaAdmin.db.select().from(mails)
  expect(email).toMatchObject({ subject: 'মোটোহাটের কাছে বার্তা: Papers', replyTo: 'mitu@example.com' })
  expect(email?.text).toContain(`${appOfBanglaAdmin.publicUrl}/bn/dashboard/messages`)
})

test('a message sent again after a lost response is stored once; a changed one is another', async () => {
  const draftId = '019a0000-0000-7000-8000-00000000d0d0'
  const write = (message: string) =>
    testApp.visitor('POST /contact', { body: { email: 'twice@example.com', message, draftId } })
  const answers = await Promise.all(['Papers?', 'Papers?', 'Papers?'].map(write))
  expect(answers.map(({ message }) => message)).toEqual(['Message sent', 'Message sent', 'Message sent'])
  await write('Papers, please?')
  const { rows } = await testApp.db.$client.query<{ message: string }>(
    `select message from contact_messages where email = 'twice@example.com' order by id`,
  )
  expect(rows.map(({ message }) => message)).toEqual(['Papers?', 'Papers, please?'])
})
