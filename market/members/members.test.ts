import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { fixtures } from '#seed/fixtures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const createSessionClient = async (name: 'rahim' | 'karim') =>
  createClient(injectTransport(testApp.fastify, { cookie: (await testApp.signInAs(name)).cookie }))

const findMember = async (email: string) => (await testApp.db.select().from(members).where(eq(members.email, email)))[0]

test('registering a signed-up person answers with their id and changes nothing of an existing member', async () => {
  const before = await findMember(fixtures.rahim.email)
  const rahim = await createSessionClient('rahim')
  const answer = await rahim('POST /users', {
    body: { name: 'Somebody Else', email: fixtures.rahim.email, role: 'Buyer' },
  })
  expect(answer).toEqual({ acknowledged: true, insertedId: before?.id })
  expect(await findMember(fixtures.rahim.email)).toEqual(before)
})

test('nobody registers another person, and a visitor registers nobody', async () => {
  const body = { name: 'Karim', email: fixtures.karim.email, role: 'Seller' as const }
  const rahim = await createSessionClient('rahim')
  await expect(rahim('POST /users', { body })).rejects.toMatchObject({ status: 403, code: 'not_your_email' })
  await expect(testApp.visitor('POST /users', { body })).rejects.toMatchObject({ status: 401 })
  await expect((await testApp.signInAs('karim'))('POST /users', { body })).rejects.toMatchObject({ status: 401 })
})

test('nobody becomes an admin by asking', async () => {
  const { cookie } = await testApp.signInAs('karim')
  const payload = { name: 'Karim', email: fixtures.karim.email, role: 'Admin' }
  const reply = await testApp.fastify.inject({ method: 'POST', url: '/api/users', payload, headers: { cookie } })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe('role')
})

const fetchRoles = async (name: 'rahim' | 'karim' | 'ayesha', email: string = fixtures[name].email) => {
  const client = await testApp.signInAs(name)
  const params = { email }
  return {
    ...(await client('GET /users/buyer/:email', { params })),
    ...(await client('GET /users/seller/:email', { params })),
    ...(await client('GET /users/admin/:email', { params })),
  }
}

test('everybody can read their own role', async () => {
  expect(await fetchRoles('karim')).toEqual({ isBuyer: true, isSeller: false, isAdmin: false })
  expect(await fetchRoles('rahim')).toEqual({ isBuyer: false, isSeller: true, isAdmin: false })
  expect(await fetchRoles('ayesha')).toEqual({ isBuyer: false, isSeller: false, isAdmin: true })
})

test('the admin can read the role of anybody, and gets false for an unknown address', async () => {
  expect(await fetchRoles('ayesha', fixtures.rahim.email)).toEqual({ isBuyer: false, isSeller: true, isAdmin: false })
  expect(await fetchRoles('ayesha', 'nobody@example.com')).toEqual({ isBuyer: false, isSeller: false, isAdmin: false })
})

test('others get the same error for an address with and without an account', async () => {
  const karim = await testApp.signInAs('karim')
  for (const email of [fixtures.rahim.email, fixtures.ayesha.email, 'nobody@example.com']) {
    for (const role of ['buyer', 'seller', 'admin'] as const) {
      await expect(karim(`GET /users/${role}/:email`, { params: { email } })).rejects.toMatchObject({
        status: 403,
        code: 'not_your_email',
      })
      await expect(testApp.visitor(`GET /users/${role}/:email`, { params: { email } })).rejects.toMatchObject({
        status: 401,
      })
    }
  }
})
