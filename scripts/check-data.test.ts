// `npm run check:data` as a command, on the database and the card sandbox of the tests.
// @module-tag processes
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const root = join(import.meta.dirname, '..')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  return () => testApp.close()
})

const runCheck = async (cardsUrl: string, ...args: string[]) => {
  const { socketDir, database } = testApp.databaseAddress
  const child = spawn(process.execPath, ['scripts/check-data.ts', ...args], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}`,
      SANDBOX_CARDS_URL: cardsUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

test('says so, and ends with a code of its own, when the card provider does not answer', { tags: 'long' }, async () => {
  // The discard port, where nobody listens.
  const { code, output } = await runCheck('http://127.0.0.1:9')
  expect(output).toContain('The card provider did not answer')
  expect(output).not.toContain('All invariants hold')
  expect(code).toBe(2)
})

test('compares the database with the card provider, or leaves the provider out when told to', async () => {
  const complete = await runCheck(`http://127.0.0.1:${testApp.sandboxPort}`)
  expect(complete.output).toContain('All invariants hold.')
  expect(complete.code).toBe(0)
  const alone = await runCheck('http://127.0.0.1:9', '--books-alone')
  expect(alone.output).toContain('invariants of the database hold.')
  expect(alone.code).toBe(0)
})
