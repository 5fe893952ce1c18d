import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword, passwordFits } from '#market/auth/password/provider.ts'
import { accounts } from '#market/auth/table.ts'
import { members } from '#market/members/table.ts'
import { openTestShop } from '#tests/support/test-app.ts'
import { cast } from './fixtures.ts'
import { demoLoginsOf } from './demo-logins.ts'

test('a database with the demonstration in it is known by the logins that everybody knows', async () => {
  const { db } = await openTestShop()
  expect(await demoLoginsOf(db, passwordFits)).toHaveLength(Object.keys(cast).length)
  await db.update(accounts).set({ password: await hashPassword('a password of their own') })
  expect(await demoLoginsOf(db, passwordFits)).toEqual([])
  await db.delete(accounts)
  expect(await demoLoginsOf(db, passwordFits)).toEqual([])
  expect(await db.$count(members, eq(members.email, cast.ayesha.email))).toBe(1)
})
