import { minuteMs } from '#contract/time/durations.ts'
import { createServer } from 'node:net'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { register } from '#tests/support/accounts.ts'
import { createSmtpServer, getPort } from '#tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sendMails } from './jobs.ts'
import type { Email } from './templates/template.ts'
import { type Mail, MailError, type Mailer, createMailer } from './mailer.ts'
import { queueEmail } from './queue.ts'
import { mails } from '#market/schema/people/mails.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.delete(mails))

const email: Email = {
  subject: 'An e-mail',
  text: 'Dear reader,\n\nযা লেখা আছে\n',
  lifetimeMs: 60 * minuteMs,
  toUnproven: true,
}

/** A mail server that accepts e-mails unless a test makes it fail. */
const createFakeMailer = () => {
  const fake = { isDown: false, sent: [] as Mail[] }
  const mailer: Mailer = {
    send: async (mail) => {
      if (fake.isDown) throw new Error('the mail server is away')
      fake.sent.push(mail)
    },
  }
  return Object.assign(fake, { mailer })
}

const createMailDeps = (clock: { now: Date }, mailer: Mailer) => {
  const logged: string[] = []
  const deps = { db: testApp.db, mailer, now: () => clock.now, log: (line: string) => void logged.push(line) }
  return Object.assign(deps, { logged })
}

const queue = (clock: { now: Date }, recipient = 'reader@example.com', message = email) =>
  queueEmail({ db: testApp.db, now: clock.now, createId: () => crypto.randomUUID() }, recipient, message)

const advanceClock = (clock: { now: Date }, ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

test('an e-mail is sent once, and its text is deleted afterwards', async () => {
  const clock = { now: new Date() }
  const fake = createFakeMailer()
  await queue(clock)
  await sendMails(createMailDeps(clock, fake.mailer))
  await sendMails(createMailDeps(clock, fake.mailer))
  expect(fake.sent).toEqual([
    { id: expect.any(String), recipient: 'reader@example.com', subject: 'An e-mail', text: email.text },
  ])
  expect(await testApp.db.select().from(mails)).toEqual([expect.objectContaining({ sentAt: clock.now, text: null })])
})

test('an e-mail is queued in the transaction of its event, or not at all', async () => {
  const clock = { now: new Date() }
  const transaction = testApp.db.transaction(async (tx) => {
    await queueEmail({ db: tx, now: clock.now, createId: () => crypto.randomUUID() }, 'reader@example.com', email)
    throw new Error('what it tells did not happen')
  })
  await expect(transaction).rejects.toThrow('did not happen')
  expect(await testApp.db.$count(mails)).toBe(0)
})

test('while the mail server is down e-mails wait, with growing delays, and are sent when it is up', async () => {
  const clock = { now: new Date() }
  const fake = createFakeMailer()
  fake.isDown = true
  const deps = createMailDeps(clock, fake.mailer)
  await queue(clock, undefined, { ...email, lifetimeMs: 10 * 24 * 60 * minuteMs })
  const pauses: number[] = []
  for (let tries = 0; tries < 8; tries += 1) {
    await sendMails(deps)
    const [waiting] = await testApp.db.select().from(mails)
    pauses.push(((waiting?.nextTryAt.getTime() ?? 0) - clock.now.getTime()) / minuteMs)
    clock.now = waiting?.nextTryAt ?? clock.now
  }
  expect(pauses).toEqual([1, 2, 5, 15, 60, 180, 360, 360])
  expect(deps.logged).toHaveLength(8)
  expect(deps.logged.join()).not.toContain('reader@example.com')

  fake.isDown = false
  await sendMails(deps)
  expect(fake.sent).toHaveLength(1)
})

test('after an outage of the mail server the first e-mail that gets through wakes the others, urgent ones first', async () => {
  const clock = { now: new Date() }
  const tried: string[] = []
  const state = { isDown: true }
  // Waits for whoever is claiming it.
  const countTriesOfUrgent = async () => {
    const isUrgent = eq(mails.recipient, 'urgent@example.com')
    const [urgent] = await testApp.db.select({ tries: mails.tries }).from(mails).where(isUrgent).for('share')
    return urgent?.tries ?? 0
  }
  const triesOfUrgent: number[] = []
  const mailer: Mailer = {
    send: async ({ recipient }) => {
      tried.push(recipient)
      if (state.isDown) throw new MailError('server', new Error('the mail server is away'))
      if (recipient.startsWith('waits-')) triesOfUrgent.push(await countTriesOfUrgent())
    },
  }
  const deps = createMailDeps(clock, mailer)
  const lifetimeMs = 10 * 24 * 60 * minuteMs
  for (let at = 0; at < 40; at += 1) await queue(clock, `waits-${at}@example.com`, { ...email, lifetimeMs })
  // A day without the server, with a run every minute.
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    if (minutes % 60 === 0) await sendMails(deps)
    advanceClock(clock, minuteMs)
  }
  await queue(clock, 'urgent@example.com', { ...email, lifetimeMs, priority: 'urgent' })
  await sendMails(deps)
  // A few e-mails try for all.
  expect(tried.length).toBeLessThan(25 * 5)
  expect(deps.logged).toEqual([expect.stringContaining('The mail server accepts nothing; e-mails wait')])

  state.isDown = false
  tried.length = 0
  const triesBefore = await countTriesOfUrgent()
  await queue(clock, 'new@example.com', { ...email, lifetimeMs })
  await sendMails(deps)
  expect(tried[0]).toBe('new@example.com')
  // The urgent one is claimed before all others; which of four connections sends first is not said.
  expect(triesOfUrgent).toEqual(triesOfUrgent.map(() => triesBefore + 1))
  expect(new Set(tried).size).toBe(42)
  expect(tried).toHaveLength(42)
  expect(deps.logged.at(-1)).toContain('accepts e-mails again')
})

test('an outage of the mail server is logged once, also when only one e-mail waits', async () => {
  const clock = { now: new Date() }
  const mailer: Mailer = { send: () => Promise.reject(new MailError('server', new Error('the mail server is away'))) }
  const deps = createMailDeps(clock, mailer)
  await queue(clock)
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await sendMails(deps)
    advanceClock(clock, minuteMs)
  }
  expect(deps.logged).toEqual([expect.stringContaining('The mail server accepts nothing; e-mails wait')])
})

test('an expired e-mail is deleted unsent', async () => {
  const clock = { now: new Date() }
  const fake = createFakeMailer()
  await queue(clock)
  advanceClock(clock, 61 * minuteMs)
  await sendMails(createMailDeps(clock, fake.mailer))
  expect(fake.sent).toEqual([])
  expect(await testApp.db.$count(mails)).toBe(0)
})

test('an e-mail that always fails does not delay the others', async () => {
  const clock = { now: new Date() }
  const sent: string[] = []
  const mailer: Mailer = {
    send: async ({ recipient }) => {
      if (recipient === 'bad@example.com') throw new Error('no such mailbox')
      sent.push(recipient)
    },
  }
  await queue(clock, 'bad@example.com')
  await queue(advanceClock(clock, 1) && clock, 'good@example.com')
  await sendMails(createMailDeps(clock, mailer))
  await sendMails(createMailDeps(clock, mailer))
  expect(sent).toEqual(['good@example.com'])
})

test('several processes send an e-mail once', async () => {
  const clock = { now: new Date() }
  const fake = createFakeMailer()
  for (let count = 0; count < 40; count += 1) await queue(clock)
  await Promise.all(Array.from({ length: 8 }, () => sendMails(createMailDeps(clock, fake.mailer))))
  expect(fake.sent.map(({ id }) => id)).toHaveLength(40)
})

test('an e-mail that another process is claiming is skipped', async () => {
  const clock = { now: new Date() }
  const fake = createFakeMailer()
  await queue(clock, 'first@example.com')
  await queue(advanceClock(clock, 1) && clock, 'second@example.com')
  await testApp.db.transaction(async (tx) => {
    await tx.select().from(mails).where(eq(mails.recipient, 'first@example.com')).for('update')
    await sendMails(createMailDeps(clock, fake.mailer))
  })
  expect(fake.sent.map(({ recipient }) => recipient)).toEqual(['second@example.com'])
})

test('an e-mail of a process that died is sent by another one', async () => {
  const clock = { now: new Date() }
  await queue(clock)
  let markReached = () => {}
  const reached = new Promise<void>((resolve) => (markReached = resolve))
  // The process claims the e-mail and dies.
  void sendMails(
    createMailDeps(clock, {
      send: () => {
        markReached()
        return new Promise(() => {})
      },
    }),
  )
  await reached
  const fake = createFakeMailer()
  await sendMails(createMailDeps(clock, fake.mailer))
  expect(fake.sent).toHaveLength(0)
  advanceClock(clock, 3 * minuteMs)
  await sendMails(createMailDeps(clock, fake.mailer))
  expect(fake.sent).toHaveLength(1)
})

// ---------- SMTP ----------

test('a calendar file is a part of the message that mail programs show as a meeting', async () => {
  const smtp = await createSmtpServer()
  const mailer = createMailer({ smtpUrl: smtp.url, requireTls: false, from: 'Motohaat <shop@example.com>' })
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nX-PLACE:মিরপুর\r\nEND:VCALENDAR\r\n'
  const said = { id: 'mail-2', recipient: 'reader@example.com', subject: 'A meeting', text: email.text }
  await mailer.send({ ...said, html: '<p>A meeting</p>', calendar: { method: 'CANCEL', content } })
  const [received = ''] = smtp.messages
  expect(received).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/im)
  const { attachments, text, html } = await PostalMime.parse(received)
  expect([text?.trim(), html?.trim()]).toEqual([email.text.trim(), '<p>A meeting</p>'])
  const files = attachments.map((file) => ({
    ...file,
    content: typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content),
  }))
  expect(files.map(({ mimeType }) => mimeType)).toContain('text/calendar')
  // A reader of text turns each CRLF into a line end of its own.
  for (const file of files) expect(file.content.replace(/\r?\n/g, '\r\n')).toBe(content)
  expect(files.at(-1)).toMatchObject({ filename: 'motohaat.ics', mimeType: 'application/ics' })
})

test('an e-mail reaches a mail server over SMTP, in any language, with its own id', async () => {
  const smtp = await createSmtpServer()
  const mailer = createMailer({ smtpUrl: smtp.url, requireTls: false, from: 'Motohaat <shop@example.com>' })
  await mailer.send({ id: 'mail-1', recipient: 'reader@example.com', subject: 'নতুন পাসওয়ার্ড', text: email.text })
  const [received = ''] = smtp.messages
  expect(received).toContain('From: Motohaat <shop@example.com>')
  expect(received).toContain('To: reader@example.com')
  expect(received).toContain('Message-ID: <mail-1@127.0.0.1>')
  expect(received).toMatch(/Subject: =\?UTF-8\?/)
  expect(received).toContain('Content-Transfer-Encoding: quoted-printable')
  const body = received.slice(received.indexOf('\r\n\r\n'))
  const plain = decodeURIComponent(body.replace(/=\r\n/g, '').replace(/=(?=[0-9A-F]{2})/g, '%'))
  expect(plain).toContain('যা লেখা আছে')
})

test('an alert has the headers for one-click unsubscribe', async () => {
  const smtp = await createSmtpServer()
  const mailer = createMailer({ smtpUrl: smtp.url, requireTls: false, from: 'shop@example.com' })
  const clock = { now: new Date() }
  const unsubscribeUrl = `https://motohaat.example/bn/stop/${'x'.repeat(43)}`
  await queue(clock, undefined, { ...email, unsubscribeUrl })
  await sendMails(createMailDeps(clock, mailer))
  await mailer.send({ id: 'asked-for', recipient: 'reader@example.com', subject: 'Yours', text: email.text })
  const [alertMessage, requestedMessage] = smtp.messages.map((one) => one.replace(/\r\n[ \t]+/g, ' '))
  expect(alertMessage).toContain(`List-Unsubscribe: <${unsubscribeUrl}>\r\n`)
  expect(alertMessage).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(requestedMessage).not.toContain('List-Unsubscribe')
})

test('neither registration nor a password reset waits for a mail server that is silent', { tags: 'long' }, async () => {
  const counts = { connections: 0 }
  const silent = createServer(() => void (counts.connections += 1))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const smtpUrl = `smtp://127.0.0.1:${getPort(silent)}`
  const appWithSilentServer = await createTestApp({
    mailer: createMailer({ smtpUrl, requireTls: false, from: 'shop@example.com' }),
  })
  await register(appWithSilentServer, 'early@example.com')
  await appWithSilentServer.visitor('POST /auth/request-password-reset', { body: { email: 'early@example.com' } })
  // Only the job speaks with the mail server.
  expect(counts.connections).toBe(0)
  await appWithSilentServer.sendMails()
  expect(counts.connections).toBeGreaterThan(0)
  const waiting = await appWithSilentServer.db.select().from(mails)
  expect(waiting.map(({ recipient, sentAt }) => [recipient, sentAt])).toContainEqual(['early@example.com', null])
  expect(appWithSilentServer.logLines.join()).not.toContain('early@example.com')
})
