// Which payment providers a shop has, by the keys that are set.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { createPaymentProviders, getPaymentSandboxUrl } from './dependencies.ts'
import { createExternalServices } from './external-services.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-providers-'))
// Nothing asks the database here.
const db = createDatabaseClient({ socketDir: dataDir, database: 'none', user: 'nobody' })
afterAll(async () => {
  await db.$client.end()
  rmSync(dataDir, { recursive: true })
})

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const bkash = {
  BKASH_APP_KEY: '12345678',
  BKASH_APP_SECRET: 'a-secret-of-bkash',
  BKASH_USERNAME: 'motohaat',
  BKASH_PASSWORD: 'quiet-1',
}
const sslcommerz = { SSLCOMMERZ_STORE_ID: 'motohaat1', SSLCOMMERZ_STORE_PASSWORD: 'quiet-password' }
const sandbox = {
  url: 'http://sandbox.test',
  issuer: 'http://sandbox.test/sign-in',
  outboxUrl: 'http://sandbox.test/mail',
}

const create = (keys: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: dataDir, ...keys })
  const log = () => {}
  const providers = createPaymentProviders(config, sandbox, { db, externalServices: createExternalServices(log), log })
  return { providers, sandboxUrl: getPaymentSandboxUrl(config, sandbox) }
}

test.each([
  ['no keys: the sandboxes of all', {}, ['bkash', 'cards', 'sslcommerz']],
  ['Stripe', stripe, ['cards']],
  ['bKash', bkash, ['bkash']],
  ['SSLCommerz', sslcommerz, ['sslcommerz']],
  ['all keys', { ...stripe, ...bkash, ...sslcommerz }, ['bkash', 'cards', 'sslcommerz']],
])('%s: those providers and no others', (_, keys, names) => {
  const { providers, sandboxUrl } = create(keys)
  expect(Object.keys(providers).toSorted()).toEqual(names)
  // Where a provider takes real money, no sandbox stands beside it.
  expect(sandboxUrl).toBe(Object.keys(keys).length === 0 ? sandbox.url : null)
})

test('bKash has the limit of its setting, and sends payouts where the contract has them', () => {
  expect(create(bkash).providers.bkash).toMatchObject({ maxTaka: 50_000, payouts: undefined })
  const { providers } = create({ ...bkash, BKASH_MAX_TAKA: '25000', BKASH_PAYOUTS: 'on' })
  expect(providers.bkash?.maxTaka).toBe(25_000)
  expect(providers.bkash?.payouts).toBeDefined()
  expect(create({}).providers.bkash?.payouts).toBeDefined()
})

test('a store with keys asks SSLCommerz, one without asks its sandbox', async () => {
  const fetched: string[] = []
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    fetched.push(url instanceof Request ? url.url : url.toString())
    return Promise.resolve(new Response('{"APIConnect":"DONE"}'))
  })
  onTestFinished(() => fetchSpy.mockRestore())
  const stores = [create(sslcommerz), create({ ...sslcommerz, SSLCOMMERZ_URL: 'https://test.example' }), create({})]
  for (const { providers } of stores) expect(await providers.sslcommerz?.checkKeys?.()).toBe(true)
  const [live, chosen, ofSandbox] = fetched.map((url) => new URL(url))
  expect([live?.origin, chosen?.origin, ofSandbox?.origin]).toEqual([
    'https://securepay.sslcommerz.com',
    'https://test.example',
    sandbox.url,
  ])
  expect(live?.searchParams.get('store_id')).toBe('motohaat1')
  expect(ofSandbox?.searchParams.get('store_id')).toBe('sandbox-store')
})
