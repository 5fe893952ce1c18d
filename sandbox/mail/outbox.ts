// Replaces a mail server: stores the newest e-mails in memory and shows them; sends nothing.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CalendarFile, Email, type ReceivedEmail } from './email.ts'
import { addFonts, renderEmailPage, renderListPage, contentSecurityPolicy, emailSecurityPolicy } from './page.ts'

// An e-mail has at most 130,000 characters, so all of them take at most 24 MB.
const maxEmails = 100
const maxEmailBytes = 512 * 1024

export type Outbox = {
  /** Handles every request below /mail. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxEmailBytes) return null
    chunks.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

const sendHtml = (response: ServerResponse, status: number, html: string, policy = contentSecurityPolicy): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(html)
}

const sendCalendar = (response: ServerResponse, { method, content }: CalendarFile): void => {
  response.writeHead(200, {
    'content-type': `text/calendar; charset=utf-8; method=${method}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(content)
}

/**
 * Creates the outbox. Refuses to run in production, where anybody could read all e-mails.
 * @param options.key bearer token that a POST needs
 */
export const createOutbox = (options: { key: string; production: boolean; now: () => Date }): Outbox => {
  if (options.production) throw new Error('The outbox sandbox does not run in production: set SMTP_URL.')
  let emails: ReceivedEmail[] = []

  const receiveEmail = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const email = Email.safeParse(await readBody(request))
    if (!email.success) return void response.writeHead(400).end()
    const others = emails.filter(({ id }) => id !== email.data.id)
    emails = [{ ...email.data, at: options.now() }, ...others].slice(0, maxEmails)
    response.writeHead(204).end()
  }

  const handleGet = (path: string, host: string, response: ServerResponse): void => {
    if (path === '/mail' || path === '/mail/') return sendHtml(response, 200, renderListPage(emails))
    const shown = emails.find(({ id }) => path === `/mail/${id}/html`)
    if (shown?.html !== undefined)
      return sendHtml(response, 200, addFonts(shown.html, `http://${host}`), emailSecurityPolicy)
    const invited = emails.find(({ id }) => path === `/mail/${id}/calendar`)
    if (invited?.calendar) return sendCalendar(response, invited.calendar)
    const email = emails.find(({ id }) => path === `/mail/${id}`)
    sendHtml(response, email ? 200 : 404, email ? renderEmailPage(email) : renderListPage(emails))
  }

  return {
    handler: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://sandbox')
      if (request.method === 'GET') return handleGet(pathname, request.headers.host ?? '', response)
      const mayPost = request.method === 'POST' && request.headers.authorization === `Bearer ${options.key}`
      if (!mayPost) return void response.writeHead(request.method === 'POST' ? 401 : 405).end()
      receiveEmail(request, response).catch(() => response.destroy())
    },
  }
}
