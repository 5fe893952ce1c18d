// The settings of the wallets: what turns them on, and which values stop the start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env })

const bkash = {
  BKASH_APP_KEY: '12345678',
  BKASH_APP_SECRET: 'a-secret-of-bkash',
  BKASH_USERNAME: 'motohaat',
  BKASH_PASSWORD: 'quiet-1',
}
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://motohaat.example',
  SECRET: 'kf82hDk1-0sLq7Zp_x93MvBtRw5nYc6e',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'quiet',
  SMTP_URL: 'smtp://mail.example',
}

test('bKash is on when its four keys are set; its address, limit, payouts and charge have defaults', () => {
  const keys = { appKey: '12345678', appSecret: 'a-secret-of-bkash', username: 'motohaat', password: 'quiet-1' }
  const defaults = { maxBkashTaka: 50_000, bkashSendsPayouts: false, bkashChargePercent: 0 }
  const live = { bkash: keys, bkashUrl: 'https://tokenized.pay.bka.sh/v1.2.0-beta', ...defaults }
  expect(read(bkash)).toMatchObject({ ...live, stripe: null, sslcommerz: null })
  const contract = { BKASH_MAX_TAKA: '500000', BKASH_PAYOUTS: 'on', BKASH_CHARGE_PERCENT: '1.125' }
  expect(read({ ...bkash, ...contract })).toMatchObject({
    maxBkashTaka: 500_000,
    bkashSendsPayouts: true,
    bkashChargePercent: 1.125,
  })
  expect(read({})).toMatchObject({ bkash: null, sslcommerz: null })
})

test('a shop in production takes money by bKash alone, or by SSLCommerz alone', () => {
  const sslcommerz = { SSLCOMMERZ_STORE_ID: 'motohaat1', SSLCOMMERZ_STORE_PASSWORD: 'quiet-password' }
  for (const keys of [bkash, sslcommerz]) expect(read({ ...production, ...keys }).stripe).toBeNull()
  expect(() => read(production)).toThrow('STRIPE_SECRET_KEY must be set when NODE_ENV is production')
})

const limits = 'must be an amount in Taka from 1000 to 500000.'
const percentage = 'must be a percentage from 0 to 9.999, such as 1.5.'

test.each([
  ['BKASH_APP_KEY', '1234567', 'must be the app key of a bKash merchant account.'],
  ['BKASH_APP_SECRET', 'a-secret-of-15-', 'must be the app secret of a bKash merchant account.'],
  ['BKASH_USERNAME', 'ab', 'must be the user name of a bKash merchant account.'],
  ['BKASH_PASSWORD', '12345', 'must be the password of a bKash merchant account.'],
  ['BKASH_URL', 'http://pay.example', 'must be an address that starts with https://.'],
  ['BKASH_MAX_TAKA', '999', limits],
  ['BKASH_MAX_TAKA', '500001', limits],
  ['BKASH_MAX_TAKA', '50000.5', limits],
  ['BKASH_PAYOUTS', 'maybe', 'must be on or off, not "maybe".'],
  ['BKASH_CHARGE_PERCENT', '10', percentage],
  ['BKASH_CHARGE_PERCENT', '-1', percentage],
  ['BKASH_CHARGE_PERCENT', '1.2345', percentage],
  ['BKASH_CHARGE_PERCENT', '1.5 %', percentage],
  ['SSLCOMMERZ_URL', 'http://pay.example', 'must be an address that starts with https://.'],
  ['SSLCOMMERZ_MAX_TAKA', '999', limits],
])('a wrong %s (%s) stops the start with one sentence', (name, value, sentence) => {
  expect(() => read({ ...bkash, [name]: value })).toThrow(new ConfigError(`${name} ${sentence}`))
})

test.each(Object.keys(bkash))('%s is not left out alone', (left) => {
  const others = Object.fromEntries(Object.entries(bkash).filter(([name]) => name !== left))
  const [first] = Object.keys(others)
  expect(() => read(others)).toThrow(new ConfigError(`${left} must be set too, since ${first} is.`))
})
