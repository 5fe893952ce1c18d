// The stand-in for a mail server: it keeps the newest letters and shows them, and sends nothing to anybody.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Letter, type Received } from './email.ts'
import { letterPage, listPage, pagePolicy } from './page.ts'

// Some two megabytes at the very most.
const lettersMax = 100
const letterBytesMax = 128 * 1024

export type Outbox = {
  /** Answers everything below /mail. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > letterBytesMax) return null
    chunks.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

const show = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(html)
}

/**
 * Opens the outbox. Refuses production, where everybody could read everybody's letters.
 * @param options.key without it nobody puts a letter in
 */
export const openOutbox = (options: { key: string; production: boolean; now: () => Date }): Outbox => {
  if (options.production) throw new Error('The outbox sandbox does not open in production: set SMTP_URL.')
  let letters: Received[] = []

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const letter = Letter.safeParse(await readBody(request))
    if (!letter.success) return void response.writeHead(400).end()
    const others = letters.filter(({ id }) => id !== letter.data.id)
    letters = [{ ...letter.data, at: options.now() }, ...others].slice(0, lettersMax)
    response.writeHead(204).end()
  }

  const showAny = (path: string, response: ServerResponse): void => {
    if (path === '/mail' || path === '/mail/') return show(response, 200, listPage(letters))
    const letter = letters.find(({ id }) => path === `/mail/${id}`)
    show(response, letter ? 200 : 404, letter ? letterPage(letter) : listPage(letters))
  }

  return {
    handler: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://sandbox')
      if (request.method === 'GET') return showAny(pathname, response)
      const mayPost = request.method === 'POST' && request.headers.authorization === `Bearer ${options.key}`
      if (!mayPost) return void response.writeHead(request.method === 'POST' ? 401 : 405).end()
      take(request, response).catch(() => response.destroy())
    },
  }
}
