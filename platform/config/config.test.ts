import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig, ConfigError } from './config.ts'

const createTempDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: createTempDir(), ...env })

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'quiet',
}
const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'quiet' }
const secret = 'kf82hDk1-0sLq7Zp_x93MvBtRw5nYc6e'
const sms = {
  SMS_URL: 'https://sms.example/send',
  SMS_BODY: '{"to":"{number}","text":"{text}"}',
  SMS_HEADER: 'Authorization: Bearer {key}',
  SMS_KEY: 'quiet',
}
const smtp = { SMTP_URL: 'smtp://mail.example' }
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://motohaat.example',
  SECRET: secret,
  ...stripe,
  ...oidc,
  ...smtp,
}

test('without settings the server listens on localhost, with embedded database, sandboxes and demonstration', () => {
  const { dataDir, secret: generatedSecret, ...rest } = read()
  expect(rest).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: null,
    publicUrl: 'http://localhost:3000',
    production: false,
    demo: true,
    stripe: null,
    oidc: null,
    smtpUrl: null,
    smtpRequireTls: true,
    mailFrom: 'Motohaat <no-reply@localhost>',
    s3: null,
    sandbox: { port: 3001, cardsUrl: null },
    operations: { logLevel: 'warn', metrics: null, drainNoticeMs: 0 },
  })
  expect(generatedSecret.length).toBeGreaterThanOrEqual(32)
  expect(dataDir).toMatch(/^\//)
})

describe('the secret', () => {
  test('is created once, readable by its owner only, and read again at the next start', () => {
    const dataDir = createTempDir()
    const first = readConfig({ DATA_DIR: dataDir }).secret
    expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(first)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(first)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

  test('differs between installations', () => {
    expect(read().secret).not.toBe(read().secret)
  })

  test('is not written to a file when SECRET is set', () => {
    const dataDir = createTempDir()
    expect(readConfig({ DATA_DIR: dataDir, SECRET: secret }).secret).toBe(secret)
    expect(() => statSync(join(dataDir, 'secret'))).toThrow('ENOENT')
  })
})

describe('the demonstration', () => {
  test('is off by default on a public address and in production', () => {
    expect(read({ HOST: '0.0.0.0' }).demo).toBe(false)
    expect(read({ HOST: '0.0.0.0', DEMO: 'on' }).demo).toBe(true)
    expect(read({ DEMO: 'off' }).demo).toBe(false)
    expect(read(production).demo).toBe(false)
  })
})

test('empty settings count as not set, and spaces around a value are removed', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ', STRIPE_SECRET_KEY: '' }).port).toBe(3000)
  expect(read({ PORT: ' 4000 ' }).port).toBe(4000)
})

test('URLs lose the slash at their end', () => {
  expect(read({ PUBLIC_URL: 'https://motohaat.example/' }).publicUrl).toBe('https://motohaat.example')
})

test('real services are used when all their settings are present', () => {
  const config = read(production)
  expect(config.stripe).toEqual({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' })
  expect(config.oidc).toEqual({ issuer: 'https://id.example', clientId: 'shop', clientSecret: 'quiet' })
  expect(config.smtpUrl).toBe(smtp.SMTP_URL)
})

test('e-mails are sent from the host of PUBLIC_URL, or from MAIL_FROM', () => {
  expect(read({ PUBLIC_URL: 'https://motohaat.example' }).mailFrom).toBe('Motohaat <no-reply@motohaat.example>')
  expect(read({ MAIL_FROM: 'hello@motohaat.example' }).mailFrom).toBe('hello@motohaat.example')
})

test('e-mails go over TLS alone, except to a mail server on this machine or when the setting says so', () => {
  const readTls = (url: string, setting = '') => read({ SMTP_URL: url, SMTP_REQUIRE_TLS: setting }).smtpRequireTls
  expect(readTls('smtp://mail.example')).toBe(true)
  expect(readTls('smtp://mail.example', 'off')).toBe(false)
  for (const host of ['localhost', '127.0.0.1:25', '[::1]:25']) expect(readTls(`smtp://${host}`)).toBe(false)
  expect(readTls('smtp://localhost', 'on')).toBe(true)
})

test('text messages go to a service when it is set; without one production has none', () => {
  expect(read(sms).sms).toEqual({
    url: 'https://sms.example/send',
    body: '{"to":"{number}","text":"{text}"}',
    header: 'Authorization: Bearer {key}',
    key: 'quiet',
    accepted: null,
  })
  expect(read({ SMS_URL: 'https://sms.example/?to={local}&text={text}' }).sms?.body).toBeNull()
  expect(read(production).sms).toBeNull()
})

test('pictures go to a bucket when all its settings are present; the region has a default', () => {
  const bucket = { endpoint: 'https://s3.example', bucket: 'pictures', accessKeyId: 'key', secretAccessKey: 'quiet' }
  expect(read(s3).s3).toEqual({ ...bucket, region: 'us-east-1' })
  expect(read({ ...s3, S3_REGION: 'ap-south-1' }).s3).toEqual({ ...bucket, region: 'ap-south-1' })
})

const without = (env: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

test.each<[string, Record<string, string>, string]>([
  ['PORT', { PORT: 'abc' }, 'PORT must be a port from 1 to 65535, not "abc".'],
  ['PORT', { PORT: '0' }, 'PORT must be a port from 1 to 65535, not "0".'],
  ['PORT', { PORT: '65536' }, 'PORT must be a port from 1 to 65535, not "65536".'],
  ['PORT', { PORT: '30.5' }, 'PORT must be a port from 1 to 65535, not "30.5".'],
  ['SANDBOX_PORT', { SANDBOX_PORT: '-1' }, 'SANDBOX_PORT must be a port from 1 to 65535, not "-1".'],
  ['SANDBOX_PORT', { SANDBOX_PORT: '3000' }, 'SANDBOX_PORT must be another port than PORT, which is 3000.'],
  ['SANDBOX_CARDS_URL', { SANDBOX_CARDS_URL: 'x' }, 'SANDBOX_CARDS_URL must be an address that starts with http://.'],
  [
    'DATABASE_URL',
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must be an address that starts with postgres:// or postgresql://.',
  ],
  [
    'PUBLIC_URL',
    { PUBLIC_URL: 'motohaat.example' },
    'PUBLIC_URL must be an address that starts with http:// or https://.',
  ],
  [
    'PUBLIC_URL',
    { PUBLIC_URL: 'https://a.example/shop' },
    'PUBLIC_URL must be an origin alone, such as https://motohaat.example: no path, no user name.',
  ],
  [
    'PUBLIC_URL',
    { PUBLIC_URL: 'https://me@a.example' },
    'PUBLIC_URL must be an origin alone, such as https://motohaat.example: no path, no user name.',
  ],
  ['DEMO', { DEMO: 'maybe' }, 'DEMO must be on or off, not "maybe".'],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent.'],
  ['HOST', { HOST: 'http://localhost' }, 'HOST must be an IP address or a host name, not "http://localhost".'],
  ['HOST', { HOST: 'localhost:3000' }, 'HOST must be an IP address or a host name, not "localhost:3000".'],
  ['METRICS_HOST', { METRICS_HOST: '10.0.0.7/24' }, 'METRICS_HOST must be an IP address or a host name'],
  ['SECRET', { SECRET: 'short' }, 'SECRET must have at least 32 characters.'],
  // An empty value is a substitution that failed: the secret of the data folder must not replace the intended one.
  ['SECRET', { SECRET: '' }, 'SECRET must have at least 32 characters.'],
  ['METRICS_TOKEN', { METRICS_PORT: '9464', METRICS_TOKEN: '' }, 'METRICS_TOKEN must have at least 16 characters.'],
  ['SECRET', without(production, 'SECRET'), 'SECRET must be set when NODE_ENV is production.'],
  ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'pk_1' }, 'STRIPE_SECRET_KEY must start with sk_ or rk_.'],
  [
    'STRIPE_SECRET_KEY',
    { STRIPE_SECRET_KEY: 'pk_live_51N' },
    'STRIPE_SECRET_KEY must start with sk_ or rk_.\nSTRIPE_PUBLISHABLE_KEY must be set too',
  ],
  [
    'STRIPE_PUBLISHABLE_KEY',
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_1' },
    'STRIPE_PUBLISHABLE_KEY must start with pk_.',
  ],
  [
    'STRIPE_PUBLISHABLE_KEY',
    { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    'STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY: both live or both test.',
  ],
  ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: 'x' }, 'STRIPE_WEBHOOK_SECRET must start with whsec_.'],
  [
    'STRIPE_WEBHOOK_SECRET',
    without(stripe, 'STRIPE_WEBHOOK_SECRET'),
    'STRIPE_WEBHOOK_SECRET must be set too, since STRIPE_SECRET_KEY is.',
  ],
  [
    'OIDC_ISSUER',
    { ...oidc, OIDC_ISSUER: 'id.example' },
    'OIDC_ISSUER must be an address that starts with https:// or http://.',
  ],
  ['OIDC_CLIENT_ID', without(oidc, 'OIDC_CLIENT_ID'), 'OIDC_CLIENT_ID must be set too, since OIDC_ISSUER is.'],
  [
    'STRIPE_SECRET_KEY',
    without(production, ...Object.keys(stripe)),
    'STRIPE_SECRET_KEY must be set when NODE_ENV is production, or BKASH_APP_KEY or SSLCOMMERZ_STORE_ID: the sandboxes take no money.',
  ],
  [
    'OIDC_ISSUER',
    without(production, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
    'OIDC_ISSUER must be set when NODE_ENV is production: the sign-in sandbox lets anybody in.',
  ],
  [
    'SMTP_URL',
    without(production, 'SMTP_URL'),
    'SMTP_URL must be set when NODE_ENV is production: the outbox sandbox shows e-mails to everybody.',
  ],
  [
    'SMTP_URL',
    { SMTP_URL: 'https://mail.example' },
    'SMTP_URL must be an address that starts with smtp:// or smtps://.',
  ],
  ['SMTP_URL', { SMTP_URL: 'smtp://' }, 'SMTP_URL must'],
  ['MAIL_FROM', { MAIL_FROM: 'Motohaat' }, 'MAIL_FROM must be an e-mail address'],
  ['MAIL_FROM', { MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM must be an e-mail address'],
  [
    'S3_ENDPOINT',
    { ...s3, S3_ENDPOINT: 's3.example' },
    'S3_ENDPOINT must be an address that starts with https:// or http://.',
  ],
  ['S3_BUCKET', { ...s3, S3_BUCKET: '../x' }, 'S3_BUCKET must be the name of a bucket'],
  ['S3_BUCKET', without(s3, 'S3_BUCKET'), 'S3_BUCKET must be set too, since S3_ENDPOINT is.'],
  [
    'SSLCOMMERZ_STORE_PASSWORD',
    { SSLCOMMERZ_STORE_ID: 'motohaat1' },
    'SSLCOMMERZ_STORE_PASSWORD must be set too, since SSLCOMMERZ_STORE_ID is.',
  ],
  [
    'SSLCOMMERZ_STORE_ID',
    { SSLCOMMERZ_STORE_ID: 'abc', SSLCOMMERZ_STORE_PASSWORD: 'longenough' },
    'SSLCOMMERZ_STORE_ID must be the store id of an SSLCommerz store.',
  ],
  [
    'SSLCOMMERZ_STORE_PASSWORD',
    { SSLCOMMERZ_STORE_ID: 'motohaat1', SSLCOMMERZ_STORE_PASSWORD: 'two words here' },
    'SSLCOMMERZ_STORE_PASSWORD must have no spaces.',
  ],
  [
    'SSLCOMMERZ_MAX_TAKA',
    { SSLCOMMERZ_MAX_TAKA: '900000' },
    'SSLCOMMERZ_MAX_TAKA must be an amount in Taka from 1000 to 500000.',
  ],
  ['SMS_URL', { SMS_BODY: 'to={number}&text={text}' }, 'SMS_URL must be set too, since SMS_BODY is.'],
  ['SMS_BODY', { SMS_URL: 'https://sms.example', SMS_BODY: 'to={number}' }, 'SMS_BODY must have {text}'],
  ['SMS_BODY', { SMS_URL: 'https://sms.example/?text={text}' }, 'and {number} or {local}, unless SMS_URL has them.'],
  ['SMS_BODY', { SMS_URL: 'https://sms.example', SMS_BODY: '{"to":{number},"text":"{text}"' }, 'SMS_BODY must be JSON'],
  ['SMS_KEY', { ...sms, SMS_KEY: '' }, 'SMS_KEY must be set exactly where'],
  ['SMS_KEY', { ...sms, SMS_HEADER: '' }, 'SMS_KEY must be set exactly where'],
  ['SMS_HEADER', { ...sms, SMS_HEADER: 'Bearer {key}' }, 'SMS_HEADER must be a header such as Authorization'],
  [
    'SMS_URL',
    { ...production, ...sms, SMS_URL: 'http://sms.example' },
    'SMS_URL must start with https:// when NODE_ENV is production: it carries codes.',
  ],
  ['BKASH_APP_SECRET', { BKASH_APP_KEY: '12345678' }, 'BKASH_APP_SECRET must be set too, since BKASH_APP_KEY is.'],
  ['DATA_DIR', { DATA_DIR: '/proc/none' }, 'DATA_DIR must be a folder that can be created; /proc/none cannot'],
  ['DATA_DIR', { DATA_DIR: '/proc/none/of/these' }, 'DATA_DIR must be a folder that can be created; /proc/none'],
  ['DATA_DIR', { DATA_DIR: '/dev/null/shop' }, 'DATA_DIR must be a folder that can be created; /dev/null/shop cannot'],
])('a wrong %s stops the start with one sentence: %j', (_name, env, sentence) => {
  expect(() => read(env)).toThrow(ConfigError)
  expect(() => read(env)).toThrow(sentence)
})

test('several wrong settings are all listed, one sentence each', () => {
  const env = { ...production, PORT: 'abc', SECRET: 'short', SMTP_URL: '', S3_BUCKET: 'pictures', OIDC_CLIENT_ID: '' }
  const sentences = [
    'PORT must be a port from 1 to 65535, not "abc".',
    'SECRET must have at least 32 characters.',
    'OIDC_CLIENT_ID must be set too, since OIDC_ISSUER is.',
    'S3_ENDPOINT must be set too, since S3_BUCKET is.',
    'S3_ACCESS_KEY_ID must be set too, since S3_BUCKET is.',
    'S3_SECRET_ACCESS_KEY must be set too, since S3_BUCKET is.',
    'SMTP_URL must be set when NODE_ENV is production: the outbox sandbox shows e-mails to everybody.',
  ]
  expect(() => read(env)).toThrow(new ConfigError(sentences.join('\n')))
})

test('a data folder where the secret cannot be written is named', () => {
  const dataDir = createTempDir()
  // A folder with the name of the file makes writing fail, for root too.
  mkdirSync(join(dataDir, 'secret'))
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(ConfigError)
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(`DATA_DIR: the file ${dataDir}/secret cannot be written`)
})

test('no message contains a secret', () => {
  const wrong: Record<string, string>[] = [{ SECRET: 'hush-hush' }, { DATABASE_URL: 'http://user:hush-hush@host' }]
  for (const env of wrong) {
    expect(() => read(env)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hush-hush') }))
  }
})

test('a statement may take three seconds by default', () => {
  expect(read().databaseTimeoutMs).toBe(3_000)
  expect(read({ DATABASE_TIMEOUT_MS: '15000' }).databaseTimeoutMs).toBe(15_000)
})

test('by default no proxy is trusted and rate limits are not multiplied', () => {
  expect(read().traffic).toEqual({ trustedProxies: [], limitsFactor: 1 })
  const config = read({ TRUSTED_PROXIES: ' 10.0.0.7, 172.16.0.0/12 ,2001:db8::/32', LIMITS_FACTOR: '2.5' })
  expect(config.traffic).toEqual({ trustedProxies: ['10.0.0.7', '172.16.0.0/12', '2001:db8::/32'], limitsFactor: 2.5 })
})

test.each([
  ['TRUSTED_PROXIES', 'localhost'],
  ['TRUSTED_PROXIES', '10.0.0.7,'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'true'],
  ['LIMITS_FACTOR', '0'],
  ['LIMITS_FACTOR', '-1'],
  ['LIMITS_FACTOR', 'off'],
  ['LIMITS_FACTOR', '1e9'],
  ['LIMITS_FACTOR', '10000000'],
  ['DATABASE_TIMEOUT_MS', '499'],
  ['DATABASE_TIMEOUT_MS', '60001'],
  ['DATABASE_TIMEOUT_MS', '3s'],
])('%s=%s stops the start with a sentence that names it', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError)
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} must be `))
})
