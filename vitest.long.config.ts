import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import shortConfig, { longTests, neverIncluded } from './vitest.config.ts'

// The tests that play a sample in `npm test`: here they play all of it.
const sampledTests = globSync('{contract,market,platform,sandbox,scripts,server,tests,web}/**/*.test.ts').filter(
  (file) => readFileSync(file, 'utf8').includes('tests/support/run-length.ts'),
)

export default defineConfig({
  test: {
    ...shortConfig.test,
    include: [...sampledTests, ...longTests],
    exclude: neverIncluded,
    provide: { isLongRun: true },
  },
})
