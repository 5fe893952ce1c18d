import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/webkit/**/*.test.ts'],
    // The same server and demonstration as the journeys in Chromium.
    globalSetup: ['tests/e2e/global-setup.ts'],
    provide: { webkitDrivers: process.env['WEBKIT_DRIVER_URLS']?.split(' ') ?? [] },
    maxWorkers: 1,
    fileParallelism: false,
    // Only for what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
