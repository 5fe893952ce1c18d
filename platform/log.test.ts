import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('an error is logged without the values of its query', () => {
  const lines: string[] = []
  const cause = Object.assign(new Error('duplicate key value'), { code: '23505' })
  const error = new Error('Failed query: insert into accounts\nparams: the-secret-hash', { cause })
  openLog('error', { write: (line: string) => void lines.push(line) }).error({ err: error }, 'It failed')
  expect(lines[0]).toContain('duplicate key value')
  expect(lines[0]).toContain('23505')
  expect(lines[0]).not.toContain('the-secret-hash')
})
