// What a seller types: the edges of numbers, words that are not on the lists, and text that cannot be seen or kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createListing, insertUploadedPicture, createProductBody } from '#tests/support/selling.ts'
import { absentId, type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { defineAttackTests } from './attack-rows.ts'

let testApp: SecurityTestApp
let picture = ''
beforeAll(async () => {
  testApp = await createSecurityTestApp()
  picture = await insertUploadedPicture(testApp.baseApp, testApp.people.S1)
})
afterAll(() => testApp.close())

const bad = [400, 'bad_request'] as const
const createBikeBody = (changes: object = {}) => ({ ...createProductBody(picture), ...changes })
const toBodies = (field: string, values: unknown[]) =>
  values.map((value) => ({ body: createBikeBody({ [field]: value }) }))
const prices = [
  0,
  -1,
  999,
  10_000_000,
  1_000.5,
  1e308,
  2 ** 31,
  2 ** 53,
  '178000',
  '1e5',
  [178_000],
  {},
  true,
  null,
  '১৭৮০০০',
]
const years = [1949, 2201, 0, -2021, 2021.5, 1e308, '2021', null, [2021], 2 ** 31]
const invisibleTexts = [
  '',
  ' ',
  '\u200B',
  '\u200B\u2060\uFEFF',
  'ab\u202Ecd',
  'a\0b',
  '\0',
  'a\uD800b',
  '\uDC00',
  'a\u0007b',
  'a\nb',
  '\u00AD',
  'x'.repeat(10_000),
  'a\u{E0041}b',
  '\uFFFD',
  'a\u001B[31mb',
  'a\u0085b',
  '\uE000',
  '\u3164',
  '\u2800\u2800',
]
const nonTexts = [null, 7, true, ['a'], { a: 1 }, []]

defineAttackTests(
  () => testApp,
  [
    {
      id: 'A137',
      what: 'a resale price beyond the edges is none',
      call: 'POST /allbikes',
      answers: { S1: bad },
      send: () => toBodies('salePrice', prices),
    },
    {
      id: 'A137',
      what: 'an original price beyond the edges is none',
      call: 'POST /allbikes',
      answers: { S1: bad },
      send: () => toBodies('originalPrice', prices),
    },
    {
      id: 'A137',
      what: 'a year that never was is none',
      call: 'POST /allbikes',
      answers: { S1: bad },
      send: () => [
        ...toBodies('purchaseTime', [...years, new Date().getFullYear() + 2]),
        ...toBodies('usedTime', [-1, 101, 0.5, '5', null, 90]),
      ],
    },
    {
      id: 'A139',
      what: 'a condition, a category and a state come from closed lists, character by character',
      call: 'POST /allbikes',
      answers: { S1: bad },
      send: () => [
        ...toBodies('condition', ['Mint', '', 'good', 'GOOD', ' Good', 'Good\0', ['Good'], null, 'Good,Fair']),
        ...toBodies('name', [
          'Harley',
          'honda',
          'yamaha',
          '',
          'Yamaha ',
          'Suzuki;TVS',
          ['TVS'],
          null,
          'constructor',
          '__proto__',
          'toString',
        ]),
      ],
    },
    ...(['productName', 'location', 'sellerName'] as const).map((field) => ({
      id: 'A141' as const,
      what: `${field} is text that can be seen and kept`,
      call: 'POST /allbikes',
      answers: { S1: bad },
      send: () => toBodies(field, [...invisibleTexts, ...nonTexts]),
    })),
    {
      id: 'A143',
      what: 'a state, a badge and an owner of one’s own are refused',
      call: 'POST /allbikes',
      answers: { S1: bad },
      send: (app) =>
        [
          { paid: true },
          { sellerId: app.getId('S2') },
          { seller_id: app.getId('S2') },
          { _id: absentId },
          { soldAt: '2020-01-01' },
          { createdAt: '2099-01-01' },
          { isAdmin: true },
          { role: 'Admin' },
          { $set: { paid: true } },
          { 'paid ': true },
          { Paid: true },
        ].map((more) => ({ body: createBikeBody(more) })),
    },
    {
      id: 'A143',
      what: 'a bike in the name of another seller is refused',
      call: 'POST /allbikes',
      answers: { S1: [403, 'not_your_email'] },
      send: () => ({ body: createBikeBody({ email: 'farhana@motohaat.test' }) }),
    },
    {
      id: 'A165',
      what: 'a picture is one that this seller uploaded here',
      call: 'POST /allbikes',
      answers: { S1: 400 },
      send: () =>
        toBodies('image', [
          'javascript:alert(1)',
          'data:text/html,<script>alert(1)</script>',
          'vbscript:x',
          '//evil.example/x.webp',
          'https://evil.example/x.webp',
          'http://169.254.169.254/',
          '/pictures/../../etc/passwd',
          '/pictures/0123456789abcdef0123456789abcdef.webp',
          `${picture}?x`,
          `${picture}#x`,
          ` ${picture}x`,
          '',
          null,
          [picture],
          'file:///etc/passwd',
          '/PICTURES/x.webp',
        ]),
    },
    {
      id: 'A153',
      what: 'a category that is none is not there',
      call: 'GET /categoryDetails/:name',
      answers: { B1: [404, 'not_found'], V: 401 },
      send: () =>
        ['Harley', 'honda', 'yamaha', "' OR 1=1--", 'Yamaha ', 'constructor', '__proto__', '%', '*', '০'].map(
          (name) => ({
            params: { name },
          }),
        ),
    },
    {
      id: 'A153',
      what: 'a category of ten thousand signs is no category',
      call: 'GET /categoryDetails/:name',
      answers: { B1: 400 },
      send: () => ['x'.repeat(101), 'x'.repeat(299), 'x'.repeat(10_000)].map((name) => ({ params: { name } })),
    },
  ],
)

const offerBike = async (body: object) => {
  const answer = await testApp.call('S1', 'POST /allbikes', { body })
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.stringContaining('insertedId')])
  const { insertedId } = JSON.parse(answer.text)
  const { text } = await testApp.call('S1', 'GET /allbikes/myproduct', { query: '?limit=100' })
  return JSON.parse(text).find((one: { _id: string }) => one._id === insertedId)
}

test('A137 the lowest and the highest price are taken, and a bike may cost more than it did new', async () => {
  for (const salePrice of [1_000, 9_999_999])
    expect(await offerBike(createBikeBody({ salePrice, originalPrice: 1_000 }))).toMatchObject({ salePrice })
  for (const raw of ['1.78e5', '178000.0', '1780e2']) {
    const text = JSON.stringify(createBikeBody()).replace('178000', raw)
    expect((await testApp.call('S1', 'POST /allbikes', { raw: text })).status).toBe(200)
  }
})

test('A143 a date in 2099 is not what stands on the bike, and does not lift it in the list', async () => {
  const saved = await offerBike(createBikeBody({ date: '31/12/2099', time: '11:59 PM' }))
  expect(saved.date).not.toContain('2099')
  expect(saved).toMatchObject({ paid: false, status: 'available', advertise: 'off' })
})

test('A143 a badge, a state or an advertisement that came along is not kept', async () => {
  for (const more of [{ verification: false }, { status: 'available' }, { advertise: 'off' }, { paid: false }]) {
    const answer = await testApp.call('S1', 'POST /allbikes', { body: createBikeBody(more) })
    expect([200, 400]).toContain(answer.status)
  }
  const { text } = await testApp.call('S1', 'GET /allbikes/myproduct', { query: '?limit=100' })
  const wrong = JSON.parse(text).filter(
    (one: { paid: boolean; status: string }) => one.paid !== (one.status === 'sold'),
  )
  expect(wrong).toEqual([])
})

test('A141 two encodings of one character are stored as one', async () => {
  const saved = await offerBike(createBikeBody({ productName: '  Cafe\u0301 Racer  ' }))
  expect(saved.productName).toBe('Café Racer')
})

describe('a bike that somebody else uses', () => {
  test('A139 a bike is not made to look like the shop’s own or another seller’s', async () => {
    const saved = await offerBike(createBikeBody({ sellerName: 'farhana  akter' }))
    expect(saved.sellerName).toBe('Rahim Uddin')
    expect((await offerBike(createBikeBody({ sellerName: 'AYESHA SIDDIQUA.' }))).sellerName).toBe('Rahim Uddin')
    expect((await createListing(testApp.baseApp, testApp.people.S2)).id).toMatch(/^[\da-f-]{36}$/)
  })
})
