// Weight of a first visit to the home page, and its text without scripts.
import { chromium } from '@playwright/test'
import { findBrowser } from '#scripts/find-browser.ts'
import { type PageWeight, measureVisit } from './page-weight.ts'

export type HomeFigures = PageWeight & {
  width: number
  /** Characters of readable text without scripts. */
  textWithoutScripts: number
}

/** Visits the home page for the first time at this width (px), scrolls to the end, and measures its weight. */
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
    const weight = await measureVisit(await context.newPage(), url)
    const plainContext = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } })
    const plainPage = await plainContext.newPage()
    await plainPage.goto(url)
    const textWithoutScripts = (await plainPage.locator('main').innerText()).length
    return { ...weight, width, textWithoutScripts }
  } finally {
    await browser.close()
  }
}
