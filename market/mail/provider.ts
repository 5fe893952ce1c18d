// The way to the mail server: SMTP, or the outbox sandbox that shows letters instead of sending them.
import { createTransport } from 'nodemailer'

/** One letter on its way. `id` is the same at every try, so that a server can tell a repeated letter. */
export type Mail = { id: string; recipient: string; subject: string; text: string; unsubscribeUrl?: string }

export type Mailer = {
  /** Hands a letter over; fails when the server does not take it in time. */
  send(mail: Mail): Promise<void>
}

// Nobody waits for a letter with a page open, but the next letter waits for this one.
const connectTimeoutMs = 5_000
const responseTimeoutMs = 15_000

type MailerOptions = { from: string } & ({ smtpUrl: string } | { outboxUrl: string; key: string })

/** What lets programs that show letters offer a button which stops them (RFC 8058). */
const toUnsubscribeHeaders = (unsubscribeUrl: string) => ({
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const createSmtpMailer = (smtpUrl: string, from: string): Mailer => {
  const { hostname } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: responseTimeoutMs,
    // The text is ours alone, and no part of it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, recipient, subject, text, unsubscribeUrl }) => {
      const messageId = `<${id}@${hostname}>`
      const headers = unsubscribeUrl === undefined ? {} : toUnsubscribeHeaders(unsubscribeUrl)
      await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text, messageId, headers })
    },
  }
}

const createOutboxMailer = ({ outboxUrl, key, from }: { outboxUrl: string; key: string; from: string }): Mailer => ({
  send: async (mail) => {
    const response = await fetch(outboxUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...mail, from }),
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    if (!response.ok) throw new Error(`The outbox answered ${response.status}.`)
  },
})

/** Opens the way to the mail server; nothing is connected before the first letter. */
export const createMailer = (options: MailerOptions): Mailer =>
  'smtpUrl' in options ? createSmtpMailer(options.smtpUrl, options.from) : createOutboxMailer(options)
