// The house itself: what it is made of, what lies in its folders, and what a stranger could already know.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { readProjectFiles } from '#tests/conventions/project-files.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp({ pages: true })
})
afterAll(() => testApp.close())

const root = join(import.meta.dirname, '../..')
const client = join(root, 'dist/client')
const listBundleFiles = () =>
  readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:js|css|html|svg|txt)$/.test(path))

test('A197 no key, no address of a database and no name of a secret is in what the browser is sent', () => {
  const files = listBundleFiles()
  assert(files.length > 10, 'needs the built pages: run `npm run build`')
  const secrets = [
    /sk_(?:live|test)_\w+/,
    /whsec_\w+/,
    /postgres(?:ql)?:\/\//,
    /-----BEGIN/,
    /AKIA[\dA-Z]{16}/,
    /DATABASE_URL|STRIPE_SECRET|WEBHOOK_SECRET|S3_SECRET/,
    new RegExp(testSecret),
    new RegExp(sandboxKeys.oidc.clientSecret),
    new RegExp(demoPassword),
    /process\.env\.[A-Z]/,
    /imgbb|api\.imgbb/,
  ]
  for (const file of files) {
    const text = readFileSync(join(client, file), 'utf8')
    for (const secret of secrets) expect(secret.exec(text)?.[0], `${file} ${secret.source}`).toBeUndefined()
    expect(text, file).not.toMatch(/sourceMappingURL/)
  }
  return Promise.resolve()
})

test('A225 files, folders and their neighbours are not there', async () => {
  const files = [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/.env.local',
    '/.npmrc',
    '/.oxlintrc.json',
    '/package.json',
    '/package-lock.json',
    '/main.ts',
    '/shop.ts',
    '/tsconfig.json',
    '/node_modules/fastify/package.json',
    '/data/secret',
    '/data',
    '/dist/client/index.html',
    '/assets',
    '/assets/',
    '/assets/../server/entry-server.js',
    '/assets/%2e%2e/%2e%2e/server/entry-server.js',
    '/assets/..%2f..%2fserver%2fentry-server.js',
    '/assets/.vite/manifest.json',
    '/.vite/manifest.json',
    '/manifest.json',
    '/pictures',
    '/pictures/',
    '/pictures/../../main.ts',
    '/pictures/..%2f..%2fmain.ts',
    '/pictures/%5c..%5c..%5cmain.ts',
    '/pictures/....//....//main.ts',
    '/server-status',
    '/phpinfo.php',
    '/wp-login.php',
    '/.well-known/security.txt.bak',
    '/debug',
    '/api/debug',
    '/graphql',
    '/actuator/env',
    '/.DS_Store',
    '/backup.sql',
    '/robots.txt%00.ts',
  ]
  for (const path of files) {
    for (const headers of [{ accept: 'text/html' }, { accept: 'application/json' }]) {
      const answer = await testApp.request('V', 'GET', path, { headers })
      expect([path, [400, 404].includes(answer.status)]).toEqual([path, true])
      expect(answer.text, path).not.toMatch(/"dependencies"|import .+ from|\[core\]|Index of/)
    }
  }
  const script = listBundleFiles().find((file) => file.endsWith('.js'))
  for (const path of [`/${script}.map`, `/${script}.br.map`, `/${script?.replace('.js', '.ts')}`])
    expect((await testApp.request('V', 'GET', path)).status, path).toBe(404)
})

test('A225 the robots’ file names no private address that is not known anyway', async () => {
  const { text, status } = await testApp.request('V', 'GET', '/robots.txt')
  expect(status).toBe(200)
  expect(text).not.toMatch(/allsellers|allusers|secret|\.env|backup/i)
})

test('A227 no answer of any kind names the server, its version or its parts', async () => {
  // Every test checks these headers of its responses; here is one response of each kind.
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['GET', '/api/allbikes'],
    ['GET', '/api/nowhere'],
    ['DELETE', '/'],
    ['GET', '/favicon.svg'],
    ['GET', '/pictures/x'],
    ['GET', '/%zz'],
    ['GET', '/api/docs'],
  ] as const) {
    const answer = await testApp.request('V', method, path)
    expect(JSON.stringify(answer.headers), path).not.toMatch(/fastify|node\.js|express|nginx|v?24\.\d+/i)
  }
  const response = await testApp.sendRaw('GARBAGE\r\n\r\n')
  expect(response).not.toMatch(/^(?:server|x-powered-by):/im)
})

const production = {
  NODE_ENV: 'production',
  SECRET: 'k7Qp2vXz9LmB4nRt6WsY1cHd8JfG3aUe5ToI0iPq',
  DATA_DIR: join(root, 'node_modules/.cache/attacks'),
  PUBLIC_URL: 'https://motohaat.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  OIDC_ISSUER: 'https://accounts.example',
  OIDC_CLIENT_ID: 'x',
  OIDC_CLIENT_SECRET: 'x',
  SMTP_URL: 'smtps://mail.example',
}

test('A229 a production shop has no demonstration logins, no sandboxes and no generated secret', () => {
  expect(readConfig(production)).toMatchObject({ production: true, demo: false })
  for (const name of ['SECRET', 'STRIPE_SECRET_KEY', 'OIDC_ISSUER', 'SMTP_URL'] as const) {
    const without = Object.fromEntries(
      Object.entries(production).filter(([key]) => !key.startsWith(name.split('_')[0] ?? '')),
    )
    expect(() => readConfig(without), name).toThrow(name.split('_')[0])
  }
  for (const secret of ['', 'short', 'x'.repeat(31)])
    expect(() => readConfig({ ...production, SECRET: secret })).toThrow('SECRET')
  return Promise.resolve()
})

test('A229 well-known passwords open no account, not even the admin’s', async () => {
  await testApp.expectUnchanged(async () => {
    for (const { email } of [fixtures.ayesha, { email: 'admin@motohaat.test' }]) {
      for (const password of ['admin', 'password', '123456', 'motohaat', 'admin123', 'changeme']) {
        const { status } = await testApp.call('V', 'POST /auth/sign-in/email', { body: { email, password } })
        expect([email, password, [401, 429].includes(status)]).toEqual([email, password, true])
      }
    }
  })
})

test('A229 nobody becomes an admin by registering, whatever they say', async () => {
  const member = { name: 'Mallory', image: 'https://photos.example.com/m.jpg', password: 'a long enough phrase' }
  await testApp.expectUnchanged(async () => {
    for (const role of ['Admin', 'admin', ['Admin'], { $eq: 'Admin' }, null, 1, 'Seller,Admin']) {
      const { status } = await testApp.call('V', 'POST /auth/sign-up/email', {
        body: { ...member, email: 'mallory@example.com', role },
      })
      expect([role, status]).toEqual([role, 400])
    }
  })
  const again = await testApp.call('B1', 'POST /users', {
    body: { name: 'Karim', email: 'karim@motohaat.test', role: 'Seller' },
  })
  expect([200, 409]).toContain(again.status)
  expect(
    (await testApp.call('B1', 'GET /users/seller/:email', { params: { email: 'karim@motohaat.test' } })).text,
  ).toBe('{"isSeller":false}')
})

test('A231 the shop’s own database has no port, and the shop listens here alone unless it is told otherwise', async () => {
  const { rows } = await testApp.db.$client.query<{ listen: string; socket: string }>(
    `select current_setting('listen_addresses') as listen, inet_server_port()::text as socket`,
  )
  expect(rows).toEqual([{ listen: '', socket: null }])
  expect(readConfig({ DATA_DIR: production.DATA_DIR }).host).toBe('127.0.0.1')
})

const secretPatterns: [what: string, sign: RegExp][] = [
  ['a key of a payment account', /\b[rs]k_live_[A-Za-z0-9]{10,}/],
  ['a test key of a payment account', /\bsk_test_[A-Za-z0-9]{20,}/],
  ['a secret of messages', /\bwhsec_[A-Za-z0-9+/]{20,}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/]{20}/],
  ['a key of a cloud', /\bAKIA[0-9A-Z]{16}\b/],
  ['a token of a code host', /\bgh[pousr]_[A-Za-z0-9]{30,}|\bglpat-[\w-]{20}/],
  [
    'a login in an address',
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[\w.-]+:(?!password|secret|x@|pw|wrong)[^\s@/'"`$<{}]{6,}@[\w.-]+\.(?:com|net|org|io)\b/,
  ],
  ['a key of a browser service', /\bAIza[\w-]{35}\b/],
  ['a signed token', /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/],
]

test('A233 nothing in the source looks like a secret', () => {
  const files = readProjectFiles(root)
  assert(files.length > 200, 'needs the files of the project')
  const found = files.flatMap(({ path, text }) =>
    secretPatterns.filter(([, sign]) => sign.test(text)).map(([what]) => `${path}: ${what}`),
  )
  expect(found).toEqual([])
  const planted = ['sk', 'live', 'abcdefghijklmnop'].join('_')
  expect(secretPatterns.some(([, sign]) => sign.test(planted))).toBe(true)
})

test('A233 what ends up in the data folder is for the shop’s own eyes', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  for (const name of ['data', 'node_modules', '.env'])
    expect(
      ignored.some((line) => line.replaceAll('/', '').startsWith(name)),
      name,
    ).toBe(true)
  return Promise.resolve()
})
