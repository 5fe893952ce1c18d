import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { compressAnswers } from './compression.ts'

let testApp: TestApp
let authorization: string
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  authorization = `Bearer ${(await testApp.signInAs('karim')).token}`
})
afterAll(() => testApp.close())

const getAsMember = (url: string, encoding?: string) =>
  testApp.fastify.inject({ url, headers: { authorization, ...(encoding && { 'accept-encoding': encoding }) } })

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a member receives a long list as %s, which says the same', async (encoding, decompress) => {
  const plain = await getAsMember('/api/allbikes?limit=24')
  const compressed = await getAsMember('/api/allbikes?limit=24', encoding)

  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(compressed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length))
  expect(decompress(compressed.rawPayload).toString()).toBe(plain.payload)
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
})

test('a short answer is not compressed', async () => {
  const answer = await getAsMember('/api/allbikes?limit=1', 'br')
  expect(answer.rawPayload.length).toBeLessThan(1024)
  expect(answer.headers).not.toHaveProperty('content-encoding')
})

test('a member whose browser refuses both encodings receives plain text', async () => {
  const answer = await getAsMember('/api/allbikes?limit=24', 'br;q=0, identity')
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.json()).toHaveLength(24)
})

test('an answer to a request without an Authorization header, which a cookie may have come with, stays plain', async () => {
  const app = Fastify()
  compressAnswers(app)
  app.get('/export', () => ({ words: 'x'.repeat(5_000) }))
  const read = async (headers: Record<string, string>) => {
    const answer = await app.inject({ url: '/export', headers: { 'accept-encoding': 'br', ...headers } })
    return answer.headers['content-encoding']
  }

  expect(await read({ authorization })).toBe('br')
  expect(await read({ cookie: 'session=1' })).toBeUndefined()
})
