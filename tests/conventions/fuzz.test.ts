// Whatever is sent to any call: it is answered as the contract says, and the books stay in order.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { toOpenApi } from '#contract/openapi.ts'
import { apiErrors } from '#contract/errors/error-codes.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { type GeneratedRequest, type ValuePools, createRequestArbitrary } from './contract-arbitraries.ts'
import { findViolations } from '#scripts/invariants.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { parseCallName } from '#tests/support/test-roles.ts'
import { testEachCall } from '#tests/support/run-length.ts'

const runsPerCall = chooseByRun(8, 100)

type Person = { token: string; cookie: string }
let testApp: TestApp
let people: Person[]
let signOutPerson: Person
const pools: Record<string, readonly unknown[]> = {}
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  const signedIn = await Promise.all((['karim', 'rahim', 'ayesha'] as const).map((name) => testApp.signInAs(name)))
  people = [{ token: '', cookie: '' }, ...signedIn]
  // Signing out ends the session, so it is done with one that no other call needs.
  signOutPerson = { ...(await testApp.signInAs('imran')), token: '' }
  Object.assign(pools, await collectPools(testApp))
})
afterAll(() => testApp.close())

/** What is really in the shop, by the names of the fields that speak of it; few of each, so that they often fit. */
const collectPools = async ({ db }: TestApp): Promise<ValuePools> => {
  const rows = async (sql: string) => (await db.$client.query<{ id: string; price: number }>(`${sql} limit 3`)).rows
  const [bikes, bookings, wishes] = await Promise.all([
    rows('select id, sale_price_taka as price from bikes where sold_at is null and withdrawn_at is null order by id'),
    rows(`select id, price_taka as price from bookings where buyer_id = (${karimIdSql}) order by id`),
    rows(`select id, 150000 as price from wishes where buyer_id = (${karimIdSql}) order by id`),
  ])
  const getIds = (found: { id: string }[]) => found.map(({ id }) => id)
  const getPrices = (found: { price: number }[]) => found.map(({ price }) => price)
  const own = fixtures.karim.email
  const photo = 'https://i.example.com/me.jpg'
  return {
    email: [own, own, own, fixtures.rahim.email, ...[1, 2, 3, 4].map((number) => `new-${number}@motohaat.test`)],
    password: [demoPassword, demoPassword, 'another-password'],
    image: [photo, photo, `${photo}?\0`, `${photo}?\uD800`, `${photo}\n`],
    contactNumber: ['01712345678', '০১৭১২৩৪৫৬৭৮'],
    phone: ['01712345678'],
    producId: getIds(bikes),
    productId: getIds(bikes),
    bookingId: getIds(bookings),
    wishlistId: getIds(wishes),
    id: getIds([...bookings, ...wishes]),
    price: getPrices(bookings),
    salePrice: getPrices(bikes),
    transactionId: ['pi_1', 'pi_unknown'],
    limit: ['1', '5', '100'],
    cursor: bikes.flatMap(({ id }) => [`n${id}`, id]),
    advertise: ['on'],
    provider: ['social', 'social', 'elsewhere'],
    name: ['Yamaha', 'TVS', 'রহিম উদ্দিন'],
  }
}

const karimIdSql = `select id from members where email = '${fixtures.karim.email}'`

// Characters that cannot stand in an address at all are left out; the others are spelt as a browser spells them.
const encodeValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed())
}

const sendRequest = (name: string, request: GeneratedRequest, { token, cookie }: Person) => {
  const { method, path } = parseCallName(name)
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeValue(request.params[key] ?? ''))
  const query = Object.entries(request.query).map(([key, value]) => `${encodeValue(key)}=${encodeValue(value)}`)
  return testApp.fastify.inject({
    method,
    url: `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(cookie !== '' && { cookie }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { payload: JSON.stringify(request.body) }),
  })
}

const ApiErrorBody = z.strictObject({
  code: z.enum(Object.keys(apiErrors)),
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
const paths = Paths.parse(toOpenApi(contract, 'http://localhost')['paths'])
const getDeclaredStatuses = (name: string): string[] => {
  const [method = '', path = ''] = name.split(' ')
  return Object.keys(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {})
}

type Answer = Awaited<ReturnType<typeof sendRequest>>

const expectValidAnswer = (call: Call, answer: Answer): void => {
  if (call.redirects || answer.statusCode === 204) return
  if (call.mediaType !== undefined)
    return call.mediaType === '*/*' ? undefined : expect(answer.headers['content-type']).toBe(call.mediaType)
  const body: unknown = answer.json()
  // The same back: nothing is there that the contract does not name.
  expect(call.response.parse(body)).toEqual(body)
}

describe('whatever is sent to', () => {
  testEachCall('%s is answered as the contract says', Object.keys(contract), async (name, call) => {
    const declared = getDeclaredStatuses(name)
    const attempt = fc.asyncProperty(
      createRequestArbitrary(call, pools),
      fc.constantFrom(0, 1, 1, 1, 2, 3),
      async (request, who) => {
        const answer = await sendRequest(
          name,
          request,
          (name === 'POST /auth/sign-out' ? signOutPerson : people[who]) ?? signOutPerson,
        )
        expect(answer.statusCode, answer.payload.slice(0, 300)).toBeLessThan(500)
        if (answer.statusCode === 404 && answer.json<{ code: string }>().code === 'no_such_call') return
        expect(declared, answer.payload.slice(0, 300)).toContain(String(answer.statusCode))
        if (answer.statusCode < 400) expectValidAnswer(call, answer)
        else ApiErrorBody.parse(answer.json())
      },
    )
    // A failure prints its seed and path; put them here as { seed, path } to see it again.
    await fc.assert(attempt, { numRuns: runsPerCall })
  })
})

test('after all of it the books are in order, nobody became an admin, and the log tells of no fault', async () => {
  expect((await findViolations(testApp.db.$client, null)).violations).toEqual([])
  const admins = await testApp.db.$client.query(`select email from members where role = 'Admin'`)
  expect(admins.rows).toEqual([{ email: fixtures.ayesha.email }])
  expect('isAdmin' in {}).toBe(false)
  expect(testApp.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
})
