import { createServer, type Server } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { register } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { sendMails } from './jobs.ts'
import type { Letter } from './templates/rules.ts'
import { type Mail, type Mailer, openMailer } from './provider.ts'
import { mails, post } from './table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())
beforeEach(() => shop.db.delete(mails))

const minuteMs = 60_000
const letter: Letter = { subject: 'A letter', text: 'Dear reader,\n\nযা লেখা আছে\n', usefulMs: 60 * minuteMs }

/** A mail server that takes letters unless it is told not to. */
const openPostbox = () => {
  const box = { isAway: false, taken: [] as Mail[] }
  const mailer: Mailer = {
    send: async (mail) => {
      if (box.isAway) throw new Error('the mail server is away')
      box.taken.push(mail)
    },
  }
  return Object.assign(box, { mailer })
}

const officeAt = (clock: { now: Date }, mailer: Mailer) => {
  const said: string[] = []
  const office = { db: shop.db, mailer, now: () => clock.now, say: (line: string) => void said.push(line) }
  return Object.assign(office, { said })
}

const write = (clock: { now: Date }, recipient = 'reader@example.com', what = letter) =>
  post({ db: shop.db, now: clock.now, newId: () => crypto.randomUUID() }, recipient, what)

const later = (clock: { now: Date }, ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

test('a letter is sent once, and its text is kept no longer', async () => {
  const clock = { now: new Date() }
  const box = openPostbox()
  await write(clock)
  await sendMails(officeAt(clock, box.mailer))
  await sendMails(officeAt(clock, box.mailer))
  expect(box.taken).toEqual([
    { id: expect.any(String), recipient: 'reader@example.com', subject: 'A letter', text: letter.text },
  ])
  expect(await shop.db.select().from(mails)).toEqual([expect.objectContaining({ sentAt: clock.now, text: null })])
})

test('a letter is written with what it tells, or not at all', async () => {
  const clock = { now: new Date() }
  const failed = shop.db.transaction(async (tx) => {
    await post({ db: tx, now: clock.now, newId: () => crypto.randomUUID() }, 'reader@example.com', letter)
    throw new Error('what it tells did not happen')
  })
  await expect(failed).rejects.toThrow('did not happen')
  expect(await shop.db.$count(mails)).toBe(0)
})

test('while the mail server is away letters wait, with growing pauses, and go out when it is back', async () => {
  const clock = { now: new Date() }
  const box = openPostbox()
  box.isAway = true
  const office = officeAt(clock, box.mailer)
  await write(clock, undefined, { ...letter, usefulMs: 10 * 24 * 60 * minuteMs })
  const pauses: number[] = []
  for (let tries = 0; tries < 8; tries += 1) {
    await sendMails(office)
    const [waiting] = await shop.db.select().from(mails)
    pauses.push(((waiting?.nextTryAt.getTime() ?? 0) - clock.now.getTime()) / minuteMs)
    clock.now = waiting?.nextTryAt ?? clock.now
  }
  expect(pauses).toEqual([1, 2, 5, 15, 60, 180, 360, 360])
  expect(office.said).toHaveLength(8)
  expect(office.said.join()).not.toContain('reader@example.com')

  box.isAway = false
  await sendMails(office)
  expect(box.taken).toHaveLength(1)
})

test('a letter that nobody needs any more is thrown away unsent', async () => {
  const clock = { now: new Date() }
  const box = openPostbox()
  await write(clock)
  later(clock, 61 * minuteMs)
  await sendMails(officeAt(clock, box.mailer))
  expect(box.taken).toEqual([])
  expect(await shop.db.$count(mails)).toBe(0)
})

test('a letter that is never taken does not hold the others up', async () => {
  const clock = { now: new Date() }
  const taken: string[] = []
  const mailer: Mailer = {
    send: async ({ recipient }) => {
      if (recipient === 'bad@example.com') throw new Error('no such mailbox')
      taken.push(recipient)
    },
  }
  await write(clock, 'bad@example.com')
  await write(later(clock, 1) && clock, 'good@example.com')
  await sendMails(officeAt(clock, mailer))
  await sendMails(officeAt(clock, mailer))
  expect(taken).toEqual(['good@example.com'])
})

test('several processes send a letter once', async () => {
  const clock = { now: new Date() }
  const box = openPostbox()
  for (let count = 0; count < 40; count += 1) await write(clock)
  await Promise.all(Array.from({ length: 8 }, () => sendMails(officeAt(clock, box.mailer))))
  expect(box.taken.map(({ id }) => id)).toHaveLength(40)
})

test('a letter that another process is taking at this moment is passed by', async () => {
  const clock = { now: new Date() }
  const box = openPostbox()
  await write(clock, 'first@example.com')
  await write(later(clock, 1) && clock, 'second@example.com')
  await shop.db.transaction(async (tx) => {
    await tx.select().from(mails).where(eq(mails.recipient, 'first@example.com')).for('update')
    await sendMails(officeAt(clock, box.mailer))
  })
  expect(box.taken.map(({ recipient }) => recipient)).toEqual(['second@example.com'])
})

test('a letter of a process that died meanwhile is taken up by another one', async () => {
  const clock = { now: new Date() }
  await write(clock)
  let isTaken = () => {}
  const reached = new Promise<void>((resolve) => (isTaken = resolve))
  // It takes the letter and never comes back.
  void sendMails(
    officeAt(clock, {
      send: () => {
        isTaken()
        return new Promise(() => {})
      },
    }),
  )
  await reached
  const box = openPostbox()
  await sendMails(officeAt(clock, box.mailer))
  expect(box.taken).toHaveLength(0)
  later(clock, 3 * minuteMs)
  await sendMails(officeAt(clock, box.mailer))
  expect(box.taken).toHaveLength(1)
})

// ---------- a mail server of the real kind ----------

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** As much of SMTP (RFC 5321) as it takes to receive a letter. */
const openSmtp = async () => {
  const letters: string[] = []
  const server = createServer((socket) => {
    let text = ''
    let inData = false
    socket.setEncoding('utf8').write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk: string) => {
      text += chunk
      if (inData && text.endsWith('\r\n.\r\n')) {
        letters.push(text)
        inData = false
        text = ''
        socket.write('250 taken\r\n')
      }
      while (!inData && text.includes('\r\n')) {
        const [line = ''] = text.split('\r\n', 1)
        text = text.slice(line.length + 2)
        inData = line === 'DATA'
        socket.write(inData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { letters, url: `smtp://127.0.0.1:${portOf(server)}` }
}

test('a letter reaches a mail server over SMTP, in any language, with its own id', async () => {
  const smtp = await openSmtp()
  const mailer = openMailer({ smtpUrl: smtp.url, from: 'Motohaat <shop@example.com>' })
  await mailer.send({ id: 'letter-1', recipient: 'reader@example.com', subject: 'নতুন পাসওয়ার্ড', text: letter.text })
  const [received = ''] = smtp.letters
  expect(received).toContain('From: Motohaat <shop@example.com>')
  expect(received).toContain('To: reader@example.com')
  expect(received).toContain('Message-ID: <letter-1@127.0.0.1>')
  expect(received).toMatch(/Subject: =\?UTF-8\?/)
  expect(received).toContain('Content-Transfer-Encoding: quoted-printable')
  const body = received.slice(received.indexOf('\r\n\r\n'))
  const plain = decodeURIComponent(body.replace(/=\r\n/g, '').replace(/=(?=[0-9A-F]{2})/g, '%'))
  expect(plain).toContain('যা লেখা আছে')
})

test('a letter that comes by itself tells mail programs how one tap stops it', async () => {
  const smtp = await openSmtp()
  const mailer = openMailer({ smtpUrl: smtp.url, from: 'shop@example.com' })
  const clock = { now: new Date() }
  const stopUrl = `https://motohaat.example/bn/stop/${'x'.repeat(43)}`
  await write(clock, undefined, { ...letter, stopUrl })
  await sendMails(officeAt(clock, mailer))
  await mailer.send({ id: 'asked-for', recipient: 'reader@example.com', subject: 'Yours', text: letter.text })
  const [byItself, askedFor] = smtp.letters.map((one) => one.replace(/\r\n[ \t]+/g, ' '))
  expect(byItself).toContain(`List-Unsubscribe: <${stopUrl}>\r\n`)
  expect(byItself).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(askedFor).not.toContain('List-Unsubscribe')
})

test('a mail server that is down or silent delays neither registering nor asking for a new password', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const slow = await openTestShop({
    mailer: openMailer({ smtpUrl: `smtp://127.0.0.1:${portOf(silent)}`, from: 'shop@example.com' }),
  })
  const sending = (async () => {
    await register(slow, 'early@example.com')
    await slow.visitor('POST /auth/request-password-reset', { body: { email: 'early@example.com' } })
    await slow.sendMails()
  })()
  const beganAt = performance.now()
  await register(slow, 'busy@example.com')
  await slow.visitor('POST /auth/request-password-reset', { body: { email: 'busy@example.com' } })
  expect(performance.now() - beganAt).toBeLessThan(4_000)
  await sending
  const waiting = await slow.db.select().from(mails)
  expect(waiting.map(({ recipient, sentAt }) => [recipient, sentAt])).toContainEqual(['early@example.com', null])
  expect(slow.logged.join()).not.toContain('early@example.com')
}, 30_000)
