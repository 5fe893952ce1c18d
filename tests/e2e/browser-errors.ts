// Watches what a browser complains about. A journey that hears a complaint it did not expect fails.
import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

export type Watch = {
  /** Names complaints that the journey brings about on purpose, such as 'POST /api/bookings 409'. */
  allow(...lines: (string | RegExp)[]): void
  /** Listens to every page of this context. */
  listen(context: BrowserContext): Promise<void>
  /** What was heard and not allowed. */
  unexpected(): string[]
}

// The browser's own line about an answer that failed; the answer itself is heard too, with its method and address.
const aboutAnAnswer = /^Failed to load resource/
// Most journeys have no service worker, which would keep answers between a journey and what it makes the shop answer.
const withoutWorker = 'Service Worker registration blocked by Playwright'
// A page that is left or closed stops what it was still fetching.
const wasLeft = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED']

const addressOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`

/** Begins with nothing heard and nothing allowed. */
export const openWatch = (): Watch => {
  const heard: string[] = []
  const allowed: (string | RegExp)[] = []
  const isAllowed = (line: string) => allowed.some((one) => (typeof one === 'string' ? one === line : one.test(line)))

  const onConsole = (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type()) || aboutAnAnswer.test(message.text())) return
    if (message.text() === withoutWorker) return
    heard.push(`console: ${message.text()} (${message.page()?.url() ?? ''})`)
  }
  const onResponse = (response: Response) => {
    if (response.status() >= 400) heard.push(`${addressOf(response.request())} ${response.status()}`)
  }
  const onRequestFailed = (request: Request) => {
    const why = request.failure()?.errorText ?? 'failed'
    if (!wasLeft.includes(why)) heard.push(`${addressOf(request)} ${why}`)
  }

  return {
    allow: (...lines) => void allowed.push(...lines),
    listen: async (context) => {
      context.on('console', onConsole)
      context.on('weberror', (error) => heard.push(`uncaught: ${error.error().stack ?? error.error().message}`))
      context.on('response', onResponse)
      context.on('requestfailed', onRequestFailed)
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`The security policy was broken: ${violatedDirective} ${blockedURI}`),
        )
      })
    },
    unexpected: () => heard.filter((line) => !isAllowed(line)),
  }
}
