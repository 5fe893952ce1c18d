import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openIdentity } from '#market/auth/provider.ts'
import { openHashing } from '#market/auth/password/provider.ts'
import { rekey } from '#market/auth/second-factor/table.ts'
import { codeOf, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { openTestShop } from '#tests/support/test-app.ts'

const before = 'a secret of the tests, thirty-two characters long'
const password = 'a long enough password'

test('with a new secret second factors go on, and sessions and backup codes end', async () => {
  const shop = await openTestShop()
  const email = 'rekey@example.com'
  const browser = await register(shop, email)
  const { totpURI } = await turnOnSecondFactor(browser, password)
  const after = randomBytes(32).toString('base64url')
  const client = await shop.db.$client.connect()
  try {
    await expect(
      rekey(client, { before: 'another secret, which was never that of the shop', after }),
    ).rejects.toBeInstanceOf(Error)
    expect((await browser('GET /auth/get-session')).user?.email).toBe(email)
    expect(await rekey(client, { before, after })).toBe(1)
  } finally {
    client.release()
  }
  expect(await browser('GET /auth/get-session')).toEqual({ user: null })

  const identity = openIdentity({
    db: shop.db,
    publicUrl: shop.publicUrl,
    secret: after,
    hashing: openHashing(),
    social: { issuer: shop.sandbox.issuer, clientId: 'shop', clientSecret: 'quiet' },
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const ask = (path: string, body: object, cookie = '') =>
    identity.handle(
      new Request(`${shop.publicUrl}/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: shop.publicUrl, cookie },
        body: JSON.stringify(body),
      }),
    )
  const half = await ask('/sign-in/email', { email, password })
  const cookie = half.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  // The code of the next half minute: the one of now was used to turn the second factor on.
  const code = codeOf(totpURI, new Date(Date.now() + 30_000))
  expect((await ask('/two-factor/verify-totp', { code }, cookie)).status).toBe(200)
})
