import { expect, test } from 'vitest'
import { createPasswordHasher } from './provider.ts'

test('hashes one password after another, and refuses more when the queue is full', async () => {
  const { hash } = createPasswordHasher()
  const hashed = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => hash(`the password of number ${index}`)),
  )
  const errors = hashed.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(errors.length).toBeGreaterThan(0)
  expect(errors.length).toBeLessThan(60)
  for (const error of errors) expect(error).toMatchObject({ code: 'shop_unavailable' })
})
