import { expect, test } from 'vitest'
import { maxRows, fetchWholeList } from './whole-list.ts'

test('a list of several pages is fetched to its end, in order', async () => {
  const pages = new Map([
    ['first', { items: [1, 2], next: 'b' }],
    ['b', { items: [3], next: null }],
  ])
  const list = await fetchWholeList(async (cursor = 'first') => pages.get(cursor) ?? { items: [], next: null })
  expect(list).toEqual({ items: [1, 2, 3], isWhole: true })
})

test('an endless list is truncated and marked as such', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  const list = await fetchWholeList(async () => ({ items, next: 'more' }))
  expect(list.items).toHaveLength(maxRows)
  expect(list.isWhole).toBe(false)
})
