// Collects the browser's errors. A test fails on any error that it did not allow.
import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

export type BrowserErrorMonitor = {
  /** Allows errors that the test causes on purpose, such as 'POST /api/bookings 409'. */
  allow(...lines: (string | RegExp)[]): void
  /** Listens to every page of this context. */
  listen(context: BrowserContext): Promise<void>
  /** The collected errors that were not allowed. */
  getUnexpected(): string[]
}

// Chromium's own message for a failed response; the response itself is collected too, with method and URL.
const resourceErrorPattern = /^Failed to load resource/
// Most tests block the service worker, because it could answer in place of the test's route handlers.
const workerBlockedMessage = 'Service Worker registration blocked by Playwright'
// Chromium counts a few seconds from the page's load: on a busy machine a preloaded style sheet is used later than that.
const latePreloadPattern = /^The resource \S+ was preloaded using link preload but not used within a few seconds/
// A page that is left or closed aborts its pending requests; Firefox says of an event stream that it is closed.
const abortErrors = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'NS_BASE_STREAM_CLOSED']

const formatRequest = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`

/** Creates a monitor without collected or allowed errors. */
export const createBrowserErrorMonitor = (): BrowserErrorMonitor => {
  const errors: string[] = []
  const allowed: (string | RegExp)[] = []
  const isAllowed = (line: string) => allowed.some((one) => (typeof one === 'string' ? one === line : one.test(line)))

  const onConsole = (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type()) || resourceErrorPattern.test(message.text())) return
    if (message.text() === workerBlockedMessage || latePreloadPattern.test(message.text())) return
    // Read at once: this is where the page was when it complained.
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
