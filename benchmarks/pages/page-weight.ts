// Weight of a visit: compressed bytes by kind, number of requests, layout shift, and main-thread time.
import type { Page } from '@playwright/test'

export const resourceKinds = ['script', 'style', 'font', 'picture', 'html', 'other'] as const
export type ResourceKind = (typeof resourceKinds)[number]

export type PageWeight = {
  /** Transferred bytes by kind; scripts and styles are brotli. */
  bytes: Record<ResourceKind, number>
  requests: number
  layoutShift: number
  /** CPU time of the main thread in milliseconds; other load on the machine is not included. */
  busyMs: number
}

type LoadedResource = { address: string; bytes: number }

const getResourceKind = (address: string): ResourceKind => {
  const { pathname } = new URL(address)
  if (pathname.endsWith('.js')) return 'script'
  if (pathname.endsWith('.css')) return 'style'
  if (pathname.endsWith('.woff2')) return 'font'
  if (/\.(?:webp|svg|png|jpg)$/.test(pathname)) return 'picture'
  return pathname.startsWith('/api/') ? 'other' : 'html'
}

/** Runs in the page: lists every loaded file with its compressed size. */
const listLoadedResources = (): LoadedResource[] =>
  [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].flatMap((entry) =>
    entry instanceof PerformanceResourceTiming ? [{ address: entry.name, bytes: entry.encodedBodySize }] : [],
  )

declare global {
  interface Window {
    shifted: number
  }
}

/** Runs in the page before anything else: sums up unexpected layout shifts. */
export const sumShifts = (): void => {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const isUnexpected = !('hadRecentInput' in entry && entry.hadRecentInput === true)
      if (isUnexpected && 'value' in entry && typeof entry.value === 'number') window.shifted += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

// The distance at which lazy pictures load depends on the network type; without one, Chromium loads twice as many as a
// phone would.
const goodNetwork = {
  offline: false,
  latency: 10,
  downloadThroughput: 10_000_000,
  uploadThroughput: 10_000_000,
  connectionType: 'wifi' as const,
}

/** Answers the stream of notifications, which never ends: with it the network would never be idle. */
export const withoutStream = async (page: Page): Promise<void> => {
  await page.route('**/api/notifications/stream', (route) => route.fulfill({ status: 204 }))
}

/** Runs in the page: whether the pictures on the screen have all arrived. */
const havePicturesArrived = (): boolean =>
  [...document.images].every((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect()
    const isOutside = bottom < 0 || top > window.innerHeight || right < 0 || left >= window.innerWidth
    return image.complete || isOutside || !image.checkVisibility()
  })

/**
 * Visits a URL for the first time, and measures its weight until the network is idle. Then scrolls to the end: the shift
 * of the layout is that of the whole page.
 */
export const measureVisit = async (page: Page, address: string): Promise<PageWeight> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', goodNetwork)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(sumShifts)
  await withoutStream(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  const { metrics } = await devtools.send('Performance.getMetrics')
  const busySeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  const resources = await page.evaluate(listLoadedResources)
  const bytes: Record<ResourceKind, number> = { script: 0, style: 0, font: 0, picture: 0, html: 0, other: 0 }
  for (const one of resources) bytes[getResourceKind(one.address)] += one.bytes
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.waitForFunction(havePicturesArrived)
  const layoutShift = await page.evaluate(() => window.shifted)
  return { bytes, requests: resources.length, layoutShift, busyMs: busySeconds * 1000 }
}
