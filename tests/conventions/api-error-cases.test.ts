import { expect, test } from 'vitest'
import { join } from 'node:path'
import { readProjectFiles } from './project-files.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..'))

// The rules of deals and of money that leaves the shop.
const isRule = (path: string): boolean =>
  /^market\/(?:deals|payouts|payments\/refunds|ledger\/(?:refunds|payouts))\/.*\.ts$/.test(path) &&
  !path.endsWith('.test.ts')

test('each line that refuses something about deals and money is asked for by a test that has a case for it', () => {
  const refusing = files.filter(({ path, text }) => isRule(path) && /\brefuse\('|\bnew ApiError\('/.test(text))
  const asking = files.filter(({ path, text }) => path.endsWith('.test.ts') && text.includes('.listMissing('))
  const missing = refusing.filter(({ path }) => !asking.some(({ text }) => text.includes(`'${path}'`)))
  expect(missing.map(({ path }) => path)).toEqual([])
})
