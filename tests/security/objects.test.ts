// Whose things they are: another's, an absent one and one of another kind are the same to everybody but the owner.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { memberId, newMember } from '#tests/support/selling.ts'
import { wayOf } from '#tests/support/test-roles.ts'
import { absent, type Actor, type Answered, type Arena, openArena } from './security-test-app.ts'
import { attackRows } from './attack-rows.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

const notFound = [404, 'not_found'] as const
const notYours = [403, 'not_your_email'] as const

attackRows(
  () => arena,
  [
    {
      id: 'A073',
      what: 'the orders and wishes of another address are not given',
      call: 'GET /bookings',
      answers: { B1: notYours, S1: notYours, A: notYours, V: 401 },
      send: () => [{ query: '?email=sadia@motohaat.test' }, { query: '?email=SADIA@motohaat.test' }],
    },
    {
      id: 'A073',
      what: 'no other word asks for another’s orders',
      call: 'GET /bookings',
      answers: { B1: 400 },
      send: (of) =>
        [
          `buyer=${of.idOf('B2')}`,
          `buyerId=${of.idOf('B2')}`,
          'user=sadia@motohaat.test',
          'email=karim@motohaat.test&email=sadia@motohaat.test',
          'email[]=sadia@motohaat.test',
          'filter={}',
          'email=',
          'email=*',
          `id=${of.K2}`,
        ].map((word) => ({ query: `?${word}` })),
    },
    {
      id: 'A073',
      what: 'the wishlist of another is not given',
      call: 'GET /wishlist',
      answers: { B1: notYours, A: notYours, V: 401 },
      send: () => ({ query: '?email=sadia@motohaat.test' }),
    },
    {
      id: 'A075',
      what: 'one order of another is not there',
      call: 'GET /bookings/:id',
      answers: { B1: notFound, S1: notFound, S2: notFound, A: notFound, V: 401 },
      send: (of) => ({ params: { id: of.K2 } }),
    },
    {
      id: 'A075',
      what: 'one wish of another is not there',
      call: 'GET /wishlists/:id',
      answers: { B1: notFound, S1: notFound, S2: notFound, A: notFound, V: 401 },
      send: (of) => ({ params: { id: of.W2 } }),
    },
    {
      id: 'A077',
      what: 'the bikes of another seller are not given',
      call: 'GET /allbikes/myproduct',
      answers: { S1: notYours, V: 401, B1: 403 },
      send: () => ({ query: '?email=farhana@motohaat.test' }),
    },
    {
      id: 'A077',
      what: 'another’s bike is neither advertised nor taken off',
      call: 'PUT /allbikes/:id',
      answers: { S1: notFound, B1: 403, A: 403, V: 401 },
      send: (of) => ({ params: { id: of.P2.id }, body: { advertise: 'on' } }),
    },
    {
      id: 'A077',
      what: 'another’s bike is not taken off',
      call: 'DELETE /allbikes/:id',
      answers: { S1: notFound, B1: 403, A: 403, V: 401 },
      send: (of) => ({ params: { id: of.P2.id } }),
    },
    {
      id: 'A079',
      what: 'a wish is no order',
      call: 'GET /bookings/:id',
      answers: { B1: notFound },
      send: (of) => [of.W1, of.P1.id, of.idOf('B1')].map((id) => ({ params: { id } })),
    },
    {
      id: 'A079',
      what: 'an order is no wish',
      call: 'GET /wishlists/:id',
      answers: { B1: notFound },
      send: (of) => [of.K1, of.P2.id, of.idOf('B1')].map((id) => ({ params: { id } })),
    },
    {
      id: 'A079',
      what: 'paying takes an order as an order and a wish as a wish, one of the two and one’s own',
      call: 'POST /create-payment-intent',
      answers: { B1: notFound },
      send: (of) => {
        const price = of.P1.salePriceTaka
        return [
          { bookingId: of.W1 },
          { wishlistId: of.K1 },
          { bookingId: of.K2 },
          { wishlistId: of.W2 },
          { bookingId: of.P1.id },
        ].map((one) => ({ body: { price, ...one } }))
      },
    },
    {
      id: 'A079',
      what: 'a member is no bike and a bike is no member',
      call: 'DELETE /users/:id',
      answers: { A: notFound },
      send: (of) => [of.P1.id, of.K1, of.W1].map((id) => ({ params: { id } })),
    },
  ],
)

describe('every call that names a thing by its id', () => {
  const named = Object.keys(contract).filter((name) => name.includes('/:id'))
  const inBody = ['POST /auth/revoke-session']
  const actors = ['B1', 'S1', 'A'] as const

  /** What each kind of thing that is not theirs is called, beside an id of nothing. */
  const others = async (actor: Actor) => {
    const { rows } = await arena.db.$client.query<{ id: string }>('select id from sessions where member_id = $1', [
      arena.idOf('B2'),
    ])
    const things = {
      booking: arena.K2,
      wish: arena.W2,
      session: rows[0]?.id ?? '',
      bike: actor === 'S1' ? arena.P2.id : arena.P1.id,
    }
    return { ...things, nothing: absent }
  }
  const bodyOf = (name: string, id: string): object | undefined => {
    if (name === 'PUT /users/:id') return { verify: true }
    if (name === 'PUT /messages/:id') return { handled: true }
    if (name === 'PUT /allbikes/:id') return { advertise: 'on' }
    return inBody.includes(name) ? { id } : undefined
  }

  test.each([...named, ...inBody])(
    'A075 %s tells another’s thing, one of another kind and none apart for nobody',
    async (name) => {
      assert(wayOf(name).path !== '', 'needs a path')
      for (const actor of actors) {
        const said = new Set<string>()
        await arena.quietly(async () => {
          for (const id of Object.values(await others(actor))) {
            const body = bodyOf(name, id)
            const answer: Answered = await arena.ask(actor, name, { params: { id }, ...(body && { body }) })
            said.add(`${answer.status} ${answer.code}`)
            expect(answer.status).toBeGreaterThanOrEqual(400)
          }
        })
        expect([name, actor, said.size]).toEqual([name, actor, 1])
      }
    },
  )
})

test('A079 one’s own session ends by its id; the session of another is not there', async () => {
  const { rows } = await arena.db.$client.query<{ id: string }>('select id from sessions where member_id = $1', [
    arena.idOf('A'),
  ])
  await arena.quietly(async () => {
    const answer = await arena.ask('B1', 'POST /auth/revoke-session', { body: { id: rows[0]?.id } })
    expect([answer.status, answer.code]).toEqual([404, 'not_found'])
  })
})

test('A081 a visitor reads no e-mail, no buyer, no whole number and no other field of a bike', async () => {
  await arena.ask('S1', 'PUT /allbikes/:id', { params: { id: arena.P1.id }, body: { advertise: 'on' } })
  const { text } = await arena.ask('V', 'GET /allbikes', { query: '?limit=100' })
  const bikes: Record<string, unknown>[] = JSON.parse(text)
  assert(bikes.length > 10, 'needs bikes')
  expect(text).not.toContain('@')
  for (const bike of bikes) {
    expect(
      Object.keys(bike).filter((key) => /email|buyer|seller_?id|password|removed|telephone|role|token/i.test(key)),
    ).toEqual([])
    const isWhole = /^[\d+-]+$/.test(String(bike['contactNumber']))
    expect(isWhole).toBe(bike['advertise'] === 'on')
  }
})

test('A081 no answer to a buyer or a seller holds another person’s e-mail, number or password', async () => {
  const buyer = await newMember(arena.shop, 'Buyer')
  const { rows } = await arena.db.$client.query<{ email: string }>(
    `select email from members where role <> 'Seller' and removed_at is null`,
  )
  const lists = [
    'GET /bookings',
    'GET /wishlist',
    'GET /auth/account',
    'GET /auth/export',
    'GET /auth/list-sessions',
  ] as const
  for (const call of lists) {
    const answer = await arena.at('V', 'GET', `/api${wayOf(call).path}`, {
      headers: { authorization: `Bearer ${buyer.token}`, cookie: buyer.cookie },
    })
    expect([call, answer.status]).toEqual([call, 200])
    for (const { email } of rows) if (email !== buyer.email) expect(answer.text).not.toContain(email)
    expect(answer.text).not.toMatch(/argon2|"token"|"password"/)
  }
  for (const call of ['GET /allbikes/myproduct', 'GET /auth/export']) {
    const { text } = await arena.ask('S1', call)
    for (const { email } of rows) expect([call, text.includes(email)]).toEqual([call, false])
  }
})

test('A081 the export holds what is the person’s own and nothing that opens their account', async () => {
  const { text } = await arena.ask('B1', 'GET /auth/export')
  const own = JSON.parse(text)
  expect(own.profile.email).toBe('karim@motohaat.test')
  expect(own.bookings.map((one: { _id: string }) => one._id)).not.toContain(arena.K2)
  expect(text).not.toContain(arena.people.B1.cookie.split(/[=;]/)[1]?.slice(0, 30))
  expect(await memberId(arena.shop, { email: own.profile.email })).toBe(arena.idOf('B1'))
})
