import { validate } from 'uuid'
import { expect, test } from 'vitest'
import { createId } from './create-id.ts'

test('an id is one that the shop takes, and no two are alike', () => {
  const ids = Array.from({ length: 1_000 }, createId)
  expect(ids.every((id) => validate(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
