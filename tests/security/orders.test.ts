// Orders and wishes: in whose name, of what, at which price, and how often.
import { afterAll, beforeAll } from 'vitest'
import { absentId, type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { defineAttackTests } from './attack-rows.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const createOrderBody = (app: SecurityTestApp, changes: object = {}) => ({
  contactNumber: '01712345678',
  meetingLocation: 'Farmgate',
  salePrice: app.P2.salePriceTaka,
  producId: app.P2.id,
  ...changes,
})
const bad = [400, 'bad_request'] as const
const toBodies = (app: SecurityTestApp, field: string, values: unknown[]) =>
  values.map((value) => ({ body: createOrderBody(app, { [field]: value }) }))

defineAttackTests(
  () => testApp,
  [
    {
      id: 'A083',
      what: 'an order in the name of another is refused',
      call: 'POST /bookings',
      answers: { B1: [403, 'not_your_email'], A: [403, 'not_your_email'] },
      send: (app) => ({ body: createOrderBody(app, { email: 'sadia@motohaat.test' }) }),
    },
    {
      id: 'A083',
      what: 'an order does not say whose it is, whether it is paid, or which number it has',
      call: 'POST /bookings',
      answers: { B1: bad },
      send: (app) =>
        [
          { buyerId: app.getId('B2') },
          { paid: true },
          { _id: absentId },
          { id: absentId },
          { status: 'sold' },
          { transactionId: 'pi_1' },
          { paid_at: 'now' },
          { seller: 'x' },
          { bikeId: app.P2.id },
        ].map((more) => ({ body: createOrderBody(app, more) })),
    },
    {
      id: 'A083',
      what: 'a wish in the name of another is refused',
      call: 'POST /wishlist',
      answers: { B1: [403, 'not_your_email'] },
      send: (app) => ({ body: { productId: app.P1.id, email: 'sadia@motohaat.test' } }),
    },
    {
      id: 'A085',
      what: 'one’s own bike is not ordered',
      call: 'POST /bookings',
      answers: { S2: [409, 'own_bike'] },
      send: (app) => ({ body: createOrderBody(app) }),
    },
    {
      id: 'A085',
      what: 'one’s own bike is not wished for',
      call: 'POST /wishlist',
      answers: { S2: [409, 'own_bike'] },
      send: (app) => ({ body: { productId: app.P2.id } }),
    },
    {
      id: 'A087',
      what: 'a bike that is not there is not ordered',
      call: 'POST /bookings',
      answers: { B1: [404, 'not_found'] },
      send: (app) =>
        [absentId, app.K1, app.getId('S1')].map((producId) => ({ body: createOrderBody(app, { producId }) })),
    },
    {
      id: 'A091',
      what: 'the price is the one of the shop',
      call: 'POST /bookings',
      answers: { B1: [409, 'price_changed'] },
      send: (app) => toBodies(app, 'salePrice', [1_000, app.P2.salePriceTaka - 1, app.P2.salePriceTaka + 1, 999_999]),
    },
    {
      id: 'A091',
      what: 'what is no price is none',
      call: 'POST /bookings',
      answers: { B1: bad },
      send: (app) => [
        ...toBodies(app, 'salePrice', [
          1,
          0,
          -0,
          -1,
          -178_000,
          999,
          10_000_000,
          178_000.5,
          1e308,
          2 ** 31,
          2 ** 32 + 178_000,
          2 ** 53,
          2 ** 63,
          '178000',
          '1e5',
          '0x2B750',
          '১৭৮০০০',
          ' 178000',
          [178_000],
          { value: 178_000 },
          true,
          null,
        ]),
        { raw: JSON.stringify(createOrderBody(app)).replace('178000', '178000.0000000001') },
        { raw: JSON.stringify(createOrderBody(app)).replace('178000', '1e400') },
        { raw: JSON.stringify(createOrderBody(app)).replace('178000', '-1e400') },
      ],
    },
    {
      id: 'A091',
      what: 'a number that is no JSON is none',
      call: 'POST /bookings',
      answers: { B1: [400, 'bad_json'] },
      send: (app) =>
        ['NaN', 'Infinity', '0x2B750', '0178000', '+178000', '178_000', '.5', '178000n', 'undefined'].map((number) => ({
          raw: JSON.stringify(createOrderBody(app)).replace('178000', number),
        })),
    },
    {
      id: 'A093',
      what: 'a contact number has six to fifteen digits and nothing else',
      call: 'POST /bookings',
      answers: { B1: bad },
      send: (app) =>
        toBodies(app, 'contactNumber', [
          'abc',
          '123',
          '1'.repeat(16),
          '1'.repeat(40),
          '1'.repeat(5_000),
          '<script>',
          '+',
          '++8801712345678',
          '017123456a8',
          '01712345678;ext=1',
          '٠١٧١٢٣٤٥٦٧٨',
          "01712345678' or 1=1--",
          '',
          ' ',
          null,
          1_712_345_678,
          ['01712345678'],
          '0171234\u202E5678',
          '01712345678\0',
        ]),
    },
  ],
)
