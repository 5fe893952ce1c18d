// Other methods than the one that a call takes, and ways to hide one behind another.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { absentId, type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

test('A071 no header and no word makes another method of the one that was sent', async () => {
  const { id } = testApp.P1
  const tunnels: Record<string, string>[] = [
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
    '_method',
  ].flatMap((name) => ['DELETE', 'PUT'].map((method) => ({ [name]: method })))
  await testApp.expectUnchanged(async () => {
    for (const headers of tunnels) {
      for (const method of ['GET', 'POST']) {
        const answer = await testApp.request('S1', method, `/api/allbikes/${id}`, { headers, query: '?_method=DELETE' })
        expect([method, headers, answer.status]).toEqual([method, headers, 405])
      }
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const sent = await testApp.request('S1', 'POST', `/api/allbikes/${id}`, { headers: form, raw: '_method=DELETE' })
      expect(sent.status).toBe(405)
    }
  })
})

test('A071 a guarded call answers to its own method alone, with the proof of whoever may make it', async () => {
  await testApp.expectUnchanged(async () => {
    for (const [path, allowed] of [
      ['/api/sellers', ['GET']],
      [`/api/users/${absentId}`, ['PUT', 'DELETE']],
      ['/api/bookings', ['GET', 'POST']],
      ['/api/jwt', ['POST']],
    ] as const) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
        if (allowed.some((one) => one === method)) continue
        const { status } = await testApp.request('A', method, path)
        expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true])
      }
    }
  })
  for (const method of ['PROPFIND', 'CONNECT', 'TRACK', 'DEBUG', 'get', 'MOVE', 'PURGE', 'BREW']) {
    const response = await testApp.sendRaw(
      `${method} /api/sellers HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    )
    expect(response, method).toMatch(/^(?:HTTP\/1\.1 4\d\d|$)/)
  }
})

test('A071 a trace gives back nothing of what was sent', async () => {
  const bytes = `TRACE / HTTP/1.1\r\nhost: localhost\r\ncookie: planted=secret\r\nconnection: close\r\n\r\n`
  const response = await testApp.sendRaw(bytes)
  assert(response.length > 0, 'needs an answer')
  expect(response).not.toContain('planted')
})
