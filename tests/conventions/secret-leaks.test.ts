// What people type and carry is planted into every call, in every field and header that takes it; then it is looked for
// where it must never be: in the log at its most talkative, in refusals, and in the tables.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createAuthHeaders, parseCallName } from '#tests/support/test-roles.ts'

const plantedSecrets = {
  password: 'Planted-Password-7731',
  token: 'planted-token-7732',
  card: '4000007733007733',
  reset: 'planted-reset-key-7734',
  cookie: 'planted-cookie-7735',
  email: 'planted.7736@example.com',
  phone: '01577377377',
}

/** What stands in a field of this name, wherever the contract has one. */
const getPlantedValue = (name: string): unknown => {
  if (/password/i.test(name)) return plantedSecrets.password
  if (/token|key|secret/i.test(name)) return plantedSecrets.reset
  if (/email/i.test(name)) return plantedSecrets.email
  if (/phone|contact/i.test(name)) return plantedSecrets.phone
  if (/price/i.test(name)) return 50_000
  if (/id$/i.test(name)) return '019a0000-0000-7000-8000-000000000000'
  return `x ${plantedSecrets.reset}`
}

const listFields = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return Object.keys(properties)
}

/** A body that fits as well as can be, one with a strange field, and one that is no JSON at all. */
const createBodies = (call: Call): string[] => {
  const body = Object.fromEntries(listFields(call.body).map((name) => [name, getPlantedValue(name)]))
  return [
    JSON.stringify(body),
    JSON.stringify({ ...body, cardNumber: plantedSecrets.card }),
    JSON.stringify({ ...body, name: { deep: plantedSecrets.password } }),
    `{"password":"${plantedSecrets.password}","card":${plantedSecrets.card}`,
  ]
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, logLevel: 'debug' })
})
afterAll(() => testApp.close())

type PlantedRequest = { proof: Record<string, string>; payload?: string; query?: string }

/** Few of many: each body once by somebody, and the body that fits by each who may be let in. */
const createRequests = (name: string, call: Call, people: Record<string, string>[]): PlantedRequest[] => {
  const stranger = { authorization: `Bearer ${plantedSecrets.token}`, cookie: `session=${plantedSecrets.cookie}` }
  const requests: PlantedRequest[] = [
    { proof: stranger, query: `?token=${plantedSecrets.reset}` },
    ...people.map((proof) => ({ proof })),
  ]
  if (name.startsWith('GET')) return requests
  const [fits = '', ...wrong] = createBodies(call)
  const [somebody = {}] = people
  return [
    ...requests.map((one) => ({ ...one, payload: fits })),
    ...wrong.flatMap((payload) => [
      { proof: {}, payload },
      { proof: somebody, payload },
    ]),
  ]
}

type Answer = { status: number; payload: string }

const sendRequest = async (name: string, { proof, payload, query = '' }: PlantedRequest): Promise<Answer> => {
  const { method, path } = parseCallName(name)
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(getPlantedValue(key))))
  const { statusCode, payload: responseBody } = await testApp.fastify.inject({
    method,
    url: `/api${filled}${query}`,
    headers: { ...proof, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  })
  return { status: statusCode, payload: responseBody }
}

const sendAll = async (): Promise<Answer[]> => {
  const signedIn = await Promise.all((['karim', 'rahim', 'ayesha'] as const).map((name) => testApp.signInAs(name)))
  const people = signedIn.map(createAuthHeaders)
  const answers: Answer[] = []
  for (const [name, call] of Object.entries<Call>(contract)) {
    // Leaving ends what the other calls need.
    if (/sign-out|delete-user|revoke/.test(name)) continue
    for (const request of createRequests(name, call, people)) answers.push(await sendRequest(name, request))
  }
  return answers
}

const findLeaks = (text: string, secrets: Record<string, string>): string[] =>
  Object.entries(secrets).flatMap(([what, secret]) => (text.includes(secret) ? [what] : []))

test('nothing of it comes into the log, a refusal or the tables', async () => {
  const answers = await sendAll()
  const refused = answers.filter(({ status }) => status >= 400)
  assert(refused.length > 100 && answers.some(({ status }) => status < 400), 'needs calls of both kinds')
  expect(refused.filter(({ status }) => status === 500)).toEqual([])
  for (const { payload } of refused) expect(findLeaks(payload, plantedSecrets), payload).toEqual([])

  await testApp.sweep()
  await testApp.sendMails()
  const log = testApp.logLines.join('')
  assert(testApp.logLines.length > 100, 'needs a talkative log')
  expect(findLeaks(log, plantedSecrets)).toEqual([])
  expect(log).not.toMatch(/@(?:motohaat\.test|example\.com)|Bearer ey|argon2/)

  // The server may not read all of them.
  const owner = await connectAsOwner(testApp)
  const tables = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} as t`)
    const { password, token, card, cookie } = plantedSecrets
    expect([name, findLeaks(rows.map(({ row }) => row).join('\n'), { password, token, card, cookie })]).toEqual([
      name,
      [],
    ])
  }
  await owner.end()
})
