import { expect, test } from 'vitest'
import { openHashing } from './provider.ts'

test('hashes one password after another, and refuses those for which too many wait already', async () => {
  const { hash } = openHashing()
  const hashed = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => hash(`the password of number ${at}`)))
  const refused = hashed.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(60)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'shop_unavailable' })
})
