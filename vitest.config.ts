import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', 'dist/**', 'tests/e2e/**', 'data/**']

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude,
    globalSetup: ['tests/support/test-database.ts'],
    // Two cores, and a third of the time is spent waiting for a shop that opens again: three keep both of them busy.
    maxWorkers: 3,
    // Nothing of ours keeps anything in a module, so files need no world of their own, and the shop is read in once.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
