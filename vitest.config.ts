import { defineConfig } from 'vitest/config'

/** Too long for `npm test`; `npm run test:long` runs it. */
export const longTests = ['tests/production/rehearsal.test.ts']

export const neverIncluded = ['**/node_modules/**', 'dist/**', 'tests/e2e/**', 'data/**']

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: [...neverIncluded, ...longTests],
    globalSetup: ['tests/support/test-database.ts'],
    provide: { isLongRun: false },
    // For two cores: a third of the time is spent waiting for servers to start.
    maxWorkers: 3,
    // No module holds state, so files share one context and the app is loaded once per worker.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
