// Orders and wishes: in whose name, of what, at which price, and how often.
import { afterAll, beforeAll } from 'vitest'
import { absent, type Arena, openArena } from './security-test-app.ts'
import { attackRows } from './attack-rows.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

const order = (of: Arena, changes: object = {}) => ({
  contactNumber: '01712345678',
  meetingLocation: 'Farmgate',
  salePrice: of.P2.salePriceTaka,
  producId: of.P2.id,
  ...changes,
})
const bad = [400, 'bad_request'] as const
const each = (of: Arena, field: string, values: unknown[]) =>
  values.map((value) => ({ body: order(of, { [field]: value }) }))

attackRows(
  () => arena,
  [
    {
      id: 'A083',
      what: 'an order in the name of another is refused',
      call: 'POST /bookings',
      answers: { B1: [403, 'not_your_email'], A: [403, 'not_your_email'] },
      send: (of) => ({ body: order(of, { email: 'sadia@motohaat.test' }) }),
    },
    {
      id: 'A083',
      what: 'an order does not say whose it is, whether it is paid, or which number it has',
      call: 'POST /bookings',
      answers: { B1: bad },
      send: (of) =>
        [
          { buyerId: of.idOf('B2') },
          { paid: true },
          { _id: absent },
          { id: absent },
          { status: 'sold' },
          { transactionId: 'pi_1' },
          { paid_at: 'now' },
          { seller: 'x' },
          { bikeId: of.P2.id },
        ].map((more) => ({ body: order(of, more) })),
    },
    {
      id: 'A083',
      what: 'a wish in the name of another is refused',
      call: 'POST /wishlist',
      answers: { B1: [403, 'not_your_email'] },
      send: (of) => ({ body: { productId: of.P1.id, email: 'sadia@motohaat.test' } }),
    },
    {
      id: 'A085',
      what: 'one’s own bike is not ordered',
      call: 'POST /bookings',
      answers: { S2: [409, 'own_bike'] },
      send: (of) => ({ body: order(of) }),
    },
    {
      id: 'A085',
      what: 'one’s own bike is not wished for',
      call: 'POST /wishlist',
      answers: { S2: [409, 'own_bike'] },
      send: (of) => ({ body: { productId: of.P2.id } }),
    },
    {
      id: 'A087',
      what: 'a bike that is not there is not ordered',
      call: 'POST /bookings',
      answers: { B1: [404, 'not_found'] },
      send: (of) => [absent, of.K1, of.idOf('S1')].map((producId) => ({ body: order(of, { producId }) })),
    },
    {
      id: 'A091',
      what: 'the price is the one of the shop',
      call: 'POST /bookings',
      answers: { B1: [409, 'price_changed'] },
      send: (of) => each(of, 'salePrice', [1_000, of.P2.salePriceTaka - 1, of.P2.salePriceTaka + 1, 999_999]),
    },
    {
      id: 'A091',
      what: 'what is no price is none',
      call: 'POST /bookings',
      answers: { B1: bad },
      send: (of) => [
        ...each(of, 'salePrice', [
          1,
          0,
          -0,
          -1,
          -178_000,
          999,
          1_000_000,
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
        { raw: JSON.stringify(order(of)).replace('178000', '178000.0000000001') },
        { raw: JSON.stringify(order(of)).replace('178000', '1e400') },
        { raw: JSON.stringify(order(of)).replace('178000', '-1e400') },
      ],
    },
    {
      id: 'A091',
      what: 'a number that is no JSON is none',
      call: 'POST /bookings',
      answers: { B1: [400, 'bad_json'] },
      send: (of) =>
        ['NaN', 'Infinity', '0x2B750', '0178000', '+178000', '178_000', '.5', '178000n', 'undefined'].map((number) => ({
          raw: JSON.stringify(order(of)).replace('178000', number),
        })),
    },
    {
      id: 'A093',
      what: 'a contact number has six to fifteen digits and nothing else',
      call: 'POST /bookings',
      answers: { B1: bad },
      send: (of) =>
        each(of, 'contactNumber', [
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
          'tel:01712345678',
          "01712345678' or 1=1--",
          '',
          ' ',
          null,
          1_712_345_678,
          ['01712345678'],
          '０１７１２３４５６７８',
          '0171234\u200B5678',
          '01712345678\0',
        ]),
    },
  ],
)
