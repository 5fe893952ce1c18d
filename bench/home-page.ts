// What a first visit to the home page costs: bytes as they travel, requests, shifts of the layout.
import { chromium } from '@playwright/test'
import { findBrowser } from '../tools/browser.ts'

export type HomeFigures = {
  width: number
  /** Bytes over the wire, by kind; scripts and styles are brotli. */
  bytes: { script: number; style: number; font: number; picture: number; html: number; other: number }
  requests: number
  layoutShift: number
  /** Characters of text that can be read with scripts off. */
  textWithoutScripts: number
}

type Came = { address: string; bytes: number }

const kindOf = (address: string): keyof HomeFigures['bytes'] => {
  const { pathname } = new URL(address)
  if (pathname.endsWith('.js')) return 'script'
  if (pathname.endsWith('.css')) return 'style'
  if (pathname.endsWith('.woff2')) return 'font'
  if (/\.(?:webp|svg|png)$/.test(pathname)) return 'picture'
  return pathname.startsWith('/api/') ? 'other' : 'html'
}

/** Runs in the page: every file that came, with the bytes of its body as they travelled. */
const whatCame = (): Came[] =>
  [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].flatMap((entry) =>
    entry instanceof PerformanceResourceTiming ? [{ address: entry.name, bytes: entry.encodedBodySize }] : [],
  )

const weigh = (came: Came[]): Pick<HomeFigures, 'bytes' | 'requests'> => {
  const bytes = { script: 0, style: 0, font: 0, picture: 0, html: 0, other: 0 }
  for (const one of came) bytes[kindOf(one.address)] += one.bytes
  return { bytes, requests: came.length }
}

declare global {
  interface Window {
    shifted: number
  }
}

/** Visits the home page for the first time at this width, scrolls to its end, and weighs what came. */
export const measureHome = async (url: string, width: number): Promise<HomeFigures> => {
  const { exe, env } = await findBrowser(() => {})
  const browser = await chromium.launch({
    executablePath: exe,
    env: { ...process.env, ...env },
    chromiumSandbox: false,
    args: ['--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      window.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const isOurs = !('hadRecentInput' in entry && entry.hadRecentInput === true)
          if (isOurs && 'value' in entry && typeof entry.value === 'number') window.shifted += entry.value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    const layoutShift = await page.evaluate(() => window.shifted)
    const { bytes, requests } = weigh(await page.evaluate(whatCame))
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } })
    const quiet = await plain.newPage()
    await quiet.goto(url)
    const textWithoutScripts = (await quiet.locator('main').innerText()).length
    return { width, bytes, requests, layoutShift, textWithoutScripts }
  } finally {
    await browser.close()
  }
}
