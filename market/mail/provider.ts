// Sends e-mail by SMTP, or to the outbox sandbox, which shows e-mails instead of sending them.
import { createTransport } from 'nodemailer'

/** One e-mail. `id` is the same for every try, so that a server can recognize repeats. */
export type Mail = { id: string; recipient: string; subject: string; text: string; unsubscribeUrl?: string }

export type Mailer = {
  /** Sends an e-mail; throws when the server does not accept it in time. */
  send(mail: Mail): Promise<void>
}

// No user waits for an e-mail, but the next e-mail in the queue does.
const connectTimeoutMs = 5_000
const responseTimeoutMs = 15_000

type MailerOptions = { from: string } & ({ smtpUrl: string } | { outboxUrl: string; key: string })

/** Headers with which e-mail programs show an unsubscribe button (RFC 8058). */
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
    // Nodemailer must never read a file or fetch a URL that an e-mail names.
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
    if (!response.ok) throw new Error(`The outbox sandbox returned status ${response.status}.`)
  },
})

/** Creates the mailer; it connects at the first e-mail. */
export const createMailer = (options: MailerOptions): Mailer =>
  'smtpUrl' in options ? createSmtpMailer(options.smtpUrl, options.from) : createOutboxMailer(options)
