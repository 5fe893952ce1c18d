// The keys of the sandboxes are in the source code, so production must not start with them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const production = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://motohaat.example',
  SECRET: 'kf82hDk1-0sLq7Zp_x93MvBtRw5nYc6e',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'shop',
  OIDC_CLIENT_SECRET: 'quiet',
  SMTP_URL: 'smtp://mail.example',
  BKASH_APP_KEY: '12345678',
  BKASH_APP_SECRET: 'a-secret-of-bkash',
  BKASH_USERNAME: 'motohaat',
  BKASH_PASSWORD: 'quiet-1',
  SSLCOMMERZ_STORE_ID: 'motohaat1',
  SSLCOMMERZ_STORE_PASSWORD: 'quiet-password',
  SMS_URL: 'https://sms.example/send',
  SMS_BODY: '{"to":"{number}","text":"{text}"}',
  SMS_HEADER: 'Authorization: Bearer {key}',
  SMS_KEY: 'quiet',
}

test.each([
  ['STRIPE_SECRET_KEY', sandboxKeys.stripe.secretKey],
  ['STRIPE_PUBLISHABLE_KEY', sandboxKeys.stripe.publishableKey],
  ['STRIPE_WEBHOOK_SECRET', sandboxKeys.stripe.webhookSecret],
  ['OIDC_CLIENT_SECRET', sandboxKeys.oidc.clientSecret],
  ['BKASH_APP_SECRET', sandboxKeys.bkash.appSecret],
  ['SSLCOMMERZ_STORE_PASSWORD', sandboxKeys.sslcommerz.storePassword],
  ['SMS_KEY', sandboxKeys.sms.key],
])('production refuses the public key of the sandbox as %s', (name, value) => {
  const env = { ...production, [name]: value }
  expect(() => readConfig(env)).toThrow(
    new ConfigError(`${name} must not be the key of the sandbox when NODE_ENV is production: everybody knows it.`),
  )
  expect(() => readConfig({ ...env, NODE_ENV: 'test' })).not.toThrow()
})
