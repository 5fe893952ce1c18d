import { expect, test } from 'vitest'
import { Id } from '../contract/fields.ts'
import { newId } from './new-id.ts'

test('an id is one that the shop takes, and no two are alike', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  expect(ids.every((id) => Id.safeParse(id).success)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
