import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openOutbox } from './outbox.ts'

const open = async () => {
  const outbox = openOutbox({ key: 'the-key', production: false, now: () => new Date('2026-08-01T10:00:00Z') })
  const server = createServer(outbox.handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mail`
  const put = (letter: object, key = 'the-key') =>
    fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(letter) })
  return { url, put, read: async (path = '') => (await fetch(url + path)).text() }
}

const letter = (more: object = {}) => ({
  id: crypto.randomUUID(),
  from: 'shop@example.com',
  recipient: 'reader@example.com',
  subject: 'A letter',
  text: 'Go to http://localhost:3000/reset-password#abc now.\n',
  ...more,
})

test('letters are listed, the newest first, and each is shown as text with links to follow', async () => {
  const { put, read } = await open()
  expect(await read()).toContain('No e-mail has been sent yet.')
  await put(letter({ subject: 'First' }))
  const second = letter({ subject: 'Second' })
  expect((await put(second)).status).toBe(204)
  expect(await read()).toMatch(/Second[^]*First/)
  const page = await read(`/${second.id}`)
  expect(page).toContain('<a href="http://localhost:3000/reset-password#abc" rel="noreferrer">')
  expect(page).toContain('To reader@example.com')
})

test('a letter that comes twice is shown once', async () => {
  const { put, read } = await open()
  const same = letter({ subject: 'Same' })
  await put(same)
  await put(same)
  expect((await read()).match(/Same/g)).toHaveLength(1)
})

test('what a letter says is never a part of the page', async () => {
  const { url, put, read } = await open()
  const evil = letter({ subject: '<script>alert(1)</script>', text: '"><img src=x> http://a.example/"onclick="x' })
  await put(evil)
  for (const page of [await read(), await read(`/${evil.id}`)]) expect(page).not.toMatch(/<script|<img|"onclick/)
  expect((await fetch(url)).headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('only the newest hundred are kept, and nothing that is too long', async () => {
  const { put, read } = await open()
  for (let count = 0; count < 105; count += 1) await put(letter({ subject: `Letter ${count}.` }))
  const list = await read()
  expect(list.match(/<li>/g)).toHaveLength(100)
  expect(list).not.toContain('Letter 4.')
  expect((await put(letter({ text: 'x'.repeat(200_000) }))).status).toBe(400)
})

test('nobody puts a letter in without the key, and none is changed or found by guessing', async () => {
  const { url, put } = await open()
  expect((await put(letter(), 'another-key')).status).toBe(401)
  expect((await put({ text: 'half a letter' })).status).toBe(400)
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
})

test('the outbox does not open in production', () => {
  expect(() => openOutbox({ key: 'k', production: true, now: () => new Date() })).toThrow('SMTP_URL')
})
