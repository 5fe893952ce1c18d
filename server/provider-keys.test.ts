// The start asks bKash and SSLCommerz whether the keys are right.
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createBkashProvider, createBkashTokenSource } from '#market/payments/bkash/client.ts'
import { createSslcommerzProvider } from '#market/payments/sslcommerz/client.ts'
import { createTokenProvider } from '#market/payments/provider-tokens.ts'
import { bkashSandboxPath, sandboxKeys, sslcommerzSandboxPath } from '#sandbox/sandbox.ts'
import { catchError } from '#tests/support/buying.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createExternalServices } from './external-services.ts'
import { checkProviderKeys } from './startup-checks.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

test('keys that a provider refuses stop the start with a sentence; a provider that is down does not', async () => {
  const { db, sandboxPort, bkash, sslcommerz } = await createTestApp()
  const services = createExternalServices(() => {})
  const createSslcommerz = (port: number, storePassword: string) =>
    createSslcommerzProvider({
      baseUrl: `http://127.0.0.1:${port}${sslcommerzSandboxPath}`,
      keys: { ...sandboxKeys.sslcommerz, storePassword },
      service: services.sslcommerz,
      maxTaka: 1,
      email: '',
      urls: { ipn: '', back: () => '' },
    })
  const lines: string[] = []
  const check = (providers: Parameters<typeof checkProviderKeys>[0]) =>
    catchError(checkProviderKeys(providers, (line) => void lines.push(line)))
  const keys = { ...sandboxKeys.bkash, appSecret: 'another-app-secret' }
  const guard = { baseUrl: `http://127.0.0.1:${sandboxPort}${bkashSandboxPath}`, keys, service: services.bkash }
  const contract = { maxTaka: 1, sendsPayouts: false, chargePercent: 0, callbackUrl: () => '' }
  const tokenDeps = { db, now: () => new Date(), createId: () => v7(), createToken: () => v7(), secret: testSecret }
  const getToken = createTokenProvider({ ...tokenDeps, log: () => {} }, createBkashTokenSource(guard))
  const problem = await check({
    bkash: createBkashProvider({ ...guard, ...contract, getToken }),
    sslcommerz: createSslcommerz(sandboxPort, 'another-password'),
  })
  expect(String(problem)).toContain('BKASH_PASSWORD: bKash says that the keys are wrong.')
  expect(String(problem)).toContain('SSLCOMMERZ_STORE_PASSWORD: SSLCommerz says that the keys are wrong.')
  expect(String(problem)).not.toContain('another')
  expect(lines).toEqual([])
  expect(await check({ bkash, sslcommerz })).toEqual({})
  expect(await check({ sslcommerz: createSslcommerz(await findFreePort(), 'any') })).toEqual({})
  expect(lines).toEqual([expect.stringContaining('The keys of sslcommerz could not be checked')])
})
