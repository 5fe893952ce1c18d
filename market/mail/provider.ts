// The way to the mail server: SMTP, or the outbox sandbox that shows letters instead of sending them.
import { createTransport } from 'nodemailer'

/** One letter on its way. `id` is the same at every try, so that a server can tell a repeated letter. */
export type Mail = { id: string; recipient: string; subject: string; text: string; stopUrl?: string }

export type Mailer = {
  /** Hands a letter over; fails when the server does not take it in time. */
  send(mail: Mail): Promise<void>
}

// Nobody waits for a letter with a page open, but the next letter waits for this one.
const connectMs = 5_000
const answerMs = 15_000

type Options = { from: string } & ({ smtpUrl: string } | { outboxUrl: string; key: string })

/** What lets programs that show letters offer a button which stops them (RFC 8058). */
const stopHeaders = (stopUrl: string) => ({
  'List-Unsubscribe': `<${stopUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const bySmtp = (smtpUrl: string, from: string): Mailer => {
  const { hostname } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    // The text is ours alone, and no part of it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, recipient, subject, text, stopUrl }) => {
      const messageId = `<${id}@${hostname}>`
      const headers = stopUrl === undefined ? {} : stopHeaders(stopUrl)
      await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text, messageId, headers })
    },
  }
}

const toOutbox = ({ outboxUrl, key, from }: { outboxUrl: string; key: string; from: string }): Mailer => ({
  send: async (mail) => {
    const answer = await fetch(outboxUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...mail, from }),
      signal: AbortSignal.timeout(answerMs),
    })
    if (!answer.ok) throw new Error(`The outbox answered ${answer.status}.`)
  },
})

/** Opens the way to the mail server; nothing is connected before the first letter. */
export const openMailer = (options: Options): Mailer =>
  'smtpUrl' in options ? bySmtp(options.smtpUrl, options.from) : toOutbox(options)
