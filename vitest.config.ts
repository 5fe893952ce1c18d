import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', 'dist/**', 'journeys/**', 'data/**']

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude,
    globalSetup: ['tools/test-database.ts'],
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
