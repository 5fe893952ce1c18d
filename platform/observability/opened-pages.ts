import type { Server } from 'node:http'
import { findAppBrowser } from '#contract/browsers/app-browsers.ts'
import { createCounter, type Metrics } from './metrics.ts'

const nameBrowser = (userAgent: string): string => {
  const browser = findAppBrowser(userAgent)
  return browser === null ? 'none' : (browser.app ?? 'unknown')
}

/**
 * Counts the documents that people open, by the app whose browser shows them. Call it after the response cache, which
 * answers most of them, has taken over the requests of the server.
 */
export const countOpenedPages = (server: Server, metrics: Metrics): void => {
  const count = createCounter(metrics, {
    name: 'pages_opened_total',
    help: 'Opened pages, by the app whose own browser shows them',
    label: 'app',
  })
  server.on('request', ({ method, headers }) => {
    if (method === 'GET' && headers.accept?.startsWith('text/html')) count(nameBrowser(headers['user-agent'] ?? ''))
  })
}
