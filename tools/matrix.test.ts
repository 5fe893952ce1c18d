// Every call as every kind of visitor: what the contract's `access` says is what the door does.
import { pino } from 'pino'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../contract/api.ts'
import type { Access, Call } from '../contract/call.ts'
import { mount } from '../platform/http.ts'
import { openServer } from '../platform/serve.ts'
import { cast } from '../seed/cast.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const kinds = ['visitor', 'buyer', 'seller', 'admin', 'removed'] as const
type Kind = (typeof kinds)[number]
type Person = { email: string; token: string; cookie: string }

let shop: TestShop
let people: Record<Kind, Person>
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  const [visitor, buyer, seller, admin, removed] = await Promise.all(
    (['visitor', 'karim', 'rahim', 'ayesha', 'puja'] as const).map((name) => shop.as(name)),
  )
  assert(visitor && buyer && seller && admin && removed, 'needs one of each kind')
  people = { visitor, buyer, seller, admin, removed }
  // Removed past the code that would end the session, so that the door alone has to know.
  await shop.db.$client.query('update members set removed_at = now() where email = $1', [removed.email])
})
afterAll(() => shop.close())

const calls = Object.entries<Call>(contract)
const absent = '019a0000-0000-7000-8000-000000000000'
const usual: Record<string, string> = { id: absent, email: cast.karim.email, name: 'TVS', provider: 'social' }

type Sending = { headers?: Record<string, string>; payload?: string; query?: string; params?: Record<string, string> }

const send = (name: string, { headers = {}, payload, query = '', params = {} }: Sending) => {
  const [method = '', path = ''] = name.split(' ')
  const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? usual[key] ?? 'x'))
  const body = payload ?? (method === 'GET' ? undefined : '{}')
  return shop.app.inject({
    method: method as 'GET',
    url: `/api${url}${query}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body }),
  })
}

const proofOf = ({ token, cookie }: Person): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}`, cookie }

const codeOf = (answer: { payload: string }): string => {
  const code = /"code":"(\w+)"/.exec(answer.payload)?.[1]
  return code ?? 'answered'
}

/** Every row of every table, as one word. */
const fingerprint = async (): Promise<string> => {
  const { rows } = await shop.db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const each = rows.map(({ name }) => `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as word from ${name} as t`)
  const { rows: words } = await shop.db.$client.query<{ word: string }>(each.join(' union all '))
  return words.map(({ word }) => word).join(' ')
}

const expectNoEffect = async (deed: () => Promise<void>): Promise<void> => {
  const before = await fingerprint()
  await deed()
  expect(await fingerprint(), 'a refused call has no effect').toBe(before)
}

const mayCome: Record<Access, readonly Kind[]> = {
  anyone: ['visitor', 'buyer', 'seller', 'admin'],
  session: ['buyer', 'seller', 'admin'],
  member: ['buyer', 'seller', 'admin'],
  seller: ['seller'],
  admin: ['admin'],
  provider: [],
}

/** The refusal that a person must read, or null for one who may come in. */
const refusalFor = (access: Access, kind: Kind): [status: number, code: string] | null => {
  if (access === 'provider') return [400, 'bad_signature']
  if (mayCome[access].includes(kind)) return null
  return kind === 'visitor' || kind === 'removed' ? [401, 'not_signed_in'] : [403, 'role_not_allowed']
}

describe.each(calls)('%s', (name, call) => {
  test.each(kinds)(`is for ${call.access}; asked by: %s`, async (kind) => {
    const refusal = refusalFor(call.access, kind)
    if (refusal) {
      await expectNoEffect(async () => {
        const answer = await send(name, { headers: proofOf(people[kind]) })
        expect([answer.statusCode, codeOf(answer)]).toEqual(refusal)
      })
      return
    }
    // Signing out ends the session, so it is done with one that nobody else needs.
    const person = name === 'POST /auth/sign-out' ? await shop.as('imran') : people[kind]
    const answer = await send(name, { headers: proofOf(person) })
    expect(answer.statusCode).toBeLessThan(500)
    expect(['not_signed_in', 'role_not_allowed']).not.toContain(codeOf(answer))
  })
})

const guarded = calls.filter(([, { access }]) => !['anyone', 'provider'].includes(access))
const byToken = guarded.filter(([, { access }]) => access !== 'session')
const bySession = calls.filter(([, { access }]) => access === 'session')

describe('a visitor', () => {
  test('reads 401 of every guarded call, whatever the body and the query are', async () => {
    await expectNoEffect(async () => {
      for (const [name] of guarded) {
        for (const payload of ['{', 'null', '[]', '{"a":', `"${'x'.repeat(70_000)}"`]) {
          const isGet = name.startsWith('GET')
          const answer = await send(name, { query: '?nonsense=1', ...(!isGet && { payload }) })
          expect([name, payload.slice(0, 9), answer.statusCode]).toEqual([name, payload.slice(0, 9), 401])
        }
      }
    })
  })
})

describe('the two proofs', () => {
  test('a cookie alone opens no call that asks for a token', async () => {
    await expectNoEffect(async () => {
      for (const [name] of byToken) {
        const answer = await send(name, { headers: { cookie: people.admin.cookie } })
        expect([name, answer.statusCode]).toEqual([name, 401])
      }
    })
  })

  test('a token alone opens no call that asks for the session', async () => {
    assert(bySession.length > 0, 'needs a call of the session')
    for (const [name] of bySession) {
      const answer = await send(name, { headers: { authorization: `Bearer ${people.buyer.token}` } })
      expect([name, answer.statusCode]).toEqual([name, 401])
    }
  })

  test('a token that is none is 401 everywhere, and never a visitor’s right', async () => {
    const { token } = await shop.as('karim')
    const wrong = ['Bearer null', 'Bearer undefined', 'Bearer', 'Basic eDp5', `Bearer ${token}x`, `Bearer ${'a'.repeat(8_000)}`, token, '']
    const asksForToken = calls.filter(([, { access }]) => !['session', 'provider'].includes(access))
    await expectNoEffect(async () => {
      for (const [name] of asksForToken) {
        for (const authorization of wrong) {
          const answer = await send(name, { headers: { authorization, cookie: people.admin.cookie } })
          expect([name, authorization.slice(0, 20), answer.statusCode]).toEqual([name, authorization.slice(0, 20), 401])
        }
      }
    })
  })

  test('a token in the query or the body is no proof', async () => {
    for (const [name] of byToken.filter(([one]) => !one.startsWith('GET'))) {
      const payload = JSON.stringify({ token: people.admin.token })
      const answer = await send(name, { query: `?token=${people.admin.token}`, payload })
      expect([name, answer.statusCode]).toEqual([name, 401])
    }
  })
})

describe('what belongs to somebody', () => {
  const first = async (sql: string, email: string): Promise<string> => {
    const { rows } = await shop.db.$client.query<{ id: string }>(sql, [email])
    const id = rows[0]?.id
    assert(id, `needs a row: ${sql} of ${email}`)
    return id
  }
  const booking = 'select b.id from bookings b join members m on m.id = buyer_id where email = $1 limit 1'
  const wish = 'select w.id from wishes w join members m on m.id = buyer_id where email = $1 limit 1'

  // Every call with an id in its path says here whose things they are; `kin` are things of another kind.
  const owned: Record<string, { query: string; owner: string; other: string; kin: string }> = {
    'GET /bookings/:id': { query: booking, owner: cast.karim.email, other: cast.sadia.email, kin: wish },
    'GET /wishlists/:id': { query: wish, owner: cast.karim.email, other: cast.sadia.email, kin: booking },
  }

  test('every call with an id in its path is in the list of this test', () => {
    expect(calls.map(([name]) => name).filter((name) => name.includes('/:id') && !owned[name])).toEqual([])
  })

  test.each(Object.entries(owned))('%s gives it to its owner; another’s, an absent one and one of another kind are all the same 404', async (name, { query, owner, other, kin }) => {
    const headers = proofOf(people.buyer)
    assert(owner === people.buyer.email, 'the buyer of this test owns it')
    const own = await send(name, { headers, params: { id: await first(query, owner) } })
    expect(own.statusCode).toBe(200)
    for (const id of [await first(query, other), absent, await first(kin, owner)]) {
      const answer = await send(name, { headers, params: { id } })
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'not_found'])
    }
    const asAdmin = await send(name, { headers: proofOf(people.admin), params: { id: await first(query, owner) } })
    expect(asAdmin.statusCode).toBe(404)
  })

  test('paying for another’s order, an absent one or a wish in an order’s place is 404 and asks nothing of the provider', async () => {
    await expectNoEffect(async () => {
      for (const id of [await first(booking, cast.sadia.email), absent, await first(wish, cast.karim.email)]) {
        const payload = JSON.stringify({ price: 150_000, bookingId: id })
        const answer = await send('POST /create-payment-intent', { headers: proofOf(people.buyer), payload })
        expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'not_found'])
      }
    })
  })

  test.each(['POST /payments', 'POST /payments/product', 'POST /payments/wishlist', 'POST /payments/wishlist/product'])(
    '%s knows nothing of a payment that is not the caller’s',
    async (name) => {
      await expectNoEffect(async () => {
        const claim = { price: 150_000, transactionId: 'pi_another', bookingId: absent, productId: absent }
        const mine = { ...claim, email: people.buyer.email }
        const notMine = await send(name, { headers: proofOf(people.buyer), payload: JSON.stringify(mine) })
        expect([notMine.statusCode, codeOf(notMine)]).toEqual([404, 'not_found'])
        const named = await send(name, { headers: proofOf(people.seller), payload: JSON.stringify(mine) })
        expect([named.statusCode, codeOf(named)]).toEqual([403, 'not_your_email'])
      })
    },
  )

  test('lists and roles are told of the own address only; the admin may ask for every role', async () => {
    const other = cast.sadia.email
    for (const name of ['GET /bookings', 'GET /wishlist']) {
      const answer = await send(name, { headers: proofOf(people.buyer), query: `?email=${other}` })
      expect([name, answer.statusCode, codeOf(answer)]).toEqual([name, 403, 'not_your_email'])
    }
    for (const email of [other, 'nobody@motohaat.test']) {
      for (const role of ['buyer', 'seller', 'admin']) {
        const name = `GET /users/${role}/:email`
        const asked = await send(name, { headers: proofOf(people.buyer), params: { email } })
        expect([name, asked.statusCode]).toEqual([name, 403])
        const admin = await send(name, { headers: proofOf(people.admin), params: { email } })
        expect([name, admin.statusCode]).toEqual([name, 200])
      }
    }
  })
})

describe('the contract and the rooms', () => {
  const open = () => openServer({ log: pino({ level: 'silent' }), newRequestId: () => 'request' })
  const keeper = { whoIs: async () => null, whoseSession: async () => null, may: () => false }
  const category = { 'GET /category': contract['GET /category'] }

  test('a call that no room answers stops the start', () => {
    // The types say so too; here somebody has gone around them.
    expect(() => mount(open(), category, {} as never, keeper)).toThrow('GET /category stands in the contract')
  })

  test('a room’s answer to a call that is none stops the start', () => {
    const handlers = { 'GET /category': async () => [], 'GET /garage': async () => [] }
    expect(() => mount(open(), category, handlers, keeper)).toThrow('GET /garage, which does not stand in the contract')
  })
})
