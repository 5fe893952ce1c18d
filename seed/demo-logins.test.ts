import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#market/auth/password/hashing.ts'
import { accounts } from '#market/schema/people/logins.ts'
import { members } from '#market/schema/people/members.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { testHashingCost } from '#tests/support/test-database.ts'
import { fixtures } from './fixtures.ts'
import { findDemoLogins } from './demo-logins.ts'

test('a database with demonstration data is recognised by the published logins', async () => {
  const { db } = await createTestApp()
  expect(await findDemoLogins(db, verifyPassword)).toHaveLength(Object.keys(fixtures).length)
  await db.update(accounts).set({ password: await hashPassword('a password of their own', testHashingCost) })
  expect(await findDemoLogins(db, verifyPassword)).toEqual([])
  await db.delete(accounts)
  expect(await findDemoLogins(db, verifyPassword)).toEqual([])
  expect(await db.$count(members, eq(members.email, fixtures.ayesha.email))).toBe(1)
})
