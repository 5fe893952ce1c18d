import { validate } from 'uuid'
import { expect, test } from 'vitest'
import { createId } from './create-id.ts'

test('an id is a valid UUID, and no two are equal', () => {
  const ids = Array.from({ length: 1_000 }, createId)
  expect(ids.every((id) => validate(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
