// The home page on a slow phone and network: time until it is readable, and until "Book Now" answers.
import { chromium } from '@playwright/test'
import { findBrowser } from '#scripts/find-browser.ts'

export type SlowPhoneFigures = {
  /** From the request to the first readable advertised bike, in ms. */
  readableMs: number
  /** From the request until "Book Now", clicked repeatedly, answers, in ms. */
  answersMs: number
}

// Slow 3G of Chromium's developer tools, and a CPU four times slower than this machine.
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const cpuSlowdown = 4
const clickIntervalMs = 100
const timeoutMs = 60_000

/** Visits the home page for the first time and clicks "Book Now" until it answers. */
export const measureSlowPhone = async (url: string): Promise<SlowPhoneFigures> => {
  const { exe, env } = await findBrowser(() => {})
  const launched = await chromium.launch({
    executablePath: exe,
    env: { ...process.env, ...env },
    chromiumSandbox: false,
  })
  try {
    const context = await launched.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
    const page = await context.newPage()
    const browser = await context.newCDPSession(page)
    await browser.send('Network.emulateNetworkConditions', slow3g)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const from = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    const book = page.getByRole('article').getByRole('button', { name: 'Book Now' }).first()
    await book.waitFor({ timeout: timeoutMs })
    // Nothing is visible before the style sheet is loaded.
    const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0
    await page.waitForFunction(painted, undefined, { timeout: timeoutMs })
    const readableMs = performance.now() - from
    const answer = page.getByText('Please Login for Booking')
    while (!(await answer.first().isVisible())) {
      if (performance.now() - from > timeoutMs) throw new Error('"Book Now" did not answer within a minute.')
      await book.dispatchEvent('click')
      await page.waitForTimeout(clickIntervalMs)
    }
    return { readableMs, answersMs: performance.now() - from }
  } finally {
    await launched.close()
  }
}
