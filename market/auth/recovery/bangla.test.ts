import { afterAll, beforeAll, expect, test } from 'vitest'
import { lettersTo, register } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

test('who asks on a Bangla page gets the letter in Bangla, and its link leads to the Bangla page', async () => {
  await register(shop, 'bangla@example.com')
  await shop.app.inject({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    headers: { 'accept-language': 'bn' },
    payload: { email: 'bangla@example.com' },
  })
  const [letter] = await lettersTo(shop, 'bangla@example.com')
  expect(letter).toContain('নতুন পাসওয়ার্ড দিন')
  expect(letter).toContain(`${shop.publicUrl}/bn/reset-password#`)
})

test('a refusal is said in the language that is asked for', async () => {
  const refused = (language: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'accept-language': language },
      payload: { email: 'nobody@example.com', password: 'a password of nobody' },
    })
  expect((await refused('bn')).json()).toMatchObject({ message: 'ই-মেইল বা পাসওয়ার্ড ঠিক নয়' })
  expect((await refused('en-GB,bn;q=0.5')).json()).toMatchObject({ message: 'Invalid email or password' })
})
