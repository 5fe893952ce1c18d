import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthProvider } from '#market/auth/provider.ts'
import { createPasswordHasher } from '#market/auth/password/provider.ts'
import { decryptNumber, reencryptDestinations } from '#market/payouts/encryption/rules.ts'
import { beginDeal, setDestination } from '#tests/support/money.ts'
import { reencryptSecondFactors } from '#market/auth/secret-rotation/rules.ts'
import { generateTotpCode, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const oldSecret = 'a secret of the tests, thirty-two characters long'
const password = 'a long enough password'

test('after a change of the secret second factors work, and sessions and backup codes are invalid', async () => {
  const testApp = await createTestApp()
  const email = 'rekey@example.com'
  const browser = await register(testApp, email)
  const { totpURI } = await turnOnSecondFactor(browser, password)
  const newSecret = randomBytes(32).toString('base64url')
  const client = await testApp.db.$client.connect()
  try {
    await expect(
      reencryptSecondFactors(client, { oldSecret: 'another secret, which was never that of the shop', newSecret }),
    ).rejects.toBeInstanceOf(Error)
    expect((await browser('GET /auth/get-session')).user?.email).toBe(email)
    expect(await reencryptSecondFactors(client, { oldSecret, newSecret })).toBe(1)
  } finally {
    client.release()
  }
  expect(await browser('GET /auth/get-session')).toEqual({ user: null })

  const identity = createAuthProvider({
    db: testApp.db,
    publicUrl: testApp.publicUrl,
    secret: newSecret,
    passwordHasher: createPasswordHasher(),
    social: { issuer: testApp.sandbox.issuer, clientId: 'shop', clientSecret: 'quiet' },
    createId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const postToAuth = (path: string, body: object, cookie = '') =>
    identity.handle(
      new Request(`${testApp.publicUrl}/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: testApp.publicUrl, cookie },
        body: JSON.stringify(body),
      }),
    )
  const pendingSignIn = await postToAuth('/sign-in/email', { email, password })
  const cookie = pendingSignIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  // The code of the next 30 seconds: the current one was used to enable the second factor.
  const code = generateTotpCode(totpURI, new Date(Date.now() + 30_000))
  expect((await postToAuth('/two-factor/verify-totp', { code }, cookie)).status).toBe(200)
})

test('after a change of the secret a seller’s account number is read with the new one alone', async () => {
  const testApp = await createTestApp()
  const deal = await beginDeal(testApp)
  await setDestination(deal)
  const client = await testApp.db.$client.connect()
  const read = async (secret: string) => {
    const { rows } = await client.query<{ member_id: string; number_encrypted: string }>(
      'select member_id, number_encrypted from payout_destinations',
    )
    const [row] = rows
    return decryptNumber(secret, { memberId: row?.member_id ?? '', numberEncrypted: row?.number_encrypted ?? '' })
  }
  try {
    const secrets = { oldSecret, newSecret: 'the next secret of the shop, at least thirty-two characters' }
    await reencryptSecondFactors(client, secrets, () =>
      reencryptDestinations(client, { ...secrets, createRandom: () => randomBytes(32) }),
    )
    expect(await read(secrets.newSecret)).toBe('1234567890123')
    await expect(read(oldSecret)).rejects.toThrow('authenticate')
  } finally {
    client.release()
  }
})
