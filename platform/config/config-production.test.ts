// The rules that apply with NODE_ENV=production only.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

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
}

test('production starts with real services, an https address and a random secret', () => {
  const { demo, publicUrl } = readConfig(production)
  expect({ demo, publicUrl }).toEqual({ demo: false, publicUrl: 'https://motohaat.example' })
  // For trying production settings locally: browsers trust localhost as they trust https.
  expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).production).toBe(true)
})

test.each<[string, Record<string, string>, string]>([
  [
    'SECRET',
    { ...production, SECRET: 'secret'.repeat(6) },
    'SECRET must be random, such as the output of: openssl rand -base64 32',
  ],
  [
    'PUBLIC_URL',
    { ...production, PUBLIC_URL: '' },
    'PUBLIC_URL must be an https:// address when NODE_ENV is production.',
  ],
  [
    'PUBLIC_URL',
    { ...production, PUBLIC_URL: 'http://motohaat.example' },
    'PUBLIC_URL must be an https:// address when NODE_ENV is production.',
  ],
  [
    'DEMO',
    { ...production, DEMO: 'on' },
    'DEMO must be off when NODE_ENV is production: everybody knows the logins of the demonstration.',
  ],
  [
    'OIDC_ISSUER',
    { ...production, OIDC_ISSUER: 'http://id.example' },
    'OIDC_ISSUER must start with https:// when NODE_ENV is production: it says who people are.',
  ],
])('production refuses a wrong %s with a sentence', (_name, env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})
