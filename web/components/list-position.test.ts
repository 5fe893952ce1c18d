import { expect, test } from 'vitest'
import { pagePath, placeIn } from './list-position.ts'

const at = (query: string) => placeIn(new URLSearchParams(query))

test('an address without anything is the beginning of the whole list', () => {
  expect(at('')).toEqual({ search: '', cursor: undefined, first: 1 })
})

test('what an address says is what its link said', () => {
  const place = { search: 'রহিম & co', cursor: '019a0000-0000-7000-8000-000000000000', first: 51 }
  expect(at(pagePath(place).slice(1))).toEqual(place)
})

test.each(['first=51', 'first=-1&cursor=x', 'first=1e3&cursor=x', 'first=&cursor=x'])('%s counts from one', (query) => {
  expect(at(query).first).toBe(1)
})
