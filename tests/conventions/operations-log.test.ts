// What the documents promise of the log is what the code writes, and a test has seen it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Words of the document, the words of the line with their file, and the test that expects the line. */
type LogPromise = { promise: string; line: [file: string, words: string]; seenBy: [file: string, words: string] }

const service = 'platform/load-shedding/external-service.ts'
const promises: LogPromise[] = [
  {
    promise: 'the server works and warns at each start',
    line: ['platform/database/app-role.ts', 'Warning: the server connects as the owner of the tables'],
    seenBy: ['tests/production/first-start.test.ts', 'Warning: the server connects as the owner of the tables'],
  },
  {
    promise: 'the log says that the keys could not be checked',
    line: ['server/startup-checks.ts', 'could not be checked, since it does not answer'],
    seenBy: ['server/provider-keys.test.ts', 'could not be checked'],
  },
  {
    promise: '`bKash refused: …` in the log',
    line: ['market/payments/bkash/client.ts', 'bKash refused: '],
    seenBy: ['platform/observability/logger.test.ts', 'bKash refused'],
  },
  {
    promise: 'The log has one line with PostgreSQL’s reason when the database becomes unavailable',
    line: ['platform/database/readiness-check.ts', 'Database connection failed: '],
    seenBy: ['platform/observability/monitoring.test.ts', 'Database connection failed: '],
  },
  {
    promise: 'The log has one line when it goes and one when it is back',
    line: [service, 'works again.'],
    seenBy: ['platform/load-shedding/external-service.test.ts', 'External service cards works again.'],
  },
  {
    promise: 'the log has one line with a stack for each 500',
    line: ['platform/http/http-server.ts', 'err: error, call: '],
    seenBy: ['platform/observability/logger.test.ts', 'logged with its stack'],
  },
  {
    promise: 'the log has `<job> failed:` with the reason',
    line: ['platform/process/run-periodically.ts', '${name} failed: ${String(error)}'],
    seenBy: ['platform/process/run-periodically.test.ts', 'Failing failed: Error: no paper'],
  },
  {
    promise: 'the log says `External service cards failed repeatedly` and why',
    line: [service, 'failed repeatedly, last with'],
    seenBy: ['platform/load-shedding/external-service.test.ts', 'failed repeatedly, last with Error: refused'],
  },
  {
    promise: 'the log says `External service mail failed repeatedly` and why',
    line: ['server/external-services.ts', 'mail: createExternalService'],
    seenBy: ['platform/load-shedding/external-service.test.ts', 'failed repeatedly, last with Error: refused'],
  },
  {
    promise: 'it is killed and replaced, with a line in the log',
    line: ['platform/cluster/workers.ts', 'hangs: it is killed.'],
    seenBy: ['platform/cluster/workers.test.ts', 'hangs: it is killed.'],
  },
  {
    promise: 'The log has one line when it is down or more than five seconds behind',
    line: ['platform/database/replica.ts', 'Replica does not respond or is far behind'],
    seenBy: ['platform/database/replica.test.ts', 'more than five seconds behind, which is logged'],
  },
]

/** The text in one line, with the quotation marks of prose. */
const toPlain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll("'", '’')
const operations = toPlain(read('docs/operations.md'))

test.each(promises)('operations.md: $promise', ({ promise, line, seenBy }) => {
  expect(operations).toContain(promise)
  for (const [file, words] of [line, seenBy]) expect(read(file), file).toContain(words)
})

test('every sentence of operations.md about a line in the log is in the list', () => {
  const pattern = /[^.;|]*(?:\b[Tt]he log (?:says (?!nothing)|has )|\bin the log\b|\bwarns\b)[^.;|]*/g
  const told = [...operations.matchAll(pattern)].map(([sentence]) => sentence.trim())
  // Written by PostgreSQL itself.
  const others = told.filter((sentence) => !sentence.includes('page verification failed'))
  expect(others.length).toBeGreaterThan(0)
  const missing = others.filter(
    (sentence) => !promises.some(({ promise }) => sentence.includes(promise) || promise.includes(sentence)),
  )
  expect(missing).toEqual([])
})
