// The browser journeys: the real shop, a real Chromium, no stand-in but the shop's own sandboxes.
import { defineConfig } from '@playwright/test'

// `npm test` names the browser; without a name Playwright takes the one it has downloaded itself.
const { BROWSER_EXE } = process.env

const use = {
  browserName: 'chromium' as const,
  // What a journey makes the shop answer must come to the page and not to its worker; those about it allow it.
  serviceWorkers: 'block' as const,
  // Without pictures of every step, which would cost more than the steps; how the page stood at the end is kept anyway.
  trace: { mode: 'retain-on-failure' as const, screenshots: false, snapshots: false },
  launchOptions: {
    executablePath: BROWSER_EXE,
    // Chromium's sandbox does not start as root nor in most containers, and only our own pages are visited.
    chromiumSandbox: false,
    // The same letters and colours on every machine.
    args: ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  },
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../../test-results',
  reporter: 'list',
  fullyParallel: true,
  forbidOnly: true,
  // Two cores: more workers only wait for each other. A journey that needs a second try is a failed one.
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use,
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    // What a wide screen shows differently; the rest is the same on both.
    { name: 'desktop', grep: /@desktop/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
