// What better-auth takes from outside: the issuer of a social login, and the fields of a sign-up.
import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { members } from '#market/schema/people/members.ts'
import { createSignUpBody } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createPasswordHasher } from './password/hashing.ts'
import { createAuthProvider } from './better-auth.ts'

/** A provider with a valid discovery document and the given issuer. */
const createProvider = async (toIssuer: (url: string) => string): Promise<string> => {
  const server = createServer((_request, response) => {
    const url = getUrl()
    const document = {
      issuer: toIssuer(url),
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/me`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  })
  const getUrl = () => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return getUrl()
}

const createAuthOfIssuer = ({ db }: Pick<TestApp, 'db'>, issuer: string) =>
  createAuthProvider({
    db,
    publicUrl: 'https://motohaat.example',
    secret: 'a secret of the tests, thirty-two characters long',
    social: { issuer, clientId: 'shop', clientSecret: 'quiet' },
    passwordHasher: createPasswordHasher(),
    createId: () => crypto.randomUUID(),
    now: () => new Date(),
  })

const createRequest = (path: string, body: object) =>
  new Request(`https://motohaat.example/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://motohaat.example' },
    body: JSON.stringify(body),
  })

const startSocialLogin = async (issuer: string): Promise<number> => {
  const authProvider = createAuthOfIssuer(await createTestApp(), issuer)
  const request = createRequest('/sign-in/social', { provider: 'social', callbackURL: '/', disableRedirect: true })
  return authProvider.handleSocial(request).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof ApiError ? error.status : 0),
  )
}

test('a provider with another issuer than the configured one logs nobody in', async () => {
  expect(await startSocialLogin(await createProvider((url) => url))).toBe(200)
  expect(await startSocialLogin(await createProvider((url) => `${url}/`))).toBe(200)
  expect(await startSocialLogin(await createProvider(() => 'https://accounts.elsewhere.example'))).toBe(503)
})

test('a sign-up sets none of the fields that the shop writes itself, whatever its body has', async () => {
  const testApp = await createTestApp()
  const authProvider = createAuthOfIssuer(testApp, testApp.sandbox.issuer)
  const signUp = async (email: string, field: object) => {
    const { status } = await authProvider.handle(
      createRequest('/sign-up/email', { ...createSignUpBody(email), ...field }),
    )
    const [member] = await testApp.db.select().from(members).where(eq(members.email, email))
    return { status, role: member?.role, isProven: member?.emailVerified }
  }
  const asUsual = { status: 200, role: 'Buyer', isProven: false }
  expect(await signUp('role@example.com', { role: 'Admin' })).toEqual(asUsual)
  expect(await signUp('proven@example.com', { emailVerified: true })).toEqual(asUsual)
  const now = new Date()
  for (const field of [{ removedAt: now }, { emailBouncedAt: now }, { signUpKey: 'a key of the tests' }])
    expect(await signUp('field@example.com', field)).toEqual({ status: 400 })
})
