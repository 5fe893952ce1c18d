import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Test counts of a report. */
export type TestCounts = { passed: number; failed: number }

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** Reads the report that `vitest --reporter=json` wrote; a missing report counts as zero tests. */
export function readVitestReport(file: string): TestCounts {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

/** Reads the report that Playwright's json reporter wrote. A flaky test counts as failed. */
export function readPlaywrightReport(file: string): TestCounts {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const { stats } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}

/**
 * Adds one failure when the tool ran no test, or failed without a failed test (a file that does not load, an error after
 * the last test).
 */
export function countToolFailure({ passed, failed }: TestCounts, isSuccessful: boolean): TestCounts {
  const ranNothing = passed + failed === 0
  const failedOutsideTests = !isSuccessful && failed === 0
  return { passed, failed: ranNothing || failedOutsideTests ? failed + 1 : failed }
}
