import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { inProcess } from '#platform/ssr/inject-transport.ts'
import { cast } from '#seed/fixtures.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { members } from './table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ keep: true })
})
afterAll(() => shop.close())

const withSession = async (who: 'rahim' | 'karim') =>
  createClient(inProcess(shop.app, { cookie: (await shop.as(who)).cookie }))

const kept = async (email: string) => (await shop.db.select().from(members).where(eq(members.email, email)))[0]

test('registering a signed-up person answers with their id and changes nothing of an existing member', async () => {
  const before = await kept(cast.rahim.email)
  const rahim = await withSession('rahim')
  const answer = await rahim('POST /users', { body: { name: 'Somebody Else', email: cast.rahim.email, role: 'Buyer' } })
  expect(answer).toEqual({ acknowledged: true, insertedId: before?.id })
  expect(await kept(cast.rahim.email)).toEqual(before)
})

test('nobody registers another person, and a visitor registers nobody', async () => {
  const body = { name: 'Karim', email: cast.karim.email, role: 'Seller' as const }
  const rahim = await withSession('rahim')
  await expect(rahim('POST /users', { body })).rejects.toMatchObject({ status: 403, code: 'not_your_email' })
  await expect(shop.visitor('POST /users', { body })).rejects.toMatchObject({ status: 401 })
  await expect((await shop.as('karim'))('POST /users', { body })).rejects.toMatchObject({ status: 401 })
})

test('nobody becomes an admin by asking', async () => {
  const { cookie } = await shop.as('karim')
  const payload = { name: 'Karim', email: cast.karim.email, role: 'Admin' }
  const reply = await shop.app.inject({ method: 'POST', url: '/api/users', payload, headers: { cookie } })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe('role')
})

const roles = async (who: 'rahim' | 'karim' | 'ayesha', email: string = cast[who].email) => {
  const ask = await shop.as(who)
  const params = { email }
  return {
    ...(await ask('GET /users/buyer/:email', { params })),
    ...(await ask('GET /users/seller/:email', { params })),
    ...(await ask('GET /users/admin/:email', { params })),
  }
}

test('everybody learns their own role', async () => {
  expect(await roles('karim')).toEqual({ isBuyer: true, isSeller: false, isAdmin: false })
  expect(await roles('rahim')).toEqual({ isBuyer: false, isSeller: true, isAdmin: false })
  expect(await roles('ayesha')).toEqual({ isBuyer: false, isSeller: false, isAdmin: true })
})

test('the admin learns the role of anybody, and false of an address that nobody has', async () => {
  expect(await roles('ayesha', cast.rahim.email)).toEqual({ isBuyer: false, isSeller: true, isAdmin: false })
  expect(await roles('ayesha', 'nobody@example.com')).toEqual({ isBuyer: false, isSeller: false, isAdmin: false })
})

test('others learn the same of an address with an account and one without: nothing', async () => {
  const karim = await shop.as('karim')
  for (const email of [cast.rahim.email, cast.ayesha.email, 'nobody@example.com']) {
    for (const role of ['buyer', 'seller', 'admin'] as const) {
      await expect(karim(`GET /users/${role}/:email`, { params: { email } })).rejects.toMatchObject({
        status: 403,
        code: 'not_your_email',
      })
      await expect(shop.visitor(`GET /users/${role}/:email`, { params: { email } })).rejects.toMatchObject({
        status: 401,
      })
    }
  }
})
