import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createHttpServer } from './http-server.ts'

/** A server that refuses every request, as under overload. */
const createBusyServer = () => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request-7' })
  onTestFinished(() => app.close())
  app.all('/*', () => {
    throw new ApiError('shop_unavailable')
  })
  return app
}
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test('a refused page request gets an HTML page in its language with a link to try again', async () => {
  const app = createBusyServer()
  const english = await app.inject({ url: '/bikes?q=1', headers: { ...browser, 'accept-language': 'bn' } })
  expect([english.statusCode, english.headers['content-type'], english.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '5',
  ])
  expect(english.payload).toContain('<html lang="en">')
  expect(english.payload).toContain('<a href="">Try again</a>')
  expect(english.payload).toContain('request-7')
  for (const url of ['/bn', '/bn?x=1', '/bn/bikes']) {
    const bangla = (await app.inject({ url, headers: browser })).payload
    expect(bangla).toContain('<html lang="bn">')
    expect(bangla).not.toMatch(/Try again|moment/)
  }
})

test.each([
  ['a call', { url: '/api/allbikes', headers: browser }],
  ['a program', { url: '/bikes', headers: { accept: '*/*' } }],
  ['a picture', { url: '/share/x.jpg', headers: { accept: 'image/avif,image/webp,*/*' } }],
  ['a form', { url: '/stop/x', method: 'POST' as const, headers: browser }],
])('%s gets the error as JSON', async (_, request) => {
  const answer = await createBusyServer().inject(request)
  expect(answer.json()).toMatchObject({ code: 'shop_unavailable', requestId: 'request-7' })
})
