// Tokens that were made by somebody else than the shop, or touched on the way.
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const admin = 'ayesha@motohaat.test'

const absentId = '019a0000-0000-7000-8000-000000000000'

// ---------- forged tokens ----------

const key = createHmac('sha256', testSecret).update('motohaat access token').digest()
const nowSeconds = () => Math.floor(Date.now() / 1000)
const encodePart = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const parseClaims = (token: string): { sub: string; sid: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

type Changes = {
  head?: object
  claims?: object
  key?: Uint8Array
  alg?: string
}

/** A token as the shop makes it for B1, but for what is changed; undefined takes a claim away. */
const forge = ({ head = {}, claims = {}, key: signingKey = key, alg = 'HS256' }: Changes = {}): Promise<string> => {
  const { sub, sid } = parseClaims(testApp.people.B1.token)
  const good = { sub, sid, iss: testApp.publicUrl, aud: testApp.publicUrl, iat: nowSeconds(), nbf: nowSeconds() - 5 }
  return new SignJWT(JSON.parse(JSON.stringify({ ...good, exp: nowSeconds() + 300, ...claims })))
    .setProtectedHeader({ alg, typ: 'at+jwt', ...head })
    .sign(signingKey)
}

/** A token with any header at all, signed by hand with HMAC-SHA256. */
const signByHand = (head: object, claims: object, signWith: string | Uint8Array | null = key): string => {
  const body = `${encodePart(head)}.${encodePart(claims)}`
  return `${body}.${signWith === null ? '' : createHmac('sha256', signWith).update(body).digest('base64url')}`
}

const createValidClaims = (changes: object = {}) => {
  const { sub, sid } = parseClaims(testApp.people.B1.token)
  const { publicUrl } = testApp
  return { sub, sid, iss: publicUrl, aud: publicUrl, nbf: nowSeconds() - 5, exp: nowSeconds() + 300, ...changes }
}

const getStatus = async (token: string): Promise<number> =>
  (await testApp.request('V', 'GET', '/api/bookings', { headers: { authorization: `Bearer ${token}` } })).status

/** Tries every token; gives the names of those that were not simply 401. */
const findAccepted = (tokens: Record<string, string | Promise<string>>): Promise<string[]> =>
  testApp.expectUnchanged(async () => {
    const statuses: [string, number][] = []
    for (const [what, token] of Object.entries(tokens)) statuses.push([what, await getStatus(await token)])
    return statuses.filter(([, status]) => status !== 401).map(([what]) => what)
  })

test('the tokens of this file are forged well: one with nothing changed is let in', async () => {
  expect(await getStatus(await forge())).toBe(200)
  expect(await getStatus(signByHand({ alg: 'HS256', typ: 'at+jwt' }, createValidClaims()))).toBe(200)
})

test('A005 a token that is late, early, for another shop, or lacks what it must say', async () => {
  expect(
    await findAccepted({
      'expired a second ago': forge({ claims: { exp: nowSeconds() - 1 } }),
      'expired long ago': forge({ claims: { exp: 1 } }),
      'not good before an hour': forge({ claims: { nbf: nowSeconds() + 3_600 } }),
      'another audience': forge({ claims: { aud: 'https://other.example' } }),
      'two audiences, none of them ours': forge({ claims: { aud: ['https://a.example', 'https://b.example'] } }),
      'another issuer': forge({ claims: { iss: 'https://accounts.google.com' } }),
      'the address of the shop with a slash': forge({ claims: { iss: `${testApp.publicUrl}/` } }),
      'no end': forge({ claims: { exp: undefined } }),
      'no beginning': forge({ claims: { nbf: undefined } }),
      'no session': forge({ claims: { sid: undefined } }),
      'no member': forge({ claims: { sub: undefined } }),
      'no issuer': forge({ claims: { iss: undefined } }),
      'an end that is text': signByHand({ alg: 'HS256', typ: 'at+jwt' }, createValidClaims({ exp: '9999999999' })),
      'an identity token': forge({ head: { typ: 'JWT' } }),
      'no type': forge({ head: { typ: undefined } }),
    }),
  ).toEqual([])
})

test('A005 a token of one member with the session of another, or of nobody', async () => {
  expect(
    await findAccepted({
      'the admin, by the session of a buyer': forge({ claims: { sub: testApp.getId('A') } }),
      'the seller, by the session of a buyer': forge({ claims: { sub: testApp.getId('S1') } }),
      'a session that is not there': forge({ claims: { sid: absentId } }),
      'a member that is not there': forge({ claims: { sub: absentId } }),
      'SQL for a session': forge({ claims: { sid: "' or 1=1 --" } }),
      'SQL for a member': forge({ claims: { sub: "x' union select 1 --" } }),
      'a list for a member': signByHand(
        { alg: 'HS256', typ: 'at+jwt' },
        createValidClaims({ sub: [testApp.getId('A')] }),
      ),
    }),
  ).toEqual([])
})

test('A005 a role, an e-mail and rights that the token claims for itself are not looked at', async () => {
  const token = await forge({ claims: { role: 'Admin', isAdmin: true, email: admin, scope: 'admin' } })
  const answer = await testApp.request('V', 'GET', '/api/sellers', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.code]).toEqual([403, 'role_not_allowed'])
})

test('A005 a signature of no kind, of another kind, or with another key', async () => {
  const named = (alg: string) => signByHand({ alg, typ: 'at+jwt' }, createValidClaims())
  expect(
    await findAccepted({
      ...Object.fromEntries(
        ['none', 'None', 'NONE', 'nOnE', '', 'hs256', 'HS1'].map((alg) => [`alg ${alg}`, named(alg)]),
      ),
      ...Object.fromEntries(
        ['none', 'None', 'NONE', 'nOnE'].map((alg) => [
          `alg ${alg} unsigned`,
          signByHand({ alg, typ: 'at+jwt' }, createValidClaims(), null),
        ]),
      ),
      'HS256 unsigned': signByHand({ alg: 'HS256', typ: 'at+jwt' }, createValidClaims(), null),
      'no algorithm': signByHand({ typ: 'at+jwt' }, createValidClaims()),
      'HS512 with our key': forge({ alg: 'HS512', key: Buffer.concat([key, key]) }),
      'the secret of the shop itself': signByHand({ alg: 'HS256', typ: 'at+jwt' }, createValidClaims(), testSecret),
      'an empty key': signByHand({ alg: 'HS256', typ: 'at+jwt' }, createValidClaims(), ''),
      'a well-known key': signByHand({ alg: 'HS256', typ: 'at+jwt' }, createValidClaims(), 'secret'),
    }),
  ).toEqual([])
})

test('A005 a key that the token brings along or points at', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const jwk = await exportJWK(pair.publicKey)
  const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const [own, none] = [{ typ: 'at+jwt' }, '']
  const withRsa = (head: object) =>
    new SignJWT(createValidClaims()).setProtectedHeader({ alg: 'RS256', ...own, ...head }).sign(pair.privateKey)
  expect(
    await findAccepted({
      'a public key as the secret': signByHand({ alg: 'HS256', ...own }, createValidClaims(), pem),
      'RS256 with its own key': withRsa({ jwk }),
      'RS256 with an address of keys': withRsa({ jku: 'https://evil.example/keys.json' }),
      'RS256 with an address of certificates': withRsa({ x5u: 'https://evil.example/cert.pem' }),
      'kid as a way to an empty file': signByHand(
        { alg: 'HS256', ...own, kid: '../../../../dev/null' },
        createValidClaims(),
        none,
      ),
      'kid as SQL': signByHand({ alg: 'HS256', ...own, kid: "x' union select 'a" }, createValidClaims(), 'a'),
      'kid as a command': signByHand({ alg: 'HS256', ...own, kid: '| cat /etc/passwd' }, createValidClaims(), none),
      'a claim that must be understood': signByHand(
        { alg: 'HS256', ...own, crit: ['exp', 'x'], x: 1 },
        createValidClaims(),
      ),
      'a payload that is not packed': signByHand(
        { alg: 'HS256', ...own, b64: false, crit: ['b64'] },
        createValidClaims(),
      ),
    }),
  ).toEqual([])
})

test('A005 a good token that was touched anywhere', async () => {
  const [head = '', body = '', sign = ''] = (await forge()).split('.')
  const asAdmin = encodePart(createValidClaims({ sub: testApp.getId('A') }))
  assert(head && body && sign, 'needs three parts')
  expect(
    await findAccepted({
      'another body': `${head}.${asAdmin}.${sign}`,
      'no signature': `${head}.${body}.`,
      'two parts': `${head}.${body}`,
      'four parts': `${head}.${body}.${sign}.${sign}`,
      'five parts': `${head}..${body}.${sign}.${sign}`,
      'a signature in capitals': `${head}.${body}.${sign.toUpperCase()}`,
      'a signature cut short': `${head}.${body}.${sign.slice(0, -4)}`,
      padding: `${head}.${body}.${sign}=`,
      'a space inside': `${head}. ${body}.${sign}`,
      'a new line in the signature': `${head}.${body}.${sign.slice(0, 5)}%0a${sign.slice(5)}`,
      'a JSON object': JSON.stringify({ protected: head, payload: body, signature: sign }),
    }),
  ).toEqual([])
})
