// The main journeys in a second engine: Gecko, by the Firefox of the machine. `npm run test:firefox` names it.
import { defineConfig } from '@playwright/test'
import chromium from './playwright.config.ts'

const { FIREFOX_EXE } = process.env

// What people do in the shop from end to end; what only one engine can be asked, such as a slow network, stays with it.
const mainTests = ['home', 'login', 'register', 'booking', 'keyboard', 'orders', 'blog', 'roles']

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
