// The main tests in Gecko, with the installed Firefox. `npm run test:firefox` runs them.
import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

const { FIREFOX_EXE } = process.env

// The end-to-end tests of people's tasks. Tests that need Chromium's protocol, such as a slow network, are left out.
const mainTests = [
  'home',
  'login',
  'register',
  'booking',
  'keyboard',
  'orders',
  'blog',
  'roles',
  'deals',
  'deals-line',
  'deals-money',
  'payment',
]

export default defineConfig({
  ...chromium,
  testMatch: mainTests.map((name) => `${name}.test.ts`),
  workers: 1,
  timeout: 90_000,
  projects: [
    {
      name: 'firefox',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        isMobile: false,
        viewport: { width: 1280, height: 800 },
        launchOptions: { executablePath: FIREFOX_EXE },
      },
    },
  ],
})
