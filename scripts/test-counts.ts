import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

/**
 * What a report says.
 * - `failures`: a line for each failed test or file: where, its title, and the first lines of its error
 * - `laterTries`: where and what passed only on a second or third try; it counts as passed
 * - `leftOut`: tests with the tag of the long run, which were not run
 */
export type TestCounts = {
  passed: number
  failed: number
  failures: string[]
  laterTries: string[]
  leftOut: { journeys: number; tests: number }
}

/** The counts of a step without tests, or without a report. */
export const noTests: TestCounts = {
  passed: 0,
  failed: 0,
  failures: [],
  laterTries: [],
  leftOut: { journeys: 0, tests: 0 },
}
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
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          tags: z.array(z.string()).default([]),
        }),
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
      status: z.string(),
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
  if (!existsSync(file)) return noTests
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, path: relative(process.cwd(), name) })),
  )
  // A test that passed keeps the errors of its earlier tries.
  const laterTries = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
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
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures,
    laterTries: laterTries.map(({ path, fullName }) => `${path} › ${fullName}`),
    leftOut: {
      journeys: 0,
      tests: tests.filter(({ status, tags }) => status === 'skipped' && tags.includes('long')).length,
    },
  }
}

/** Reads the report that Playwright's json reporter wrote. */
export function readPlaywrightReport(file: string): TestCounts {
  if (!existsSync(file)) return noTests
  const { stats, suites } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  const specs = suites.flatMap(listSpecs)
  const failures = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
      return describeFailure(describeSpec(spec), errors.map(({ message }) => message).join('\n'))
    })
  const laterTries = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(describeSpec)
  return { ...noTests, passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, laterTries }
}

/** The number of tests in the report of `playwright test --list`; 0 without a report. */
export function countListedTests(file: string): number {
  if (!existsSync(file)) return 0
  const { suites } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  return suites.flatMap(listSpecs).flatMap(({ tests }) => tests).length
}

const describeSpec = ({ title, file, tests }: PlaywrightSuite['specs'][number]): string =>
  `${file} [${tests.map(({ projectName }) => projectName).join(', ')}] › ${title}`

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
