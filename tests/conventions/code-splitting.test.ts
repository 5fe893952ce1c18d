// Code is split by screen: What a screen loads is read from what the build has left behind.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildIfChanged } from '#scripts/build-if-changed.ts'

const root = join(import.meta.dirname, '../..')
const client = join(root, 'dist/client')
const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }))
type Manifest = z.output<typeof Manifest>

let manifest: Manifest = {}

beforeAll(async () => {
  await buildIfChanged({ root, log: () => {} })
  manifest = Manifest.parse(JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')))
})

/** The chunk of a module, and all that it imports. */
const collectChunks = (key: string): Set<string> => {
  const found = new Set<string>()
  const pending = [key]
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (found.has(one)) continue
    found.add(one)
    pending.push(...(manifest[one]?.imports ?? []))
  }
  return found
}

/** The text of every script that a screen loads with the page. */
const readScripts = (screen: string): string =>
  [...new Set([...collectChunks('web/app/entry-client.tsx'), ...collectChunks(`web/pages/${screen}-page.tsx`)])]
    .map((key) => readFileSync(join(client, manifest[key]?.file ?? ''), 'utf8'))
    .join('\n')

// Calls of the API, by which code is known whatever it is called in the bundle.
const unrelatedCalls = {
  payments: ['POST /create-payment-intent', 'POST /payments'],
  'the dashboard': ['GET /bookings', 'GET /wishlist"', 'GET /sellers', 'GET /buyers', 'GET /allbikes/myproduct'],
  'logging in': ['POST /auth/sign-in/email', 'POST /auth/sign-up/email', 'POST /jwt'],
  'the contact form': ['POST /contact'],
}

test.each(Object.entries(unrelatedCalls))('the code of %s is not among the scripts of the home page', (_, calls) => {
  const script = readScripts('home/home')
  expect(script).toContain('GET /auth/get-session')
  for (const call of calls) expect(script).not.toContain(call)
})

test('the words by which code is known stand in the scripts that have it', () => {
  expect(readScripts('payment/payment')).toContain('POST /create-payment-intent')
  expect(readScripts('purchases/orders')).toContain('GET /bookings')
})

/** The chunks that a screen loads beside those of the page's frame and the dashboard, in bytes after brotli. */
const measureScreen = (screen: string): number => {
  const frame = new Set([...collectChunks('web/app/entry-client.tsx'), ...collectChunks('web/layout/dashboard.tsx')])
  return [...collectChunks(`web/pages/${screen}-page.tsx`)]
    .filter((key) => !frame.has(key))
    .map((key) => brotliCompressSync(readFileSync(join(client, manifest[key]?.file ?? ''))).byteLength)
    .reduce((sum, bytes) => sum + bytes, 0)
}

test('the overview of the admin, with its charts, is at most 20 KB of script', () => {
  const bytes = measureScreen('admin/overview')
  expect(bytes).toBeGreaterThan(2_000)
  expect(bytes).toBeLessThanOrEqual(20_000)
})

test('the checklist of an inspection, with its texts in Bangla, is at most 25 KB of script', () => {
  const banglaTexts = readFileSync(join(client, manifest['web/i18n/bn/inspections.ts']?.file ?? ''))
  const bytes = measureScreen('inspections/inspection') + brotliCompressSync(banglaTexts).byteLength
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(25_000)
  // No other page has the texts of the points.
  for (const screen of ['home/home', 'bike/bike', 'deals/deal', 'my-products/my-products'])
    expect(readScripts(screen), screen).not.toContain('Press it up in the middle')
  expect(readScripts('inspections/inspection')).toContain('Press it up in the middle')
})
