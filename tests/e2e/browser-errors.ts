// Watches what a browser complains about. A journey that hears a complaint it did not expect fails.
import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

export type BrowserErrorMonitor = {
  /** Names complaints that the journey brings about on purpose, such as 'POST /api/bookings 409'. */
  allow(...lines: (string | RegExp)[]): void
  /** Listens to every page of this context. */
  listen(context: BrowserContext): Promise<void>
  /** What was heard and not allowed. */
  getUnexpected(): string[]
}

// The browser's own line about an answer that failed; the answer itself is heard too, with its method and address.
const resourceErrorPattern = /^Failed to load resource/
// Most journeys have no service worker, which would keep answers between a journey and what it makes the shop answer.
const workerBlockedMessage = 'Service Worker registration blocked by Playwright'
// A page that is left or closed stops what it was still fetching.
const abortErrors = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED']

const formatRequest = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`

/** Begins with nothing heard and nothing allowed. */
export const createBrowserErrorMonitor = (): BrowserErrorMonitor => {
  const errors: string[] = []
  const allowed: (string | RegExp)[] = []
  const isAllowed = (line: string) => allowed.some((one) => (typeof one === 'string' ? one === line : one.test(line)))

  const onConsole = (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type()) || resourceErrorPattern.test(message.text())) return
    if (message.text() === workerBlockedMessage) return
    errors.push(`console: ${message.text()} (${message.page()?.url() ?? ''})`)
  }
  const onResponse = (response: Response) => {
    if (response.status() >= 400) errors.push(`${formatRequest(response.request())} ${response.status()}`)
  }
  const onRequestFailed = (request: Request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    if (!abortErrors.includes(reason)) errors.push(`${formatRequest(request)} ${reason}`)
  }

  return {
    allow: (...lines) => void allowed.push(...lines),
    listen: async (context) => {
      context.on('console', onConsole)
      context.on('weberror', (error) => errors.push(`uncaught: ${error.error().stack ?? error.error().message}`))
      context.on('response', onResponse)
      context.on('requestfailed', onRequestFailed)
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`The security policy was broken: ${violatedDirective} ${blockedURI}`),
        )
      })
    },
    getUnexpected: () => errors.filter((line) => !isAllowed(line)),
  }
}
