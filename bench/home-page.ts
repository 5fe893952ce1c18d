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

const kindOf = (type: string): keyof HomeFigures['bytes'] => {
  if (/javascript/.test(type)) return 'script'
  if (/css/.test(type)) return 'style'
  if (/font/.test(type)) return 'font'
  if (/image/.test(type)) return 'picture'
  return /html/.test(type) ? 'html' : 'other'
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
    const bytes: HomeFigures['bytes'] = { script: 0, style: 0, font: 0, picture: 0, html: 0, other: 0 }
    let requests = 0
    const wire = await context.newCDPSession(page)
    await wire.send('Network.enable')
    const kinds = new Map<string, keyof HomeFigures['bytes']>()
    wire.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, kindOf(response.mimeType)))
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (!kind) return
      bytes[kind] += encodedDataLength
      requests += 1
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    const layoutShift = await page.evaluate(() => window.shifted)
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } })
    const quiet = await plain.newPage()
    await quiet.goto(url)
    const textWithoutScripts = (await quiet.locator('main').innerText()).length
    return { width, bytes, requests, layoutShift, textWithoutScripts }
  } finally {
    await browser.close()
  }
}
