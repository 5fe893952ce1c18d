import { expect, test } from 'vitest'
import { toPagePath, parseListPosition } from './list-position.ts'

const parse = (query: string) => parseListPosition(new URLSearchParams(query))

test('an empty query is the first page of the whole list', () => {
  expect(parse('')).toEqual({ search: '', cursor: undefined, first: 1 })
})

test('a link and its parsed position are equal', () => {
  const position = {
    search: 'রহিম & co',
    cursor: '019a0000-0000-7000-8000-000000000000',
    first: 51,
    verified: 'asked',
  } as const
  expect(parse(toPagePath(position).slice(1))).toEqual(position)
})

test('a list of all sellers says so in its address, and another word is none', () => {
  expect(parse('verified=all').verified).toBe('all')
  expect(toPagePath(parse('verified=all'))).toBe('?verified=all')
  for (const word of ['yes', 'no']) expect(parse(`verified=${word}`)).toEqual(parse(''))
})

test.each(['first=51', 'first=-1&cursor=x', 'first=1e3&cursor=x', 'first=&cursor=x'])('%s counts from one', (query) => {
  expect(parse(query).first).toBe(1)
})
