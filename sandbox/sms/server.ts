// Replaces an SMS service: stores the newest text messages in memory and shows them; sends nothing.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Message, type ReceivedMessage } from './message.ts'
import { contentSecurityPolicy, renderMessages } from './page.ts'

const maxMessages = 100
const maxMessageBytes = 8 * 1024

export type SmsSandbox = {
  /** Handles every request below /sms. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
  /** The newest messages, for tests in the same process. */
  messages: () => readonly ReceivedMessage[]
}

export const smsSandboxPath = '/sms'

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxMessageBytes) return null
    chunks.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

/**
 * Creates the SMS sandbox. Refuses to run in production, where anybody could read the codes.
 * @param options.key bearer token that a POST needs
 */
export const createSmsSandbox = (options: { key: string; production: boolean; now: () => Date }): SmsSandbox => {
  if (options.production) throw new Error('The SMS sandbox does not run in production: set SMS_URL.')
  let messages: ReceivedMessage[] = []

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = Message.safeParse(await readBody(request))
    if (!message.success) return void response.writeHead(400).end()
    const others = messages.filter(({ id }) => id !== message.data.id)
    messages = [{ ...message.data, at: options.now() }, ...others].slice(0, maxMessages)
    response.writeHead(204).end()
  }

  const show = (path: string, response: ServerResponse): void => {
    response.writeHead(path.replace(/\/$/, '') === smsSandboxPath ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    response.end(renderMessages(messages))
  }

  return {
    handler: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://sandbox')
      if (request.method === 'GET') return show(pathname, response)
      const mayPost = request.method === 'POST' && request.headers.authorization === `Bearer ${options.key}`
      if (!mayPost) return void response.writeHead(request.method === 'POST' ? 401 : 405).end()
      receive(request, response).catch(() => response.destroy())
    },
    messages: () => messages,
  }
}
