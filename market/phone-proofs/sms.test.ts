import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { createSmsSender, type SmsOptions } from './sms.ts'

const sms = {
  id: '0192f0c4-0000-7000-8000-000000000001',
  number: '+8801712345678',
  text: 'Your code is "123456" & 100 %.',
}

type Received = { method: string; url: string; type: string; authorization: string; body: string }

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** A service that answers each message with this status and text. */
const startService = async ({ status = 200, answer = 'ok', location = '' } = {}) => {
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    const { 'content-type': type = '', authorization = '' } = headers
    received.push({ method, url, type, authorization, body: await readBody(request) })
    response.writeHead(status, location === '' ? {} : { location }).end(answer)
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, received }
}

const send = (url: string, options: Partial<SmsOptions>) =>
  createSmsSender({ url, body: null, header: null, key: null, accepted: null, ...options }).send(sms)

test('a message goes to a service as JSON, as a form or in the address', async () => {
  const { url, received } = await startService()
  const header = 'Authorization: Bearer {key}'
  await send(`${url}/json`, { body: '{"to":"{number}","text":"{text}"}', header, key: 'the-key' })
  await send(`${url}/form`, { body: 'to={local}&text={text}&ref={id}' })
  await send(`${url}/get?key={key}&to={number}&text={text}`, { key: 'a&b' })
  const [json, form, get] = received
  expect(json).toMatchObject({ method: 'POST', type: 'application/json', authorization: 'Bearer the-key' })
  expect(JSON.parse(json?.body ?? '')).toEqual({ to: '8801712345678', text: sms.text })
  expect(form).toMatchObject({ method: 'POST', url: '/form', type: 'application/x-www-form-urlencoded' })
  expect(Object.fromEntries(new URLSearchParams(form?.body))).toEqual({
    to: '01712345678',
    text: sms.text,
    ref: sms.id,
  })
  expect(get).toMatchObject({ method: 'GET', body: '' })
  const { searchParams } = new URL(get?.url ?? '', url)
  expect(Object.fromEntries(searchParams)).toEqual({ key: 'a&b', to: '8801712345678', text: sms.text })
})

test.each([
  ['another status', { status: 500 }, {}, 'status 500'],
  [
    'an answer without the expected text',
    { answer: '{"response_code":1002}' },
    { accepted: '"response_code":202' },
    'did not accept',
  ],
  ['a redirect', { status: 302, location: 'http://127.0.0.1:9/' }, {}, 'status 302'],
])('%s is an error, which contains neither the message nor the key', async (_name, service, options, reason) => {
  const { url, received } = await startService(service)
  const error = await catchError(send(`${url}/?key={key}&to={number}&text={text}`, { key: 'the-key', ...options }))
  expect(String(error)).toContain(reason)
  expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/123456|the-key|1712345678/)
  expect(received).toHaveLength(1)
})

test('a service that cannot be reached is an error without the address', async () => {
  const error = await catchError(send('http://127.0.0.1:9/?key={key}&to={number}&text={text}', { key: 'the-key' }))
  expect(error).toEqual(new Error('The SMS service did not answer.'))
})

test('an accepted message is one whose answer has the expected text', async () => {
  const { url } = await startService({ answer: '{"response_code":202}' })
  const sent = send(`${url}/?to={number}&text={text}`, { accepted: '"response_code":202' })
  await expect(sent).resolves.toBeUndefined()
})
