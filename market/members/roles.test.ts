import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { fixtures } from '#seed/fixtures.ts'
import { createTestBrowser } from '#tests/support/accounts.ts'
import { catchError } from '#tests/support/buying.ts'
import { createListing, getMemberId, type MemberClient, registerMember, testPassword } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let count = 0

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, limits: createLimits(1_000) })
})
afterAll(() => testApp.close())

/** A number that no other test uses. */
const createNumber = (): string => `019${String((count += 1)).padStart(8, '0')}`
const prove = async (member: MemberClient, number = createNumber(), move?: true) => {
  await member('POST /phone/code', { body: { number } })
  const code = /\d{6}/.exec(testApp.sandbox.sms.messages()[0]?.text ?? '')?.[0] ?? ''
  await member('POST /phone/proof', { body: { code, ...(move && { move }) } })
  return number
}
const add = (member: MemberClient, role: 'Buyer' | 'Seller') => member('POST /roles', { body: { role } })
const readRoles = async (member: MemberClient) => {
  const params = { email: member.email }
  const { isBuyer } = await member('GET /users/buyer/:email', { params })
  const { isSeller } = await member('GET /users/seller/:email', { params })
  const { isAdmin } = await member('GET /users/admin/:email', { params })
  return { isBuyer, isSeller, isAdmin }
}
const readAudit = async (member: MemberClient) => {
  const { rows } = await testApp.db.$client.query<{ role: string; actor: string }>(
    `select details ->> 'role' as role, actor from audit where what = 'role_added' and member_id = $1`,
    [await getMemberId(testApp, member)],
  )
  return rows
}

describe('a buyer who adds the role of seller', () => {
  test('is both after proving a mobile number, and lists a bike with the same account and login', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    expect(await catchError(createListing(testApp, buyer))).toMatchObject({ status: 403, code: 'role_not_allowed' })
    await prove(buyer)
    expect(await add(buyer, 'Seller')).toEqual({ isBuyer: true, isSeller: true })
    expect(await readRoles(buyer)).toEqual({ isBuyer: true, isSeller: true, isAdmin: false })
    const { id } = await createListing(testApp, buyer)
    expect(await buyer('GET /allbikes/myproduct', { query: { email: buyer.email } })).toMatchObject([{ _id: id }])
    const memberId = await getMemberId(testApp, buyer)
    expect(await readAudit(buyer)).toEqual([{ role: 'Seller', actor: memberId }])
  })

  test('is refused without a proven number, and stays a buyer', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    expect(await catchError(add(buyer, 'Seller'))).toMatchObject({ status: 409, code: 'phone_not_proven' })
    expect(await readRoles(buyer)).toEqual({ isBuyer: true, isSeller: false, isAdmin: false })
    expect(await readAudit(buyer)).toEqual([])
  })

  test('is refused when the number has moved to another account in the meantime', async () => {
    const [buyer, other] = [await registerMember(testApp, 'Buyer'), await registerMember(testApp, 'Buyer')]
    const number = await prove(buyer)
    await prove(other, number, true)
    expect(await catchError(add(buyer, 'Seller'))).toMatchObject({ code: 'phone_not_proven' })
    expect(await add(other, 'Seller')).toEqual({ isBuyer: true, isSeller: true })
  })

  test('keeps both roles when the number is removed later', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    await prove(buyer)
    await add(buyer, 'Seller')
    await buyer('DELETE /phone')
    expect(await readRoles(buyer)).toEqual({ isBuyer: true, isSeller: true, isAdmin: false })
  })

  test('does it once, although the button was pressed ten times at once', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    await prove(buyer)
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(buyer, 'Seller')))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"isBuyer":true,"isSeller":true}']),
    )
    expect(await readAudit(buyer)).toHaveLength(1)
  })

  test('is in the admin’s list of sellers, once, and both counts follow', async () => {
    const admin = await testApp.signInAs('ayesha')
    const buyer = await registerMember(testApp, 'Buyer')
    const countBoth = async () => [
      (await admin.page('GET /sellers', { query: { limit: '1' } })).total,
      (await admin.page('GET /buyers', { query: { limit: '1' } })).total,
    ]
    const [sellers = 0, buyers = 0] = await countBoth()
    await prove(buyer)
    await add(buyer, 'Seller')
    expect(await countBoth()).toEqual([sellers + 1, buyers - 1])
    const query = { search: buyer.email }
    expect(await admin('GET /sellers', { query })).toMatchObject([{ email: buyer.email, role: 'Seller' }])
    expect(await admin('GET /buyers', { query })).toEqual([])
  })

  test('has it in the copy of the own data', async () => {
    const buyer = await registerMember(testApp, 'Buyer')
    await prove(buyer)
    await add(buyer, 'Seller')
    const { rows } = await testApp.db.$client.query<{ since: Date }>(
      'select both_roles_since as since from members where email = $1',
      [buyer.email],
    )
    const browser = createTestBrowser(testApp)
    await browser('POST /auth/sign-in/email', { body: { email: buyer.email, password: testPassword } })
    const { profile } = await browser('GET /auth/export')
    expect(profile).toMatchObject({ role: 'Seller', bothRolesSince: rows[0]?.since.toISOString() })
  })
})

describe('a seller who adds the role of buyer', () => {
  test('is both, without a mobile number', async () => {
    const seller = await registerMember(testApp, 'Seller')
    expect(await readRoles(seller)).toEqual({ isBuyer: false, isSeller: true, isAdmin: false })
    expect(await add(seller, 'Buyer')).toEqual({ isBuyer: true, isSeller: true })
    expect(await readRoles(seller)).toEqual({ isBuyer: true, isSeller: true, isAdmin: false })
    expect(await readAudit(seller)).toMatchObject([{ role: 'Buyer' }])
  })
})

test('a role that the member has already stays as it is', async () => {
  const [buyer, seller] = [await registerMember(testApp, 'Buyer'), await registerMember(testApp, 'Seller')]
  expect(await add(buyer, 'Buyer')).toEqual({ isBuyer: true, isSeller: false })
  expect(await add(seller, 'Seller')).toEqual({ isBuyer: false, isSeller: true })
  expect([...(await readAudit(buyer)), ...(await readAudit(seller))]).toEqual([])
})

test('the admin stays the admin alone', async () => {
  const admin = await testApp.signInAs('ayesha')
  for (const role of ['Buyer', 'Seller'] as const)
    expect(await catchError(add(admin, role))).toMatchObject({ status: 403, code: 'role_not_allowed' })
})

test('nobody becomes an admin', async () => {
  const { token } = await registerMember(testApp, 'Buyer')
  const headers = { authorization: `Bearer ${token}` }
  const response = await testApp.fastify.inject({
    method: 'POST',
    url: '/api/roles',
    headers,
    payload: { role: 'Admin' },
  })
  expect(response.statusCode).toBe(400)
})

describe('the database', () => {
  const change = async (email: string, columns: string) =>
    testApp.db.$client.query(`update members set ${columns} where email = $1`, [email]).then(
      () => 'changed',
      (error: unknown) => (error instanceof Error && 'constraint' in error ? error.constraint : error),
    )

  test('refuses every change of a role but adding one', async () => {
    const proven = await registerMember(testApp, 'Buyer')
    await prove(proven)
    const both = await registerMember(testApp, 'Seller')
    await add(both, 'Buyer')
    const [buyer, seller] = [await registerMember(testApp, 'Buyer'), await registerMember(testApp, 'Seller')]
    const refused: [email: string, columns: string, constraint: string][] = [
      [buyer.email, `role = 'Seller'`, 'role_is_only_added'],
      [buyer.email, `role = 'Seller', both_roles_since = now()`, 'seller_has_phone'],
      [buyer.email, `both_roles_since = now()`, 'both_roles_are_of_seller'],
      [buyer.email, `role = 'Admin', both_roles_since = now()`, 'role_is_only_added'],
      [proven.email, `role = 'Seller'`, 'role_is_only_added'],
      [seller.email, `role = 'Buyer'`, 'role_is_only_added'],
      [seller.email, `role = 'Buyer', both_roles_since = now()`, 'role_is_only_added'],
      [seller.email, `role = 'Admin'`, 'role_is_only_added'],
      [both.email, `both_roles_since = null`, 'role_is_only_added'],
      [both.email, `both_roles_since = now() + interval '1 day'`, 'role_is_only_added'],
      [both.email, `role = 'Buyer', both_roles_since = null`, 'role_is_only_added'],
      [fixtures.ayesha.email, `role = 'Seller', both_roles_since = now()`, 'role_is_only_added'],
    ]
    for (const [email, columns, constraint] of refused)
      expect([columns, await change(email, columns)]).toEqual([columns, constraint])
  })
})
