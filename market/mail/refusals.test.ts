// What becomes of an e-mail that the mail server refuses, and of the e-mails behind it.
import { minuteMs } from '#contract/time/durations.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { members } from '#market/schema/people/members.ts'
import { fixtures } from '#seed/fixtures.ts'
import { createSmtpServer } from '#tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sendMails } from './jobs.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { queueEmail } from './queue.ts'
import { mails } from '#market/schema/people/mails.ts'
import type { Email } from './templates/template.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.db.delete(mails)
  await testApp.db.update(members).set({ emailBouncedAt: null })
})

const email: Email = {
  subject: 'An e-mail',
  text: 'Hello.\n',
  html: '<p>Hello.</p>',
  lifetimeMs: 60 * minuteMs,
  toUnproven: true,
}

const queue = (recipient: string, message = email, now = new Date()) =>
  queueEmail({ db: testApp.db, now, createId: () => crypto.randomUUID() }, recipient, message)

const createMailDeps = (mailer: Mailer, now = () => new Date()) => {
  const logged: string[] = []
  return { db: testApp.db, mailer, now, log: (line: string) => void logged.push(line), logged }
}

const findRecipients = (messages: string[]) => messages.map((one) => /^To: (.+)\r$/m.exec(one)?.[1])

const findBounced = async () => {
  const rows = await testApp.db.select().from(members)
  return rows.filter(({ emailBouncedAt }) => emailBouncedAt !== null).map((row) => row.email)
}

/** Sends the queue over SMTP to a server that refuses commands with `getReply`. */
const sendOverSmtp = async (getReply: (command: string) => string | undefined) => {
  const smtp = await createSmtpServer({ getReply })
  const deps = createMailDeps(createMailer({ smtpUrl: smtp.url, requireTls: false, from: 'shop@example.com' }))
  await sendMails(deps)
  return { recipients: findRecipients(smtp.messages), logged: deps.logged.join('\n') }
}

const { karim, rahim } = fixtures

test.each(['550 No such user', '550 5.1.1 <karim@motohaat.test>: user unknown', '550-5.1.10\r\n550 5.1.10 none'])(
  'an address that the mail server does not know is given up at once and marked: %s',
  async (reply) => {
    await queue(karim.email)
    await queue(rahim.email)
    const { recipients, logged } = await sendOverSmtp((command) =>
      command === `RCPT TO:<${karim.email}>` ? reply : undefined,
    )
    expect(recipients).toEqual([rahim.email])
    expect(await findBounced()).toEqual([karim.email])
    expect(await testApp.db.select().from(mails)).toEqual([expect.objectContaining({ recipient: rahim.email })])
    expect(logged).toContain('refused an e-mail for good')
    expect(logged).not.toContain('@')
  },
)

test.each(['554 5.7.1 Relay access denied', '550 5.1.8 Sender address rejected', '552 5.2.2 Mailbox full'])(
  'an e-mail that is refused for good for another reason is given up, and the address is not marked: %s',
  async (reply) => {
    await queue(karim.email)
    await sendOverSmtp((command) => (command.startsWith('RCPT') ? reply : undefined))
    expect(await testApp.db.$count(mails)).toBe(0)
    expect(await findBounced()).toEqual([])
  },
)

test('a message that the mail server refuses after reading it is given up, and the address is not marked', async () => {
  await queue(karim.email)
  await sendOverSmtp((command) => (command.includes('Subject:') ? '554 looks like spam' : undefined))
  expect(await testApp.db.$count(mails)).toBe(0)
  expect(await findBounced()).toEqual([])
})

test.each([
  ['for the moment', 'RCPT', '450 4.2.1 try again later'],
  ['since it does not know our sender', 'MAIL', '550 sender rejected'],
])('an e-mail that is refused %s is tried again', async (_reason, command, reply) => {
  await queue(karim.email)
  await sendOverSmtp((line) => (line.startsWith(command) ? reply : undefined))
  const [waiting] = await testApp.db.select().from(mails)
  expect(waiting).toMatchObject({ sentAt: null, tries: 1, text: email.text })
  expect(await findBounced()).toEqual([])
})

test('300 addresses that refuse e-mails delay none of the e-mails behind them', async () => {
  for (let count = 0; count < 300; count += 1) await queue(`dead-${count}@example.com`)
  await queue(rahim.email)
  const isDead = (command: string) => command.startsWith('RCPT TO:<dead-')
  const rounds: (string | undefined)[] = []
  for (let round = 0; round < 2; round += 1) {
    const { recipients } = await sendOverSmtp((command) => (isDead(command) ? '550 No such user' : undefined))
    rounds.push(...recipients)
  }
  expect(rounds).toEqual([rahim.email])
  expect(await testApp.db.$count(mails)).toBe(1)
})

test('an e-mail whose server never answers does not delay the others', async () => {
  const sent: string[] = []
  const stopped = Promise.withResolvers<void>()
  const mailer: Mailer = {
    send: async ({ recipient }) => {
      if (recipient === 'slow@example.com') await stopped.promise
      sent.push(recipient)
    },
  }
  await queue('slow@example.com', { ...email, priority: 'urgent' })
  for (let count = 0; count < 10; count += 1) await queue(`reader-${count}@example.com`)
  const round = sendMails(createMailDeps(mailer))
  await expect.poll(() => sent.length, { timeout: 60_000 }).toBe(10)
  stopped.resolve()
  await round
})

test('a mail server that is down ends the round, and the e-mails wait', async () => {
  for (let count = 0; count < 20; count += 1) await queue(`reader-${count}@example.com`)
  const deps = createMailDeps(
    createMailer({ smtpUrl: 'smtp://127.0.0.1:1', requireTls: false, from: 'shop@example.com' }),
  )
  await sendMails(deps)
  const waiting = await testApp.db.select().from(mails)
  expect(waiting).toHaveLength(20)
  expect(waiting.filter(({ tries }) => tries > 0).length).toBeLessThanOrEqual(4)
})

test('an e-mail that somebody waits for is sent before alerts that are due longer', async () => {
  const order: string[] = []
  const isFirstRoundTaken = Promise.withResolvers<void>()
  const deps = createMailDeps({
    send: ({ recipient }) => {
      order.push(recipient)
      if (order.length === 4) isFirstRoundTaken.resolve()
      return isFirstRoundTaken.promise
    },
  })
  const start = Date.now() - 10 * minuteMs
  const queueLater = (recipient: string, priority: 'urgent' | 'normal' | 'bulk', minutes: number) =>
    queue(recipient, { ...email, priority }, new Date(start + minutes * minuteMs))
  for (let count = 0; count < 8; count += 1) await queueLater(`alert-${count}@example.com`, 'bulk', 0)
  await queueLater('notice@example.com', 'normal', 1)
  await queueLater('reset@example.com', 'urgent', 2)
  const rows = await testApp.db.select().from(mails).orderBy(asc(mails.priority))
  expect(rows.map(({ priority }) => priority)).toEqual([0, 1, 2, 2, 2, 2, 2, 2, 2, 2])
  await sendMails(deps)
  // Four are sent at once, and none of them ends before all four have begun.
  expect(order.slice(0, 4)).toEqual(expect.arrayContaining(['reset@example.com', 'notice@example.com']))
})

test('both parts are deleted from the queue when the e-mail is sent', async () => {
  await queue(karim.email)
  await sendOverSmtp(() => undefined)
  const [row] = await testApp.db.select().from(mails).where(eq(mails.recipient, karim.email))
  expect(row).toMatchObject({ sentAt: expect.any(Date), text: null, html: null })
})

test('an e-mail says that a program wrote it, and where its answer goes', async () => {
  const smtp = await createSmtpServer()
  const mailer = createMailer({ smtpUrl: smtp.url, requireTls: false, from: 'shop@example.com' })
  await queue(karim.email, { ...email, replyTo: 'mitu@example.com' })
  await sendMails(createMailDeps(mailer))
  const [received = ''] = smtp.messages
  expect(received).toContain('Auto-Submitted: auto-generated\r\n')
  expect(received).toContain('Reply-To: mitu@example.com\r\n')
  expect(received).toContain('Content-Type: multipart/alternative;')
  expect(received).toMatch(/Content-Type: text\/plain[^]+Hello\.[^]+Content-Type: text\/html[^]+<p>Hello\.<\/p>/)
})

test('with SMTP_REQUIRE_TLS nothing is sent to a mail server without TLS', { tags: 'long' }, async () => {
  const smtp = await createSmtpServer()
  const mailer = createMailer({ smtpUrl: smtp.url, requireTls: true, from: 'shop@example.com' })
  await queue(karim.email)
  const deps = createMailDeps(mailer)
  await sendMails(deps)
  expect(smtp.messages).toEqual([])
  expect(await testApp.db.select().from(mails)).toEqual([expect.objectContaining({ sentAt: null, tries: 1 })])
})
