// `npm run check:data` as a command, on the database and the card sandbox of the tests.
// @module-tag processes
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { beginDeal } from '#tests/support/money.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginBkash } from '#tests/support/wallets/bkash.ts'

const root = join(import.meta.dirname, '..')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  return () => testApp.close()
})

type Settings = Record<string, string>
// The discard port, where nobody listens.
const nobody = 'http://127.0.0.1:9'
// As in production; nothing is asked with them.
const bkashKeys = {
  BKASH_APP_KEY: 'a-key-of-bkash',
  BKASH_APP_SECRET: 'a-secret-of-bkash-0123456789',
  BKASH_USERNAME: 'motohaat',
  BKASH_PASSWORD: 'a-password-of-bkash',
}

const runCheck = async (cardsUrl: string, args: string[] = [], settings: Settings = {}) => {
  const { socketDir, database } = testApp.databaseAddress
  const child = spawn(process.execPath, ['scripts/check-data.ts', ...args], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}`,
      SECRET: testSecret,
      SANDBOX_CARDS_URL: cardsUrl,
      SANDBOX_PORT: String(testApp.sandboxPort),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

test('says so, and ends with a code of its own, when the card provider does not answer', { tags: 'long' }, async () => {
  const { code, output } = await runCheck(nobody)
  expect(output).toContain('The card provider did not answer')
  expect(output).not.toContain('All invariants hold')
  expect(code).toBe(2)
})

test('compares the database with the card provider, or leaves the provider out when told to', async () => {
  const complete = await runCheck(`http://127.0.0.1:${testApp.sandboxPort}`)
  expect(complete.output).toContain('All invariants hold.')
  expect(complete.code).toBe(0)
  const alone = await runCheck(nobody, ['--books-alone'])
  expect(alone.output).toContain('invariants of the database hold.')
  expect(alone.code).toBe(0)
})

test('finds the number of a bike that stands in a text, in any spelling', async () => {
  const seller = await registerMember(testApp, 'Seller')
  const { id } = await createListing(testApp, seller)
  const body = { registration: null, engine: null, chassis: 'ME1RG4420L0123456' }
  await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id }, body })
  const rename = (name: string) =>
    testApp.db.$client.query('update members set name = $2 where email = $1', [seller.email, name])
  await rename('me1 rg4420 l০-১২৩ ৪৫৬')
  const { code, output } = await runCheck(nobody, ['--books-alone'])
  await rename('Rahim Uddin')
  expect(output).toMatch(/^NO {2}P4 .*\n.*"members".*"name"/m)
  expect(code).toBe(1)
})

test('a shop that has never taken cards asks no card provider; one that has needs its answer', async () => {
  const without = await runCheck(nobody, [], bkashKeys)
  expect(without.output).toContain('All invariants hold.')
  expect(without.code).toBe(0)
  const { buyer, order } = await beginDeal(testApp)
  const body = { price: order.price, bookingId: order.bookingId }
  await buyer('POST /create-payment-intent', { body })
  const { code, output } = await runCheck(nobody, [], bkashKeys)
  expect(output).toContain('The card provider did not answer')
  expect(code).toBe(2)
})

test('says so when a wallet does not tell its payments', { tags: 'long' }, async () => {
  const { buyer, order } = await beginDeal(testApp)
  await beginBkash(buyer, order)
  const cardsUrl = `http://127.0.0.1:${testApp.sandboxPort}`
  expect(await runCheck(cardsUrl)).toMatchObject({ code: 0 })
  const { code, output } = await runCheck(cardsUrl, [], { SANDBOX_BKASH_URL: nobody })
  expect(output).toContain('bKash does not tell its payments')
  expect(output).toContain('A wallet did not answer: 3 invariants were not checked.')
  expect(output).not.toContain('All invariants hold')
  expect(code).toBe(2)
})
