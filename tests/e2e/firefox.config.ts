// The main tests in Gecko, with the installed Firefox. `npm run test:firefox` runs them.
import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

const { FIREFOX_EXE } = process.env

// The end-to-end tests of people's tasks. Tests that need Chromium's protocol, such as a slow network, are left out.
const wideTests = ['home', 'login', 'register', 'booking', 'keyboard', 'orders', 'blog', 'roles', 'payment']
// Two people in a deal have phones.
const narrowTests = ['deals', 'deals-line', 'deals-money']
const toMatch = (names: string[]) => names.map((name) => `${name}.test.ts`)

const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  isMobile: false,
  launchOptions: {
    executablePath: FIREFOX_EXE,
    // Playwright waits for ever for a page that comes from the cache of Back.
    firefoxUserPrefs: { 'browser.sessionhistory.max_total_viewers': 0, 'fission.bfcacheInParent': false },
  },
} as const

export default defineConfig({
  ...chromium,
  workers: 1,
  timeout: 90_000,
  projects: [
    {
      name: 'firefox',
      testMatch: toMatch(wideTests),
      use: { ...firefox, viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'narrow firefox',
      testMatch: toMatch(narrowTests),
      use: { ...firefox, viewport: { width: 360, height: 740 } },
    },
  ],
})
