// Addresses that somebody should fetch or run, and forms that never end.
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProductBody } from '#tests/support/selling.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

test('A207 the server fetches no address that a person names', async () => {
  const requestedPaths: string[] = []
  const trap = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const address = trap.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const urls = [
    `http://127.0.0.1:${port}/a`,
    `http://localhost:${port}/b`,
    `http://[::ffff:127.0.0.1]:${port}/c`,
    `http://0x7f.1:${port}/d`,
    `http://2130706433:${port}/e`,
    `https://127.0.0.1:${port}/f`,
    `https://localhost.example.com:${port}/g`,
    `http://user@127.0.0.1:${port}/h`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'gopher://127.0.0.1:5432/_x',
    'https://[::1]/',
    'ftp://127.0.0.1/',
    'unix:/tmp/x',
  ]
  try {
    for (const url of urls) {
      const statuses = [
        await testApp.call('B1', 'POST /auth/update-user', { body: { image: url } }),
        await testApp.call('V', 'POST /auth/sign-up/email', {
          body: { name: 'X', email: 'ssrf@example.com', password: 'a long enough phrase', image: url },
        }),
        await testApp.call('S1', 'POST /allbikes', { body: createProductBody(url) }),
        await testApp.call('B1', 'POST /bookings', {
          body: {
            contactNumber: '01712345678',
            meetingLocation: 'X',
            salePrice: testApp.P2.salePriceTaka,
            producId: testApp.P1.id,
            image: url,
          },
        }),
        await testApp.call('V', 'POST /auth/sign-in/social', { body: { callbackURL: url } }),
        await testApp.call('V', 'POST /contact', { body: { email: 'a@example.com', message: url } }),
      ].map(({ status }) => status)
      expect([url, statuses.some((status) => status >= 500)]).toEqual([url, false])
    }
    await testApp.sendMails()
    await testApp.sweepPictures()
    expect(requestedPaths).toEqual([])
  } finally {
    await new Promise((resolve) => trap.close(resolve))
  }
})

test('A165 a photo is an https address of a name, and nothing that a browser would run or a network would hold', async () => {
  await testApp.expectUnchanged(async () => {
    for (const image of [
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,<script>',
      'data:image/svg+xml,<svg onload=alert(1)>',
      'vbscript:x',
      '//evil.example/x',
      'http://photos.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https:photos.example.com',
      'https://',
      ' https://photos.example.com/"onerror=alert(1)',
      'blob:https://x',
      'https://user:pass@127.1/x',
      'file:///x',
      '/x.png',
      'x',
      '',
      'https://0x7f.1/x',
      'https://photos.example.com\\@evil',
      `https://photos.example.com/${'x'.repeat(500)}`,
    ]) {
      const { status } = await testApp.call('B1', 'POST /auth/update-user', { body: { image } })
      expect([image.slice(0, 40), status]).toEqual([image.slice(0, 40), 400])
    }
  })
})

test('A209 a form that never ends, has a thousand parts or a huge head of a part is refused', async () => {
  const part = (name: string, body: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`
  const forms = [
    part('image', 'x').repeat(1_000),
    `--x\r\ncontent-disposition: form-data; name="image"; filename="${'f'.repeat(100_000)}"\r\n\r\nx\r\n--x--`,
    `--x\r\n${'x-h: y\r\n'.repeat(5_000)}\r\nz\r\n--x--`,
    '--x\r\n',
    '',
    '--x--',
    part('__proto__', 'x'),
  ]
  await testApp.expectUnchanged(async () => {
    for (const raw of forms) {
      const { status } = await testApp.call('S1', 'POST /images', {
        raw,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      expect([raw.slice(0, 60), status, status >= 400 && status < 500]).toEqual([raw.slice(0, 60), status, true])
    }
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
      'multipart/mixed; boundary=x',
      'multipart/form-data; boundary="x\r\ny"',
    ]) {
      const answer = await testApp.call('S1', 'POST /images', {
        raw: forms[6] ?? '',
        headers: { 'content-type': type.replace(/[\r\n]/g, '') },
      })
      expect([type.slice(0, 40), answer.status >= 400 && answer.status < 500]).toEqual([type.slice(0, 40), true])
    }
  })
})
