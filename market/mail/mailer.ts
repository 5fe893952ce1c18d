// Sends e-mail by SMTP, or to the outbox sandbox, which shows e-mails instead of sending them.
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { CalendarFile } from '#market/schema/people/mails.ts'

/** One e-mail. `id` is the same for every try, so that a server can recognize repeats. */
export type Mail = {
  id: string
  recipient: string
  subject: string
  text: string
  html?: string
  calendar?: CalendarFile
  unsubscribeUrl?: string
  replyTo?: string
}

/**
 * Why an e-mail was not accepted: `address` does not exist, the `message` is refused for good, or the `server` accepts
 * nothing at present, whatever the e-mail. Any other error concerns this e-mail and may pass.
 */
export type MailErrorReason = 'address' | 'message' | 'server'

export class MailError extends Error {
  readonly reason: MailErrorReason
  constructor(reason: MailErrorReason, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.reason = reason
  }
}

export type Mailer = {
  /** Sends an e-mail; throws when the server does not accept it in time, a MailError where it is known why. */
  send(mail: Mail): Promise<void>
}

// No user waits for an e-mail, but the next e-mails in the queue do.
const connectTimeoutMs = 5_000
const responseTimeoutMs = 15_000
// A server that answers each command late. The job claims an e-mail for longer than this.
const sendTimeoutMs = 60_000

type SmtpOptions = {
  smtpUrl: string
  /** Refuses to send over a connection without TLS. */
  requireTls: boolean
}
type MailerOptions = { from: string } & (SmtpOptions | { outboxUrl: string; key: string })

/** Headers with which e-mail programs show an unsubscribe button (RFC 8058). */
const toUnsubscribeHeaders = (unsubscribeUrl: string) => ({
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

// Enhanced status codes (RFC 3463): 5.1 is about the address, but 5.1.7 and 5.1.8 about the sender's; 5.2.1 is a mailbox
// that was closed. The others, such as 5.7.1, are about our server or the message.
const addressStatus = /\b5\.(?:1\.(?![78]\b)\d+|2\.1)\b/
const anyStatus = /\b5\.\d+\.\d+\b/

const SmtpError = z
  .object({
    responseCode: z.number().optional(),
    response: z.string().optional(),
    command: z.string().optional(),
    code: z.string().optional(),
  })
  .catch({})

/** Maps an error of nodemailer. Replies are those of RFC 5321: 4xx may pass, 5xx is for good. */
const toMailError = (error: unknown): unknown => {
  const { responseCode, response = '', command, code } = SmtpError.parse(error)
  // Nodemailer itself refuses the address or the message.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) return error
  const isAboutEmail = command === 'RCPT TO' || command === 'DATA'
  // 421: the server closes the connection.
  if (responseCode === undefined || !isAboutEmail || responseCode === 421) return new MailError('server', error)
  if (responseCode < 500) return error
  const isAddress = command === 'RCPT TO' && (addressStatus.test(response) || !anyStatus.test(response))
  return new MailError(isAddress ? 'address' : 'message', error)
}

const rejectAfter = (ms: number): { timedOut: Promise<never>; cancel: () => void } => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`The mail server took longer than ${ms / 1_000} seconds.`)), ms)
  return { timedOut: promise, cancel: () => clearTimeout(timer) }
}

const createSmtpMailer = ({ smtpUrl, requireTls, from }: SmtpOptions & { from: string }): Mailer => {
  const { hostname } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    // With smtps: the connection has TLS from the first byte.
    requireTLS: requireTls,
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: responseTimeoutMs,
    // Nodemailer must never read a file or fetch a URL that an e-mail names.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ id, recipient, subject, text, html, calendar, unsubscribeUrl, replyTo }) => {
      const headers = {
        // No holiday answers (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && toUnsubscribeHeaders(unsubscribeUrl)),
      }
      const to = { name: '', address: recipient }
      const answer = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }
      const message = {
        from,
        to,
        ...answer,
        subject,
        text,
        html,
        ...(calendar && { icalEvent: { ...calendar, filename: 'motohaat.ics' } }),
        messageId: `<${id}@${hostname}>`,
        headers,
      }
      const { timedOut, cancel } = rejectAfter(sendTimeoutMs)
      try {
        await Promise.race([transport.sendMail(message), timedOut])
      } catch (error) {
        throw toMailError(error)
      } finally {
        cancel()
      }
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
    }).catch((error: unknown) => {
      throw new MailError('server', error)
    })
    if (!response.ok) throw new Error(`The outbox sandbox returned status ${response.status}.`)
  },
})

/** Creates the mailer; it connects at the first e-mail. */
export const createMailer = (options: MailerOptions): Mailer =>
  'smtpUrl' in options ? createSmtpMailer(options) : createOutboxMailer(options)
