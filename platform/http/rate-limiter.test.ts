import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { getLimitName, limits, describeLimit } from '#contract/limits.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createLimits } from '#server/multiplied-limits.ts'

const people = { karim: { email: 'karim@motohaat.test' }, rahim: { email: 'rahim@motohaat.test' } }
const demoPassword = 'motohaat-demo'

let testApp: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock, limits: createLimits(), trustedProxies: ['10.0.0.0/8'] })
})
afterAll(() => testApp.close())

// Each test uses addresses of its own, so that no test uses up another's limit.
let addressCount = 0
const createAddress = () => `192.0.2.${(addressCount += 1)}`

type RequestOptions = { from?: string; body?: object; headers?: Record<string, string> }
const sendRequest = async (name: string, { from = createAddress(), body, headers = {} }: RequestOptions = {}) => {
  const [method = '', path = ''] = name.split(' ')
  const answer = await testApp.fastify.inject({
    method: method === 'GET' ? 'GET' : 'POST',
    url: `/api${path}`,
    remoteAddress: from,
    headers,
    ...(body && { payload: body }),
  })
  return {
    status: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
    body: answer.json(),
    headers: answer.headers,
  }
}
/** Responses before the first 429, in consecutive attempts. */
const countUntilLimited = async (
  maxTries: number,
  send: (at: number) => Promise<{ status: number }>,
): Promise<number> => {
  for (let at = 0; at < maxTries; at += 1) if ((await send(at)).status === 429) return at
  return maxTries
}
const logIn = (email: string, password: string, options: RequestOptions = {}) =>
  sendRequest('POST /auth/sign-in/email', { ...options, body: { email, password } })
const advanceClock = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000))
const createBearer = async (who: 'karim' | 'rahim') => ({
  authorization: `Bearer ${(await testApp.signInAs(who)).token}`,
})

describe('logging in', () => {
  test('one address may try 20 e-mails in ten minutes, then gets 429 with Retry-After', async () => {
    const from = createAddress()
    expect(await countUntilLimited(30, (at) => logIn(`nobody-${at}@example.com`, 'a guess', { from }))).toBe(20)
    const refused = await logIn('one-more@example.com', 'a guess', { from })
    expect(refused).toMatchObject({ status: 429, retryAfter: '30', body: { code: 'too_many_requests' } })
    expect(refused.body.message).toMatch(/^Too many tries\./)
    expect((await logIn('one-more@example.com', 'a guess')).status).toBe(401)
    advanceClock(30)
    expect((await logIn('one-more@example.com', 'a guess', { from })).status).toBe(401)
    expect((await logIn('one-more@example.com', 'a guess', { from })).status).toBe(429)
  })

  test('another spelling of an address or another address of its /64 has the same count', async () => {
    const home = (at: number) => `2001:db8:5:6:${at.toString(16)}::${at}`
    expect(await countUntilLimited(30, (at) => logIn(`six-${at}@example.com`, 'a guess', { from: home(at) }))).toBe(20)
    const four = ['198.51.100.9', '::ffff:198.51.100.9', '::FFFF:c633:6409', '0:0:0:0:0:ffff:198.51.100.9']
    expect(
      await countUntilLimited(30, (at) => logIn(`four-${at}@example.com`, 'a guess', { from: four[at % 4] ?? '' })),
    ).toBe(20)
  })

  test('X-Forwarded-For is trusted from a configured proxy only', async () => {
    const claim = (at: number) => ({ 'x-forwarded-for': `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` })
    const liar = createAddress()
    expect(
      await countUntilLimited(30, (at) => logIn(`liar-${at}@example.com`, 'x', { from: liar, headers: claim(at) })),
    ).toBe(20)
    // The proxy appends the client's address; everything to the left of it is the client's claim.
    const through = (at: number, own: string) => ({
      from: '10.1.2.3',
      headers: { 'x-forwarded-for': `1.1.1.${at}, ${own}` },
    })
    expect(await countUntilLimited(30, (at) => logIn(`p-${at}@example.com`, 'x', through(at, '198.51.100.77')))).toBe(
      20,
    )
    expect((await logIn('p@example.com', 'x', through(1, '198.51.100.78'))).status).toBe(401)
  })

  test('one e-mail may be tried 10 times from any number of addresses, and its owner still signs in from a known device', async () => {
    const email = people.karim.email
    const before = await logIn(email, demoPassword)
    const cookie = [before.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .find((one) => one?.includes('.device='))
    assert(cookie, 'needs the cookie that a login leaves')
    expect(await countUntilLimited(30, () => logIn(email, 'a guess'))).toBe(10)
    expect((await logIn(email, demoPassword)).status).toBe(429)

    expect((await logIn(email, demoPassword, { headers: { cookie } })).status).toBe(200)
    expect((await logIn(people.rahim.email, 'a guess', { headers: { cookie } })).status).toBe(401)
    const forged = `${cookie.split('.').slice(0, -1).join('.')}.${'A'.repeat(43)}`
    expect((await logIn(email, demoPassword, { headers: { cookie: forged } })).status).toBe(429)
    // A stolen device cookie allows ten attempts of its own.
    expect(await countUntilLimited(30, () => logIn(email, 'a guess', { headers: { cookie } }))).toBe(10)
    // The block ends.
    advanceClock(60)
    expect((await logIn(email, demoPassword)).status).toBe(200)
  })

  test('successful sign-ins do not use up the limit of wrong passwords, so many people behind one address can sign in', async () => {
    const from = createAddress()
    for (let at = 0; at < 25; at += 1)
      expect((await logIn(people.rahim.email, demoPassword, { from })).status).toBe(200)
  })
})

describe('what is counted', () => {
  test('one address may send 300 invalid tokens in a minute', async () => {
    const from = createAddress()
    const guess = (at: number) => sendRequest('GET /bookings', { from, headers: { authorization: `Bearer a.b.${at}` } })
    expect(await countUntilLimited(400, guess)).toBe(300)
    expect((await sendRequest('GET /bookings', { from, headers: await createBearer('karim') })).status).toBe(200)
  })

  test('of a thousand guesses at who is a seller, most get 429', async () => {
    const headers = await createBearer('karim')
    // From different addresses: a member is counted by id.
    expect(
      await countUntilLimited(1_000, (at) => sendRequest(`GET /users/seller/guess-${at}@example.com`, { headers })),
    ).toBe(120)
    expect(
      (await sendRequest('GET /users/seller/x@example.com', { headers: await createBearer('rahim') })).status,
    ).toBe(403)
  })

  test('sign-ups, messages and forgotten passwords have a limit per address', async () => {
    const [from, writer, forgetful] = [createAddress(), createAddress(), createAddress()]
    // A password that is too short is not hashed, but counts.
    const signUp = (at: number) =>
      sendRequest('POST /auth/sign-up/email', { from, body: { email: `s${at}@example.com`, password: 'x' } })
    expect(await countUntilLimited(30, signUp)).toBe(20)
    const write = (at: number) => sendRequest('POST /contact', { from: writer, body: { email: `w${at}@example.com` } })
    expect(await countUntilLimited(30, write)).toBe(20)
    const forget = (at: number) =>
      sendRequest('POST /auth/request-password-reset', { from: forgetful, body: { email: `f${at}@example.com` } })
    expect(await countUntilLimited(30, forget)).toBe(20)
    const remind = () => sendRequest('POST /auth/request-password-reset', { body: { email: 'same@example.com' } })
    expect(await countUntilLimited(30, remind)).toBe(5)
  })

  test('an unknown field does not start a new count', async () => {
    const from = createAddress()
    const guess = (at: number) =>
      sendRequest('POST /auth/reset-password', {
        from,
        body: { token: 'x', newPassword: 'a new password', email: `r${at}@example.com` },
      })
    const rightly = () =>
      sendRequest('POST /auth/reset-password', { from, body: { token: 'x', newPassword: 'a new password' } })
    expect(await countUntilLimited(30, (at) => (at % 2 ? guess(at) : rightly()))).toBe(20)
  })

  test('a visitor who tries links of e-mails uses up no handover code, no second factor and no login behind the same address', async () => {
    const from = createAddress()
    const tryLink = () =>
      sendRequest('POST /auth/reset-password', { from, body: { token: 'x', newPassword: 'a new password' } })
    expect(await countUntilLimited(30, tryLink)).toBe(20)
    const headers = await createBearer('rahim')
    const nowhere = '/deals/0199f3a0-0000-7000-8000-000000000001/handover'
    const typeCode = () => sendRequest(`POST ${nowhere}`, { from, headers, body: { code: '123456' } })
    expect((await typeCode()).status).toBe(404)
    expect((await sendRequest('POST /auth/sign-in/code', { from, body: { code: '123456' } })).status).not.toBe(429)
    expect((await logIn(people.karim.email, demoPassword, { from })).status).toBe(200)
  })

  test('who types handover codes counts for themselves, whatever the address', async () => {
    const nowhere = '/deals/0199f3a0-0000-7000-8000-000000000002/handover'
    const [ofRahim, ofKarim] = [await createBearer('rahim'), await createBearer('karim')]
    const from = createAddress()
    const type = (headers: Record<string, string>, at = createAddress()) =>
      sendRequest(`POST ${nowhere}`, { from: at, headers, body: { code: '123456' } })
    // One was typed in the test before.
    expect(await countUntilLimited(30, () => type(ofRahim))).toBeGreaterThanOrEqual(19)
    expect((await type(ofRahim, from)).status).toBe(429)
    expect((await type(ofKarim, from)).status).toBe(404)
  })

  test('a wrong own password may be entered ten times', async () => {
    const { cookie } = await testApp.signInAs('rahim')
    const prove = () => sendRequest('POST /auth/delete-user', { headers: { cookie }, body: { password: 'a guess' } })
    expect(await countUntilLimited(30, prove)).toBe(10)
  })

  test('the table contains no addresses or e-mails', async () => {
    await logIn('somebody@example.com', 'x', { from: '198.51.100.200' })
    const { rows } = await testApp.db.$client.query<{ all: string }>(`select string_agg(key, ' ') as all from limits`)
    expect(rows[0]?.all).toMatch(/login/)
    expect(rows[0]?.all).not.toMatch(/@|198\.51|example/)
  })
})

test('reads of a second process count together with the first', async () => {
  const { token } = await testApp.signInAs('imran')
  const read = () => sendRequest('GET /wishlist', { headers: { authorization: `Bearer ${token}` } })
  const [first, rest] = [await countUntilLimited(20, read), 600]
  expect(first).toBe(20)
  // As if another process had used the rest.
  await testApp.db.$client.query(`update limits set free_at = $1 where key like 'reading %'`, [
    new Date(clock.now.getTime() + 60_000),
  ])
  expect(await countUntilLimited(rest, read)).toBeLessThanOrEqual(20)
})

describe('the contract', () => {
  const calls = Object.entries<Call>(contract)

  test('every endpoint but the provider’s webhook has a limit and documents it', async () => {
    const document = (await testApp.fastify.inject('/api/openapi.json')).json()
    for (const [name, call] of calls) {
      const [method = '', path = ''] = name.split(' ')
      const limit = getLimitName(method, call)
      expect([name, limit === null]).toEqual([name, call.access === 'provider'])
      if (limit === null) continue
      const { description } = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      expect([name, description]).toEqual([name, expect.stringContaining(describeLimit(limits[limit]))])
    }
  })

  test('calls that ask the database nothing are for anyone, and are counted in memory', () => {
    const named = calls.filter(([, call]) => call.usesDatabase === false)
    expect(named.map(([name, { access }]) => [name, access])).toEqual(
      ['GET /openapi.json', 'GET /docs', 'GET /docs/:name'].map((name) => [name, 'anyone']),
    )
    const inMemory = calls.filter(([name, call]) => {
      const limit = getLimitName(name.split(' ')[0] ?? '', call)
      return limit !== null && 'isKeptInMemory' in limits[limit]
    })
    expect(inMemory).toEqual(named)
  })

  test('a limit by e-mail needs an e-mail in the body, and a limit by member alone needs a signed-in member', () => {
    const limited = calls.map(([name, call]) => ({ name, call, limit: getLimitName(name.split(' ')[0] ?? '', call) }))
    const has = (who: 'member' | 'address' | 'email') =>
      limited.filter(({ limit }) => limit !== null && who in limits[limit])
    const takesNoEmail = has('email').filter(
      ({ call }) => call.body?.safeParse({ email: 'no' }).error?.issues[0]?.path[0] !== 'email',
    )
    expect(has('email').length).toBeGreaterThan(0)
    expect(takesNoEmail.map(({ name }) => name)).toEqual([])
    const byMemberAlone = limited.filter((one) => one.limit !== null && !has('address').includes(one))
    expect(byMemberAlone.filter(({ call }) => call.access === 'anyone').map(({ name }) => name)).toEqual([])
  })
})
