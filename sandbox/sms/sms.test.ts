import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createSmsSandbox } from './server.ts'

const startSandbox = async () => {
  const sandbox = createSmsSandbox({ key: 'the-key', production: false, now: () => new Date('2026-08-01T10:00:00Z') })
  const server = createServer(sandbox.handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/sms`
  const post = (message: object, key = 'the-key') =>
    fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(message) })
  return { url, post, readPage: async () => (await fetch(url)).text() }
}

const createMessage = (changes: object = {}) => ({
  id: crypto.randomUUID(),
  number: '+8801712345678',
  text: 'Your code is 123456.',
  ...changes,
})

test('messages are listed, the newest first, each once', async () => {
  const { post, readPage } = await startSandbox()
  expect(await readPage()).toContain('No message has been sent yet.')
  await post(createMessage({ text: 'First' }))
  const second = createMessage({ text: 'Second' })
  expect((await post(second)).status).toBe(204)
  await post(second)
  const page = await readPage()
  expect(page).toMatch(/Second[^]*First/)
  expect(page.match(/Second/g)).toHaveLength(1)
  expect(page).toContain('to +8801712345678, <time datetime="2026-08-01T10:00:00.000Z">Sat, Aug 1, 4:00 PM</time>')
})

test('a message is never markup of the page', async () => {
  const { url, post, readPage } = await startSandbox()
  await post(createMessage({ text: '<script>alert(1)</script>', number: '<b>' }))
  expect(await readPage()).not.toMatch(/<script|<b>\s*,/)
  expect((await fetch(url)).headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('only the newest hundred are stored, and nothing that is too long', async () => {
  const { post, readPage } = await startSandbox()
  for (let count = 0; count < 103; count += 1) await post(createMessage({ text: `Message ${count}.` }))
  expect((await readPage()).match(/<li>/g)).toHaveLength(100)
  expect((await post(createMessage({ text: 'x'.repeat(10_000) }))).status).toBe(400)
})

test('posting a message needs the key, and unknown paths and other methods are refused', async () => {
  const { url, post } = await startSandbox()
  expect((await post(createMessage(), 'another-key')).status).toBe(401)
  expect((await post({ text: 'incomplete' })).status).toBe(400)
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
})

test('the SMS sandbox does not run in production', () => {
  expect(() => createSmsSandbox({ key: 'k', production: true, now: () => new Date() })).toThrow('SMS_URL')
})
