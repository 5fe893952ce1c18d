// Whatever is sent to any call: it is answered as the contract says, and the books stay in order.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { openApi } from '#contract/openapi.ts'
import { refusals } from '#contract/errors/api-errors.ts'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { type Asked, type Pools, requestsOf } from './contract-arbitraries.ts'
import { findBroken } from '#scripts/invariants.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { wayOf } from '#tests/support/test-roles.ts'

const runsPerCall = 30

type Person = { token: string; cookie: string }
let shop: TestShop
let people: Person[]
let leaving: Person
const pools: Record<string, readonly unknown[]> = {}
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  const signedIn = await Promise.all((['karim', 'rahim', 'ayesha'] as const).map((name) => shop.as(name)))
  people = [{ token: '', cookie: '' }, ...signedIn]
  // Signing out ends the session, so it is done with one that no other call needs.
  leaving = { ...(await shop.as('imran')), token: '' }
  Object.assign(pools, await poolsOf(shop))
})
afterAll(() => shop.close())

/** What is really in the shop, by the names of the fields that speak of it; few of each, so that they often fit. */
const poolsOf = async ({ db }: TestShop): Promise<Pools> => {
  const rows = async (sql: string) => (await db.$client.query<{ id: string; price: number }>(`${sql} limit 3`)).rows
  const [bikes, bookings, wishes] = await Promise.all([
    rows('select id, sale_price_taka as price from bikes where sold_at is null and withdrawn_at is null order by id'),
    rows(`select id, price_taka as price from bookings where buyer_id = (${karim}) order by id`),
    rows(`select id, 150000 as price from wishes where buyer_id = (${karim}) order by id`),
  ])
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
  const pricesOf = (found: { price: number }[]) => found.map(({ price }) => price)
  const own = cast.karim.email
  const photo = 'https://i.example.com/me.jpg'
  return {
    email: [own, own, own, cast.rahim.email, ...[1, 2, 3, 4].map((number) => `new-${number}@motohaat.test`)],
    password: [demoPassword, demoPassword, 'another-password'],
    image: [photo, photo, `${photo}?\0`, `${photo}?\uD800`, `${photo}\n`],
    contactNumber: ['01712345678', '০১৭১২৩৪৫৬৭৮'],
    phone: ['01712345678'],
    producId: idsOf(bikes),
    productId: idsOf(bikes),
    bookingId: idsOf(bookings),
    wishlistId: idsOf(wishes),
    id: idsOf([...bookings, ...wishes]),
    price: pricesOf(bookings),
    salePrice: pricesOf(bikes),
    transactionId: ['pi_1', 'pi_unknown'],
    limit: ['1', '5', '100'],
    cursor: bikes.flatMap(({ id }) => [`n${id}`, id]),
    advertise: ['on'],
    provider: ['social', 'social', 'elsewhere'],
    name: ['Yamaha', 'TVS', 'রহিম উদ্দিন'],
  }
}

const karim = `select id from members where email = '${cast.karim.email}'`

// Characters that cannot stand in an address at all are left out; the others are spelt as a browser spells them.
const word = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed())
}

const send = (name: string, asked: Asked, { token, cookie }: Person) => {
  const { method, path } = wayOf(name)
  const filled = path.replace(/:(\w+)/g, (_, key: string) => word(asked.params[key] ?? ''))
  const query = Object.entries(asked.query).map(([key, value]) => `${word(key)}=${word(value)}`)
  return shop.app.inject({
    method,
    url: `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(cookie !== '' && { cookie }),
      ...(asked.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(asked.body !== undefined && { payload: JSON.stringify(asked.body) }),
  })
}

const Refusal = z.strictObject({
  code: z.enum(Object.keys(refusals)),
  message: z
    .string()
    .regex(/^[A-Z]/)
    .max(300),
  requestId: z.uuid(),
  acknowledged: z.literal(false),
  field: z.string().max(100).optional(),
  salePrice: z.int().optional(),
})

// From the document, and not from the contract: it is what other programs are told.
const Paths = z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })))
const paths = Paths.parse(openApi(contract, 'http://localhost')['paths'])
const declaredOf = (name: string): string[] => {
  const [method = '', path = ''] = name.split(' ')
  return Object.keys(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {})
}

type Answer = Awaited<ReturnType<typeof send>>

const expectGood = (call: Call, answer: Answer): void => {
  if (call.redirects) return
  const said: unknown = answer.json()
  // The same back: nothing is there that the contract does not name.
  expect(call.answer.parse(said)).toEqual(said)
}

describe('whatever is sent to', () => {
  test.each(Object.entries<Call>(contract))('%s is answered as the contract says', async (name, call) => {
    const declared = declaredOf(name)
    const attempt = fc.asyncProperty(requestsOf(call, pools), fc.constantFrom(0, 1, 1, 1, 2, 3), async (asked, who) => {
      const answer = await send(name, asked, (name === 'POST /auth/sign-out' ? leaving : people[who]) ?? leaving)
      expect(answer.statusCode, answer.payload.slice(0, 300)).toBeLessThan(500)
      if (answer.statusCode === 404 && answer.json<{ code: string }>().code === 'no_such_call') return
      expect(declared, answer.payload.slice(0, 300)).toContain(String(answer.statusCode))
      if (answer.statusCode < 400) expectGood(call, answer)
      else Refusal.parse(answer.json())
    })
    // A failure prints its seed and path; put them here as { seed, path } to see it again.
    await fc.assert(attempt, { numRuns: runsPerCall })
  })
})

test('after all of it the books are in order, nobody became an admin, and the log tells of no fault', async () => {
  expect((await findBroken(shop.db.$client, null)).broken).toEqual([])
  const admins = await shop.db.$client.query(`select email from members where role = 'Admin'`)
  expect(admins.rows).toEqual([{ email: cast.ayesha.email }])
  expect('isAdmin' in {}).toBe(false)
  expect(shop.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})
