import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countListedTests, countToolFailure, noTests, readPlaywrightReport, readVitestReport } from './test-counts.ts'

const dir = mkdtempSync(join(tmpdir(), 'test-counts-'))
afterAll(() => rmSync(dir, { recursive: true }))

function writeReport(report: unknown): string {
  const file = join(dir, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a failed unit test is named with its file and the start of its error', () => {
  const file = writeReport({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      { name: join(process.cwd(), 'market/a.test.ts'), status: 'passed', assertionResults: [] },
      {
        name: join(process.cwd(), 'market/b.test.ts'),
        status: 'failed',
        assertionResults: [
          {
            fullName: 'a bike is sold once',
            status: 'failed',
            failureMessages: ['expected 1 to be 2\n\n    at b.test.ts:3'],
          },
          { fullName: 'another', status: 'passed', failureMessages: [] },
        ],
      },
    ],
  })
  expect(readVitestReport(file)).toEqual({
    ...noTests,
    passed: 2,
    failed: 1,
    failures: ['market/b.test.ts › a bike is sold once\n    expected 1 to be 2\n    at b.test.ts:3'],
  })
})

test('a test file that does not load is named, and counts as a failure', () => {
  const file = writeReport({
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [
      {
        name: join(process.cwd(), 'market/b.test.ts'),
        status: 'failed',
        message: 'No such module',
        assertionResults: [],
      },
    ],
  })
  const counts = countToolFailure(readVitestReport(file), false)
  expect(counts).toEqual({ ...noTests, passed: 2, failed: 1, failures: ['market/b.test.ts\n    No such module'] })
})

test('a test that passed on its second try counts as passed, and is named', () => {
  const createTest = (fullName: string, failureMessages: string[]) => ({ fullName, status: 'passed', failureMessages })
  const file = writeReport({
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [
      {
        name: join(process.cwd(), 'market/a.test.ts'),
        status: 'passed',
        assertionResults: [createTest('passes at once', []), createTest('passes later', ['Timed out'])],
      },
    ],
  })
  expect(readVitestReport(file)).toEqual({ ...noTests, passed: 2, laterTries: ['market/a.test.ts › passes later'] })
})

test('a test of the long run that was not run is counted as left out; another that was skipped is not', () => {
  const createTest = (tags: string[]) => ({ fullName: 'waits', status: 'skipped', failureMessages: [], tags })
  const assertionResults = [createTest(['long']), createTest(['processes', 'long']), createTest([])]
  const file = writeReport({
    numPassedTests: 0,
    numFailedTests: 0,
    testResults: [{ name: join(process.cwd(), 'market/a.test.ts'), status: 'passed', assertionResults }],
  })
  expect(readVitestReport(file).leftOut).toEqual({ journeys: 0, tests: 2 })
})

type JourneyStatus = 'expected' | 'unexpected' | 'flaky'

const createJourney = (title: string, status: JourneyStatus) => ({
  title,
  ok: status !== 'unexpected',
  file: 'search.test.ts',
  tests: [
    { projectName: 'phone', status, results: [{ errors: status === 'expected' ? [] : [{ message: 'Timed out' }] }] },
  ],
})

test('a failed journey is named with its file and project, however deep its group', () => {
  const file = writeReport({
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    suites: [
      { specs: [createJourney('passes', 'expected')], suites: [{ specs: [createJourney('fails', 'unexpected')] }] },
    ],
  })
  expect(readPlaywrightReport(file)).toEqual({
    ...noTests,
    passed: 1,
    failed: 1,
    failures: ['search.test.ts [phone] › fails\n    Timed out'],
  })
  expect(countListedTests(file)).toBe(2)
})

test('a journey that passed on a later try counts as passed, and is named', () => {
  const file = writeReport({
    stats: { expected: 1, unexpected: 0, flaky: 1 },
    suites: [{ specs: [createJourney('passes', 'expected'), createJourney('passes later', 'flaky')] }],
  })
  expect(readPlaywrightReport(file)).toEqual({
    ...noTests,
    passed: 2,
    laterTries: ['search.test.ts [phone] › passes later'],
  })
})
