import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countToolFailure, readPlaywrightReport, readVitestReport } from './test-counts.ts'

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
  expect(counts).toEqual({ passed: 2, failed: 1, failures: ['market/b.test.ts\n    No such module'] })
})

test('a failed journey is named with its file and project, however deep its group', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    file: 'search.test.ts',
    tests: [{ projectName: 'phone', results: [{ errors: ok ? [] : [{ message: 'Timed out' }] }] }],
  })
  const file = writeReport({
    stats: { expected: 1, unexpected: 1, flaky: 0 },
    suites: [{ specs: [spec('passes', true)], suites: [{ specs: [spec('fails', false)] }] }],
  })
  expect(readPlaywrightReport(file)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['search.test.ts [phone] › fails\n    Timed out'],
  })
})
