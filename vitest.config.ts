import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const { LONG_RUN } = process.env

const startsProcesses = ({ moduleId }: TestSpecification): boolean =>
  /^\/\/ @module-tag processes$/m.test(readFileSync(moduleId, 'utf8'))

/** Begins with the files that start processes: they last longest and wait most, so others run beside them. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = new Set(sorted.filter(startsProcesses))
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/e2e/**', 'tests/webkit/**', 'data/**'],
    globalSetup: ['tests/support/test-database.ts'],
    // A test says itself where it belongs: `test(title, { tags: 'long' }, …)`, or `// @module-tag long` for a whole file.
    tags: [
      { name: 'long', description: 'Only in `npm run test:long`.' },
      { name: 'processes', description: 'Starts processes of its own, which a busy machine may delay.', retry: 1 },
    ],
    provide: { isLongRun: LONG_RUN === 'yes' },
    // The servers and scripts that tests start inherit it.
    env: { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'tests/module-hooks.ts')).href}` },
    // For two cores: a third of the time is spent waiting for servers to start.
    maxWorkers: 3,
    // In MB. A worker that collects its short-lived objects less often takes some 5 % less time.
    execArgv: ['--max-semi-space-size=64'],
    // No module holds state, so files share one context and the app is loaded once per worker.
    isolate: false,
    sequence: { sequencer: ProcessesFirst },
    // Only for what hangs: on a machine that others use a test takes twenty times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
