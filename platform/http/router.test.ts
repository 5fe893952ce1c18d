import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  testApp.fastify.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

const createKarimHeaders = async () => ({ authorization: `Bearer ${(await testApp.signInAs('karim')).token}` })

describe('unknown endpoints', () => {
  test('an unknown path is 404, whatever the method and the body', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
      const answer = await testApp.fastify.inject({
        method,
        url: '/api/garage',
        headers: { 'content-type': 'text/plain' },
      })
      expect(answer.statusCode, method).toBe(404)
      if (method !== 'HEAD')
        expect(answer.json()).toMatchObject({ code: 'no_such_call', requestId: expect.any(String) })
    }
    const withBody = await post('/api/garage', 'x', { 'content-type': 'text/plain' })
    expect(withBody.statusCode).toBe(404)
  })

  test('a known path with another method is 405 with Allow', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'] as const) {
      const answer = await testApp.fastify.inject({ method, url: '/api/category?limit=3' })
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, 'GET'])
    }
    const both = await testApp.fastify.inject({ method: 'DELETE', url: '/api/bookings' })
    expect(both.headers.allow).toBe('POST, GET')
    expect(both.json()).toMatchObject({ code: 'method_not_allowed', acknowledged: false })
  })

  test('a header or a query parameter cannot override the method', async () => {
    const answer = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/category?_method=GET',
      headers: { 'x-http-method-override': 'GET' },
    })
    expect(answer.statusCode).toBe(405)
  })
})

describe('authorization happens before the body is read', () => {
  test('a visitor with an invalid, too large or non-JSON body gets 401', async () => {
    const bodies: [string, string][] = [
      ['{', 'application/json'],
      ['x'.repeat(70_000), 'application/json'],
      ['a=1', 'application/x-www-form-urlencoded'],
    ]
    for (const [body, type] of bodies) {
      const answer = await post('/api/bookings?nonsense=1', body, { 'content-type': type })
      expect([type, answer.statusCode]).toEqual([type, 401])
    }
  })
})

describe('the body', () => {
  const postContact = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const answer = await post('/api/contact', body, headers)
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }

  test('only JSON is accepted: other types, a missing type and compressed bodies are 415', async () => {
    const email = '{"email":"a@b.example"}'
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ]) {
      expect(await postContact(email, { 'content-type': type }), type).toEqual([415, 'wrong_media_type'])
    }
    const typeless = await testApp.fastify.inject({ method: 'POST', url: '/api/contact', payload: Buffer.from(email) })
    expect(typeless.statusCode).toBe(415)
    expect(await postContact(email, { 'content-encoding': 'gzip' })).toEqual([415, 'wrong_media_type'])
  })

  test('more than 64 kB is 413', async () => {
    expect(await postContact(`{"email":"${'a'.repeat(66_000)}"}`)).toEqual([413, 'too_big'])
  })

  test('invalid JSON is 400: broken, empty, with a byte order mark, not UTF-8, deeply nested', async () => {
    const bodies = ['{', '', '\uFEFF{"email":"a@b.example"}', "{'email':1}", 'NaN', '['.repeat(60_000), '{"a":1,}']
    for (const body of bodies) expect(await postContact(body), body.slice(0, 20)).toEqual([400, 'bad_json'])
    expect(await postContact(Buffer.from('7b22656d61696c223a22ff227d', 'hex'))).toEqual([400, 'bad_json'])
  })

  test('a duplicate field is refused, however its name is escaped', async () => {
    expect(await postContact('{"email":"a@b.example","email":"c@d.example"}')).toEqual([400, 'bad_request'])
    expect(await postContact('{"email":"a@b.example","\\u0065mail":"c@d.example"}')).toEqual([400, 'bad_request'])
  })

  test('the same name in two objects, or in a string, is no duplicate', async () => {
    const message = '{\\"email\\":1,\\"email\\":2}'
    const answer = await post('/api/contact', `{"email":"a@b.example","subject":"email","message":"${message}"}`)
    expect(answer.statusCode).toBe(200)
  })

  test('reserved names such as __proto__ are refused and change nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__']) {
      expect(await postContact(`{"email":"a@b.example","${name}":{"isAdmin":true}}`), name).toEqual([
        400,
        'bad_request',
      ])
      expect(await postContact(`{"email":{"${name}":1}}`), name).toEqual([400, 'bad_request'])
    }
    expect('isAdmin' in {}).toBe(false)
  })

  test('an unknown field and a field of the wrong type are refused by name, never dropped or converted', async () => {
    const headers = await createKarimHeaders()
    const [bike] = await testApp.visitor('GET /allbikes')
    assert(bike, 'needs a bike on sale')
    const order = { contactNumber: '01712345678', meetingLocation: 'Mirpur', salePrice: 100, producId: bike._id }
    const wrong: [object, string][] = [
      [{ ...order, salePrice: '50000' }, 'salePrice'],
      [{ ...order, salePrice: [50_000] }, 'salePrice'],
      [{ ...order, salePrice: true }, 'salePrice'],
      [{ ...order, salePrice: 50_000, cardNumber: '4242' }, 'cardNumber'],
      [{ ...order, salePrice: 50_000, meetingLocation: 7 }, 'meetingLocation'],
    ]
    for (const [body, field] of wrong) {
      const answer = await post('/api/bookings', JSON.stringify(body), headers)
      expect([answer.statusCode, answer.json<{ field: string }>().field]).toEqual([400, field])
    }
  })

  test('a character that the database cannot store is a client error', async () => {
    const image = 'https://i.example.com/me.jpg?\0'
    const body = { name: 'Mina', email: 'mina@example.com', password: 'long enough', image }
    const answer = await post('/api/auth/sign-up/email', JSON.stringify(body))
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_request'])
  })

  test('a long field name is truncated in the error', async () => {
    const answer = await post('/api/contact', `{"email":"a@b.example","${'x'.repeat(50_000)}":1}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.payload.length).toBeLessThan(600)
  })
})

describe('the URL', () => {
  test('unknown and duplicate query parameters are refused', async () => {
    for (const query of ['page=2', 'limit=5&limit=6', 'limit=0', 'limit=101', 'limit=১০', '__proto__=1', 'limit[]=5']) {
      const answer = await testApp.fastify.inject({ url: `/api/allbikes?${encodeURI(query)}` })
      expect([query, answer.statusCode]).toEqual([query, 400])
    }
  })

  test('a malformed URL is 400 in the usual error format', async () => {
    for (const url of ['/api/bookings/%zz', '/api/%', `/api/bookings/${'9'.repeat(400)}`]) {
      const answer = await testApp.fastify.inject({ url })
      expect([url.slice(0, 20), answer.statusCode]).toEqual([url.slice(0, 20), 400])
      expect(answer.json()).toMatchObject({ code: 'bad_request', requestId: answer.headers['x-request-id'] })
    }
  })

  test('a malformed id is 400, an unknown one is 404', async () => {
    const headers = await createKarimHeaders()
    for (const id of ['null', 'NaN', '%00', '1', "'%20or%201=1--", '..%2f..%2fetc%2fpasswd']) {
      const answer = await testApp.fastify.inject({ url: `/api/bookings/${id}`, headers })
      expect([id, answer.statusCode]).toEqual([id, 400])
    }
    const missing = await testApp.fastify.inject({ url: '/api/bookings/019a0000-0000-7000-8000-000000000000', headers })
    expect(missing.statusCode).toBe(404)
  })
})

describe('an error response', () => {
  test('has a code, a message and a unique request id, equal to the header', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => testApp.fastify.inject({ url: '/api/bookings' })))
    for (const answer of answers) {
      expect(answer.json()).toEqual({
        code: 'not_signed_in',
        message: 'Please log in to do this.',
        requestId: answer.headers['x-request-id'],
        acknowledged: false,
      })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(3)
  })

  test('ignores a request id of the client', async () => {
    const answer = await testApp.fastify.inject({
      url: '/api/bookings',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(answer.headers['x-request-id']).not.toBe('mine')
  })

  test('has no CORS headers and no server name', async () => {
    const answer = await testApp.fastify.inject({
      url: '/api/allbikes',
      headers: { origin: 'https://elsewhere.example' },
    })
    for (const name of ['access-control-allow-origin', 'server', 'x-powered-by'])
      expect(answer.headers[name]).toBeUndefined()
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })
})
