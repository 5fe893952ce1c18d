// Configuration of the browser tests: the real server, a real Chromium, and the sandboxes of external services.
import { defineConfig } from '@playwright/test'

// `npm test` sets the browser; otherwise Playwright uses the one it downloaded.
const { BROWSER_EXE, LONG_RUN } = process.env
const isLongRun = LONG_RUN === 'yes'

const use = {
  browserName: 'chromium' as const,
  // A click on what is not there fails by itself, before the whole test does.
  actionTimeout: 60_000,
  // Route handlers of a test must not be bypassed by the service worker; the offline tests allow it.
  serviceWorkers: 'block' as const,
  // Without screenshots of every step, which cost more time than the steps; the final state is recorded anyway.
  trace: { mode: 'retain-on-failure' as const, screenshots: false, snapshots: false },
  launchOptions: {
    executablePath: BROWSER_EXE,
    // Chromium's sandbox does not start as root nor in most containers, and only our own pages are opened.
    chromiumSandbox: false,
    // The same font rendering and colours on every machine.
    args: ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  },
}

/** A computer's screen, in px: for `test.use`. */
export const wideScreen = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false }
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
// Played by workers of their own, whose servers have the demonstration only: bikes of other journeys add to the pages.
const budgets = 'budgets.test.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  reporter: 'list',
  fullyParallel: true,
  forbidOnly: true,
  // More than two workers on two cores only compete.
  workers: 2,
  // What passes on a later try counts as passed, and `npm test` names it at its end: whoever reads that mends it next.
  retries: 2,
  // Tests with this tag are in `npm run test:long` only.
  ...(isLongRun ? {} : { grepInvert: /@long/ }),
  // For a busy machine: a test that passes takes a tenth of them.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use,
  projects: [
    { name: 'budgets', testMatch: budgets, use: phone },
    { name: 'phone', testIgnore: budgets, use: phone },
    // What differs on a wide screen is played there once more. A project has servers of its own, so the short run has none.
    ...(isLongRun ? [{ name: 'desktop', grep: /@desktop/, use: wideScreen }] : []),
  ],
})
