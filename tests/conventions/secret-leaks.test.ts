// What people type and carry is planted into every call, in every field and header that takes it; then it is looked for
// where it must never be: in the log at its most talkative, in refusals, and in the tables.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { proofOf, wayOf } from '#tests/support/test-roles.ts'

const planted = {
  password: 'Planted-Password-7731',
  token: 'planted-token-7732',
  card: '4000007733007733',
  reset: 'planted-reset-key-7734',
  cookie: 'planted-cookie-7735',
  email: 'planted.7736@example.com',
  phone: '01577377377',
}

/** What stands in a field of this name, wherever the contract has one. */
const valueFor = (name: string): unknown => {
  if (/password/i.test(name)) return planted.password
  if (/token|key|secret/i.test(name)) return planted.reset
  if (/email/i.test(name)) return planted.email
  if (/phone|contact/i.test(name)) return planted.phone
  if (/price/i.test(name)) return 50_000
  if (/id$/i.test(name)) return '019a0000-0000-7000-8000-000000000000'
  return `x ${planted.reset}`
}

const fieldsOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return Object.keys(properties)
}

/** A body that fits as well as can be, one with a strange field, and one that is no JSON at all. */
const bodiesOf = (call: Call): string[] => {
  const body = Object.fromEntries(fieldsOf(call.body).map((name) => [name, valueFor(name)]))
  return [
    JSON.stringify(body),
    JSON.stringify({ ...body, cardNumber: planted.card }),
    JSON.stringify({ ...body, name: { deep: planted.password } }),
    `{"password":"${planted.password}","card":${planted.card}`,
  ]
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true, logLevel: 'debug' })
})
afterAll(() => shop.close())

type Asked = { proof: Record<string, string>; payload?: string; query?: string }

/** Few of many: each body once by somebody, and the body that fits by each who may be let in. */
const askedOf = (name: string, call: Call, people: Record<string, string>[]): Asked[] => {
  const stranger = { authorization: `Bearer ${planted.token}`, cookie: `session=${planted.cookie}` }
  const asked: Asked[] = [{ proof: stranger, query: `?token=${planted.reset}` }, ...people.map((proof) => ({ proof }))]
  if (name.startsWith('GET')) return asked
  const [fits = '', ...wrong] = bodiesOf(call)
  const [somebody = {}] = people
  return [
    ...asked.map((one) => ({ ...one, payload: fits })),
    ...wrong.flatMap((payload) => [
      { proof: {}, payload },
      { proof: somebody, payload },
    ]),
  ]
}

type Answer = { status: number; payload: string }

const send = async (name: string, { proof, payload, query = '' }: Asked): Promise<Answer> => {
  const { method, path } = wayOf(name)
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(valueFor(key))))
  const { statusCode, payload: said } = await shop.app.inject({
    method,
    url: `/api${filled}${query}`,
    headers: { ...proof, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  })
  return { status: statusCode, payload: said }
}

const sendAll = async (): Promise<Answer[]> => {
  const signedIn = await Promise.all((['karim', 'rahim', 'ayesha'] as const).map((name) => shop.as(name)))
  const people = signedIn.map(proofOf)
  const answers: Answer[] = []
  for (const [name, call] of Object.entries<Call>(contract)) {
    // Leaving ends what the other calls need.
    if (/sign-out|delete-user|revoke/.test(name)) continue
    for (const asked of askedOf(name, call, people)) answers.push(await send(name, asked))
  }
  return answers
}

const found = (text: string, words: Record<string, string>): string[] =>
  Object.entries(words).flatMap(([what, word]) => (text.includes(word) ? [what] : []))

test('nothing of it comes into the log, a refusal or the tables', async () => {
  const answers = await sendAll()
  const refused = answers.filter(({ status }) => status >= 400)
  assert(refused.length > 100 && answers.some(({ status }) => status < 400), 'needs calls of both kinds')
  expect(refused.filter(({ status }) => status === 500)).toEqual([])
  for (const { payload } of refused) expect(found(payload, planted), payload).toEqual([])

  await shop.sweep()
  await shop.sendMails()
  const log = shop.logged.join('')
  assert(shop.logged.length > 100, 'needs a talkative log')
  expect(found(log, planted)).toEqual([])
  expect(log).not.toMatch(/@(?:motohaat\.test|example\.com)|Bearer ey|argon2/)

  const tables = await shop.db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await shop.db.$client.query<{ row: string }>(`select t::text as row from ${name} as t`)
    const { password, token, card, cookie } = planted
    expect([name, found(rows.map(({ row }) => row).join('\n'), { password, token, card, cookie })]).toEqual([name, []])
  }
}, 90_000)
