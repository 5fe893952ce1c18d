import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEmailsTo, register } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

test('a request from a Bangla page sends a Bangla e-mail whose link leads to the Bangla page', async () => {
  await register(testApp, 'bangla@example.com')
  await testApp.fastify.inject({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    headers: { 'accept-language': 'bn' },
    payload: { email: 'bangla@example.com' },
  })
  const [email] = await getEmailsTo(testApp, 'bangla@example.com')
  expect(email).toContain('নতুন পাসওয়ার্ড দিন')
  expect(email).toContain(`${testApp.publicUrl}/bn/reset-password#`)
})

test('an error is written in the requested language', async () => {
  const logInWrongly = (language: string) =>
    testApp.fastify.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'accept-language': language },
      payload: { email: 'nobody@example.com', password: 'a password of nobody' },
    })
  expect((await logInWrongly('bn')).json()).toMatchObject({ message: 'ই-মেইল বা পাসওয়ার্ড ঠিক নয়' })
  expect((await logInWrongly('en-GB,bn;q=0.5')).json()).toMatchObject({ message: 'Invalid email or password' })
})
