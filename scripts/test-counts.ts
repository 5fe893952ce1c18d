import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

/**
 * What a report says.
 * - `failures`: a line for each failed test or file: where, its title, and the first lines of its error
 */
export type TestCounts = { passed: number; failed: number; failures: string[] }

const noReport: TestCounts = { passed: 0, failed: 0, failures: [] }
const errorLinesMax = 6

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

const playwrightSpec = z.object({
  title: z.string(),
  ok: z.boolean(),
  file: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default('') })) })),
    }),
  ),
})
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
})

type PlaywrightSuite = z.output<typeof playwrightSuite>

/** Reads the report that `vitest --reporter=json` wrote; a missing report counts as zero tests. */
export function readVitestReport(file: string): TestCounts {
  if (!existsSync(file)) return noReport
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const path = relative(process.cwd(), name)
      const failedTests = assertionResults.filter(({ status }) => status === 'failed')
      if (failedTests.length === 0) return [describeFailure(path, message)]
      return failedTests.map((test) =>
        describeFailure(`${path} › ${test.fullName}`, (test.failureMessages ?? []).join('\n')),
      )
    })
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

/** Reads the report that Playwright's json reporter wrote. A flaky test counts as failed. */
export function readPlaywrightReport(file: string): TestCounts {
  if (!existsSync(file)) return noReport
  const { stats, suites } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  const failures = suites
    .flatMap(listSpecs)
    .filter(({ ok }) => !ok)
    .map(({ title, file: path, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
      const projects = tests.map(({ projectName }) => projectName).join(', ')
      return describeFailure(`${path} [${projects}] › ${title}`, errors.map(({ message }) => message).join('\n'))
    })
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures }
}

function listSpecs({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(listSpecs)]
}

function describeFailure(title: string, error: string): string {
  const lines = error.split('\n').filter((line) => line.trim() !== '')
  return [title, ...lines.slice(0, errorLinesMax).map((line) => `    ${line.trim()}`)].join('\n')
}

/**
 * Adds one failure when the tool ran no test, or failed without a failed test (a file that does not load, an error after
 * the last test).
 */
export function countToolFailure(counts: TestCounts, isSuccessful: boolean): TestCounts {
  const { passed, failed } = counts
  const ranNothing = passed + failed === 0
  const failedOutsideTests = !isSuccessful && failed === 0
  return ranNothing || failedOutsideTests ? { ...counts, failed: failed + 1 } : counts
}
