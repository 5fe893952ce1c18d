import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('an error is logged without the values of its query', () => {
  const lines: string[] = []
  const cause = Object.assign(new Error('duplicate key value'), { code: '23505' })
  const error = new Error('Failed query: insert into accounts\nparams: the-secret-hash', { cause })
  createLogger('error', { write: (line: string) => void lines.push(line) }).error({ err: error }, 'It failed')
  expect(lines[0]).toContain('duplicate key value')
  expect(lines[0]).toContain('23505')
  expect(lines[0]).not.toContain('the-secret-hash')
})

test('an error is logged with its stack and its cause, such as what a provider answered', () => {
  const lines: string[] = []
  const error = new Error('The payment service is not answering', { cause: new Error('bKash refused: 2001 No') })
  createLogger('warn', { write: (line: string) => void lines.push(line) }).error({ err: error }, 'It failed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('bKash refused: 2001 No')
  expect(lines[0]).toContain('logger.test.ts')
})

test('e-mail addresses, logins in URLs and control characters are not logged', () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
  log.warn('Sending an e-mail failed: 550 <karim@motohaat.test> unknown')
  log.error({ err: new Error('no way to postgres://shop:secret@db.example/motohaat\u001b[31m') }, 'It failed')
  log.warn('two\r\nlines\u009b2J')
  expect(lines.join('')).not.toMatch(/karim|secret|u001b|u009b|\u009b/)
  expect(lines.map((line): unknown => JSON.parse(line).msg)).toEqual([
    'Sending an e-mail failed: 550 <[address]> unknown',
    'It failed',
    'two lines 2J',
  ])
})
