import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createOutbox } from './outbox.ts'

const createTestOutbox = async () => {
  const outbox = createOutbox({ key: 'the-key', production: false, now: () => new Date('2026-08-01T10:00:00Z') })
  const server = createServer(outbox.handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mail`
  const postEmail = (email: object, key = 'the-key') =>
    fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(email) })
  return { url, postEmail, readPage: async (path = '') => (await fetch(url + path)).text() }
}

const createEmail = (changes: object = {}) => ({
  id: crypto.randomUUID(),
  from: 'shop@example.com',
  recipient: 'reader@example.com',
  subject: 'An e-mail',
  text: 'Go to http://localhost:3000/reset-password#abc now.\n',
  ...changes,
})

test('e-mails are listed, the newest first, and each is shown as text with links', async () => {
  const { postEmail, readPage } = await createTestOutbox()
  expect(await readPage()).toContain('No e-mail has been sent yet.')
  await postEmail(createEmail({ subject: 'First' }))
  const second = createEmail({ subject: 'Second' })
  expect((await postEmail(second)).status).toBe(204)
  expect(await readPage()).toMatch(/Second[^]*First/)
  const page = await readPage(`/${second.id}`)
  expect(page).toContain('<a href="http://localhost:3000/reset-password#abc" rel="noreferrer">')
  expect(page).toContain('To reader@example.com')
  expect(page).toContain('>Sat, Aug 1, 4:00 PM</time>')
})

test('an e-mail that is posted twice is shown once', async () => {
  const { postEmail, readPage } = await createTestOutbox()
  const same = createEmail({ subject: 'Same' })
  await postEmail(same)
  await postEmail(same)
  expect((await readPage()).match(/Same/g)).toHaveLength(1)
})

test('the content of an e-mail is never markup of the page', async () => {
  const { url, postEmail, readPage } = await createTestOutbox()
  const evil = createEmail({ subject: '<script>alert(1)</script>', text: '"><img src=x> http://a.example/"onclick="x' })
  await postEmail(evil)
  for (const page of [await readPage(), await readPage(`/${evil.id}`)])
    expect(page).not.toMatch(/<script|<img|"onclick/)
  expect((await fetch(url)).headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('the HTML of an e-mail is shown on a page of its own, without scripts and without this origin', async () => {
  const { url, postEmail, readPage } = await createTestOutbox()
  const html = '<h1>Hello</h1><script>alert(1)</script>'
  const email = createEmail({ html })
  await postEmail(email)
  expect(await readPage(`/${email.id}`)).toContain(`href="/mail/${email.id}/html"`)
  const shown = await fetch(`${url}/${email.id}/html`)
  const page = await shown.text()
  expect(page).toMatch(/^<style>@font-face/)
  expect(page.endsWith(`</style>${html}`)).toBe(true)
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox (?!.*allow-scripts)/)
})

test('only the newest hundred are stored, and nothing that is too long', async () => {
  const { postEmail, readPage } = await createTestOutbox()
  for (let count = 0; count < 105; count += 1) await postEmail(createEmail({ subject: `E-mail ${count}.` }))
  const list = await readPage()
  expect(list.match(/<li>/g)).toHaveLength(100)
  expect(list).not.toContain('E-mail 4.')
  expect((await postEmail(createEmail({ text: 'x'.repeat(600_000) }))).status).toBe(400)
})

test('posting an e-mail needs the key, and unknown paths and other methods are refused', async () => {
  const { url, postEmail } = await createTestOutbox()
  expect((await postEmail(createEmail(), 'another-key')).status).toBe(401)
  expect((await postEmail({ text: 'incomplete' })).status).toBe(400)
  expect((await fetch(`${url}/nothing`)).status).toBe(404)
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
})

test('the outbox does not run in production', () => {
  expect(() => createOutbox({ key: 'k', production: true, now: () => new Date() })).toThrow('SMTP_URL')
})
