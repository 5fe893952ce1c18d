import { expect, test } from 'vitest'
import { createPasswordHasher } from './hashing.ts'

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

test('hashes at the cost that OWASP asks for, unless another is given', async () => {
  expect(await createPasswordHasher().hash('a password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const cheap = await createPasswordHasher({ memoryCost: 64, timeCost: 1, parallelism: 1 }).hash('a password')
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  expect(await createPasswordHasher().verify({ storedHash: cheap, password: 'a password' })).toBe(true)
})
