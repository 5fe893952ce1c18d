// The social provider is the one that was agreed on: its own document must give the name that the settings give.
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { Refused } from '#contract/errors/api-errors.ts'
import { openTestShop } from '#tests/support/test-app.ts'
import { openHashing } from './password/provider.ts'
import { openIdentity } from './provider.ts'

/** A provider whose document is well made, and gives the name that is asked for. */
const openProvider = async (nameOf: (here: string) => string): Promise<string> => {
  const server = createServer((_request, response) => {
    const here = addressOf()
    const document = {
      issuer: nameOf(here),
      authorization_endpoint: `${here}/auth`,
      token_endpoint: `${here}/token`,
      userinfo_endpoint: `${here}/me`,
      jwks_uri: `${here}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  })
  const addressOf = () => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return addressOf()
}

const begin = async (issuer: string): Promise<number> => {
  const { db } = await openTestShop()
  const identity = openIdentity({
    db,
    publicUrl: 'https://motohaat.example',
    secret: 'a secret of the tests, thirty-two characters long',
    social: { issuer, clientId: 'shop', clientSecret: 'quiet' },
    hashing: openHashing(),
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
  })
  const asked = new Request('https://motohaat.example/api/auth/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://motohaat.example' },
    body: JSON.stringify({ provider: 'social', callbackURL: '/', disableRedirect: true }),
  })
  return identity.handleSocial(asked).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Refused ? error.status : 0),
  )
}

test('a provider that calls itself something else than what was agreed on logs nobody in', async () => {
  expect(await begin(await openProvider((here) => here))).toBe(200)
  expect(await begin(await openProvider((here) => `${here}/`))).toBe(200)
  expect(await begin(await openProvider(() => 'https://accounts.elsewhere.example'))).toBe(503)
})
