// Other methods than the one that a call takes, and ways to hide one behind another.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { absent, type Arena, openArena } from './security-test-app.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

test('A071 no header and no word makes another method of the one that was sent', async () => {
  const { id } = arena.P1
  const tunnels: Record<string, string>[] = [
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
    '_method',
  ].flatMap((name) => ['DELETE', 'PUT'].map((method) => ({ [name]: method })))
  await arena.quietly(async () => {
    for (const headers of tunnels) {
      for (const method of ['GET', 'POST']) {
        const answer = await arena.at('S1', method, `/api/allbikes/${id}`, { headers, query: '?_method=DELETE' })
        expect([method, headers, answer.status]).toEqual([method, headers, 405])
      }
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const sent = await arena.at('S1', 'POST', `/api/allbikes/${id}`, { headers: form, raw: '_method=DELETE' })
      expect(sent.status).toBe(405)
    }
  })
})

test('A071 a guarded call answers to its own method alone, with the proof of whoever may make it', async () => {
  await arena.quietly(async () => {
    for (const [path, allowed] of [
      ['/api/sellers', ['GET']],
      [`/api/users/${absent}`, ['PUT', 'DELETE']],
      ['/api/bookings', ['GET', 'POST']],
      ['/api/jwt', ['POST']],
    ] as const) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
        if (allowed.some((one) => one === method)) continue
        const { status } = await arena.at('A', method, path)
        expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true])
      }
    }
  })
  for (const method of ['PROPFIND', 'CONNECT', 'TRACK', 'DEBUG', 'get', 'MOVE', 'PURGE', 'BREW']) {
    const heard = await arena.speak(`${method} /api/sellers HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    expect(heard, method).toMatch(/^(?:HTTP\/1\.1 4\d\d|$)/)
  }
})

test('A071 a trace gives back nothing of what was sent', async () => {
  const bytes = `TRACE / HTTP/1.1\r\nhost: localhost\r\ncookie: planted=secret\r\nconnection: close\r\n\r\n`
  const heard = await arena.speak(bytes)
  assert(heard.length > 0, 'needs an answer')
  expect(heard).not.toContain('planted')
})
