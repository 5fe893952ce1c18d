import { dayMs } from '#contract/time/durations.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getEmailsTo } from '#tests/support/accounts.ts'
import { book, catchError, completeSale, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

describe('a suspended member', () => {
  test('has nothing in the lists and books nothing; money of live deals goes on; it ends by itself', async () => {
    const { seller, bike, caseId } = await market.createReported()
    const [other, held] = [await createListing(testApp, seller), await createListing(testApp, seller)]
    const karim = await testApp.signInAs('karim')
    const order = await book(karim, held)
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    const before = clock.now
    await market.decide(market.moderator, caseId, 'suspend_7')
    for (const { id } of [bike, other]) expect(await market.isListed(id)).toBe(false)
    expect(await catchError(createListing(testApp, seller))).toMatchObject({ status: 403, code: 'suspended' })
    const foreign = await createListing(testApp, await registerMember(testApp, 'Seller'))
    expect(await catchError(book(seller, foreign))).toMatchObject({ status: 403, code: 'suspended' })
    await completeSale(testApp, order.bookingId)
    const [standing] = await seller('GET /standing')
    expect(standing?.suspendedUntil).toBe(new Date(before.getTime() + 7 * dayMs).toISOString())
    await testApp.endSuspensions()
    expect(await market.isListed(other.id)).toBe(false)
    clock.now = new Date(before.getTime() + 7 * dayMs + 1)
    await testApp.endSuspensions()
    for (const { id } of [bike, other]) expect(await market.isListed(id)).toBe(true)
    clock.now = before
    await createListing(testApp, seller)
  })

  test('reads until when in the notice and the e-mail, of several decisions the last end, not one that was taken back', async () => {
    const { seller, caseId } = await market.createReported()
    const readEnds = async () => {
      const notices = await seller('GET /notifications')
      return notices.flatMap(({ kind, suspendedUntil }) => (kind === 'case_suspended' ? [suspendedUntil] : []))
    }
    const toEnd = (days: number) => new Date(clock.now.getTime() + days * dayMs).toISOString()
    const in30Days = toEnd(30)
    await market.decide(market.moderator, caseId, 'suspend_30')
    expect(await readEnds()).toEqual([in30Days])
    await testApp.sendMails()
    const emails = (await getEmailsTo(testApp, seller.email)).join('\n')
    expect(emails).toContain('Your account is suspended until Sun 20 Dec, 10:00 AM · Suzuki Gixxer 155')
    const sellerId = await getMemberId(testApp, seller)
    await market.reporters[1]?.('POST /reports', { body: { sellerId, reason: 'rude' } })
    const { rows } = await testApp.db.$client.query<{ id: string }>(
      'select id from cases where member_id = $1 and bike_id is null',
      [sellerId],
    )
    clock.now = new Date(clock.now.getTime() + 1_000)
    await market.decide(market.moderator, rows[0]?.id ?? '', 'suspend_7')
    expect(await readEnds()).toEqual([in30Days, in30Days])
    await seller('POST /appeals', { body: { caseId, words: 'It was not me.' } })
    const body = { answer: 'taken_back', reason: 'Sorry.' } as const
    await market.second('PUT /cases/:id/appeal', { params: { id: caseId }, body })
    expect(await readEnds()).toEqual([toEnd(7), null])
  })

  test('a bike that is listed while the decision is written is not in a list either', async () => {
    const { seller, caseId } = await market.createReported()
    await market.take(market.moderator, caseId)
    const body = { decision: 'suspend_30', reason: 'A fraud.' } as const
    await Promise.allSettled([
      ...[1, 2, 3, 4].map(() => createListing(testApp, seller)),
      market.moderator('PUT /cases/:id', { params: { id: caseId }, body }),
      ...[1, 2, 3, 4].map(() => createListing(testApp, seller)),
    ])
    const { rows } = await testApp.db.$client.query(
      `select bikes.id from bikes join members on members.id = seller_id where email = $1 and hidden_at is null`,
      [seller.email],
    )
    expect(rows).toEqual([])
  })

  test.each([
    ['lists nothing', 'seller'],
    ['books nothing', 'buyer'],
    ['pays for no saved bike', 'payer'],
  ] as const)('%s while the suspension is not committed yet', async (_, role) => {
    const foreign = await createListing(testApp, await registerMember(testApp, 'Seller'))
    const member = await registerMember(testApp, role === 'seller' ? 'Seller' : 'Buyer')
    const memberId = await getMemberId(testApp, member)
    const { insertedId: wishlistId } =
      role === 'payer' ? await member('POST /wishlist', { body: { productId: foreign.id } }) : { insertedId: '' }
    const pay = () => member('POST /create-payment-intent', { body: { price: foreign.salePriceTaka, wishlistId } })
    const acts = { seller: () => createListing(testApp, member), buyer: () => book(member, foreign), payer: pay }
    const suspending = await testApp.db.$client.connect()
    try {
      const { rows } = await suspending.query<{ pid: number }>('select pg_backend_pid() as pid')
      await suspending.query('begin')
      await suspending.query('select from members where id = $1 for update', [memberId])
      await suspending.query('update members set suspended_until = $2 where id = $1', [
        memberId,
        '2026-12-20T10:00:00Z',
      ])
      const refused = catchError(acts[role]())
      await vi.waitUntil(async () => {
        const waiting = await testApp.db.$client.query(
          'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
          [rows[0]?.pid],
        )
        return waiting.rowCount === 1
      }, 20_000)
      await suspending.query('commit')
      expect(await refused).toMatchObject({ status: 403, code: 'suspended' })
    } finally {
      suspending.release()
    }
  })

  test('writes no message, and gets none, but where a deal goes on', async () => {
    const { seller, bike, caseId } = await market.createReported()
    const [karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
    const inDeal = await createListing(testApp, seller)
    const ask = async (buyer: MemberClient, productId: string) =>
      (await buyer('POST /chats', { body: { productId, text: 'Is it there?', clientId: randomUUID() } })).chatId
    const chatId = await ask(karim, bike.id)
    await book(karim, inDeal)
    const dealChatId = await ask(karim, inDeal.id)
    await market.decide(market.moderator, caseId, 'suspend_7')
    const write = (from: MemberClient, id: string) =>
      from('POST /chats/:id/messages', { params: { id }, body: { text: 'Hello', clientId: randomUUID() } })
    for (const member of [karim, seller]) {
      expect(await catchError(write(member, chatId))).toMatchObject({ code: 'chat_closed' })
      expect(await member('GET /chats/:id', { params: { id: chatId } })).toMatchObject({ writing: 'closed' })
      expect(await write(member, dealChatId)).toMatchObject({ text: 'Hello' })
    }
    // Somebody who has not written yet learns nothing of a hidden bike.
    const slug = await market.getSlug(bike.id)
    expect(await catchError(sadia('GET /bikes/:slug/chat', { params: { slug } }))).toMatchObject({ status: 404 })
    expect(await catchError(ask(sadia, bike.id))).toMatchObject({ status: 404 })
  })

  test('an appeal that is taken back ends the suspension', async () => {
    const { seller, bike, caseId } = await market.createReported()
    await market.decide(market.moderator, caseId, 'suspend_7')
    await seller('POST /appeals', { body: { caseId, words: 'It was not me.' } })
    const body = { answer: 'taken_back', reason: 'Sorry.' } as const
    await market.second('PUT /cases/:id/appeal', { params: { id: caseId }, body })
    expect(await market.isListed(bike.id)).toBe(true)
  })
})

test('the audit log has the suspension, the bikes that it hid and showed, and the answer to the appeal, with who did it', async () => {
  const { seller, bike, caseId } = await market.createReported()
  const memberId = await getMemberId(testApp, seller)
  const until = new Date(clock.now.getTime() + 7 * dayMs)
  await market.decide(market.moderator, caseId, 'suspend_7')
  await seller('POST /appeals', { body: { caseId, words: 'It was not me.' } })
  const body = { answer: 'taken_back', reason: 'Sorry.' } as const
  await market.second('PUT /cases/:id/appeal', { params: { id: caseId }, body })
  const { rows } = await testApp.db.$client.query<{ what: string; actor: string; about: string; details: object }>(
    `select what, actor, coalesce(bike_id, member_id) as about, details from audit where member_id = $1
      and what in ('case_decided', 'member_suspended', 'bike_hidden', 'appeal_decided', 'suspension_ended', 'bike_shown') order by id`,
    [memberId],
  )
  const [first, second] = [await getMemberId(testApp, market.moderator), await getMemberId(testApp, market.second)]
  const find = (what: string) => rows.filter((row) => row.what === what)
  expect(find('case_decided')).toMatchObject([
    { actor: first, about: bike.id, details: { caseId, decision: 'suspend_7', decidedBy: first } },
  ])
  expect(find('member_suspended')).toMatchObject([{ actor: first, about: memberId }])
  const [suspended] = find('member_suspended').map(({ details }) => 'until' in details && String(details.until))
  expect(new Date(suspended || '')).toEqual(until)
  expect(find('bike_hidden')).toMatchObject([{ actor: first, about: bike.id }])
  expect(find('appeal_decided')).toMatchObject([
    { actor: second, about: bike.id, details: { caseId, answer: 'taken_back', decidedBy: second } },
  ])
  expect(find('suspension_ended')).toMatchObject([{ actor: second, about: memberId }])
  expect(find('bike_shown')).toMatchObject([{ actor: second, about: bike.id }])
})

test('the export has reports, decisions and numbers; a removal erases the words', async () => {
  const { seller, bike, caseId } = await market.createReported()
  const admin = await testApp.signInAs('ayesha')
  const buyer = await registerMember(testApp, 'Buyer')
  const words = 'He wants bKash first.'
  await buyer('POST /reports', { body: { productId: bike.id, reason: 'rude', words } })
  await buyer('GET /bikes/:slug/number', { params: { slug: await market.getSlug(bike.id) } })
  await market.decide(market.moderator, caseId, 'warn')
  await seller('POST /appeals', { body: { caseId, words: 'Not true.' } })
  const getExport = async ({ cookie }: { cookie: string }): Promise<unknown> =>
    (await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })).json()
  expect(await getExport(buyer)).toMatchObject({
    reports: [{ productId: bike.id, reason: 'rude', words }],
    numbersSeen: [{ productName: 'Suzuki Gixxer 155' }],
    decisions: [],
  })
  expect(await getExport(seller)).toMatchObject({ decisions: [{ decision: 'warn', appeal: 'Not true.' }] })
  for (const member of [buyer, seller])
    await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, member) } })
  const { rows } = await testApp.db.$client.query(
    `select words, appeal from reports join cases on cases.id = case_id where case_id = $1 and reports.reason = 'rude'`,
    [caseId],
  )
  expect(rows).toEqual([{ words: null, appeal: 'Removed' }])
})

describe('the database refuses', () => {
  const run = (sql: string) => testApp.db.$client.query(sql)
  test.each([
    [
      'a bike that no case hides',
      `update bikes set hidden_at = now(), hidden_by = 'moderator' where id = (select id from bikes where sold_at is null and withdrawn_at is null and hidden_at is null limit 1)`,
      'hidden_has_case',
    ],
    [
      'a decision without a reason',
      `update cases set decision = 'warn', decided_at = now() where id = (select id from cases where decided_at is null limit 1)`,
      'decision_is_whole',
    ],
    [
      'a decision about oneself',
      `update cases set decision = 'warn', decided_at = now(), reason = 'x', decided_by = member_id where id = (select id from cases where decided_at is null limit 1)`,
      'not_decided_by_oneself',
    ],
    [
      'a second open case of a bike',
      `insert into cases (id, bike_id, member_id, opened_at) select gen_random_uuid(), bike_id, member_id, now() from cases where decided_at is null and bike_id is not null limit 1`,
      'one_open_case_of_bike',
    ],
    [
      'a suspension that leaves bikes in the lists',
      `update members set suspended_until = now() where id = (select seller_id from bikes where sold_at is null and withdrawn_at is null and hidden_at is null limit 1)`,
      'suspended_is_hidden',
    ],
    [
      'the suspension of an admin',
      `update members set suspended_until = now() where role = 'Admin'`,
      'admin_is_not_suspended',
    ],
  ])('%s', async (_, sql, constraint) => {
    await market.createReported()
    await expect(run(sql)).rejects.toMatchObject({ constraint })
  })
})
