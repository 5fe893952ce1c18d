import { eq } from 'drizzle-orm'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { beginDeal, beginMeetingAndDispute, setDestination } from '#tests/support/money.ts'
import { registerMember } from '#tests/support/selling.ts'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import {
  getEmailsTo,
  createSignUpBody,
  createTestBrowser,
  register,
  turnOnSecondFactor,
} from '#tests/support/accounts.ts'
import { findUnwantedBike } from '#tests/support/buying.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')

const logIn = async (name: keyof typeof fixtures) => {
  const browser = createTestBrowser(testApp)
  await browser('POST /auth/sign-in/email', { body: { email: fixtures[name].email, password: demoPassword } })
  return browser
}

test('a buyer exports everything stored about them, and nothing of anybody else', async () => {
  const karim = await logIn('karim')
  const data = await karim('GET /auth/export')
  expect(data.profile).toMatchObject({ email: fixtures.karim.email, name: fixtures.karim.name, role: 'Buyer' })
  expect(data.bookings.length).toBeGreaterThan(0)
  expect(data.wishes.length).toBeGreaterThan(0)
  expect(data.sessions).toContainEqual(expect.objectContaining({ device: 'a browser of the tests' }))
  const json = JSON.stringify(data)
  const others = Object.values(fixtures).filter(({ email }) => email !== fixtures.karim.email)
  expect(others.filter(({ email, telephone }) => json.includes(email) || json.includes(telephone))).toEqual([])
  expect(json).not.toMatch(/argon2|"token"/)
})

test('a seller exports their bikes, and a member with a verified address their messages', async () => {
  await testApp.visitor('POST /contact', { body: { email: fixtures.rahim.email, message: 'Where is my badge?' } })
  const rahim = await logIn('rahim')
  const data = await rahim('GET /auth/export')
  const ownBikes = await testApp.db.$client.query('select id from bikes where seller_id = $1', [data.profile._id])
  expect(data.bikes.map(({ _id }) => _id).toSorted()).toEqual(ownBikes.rows.map(({ id }) => String(id)).toSorted())
  expect(data.messages).toEqual([expect.objectContaining({ message: 'Where is my badge?' })])
})

test('a seller exports what the admin saw who verified them', async () => {
  const rahim = await logIn('rahim')
  const { profile } = await rahim('GET /auth/export')
  const ayesha = await testApp.signInAs('ayesha')
  const body = { verify: true, evidence: 'shop_visited', note: 'Two workshops at Mirpur.', again: true } as const
  await ayesha('PUT /users/:id', { params: { id: profile._id }, body })
  expect((await rahim('GET /auth/export')).badges.map(({ note }) => note)).toEqual(['Two workshops at Mirpur.', null])
})

test('a seller exports what they were asked for before the badge', async () => {
  const farhana = await logIn('farhana')
  const { profile } = await farhana('GET /auth/export')
  const ayesha = await testApp.signInAs('ayesha')
  await testApp.db.update(members).set({ verifiedAt: null }).where(eq(members.id, profile._id))
  await ayesha('PUT /badges/:id/question', { params: { id: profile._id }, body: { wanted: 'phone' } })
  expect((await farhana('GET /auth/export')).badgeQuestions).toEqual([
    { wanted: 'phone', askedAt: expect.any(String), endedAt: null, endCause: null },
  ])
})

test('a member with an unverified address does not export messages sent with that address', async () => {
  await testApp.visitor('POST /contact', { body: { email: 'quiet@example.com', message: 'a secret' } })
  const thief = await register(testApp, 'quiet@example.com')
  await testApp.db.update(members).set({ emailVerified: false }).where(eq(members.email, 'quiet@example.com'))
  expect((await thief('GET /auth/export')).messages).toEqual([])
})

test('deleting the own account asks for the password', async () => {
  const browser = await register(testApp, 'stay@example.com')
  for (const body of [{}, { password: 'wrong' }]) {
    await expect(browser('POST /auth/delete-user', { body })).rejects.toMatchObject({
      code: 'wrong_password',
      body: { field: 'password' },
    })
  }
  expect((await browser('GET /auth/get-session')).user?.email).toBe('stay@example.com')
})

test('deleting the account clears cookies and storage of the browser, and logging out leaves its choices alone', async () => {
  const browser = await register(testApp, 'clears@example.com')
  const post = (path: string, payload: object) =>
    testApp.fastify.inject({ method: 'POST', url: `/api/auth/${path}`, headers: { cookie: browser.cookie() }, payload })
  expect((await post('delete-user', { password: 'wrong' })).headers['clear-site-data']).toBeUndefined()
  const deleted = await post('delete-user', { password })
  expect([deleted.statusCode, deleted.headers['clear-site-data']]).toEqual([200, '"cookies", "storage"'])
  expect((await post('sign-out', {})).headers['clear-site-data']).toBeUndefined()
})

test('a deleted account is gone at once: sessions, tokens and logins end, and an e-mail confirms it', async () => {
  const browser = await register(testApp, 'leaves@example.com')
  const other = createTestBrowser(testApp)
  await other('POST /auth/sign-in/email', { body: { email: 'leaves@example.com', password } })
  const withToken = await other.withToken('leaves@example.com')

  await browser('POST /auth/delete-user', { body: { password } })

  expect(browser.cookie()).toBe('')
  expect(await other('GET /auth/get-session')).toEqual({ user: null })
  await expect(withToken('GET /bookings')).rejects.toMatchObject({ status: 401 })
  await expect(
    other('POST /auth/sign-in/email', { body: { email: 'leaves@example.com', password } }),
  ).rejects.toMatchObject({
    code: 'wrong_login',
  })
  const [email, ...earlier] = await getEmailsTo(testApp, 'leaves@example.com')
  expect(email).toContain('Your account was deleted')
  expect(earlier.join('\n')).not.toContain('Your account was removed')
})

test('no credentials of the account remain', async () => {
  const browser = await register(testApp, 'nothing@example.com')
  await turnOnSecondFactor(browser, password)
  await testApp.visitor('POST /auth/request-password-reset', { body: { email: 'nothing@example.com' } })
  await testApp.sendMails()
  const { user } = await browser('GET /auth/account')
  await browser('POST /auth/delete-user', { body: { password } })
  for (const table of ['accounts', 'sessions', 'second_factors', 'password_resets']) {
    const { rows } = await testApp.db.$client.query(`select from ${table} where member_id = $1`, [user.uid])
    expect([table, rows.length]).toEqual([table, 0])
  }
})

test('a seller’s bikes are withdrawn with the account', async () => {
  const { email } = fixtures.mizanur
  const mizanur = await logIn('mizanur')
  const { bikes } = await mizanur('GET /auth/export')
  const onSale = bikes.filter(({ soldAt, withdrawnAt }) => soldAt === null && withdrawnAt === null)
  assert(onSale.length > 0, 'needs a seller with bikes on sale')
  await mizanur('POST /auth/delete-user', { body: { password: demoPassword } })
  const withdrawnIds = new Set(onSale.map(({ _id }) => _id))
  const { rows } = await testApp.db.$client.query<{ id: string }>(
    'select id from bikes where sold_at is null and withdrawn_at is null',
  )
  expect(rows.filter(({ id }) => withdrawnIds.has(id))).toEqual([])
  expect(await testApp.db.select().from(members).where(eq(members.email, email))).toEqual([])
})

test('the admin cannot delete their own account', async () => {
  const ayesha = await logIn('ayesha')
  await expect(ayesha('POST /auth/delete-user', { body: { password: demoPassword } })).rejects.toMatchObject({
    status: 409,
    code: 'admin_leaves',
  })
  expect((await ayesha('GET /auth/get-session')).user?.email).toBe(fixtures.ayesha.email)
})

test('while a payment is in progress, neither its buyer nor its seller can delete the account', async () => {
  const browser = await register(testApp, 'paying@example.com')
  const buyer = await browser.withToken('paying@example.com')
  const bike = await findUnwantedBike(testApp)
  const { insertedId } = await buyer('POST /bookings', {
    body: {
      productName: bike.name,
      email: 'paying@example.com',
      contactNumber: '01712345678',
      meetingLocation: 'Mirpur 10',
      image: bike.picture,
      salePrice: bike.salePriceTaka,
      producId: bike.id,
    },
  })
  await buyer('POST /create-payment-intent', { body: { price: bike.salePriceTaka, bookingId: insertedId } })
  const [seller] = await testApp.db.select().from(members).where(eq(members.id, bike.sellerId))
  const sellers = createTestBrowser(testApp)
  await sellers('POST /auth/sign-in/email', { body: { email: seller?.email ?? '', password: demoPassword } })

  await expect(browser('POST /auth/delete-user', { body: { password } })).rejects.toMatchObject({
    code: 'payment_open',
  })
  await expect(sellers('POST /auth/delete-user', { body: { password: demoPassword } })).rejects.toMatchObject({
    code: 'payment_open',
  })
  expect(await getEmailsTo(testApp, 'paying@example.com')).toEqual([])
})

test('the export of both sides has their deals, what they wrote, receipts and payouts; of an account its last four digits', async () => {
  const { disputed: deal } = await beginMeetingAndDispute(testApp, {
    buyer: await registerMember(testApp, 'Buyer', 'Karim Sheikh'),
    seller: await registerMember(testApp, 'Seller', 'Rahim Uddin'),
  })
  await setDestination(deal, '1234567890123')
  await deal.buyer('POST /deals/:id/evidence', { params: deal.params, body: { note: 'The clutch slips' } })
  await deal.seller('POST /deals/:id/evidence', { params: deal.params, body: { note: 'It was fine' } })
  const admin = await testApp.signInAs('ayesha')
  await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 20_000 } })
  const { number } = await deal.buyer('GET /deals/:id/receipt', { params: deal.params })
  const readExport = async ({ cookie }: { cookie: string }) => {
    const { payload } = await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })
    const data = contract['GET /auth/export'].response.parse(JSON.parse(payload))
    return { ...data, payload, deal: data.deals.find(({ _id }) => _id === deal.id) }
  }

  const buyer = await readExport(deal.buyer)
  expect(buyer.deals).toHaveLength(2)
  expect(buyer.deal).toMatchObject({
    side: 'buyer',
    price: 149_000,
    contactNumber: '+8801712345678',
    closeReason: 'released',
    receipt: { number },
    evidence: [{ note: 'The clutch slips', picture: null }],
  })
  expect(buyer.deal?.steps.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['requested', 'paid', 'handed_over']),
  )
  const findRequest = (own: typeof buyer) => own.deal?.steps.find(({ kind }) => kind === 'requested')
  expect(findRequest(buyer)).toMatchObject({ actor: 'buyer', note: 'Farmgate' })
  expect(buyer).toMatchObject({ payouts: [], payoutDestination: null })
  expect(buyer.notifications.length).toBeGreaterThan(0)

  const seller = await readExport(deal.seller)
  expect(seller.deal).toMatchObject({ side: 'seller', contactNumber: null, evidence: [{ note: 'It was fine' }] })
  expect(findRequest(seller)).toMatchObject({ actor: 'buyer', note: null })
  expect(seller.payouts).toMatchObject([{ dealId: deal.id, amount: 129_000, state: 'due' }])
  expect(seller.payoutDestination).toMatchObject({ kind: 'bank', last4: '0123', holderName: 'Rahim Uddin' })
  expect(seller.payload).not.toMatch(/1234567890|1712345678|The clutch slips|numberEncrypted/)
  expect(buyer.payload).not.toMatch(/0123"|It was fine/)
})

test('the export has why the member declined or cancelled, also what the admin alone reads, and nothing of the other side', async () => {
  const buyer = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const begin = () => beginDeal(testApp, { buyer, seller })
  const [byBuyer, bySeller, declined] = [await begin(), await begin(), await begin()]
  await buyer('POST /deals/:id/cancel', {
    params: byBuyer.params,
    body: { choice: 'strange', reason: 'A code of my phone' },
  })
  await seller('PUT /deals/:id/answer', { params: bySeller.params, body: { answer: 'yes' } })
  await seller('POST /deals/:id/cancel', { params: bySeller.params, body: { choice: 'strange', reason: 'A bribe' } })
  await seller('PUT /deals/:id/answer', {
    params: declined.params,
    body: { answer: 'no', choice: 'time', reason: 'I am in Sylhet' },
  })
  const readReasons = async ({ cookie }: { cookie: string }) => {
    const { payload } = await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })
    const data = contract['GET /auth/export'].response.parse(JSON.parse(payload))
    const reasons = [byBuyer, bySeller, declined].map(({ id }) => {
      const deal = data.deals.find(({ _id }) => _id === id)
      return [deal?.closeChoice, deal?.closeNote]
    })
    return { payload, reasons }
  }
  const nothing = [null, null]
  const ofBuyer = await readReasons(buyer)
  expect(ofBuyer.reasons).toEqual([['strange', 'A code of my phone'], nothing, nothing])
  expect(ofBuyer.payload).not.toMatch(/A bribe|Sylhet/)
  const ofSeller = await readReasons(seller)
  expect(ofSeller.reasons).toEqual([nothing, ['strange', 'A bribe'], ['time', 'I am in Sylhet']])
  expect(ofSeller.payload).not.toContain('A code of my phone')
})

test('another site deletes no account', async () => {
  const browser = await register(testApp, 'csrf@example.com')
  const answer = await testApp.fastify.inject({
    method: 'POST',
    url: '/api/auth/delete-user',
    headers: { origin: 'https://evil.test', cookie: browser.cookie() },
    payload: { password },
  })
  expect(answer.json()).toMatchObject({ code: 'foreign_site' })
})
