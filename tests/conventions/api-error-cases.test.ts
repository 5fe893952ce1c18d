import { expect, test } from 'vitest'
import { join } from 'node:path'
import { listSites } from '#tests/support/api-error-sites.ts'
import { readProjectFiles } from './project-files.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..'))

// The rules of deals and of money.
const isRule = (path: string): boolean =>
  /^market\/(?:bookings|deals|ledger|payments|payouts)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts')

test('each line that refuses something about deals and money is asked for by a test that has a case for it', () => {
  const refusing = files.filter(({ path, text }) => isRule(path) && listSites(path, text).length > 0)
  const asking = files.filter(({ path, text }) => path.endsWith('.test.ts') && text.includes('.listMissing('))
  const missing = refusing.filter(({ path }) => !asking.some(({ text }) => text.includes(`'${path}'`)))
  expect(missing.map(({ path }) => path)).toEqual([])
})

test('a line refuses with the code that stands there, with each of two, and with one that is computed', () => {
  const text = [
    'const refuse = (code: ApiErrorCode): never => {',
    '  throw new ApiError(code)',
    '}',
    "if (a) throw new ApiError('not_found', { field: 'id' })",
    "return refuse(b ? 'deal_closed' : 'no_dispute')",
    'if (obstacle !== null) throw new ApiError(obstacle)',
    'throw new ApiError(',
    "// throws new ApiError('not_found')",
  ].join('\n')
  expect(listSites('a.ts', text)).toEqual([
    'a.ts:4 not_found',
    'a.ts:5 deal_closed',
    'a.ts:5 no_dispute',
    'a.ts:6 (any)',
    'a.ts:7 (any)',
  ])
})
