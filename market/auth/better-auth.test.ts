// The issuer in the discovery document of the social provider must be the configured one.
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createTestApp } from '#tests/support/test-app.ts'
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

const startSocialLogin = async (issuer: string): Promise<number> => {
  const { db } = await createTestApp()
  const authProvider = createAuthProvider({
    db,
    publicUrl: 'https://motohaat.example',
    secret: 'a secret of the tests, thirty-two characters long',
    social: { issuer, clientId: 'shop', clientSecret: 'quiet' },
    passwordHasher: createPasswordHasher(),
    createId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const request = new Request('https://motohaat.example/api/auth/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://motohaat.example' },
    body: JSON.stringify({ provider: 'social', callbackURL: '/', disableRedirect: true }),
  })
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
