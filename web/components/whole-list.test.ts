import { expect, test } from 'vitest'
import { maxRows, fetchWholeList } from './whole-list.ts'

test('a list of several pages is read to its end, in order', async () => {
  const pages = new Map([
    ['first', { items: [1, 2], next: 'b' }],
    ['b', { items: [3], next: null }],
  ])
  const list = await fetchWholeList(async (cursor = 'first') => pages.get(cursor) ?? { items: [], next: null })
  expect(list).toEqual({ items: [1, 2, 3], isWhole: true })
})

test('a list that does not end is cut, and says so', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  const list = await fetchWholeList(async () => ({ items, next: 'more' }))
  expect(list.items).toHaveLength(maxRows)
  expect(list.isWhole).toBe(false)
})
