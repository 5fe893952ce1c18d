// A side of a conversation reports it; moderators read what was written.
import { randomUUID } from 'node:crypto'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/time/durations.ts'
import { createTestBrowser } from '#tests/support/accounts.ts'
import { book, catchError } from '#tests/support/buying.ts'
import { createModeration, type Moderation, registerModerator } from '#tests/support/cases/moderation.ts'
import { offerIn } from '#tests/support/chats/offers.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createListing, getMemberId, type MemberClient, registerMember, testPassword } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
const number = '01712-345678'
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

const write = (by: MemberClient, id: string, text: string) =>
  by('POST /chats/:id/messages', { params: { id }, body: { text, clientId: randomUUID() } })

type Reason = 'advance_money' | 'off_site' | 'rude' | 'other'
const report = (by: MemberClient, chatId: string, reason: Reason = 'off_site') =>
  by('POST /reports', { body: { chatId, reason } })

/** A buyer has written a number to a seller of their own. */
const beginChat = async (seller?: MemberClient, buyer?: MemberClient) => {
  const from = seller ?? (await registerMember(testApp, 'Seller', 'Rahim Uddin'))
  const by = buyer ?? (await registerMember(testApp, 'Buyer', 'Karim Sheikh'))
  const bike = await createListing(testApp, from)
  const body = { productId: bike.id, text: `Call ${number}`, clientId: randomUUID() }
  const { chatId } = await by('POST /chats', { body })
  return { seller: from, buyer: by, bike, chatId }
}

const findCaseAbout = async (member: MemberClient): Promise<string> => {
  const { rows } = await testApp.db.$client.query<{ id: string }>(
    'select id from cases where bike_id is null and member_id = $1 order by id desc limit 1',
    [await getMemberId(testApp, member)],
  )
  assert(rows[0], 'needs a case')
  return rows[0].id
}

const openCase = (by: MemberClient, id: string) => by('GET /cases/:id', { params: { id } })

const listReadings = async (caseId: string) => {
  const { rows } = await testApp.db.$client.query(
    `select actor, member_id as "memberId", details ->> 'chatId' as "chatId" from audit
      where what = 'conversation_read' and details ->> 'caseId' = $1 order by id`,
    [caseId],
  )
  return rows
}

describe('a report of a conversation', () => {
  test.each([
    ['buyer', 'seller'],
    ['seller', 'buyer'],
  ] as const)('by the %s makes a case about the %s', async (by, about) => {
    const chat = await beginChat()
    await report(chat[by], chat.chatId)
    const found = await openCase(market.moderator, await findCaseAbout(chat[about]))
    expect(found).toMatchObject({
      memberId: await getMemberId(testApp, chat[about]),
      productName: null,
      reasons: ['off_site'],
      reporters: 1,
      score: 5,
      chats: [{ _id: chat.chatId, reportedSide: about }],
    })
  })

  test('is for its two sides alone, and for one who is still there', async () => {
    const { seller, buyer, chatId } = await beginChat()
    const stranger = await registerMember(testApp, 'Seller')
    for (const by of [stranger, market.moderator, await testApp.signInAs('ayesha')])
      expect(await catchError(report(by, chatId))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await catchError(report(buyer, randomUUID()))).toMatchObject({ code: 'not_found' })
    const ayesha = await testApp.signInAs('ayesha')
    await ayesha('DELETE /users/:id', { params: { id: await getMemberId(testApp, buyer) } })
    expect(await catchError(report(seller, chatId))).toMatchObject({ code: 'not_found' })
  })

  test('is about one thing, for a reason that suits it', async () => {
    const { buyer, bike, chatId } = await beginChat()
    const refused = { status: 400, code: 'bad_request' }
    const both = buyer('POST /reports', { body: { chatId, productId: bike.id, reason: 'rude' } })
    expect(await catchError(both)).toMatchObject({
      ...refused,
      message: 'Report one bike, one seller or one conversation.',
    })
    for (const body of [
      { chatId, reason: 'sold' },
      { productId: bike.id, reason: 'off_site' },
    ] as const)
      expect(await catchError(buyer('POST /reports', { body }))).toMatchObject({
        ...refused,
        message: 'Choose what is wrong.',
      })
  })

  test('counts once for each person, conversation and reason, also beside a report of the seller', async () => {
    const { seller, buyer, chatId } = await beginChat()
    const second = await beginChat(seller, buyer)
    const sellerId = await getMemberId(testApp, seller)
    await buyer('POST /reports', { body: { sellerId, reason: 'rude' } })
    await report(buyer, chatId, 'rude')
    expect(await catchError(report(buyer, chatId, 'rude'))).toMatchObject({ status: 409, code: 'already_reported' })
    await report(buyer, second.chatId, 'rude')
    const found = await openCase(market.moderator, await findCaseAbout(seller))
    expect(found).toMatchObject({ score: 5, reporters: 1 })
    expect(found.chats.map(({ _id }) => _id)).toEqual([second.chatId, chatId])
  })

  test('is possible after a block, by both', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await seller('PUT /chats/:id/block', { params: { id: chatId }, body: { blocked: true } })
    for (const by of [seller, buyer]) expect((await report(by, chatId)).insertedId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('names the other by the name that the conversation shows', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await report(seller, chatId)
    await report(buyer, chatId)
    expect(await seller('GET /reports')).toMatchObject([{ about: 'Karim', reason: 'off_site', isUpheld: null }])
    const { otherName } = await buyer('GET /chats/:id', { params: { id: chatId } })
    expect(await buyer('GET /reports')).toMatchObject([{ about: otherName }])
  })

  test('is in the own data of its reporter, without the id of the other, and not in that of the other', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await report(seller, chatId)
    await openCase(market.moderator, await findCaseAbout(buyer))
    const exportData = async ({ email }: MemberClient) => {
      const browser = createTestBrowser(testApp)
      await browser('POST /auth/sign-in/email', { body: { email, password: testPassword } })
      return browser('GET /auth/export')
    }
    const { reports } = await exportData(seller)
    expect(reports).toMatchObject([{ chatId, sellerId: null, productId: null, reason: 'off_site' }])
    expect(await exportData(buyer)).toMatchObject({ reports: [], decisions: [] })
  })

  test('stays without its words when the reporter is removed', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await buyer('POST /reports', { body: { chatId, reason: 'other', words: 'He sent a false receipt.' } })
    const ayesha = await testApp.signInAs('ayesha')
    await ayesha('DELETE /users/:id', { params: { id: await getMemberId(testApp, buyer) } })
    const found = await openCase(market.moderator, await findCaseAbout(seller))
    expect(found.reports).toMatchObject([{ reason: 'other', words: null }])
    expect(found.chats).toMatchObject([{ _id: chatId, buyerName: 'Removed', messages: [{ text: 'Removed' }] }])
  })

  test('has the reporter and the member of the case as its sides, whoever writes the row', async () => {
    const { seller, chatId, buyer } = await beginChat()
    await report(buyer, chatId)
    const caseId = await findCaseAbout(seller)
    const stranger = await getMemberId(testApp, await registerMember(testApp, 'Buyer'))
    const [sellerId, buyerId] = [await getMemberId(testApp, seller), await getMemberId(testApp, buyer)]
    const insert = (reporterId: string, memberId: string) =>
      testApp.db.$client.query(
        `insert into reports (id, case_id, reporter_id, member_id, chat_id, reason, weight, created_at)
          values (gen_random_uuid(), $1, $2, $3, $4, 'rude', 5, now())`,
        [caseId, reporterId, memberId, chatId],
      )
    const sides = { constraint: 'report_has_sides' }
    await expect(insert(stranger, sellerId)).rejects.toMatchObject(sides)
    await expect(insert(sellerId, buyerId)).rejects.toMatchObject(sides)
    await expect(insert(buyerId, stranger)).rejects.toMatchObject(sides)
    await expect(insert(buyerId, sellerId)).resolves.toMatchObject({ rowCount: 1 })
  })
})

describe('a reported conversation', () => {
  test('is read by the moderator as it was written, with prices of offers; the other side reads its masked copy', async () => {
    const { seller, buyer, bike, chatId } = await beginChat()
    await offerIn(buyer, chatId, bike.salePriceTaka - 1_000)
    await write(seller, chatId, 'Pay outside.')
    await report(seller, chatId)
    const { chats } = await openCase(market.moderator, await findCaseAbout(buyer))
    const at = clock.now.toISOString()
    expect(chats).toEqual([
      {
        _id: chatId,
        productName: 'Suzuki Gixxer 155',
        buyerName: 'Karim Sheikh',
        sellerName: 'Rahim Uddin',
        reportedSide: 'buyer',
        messages: [
          { number: 1, side: 'buyer', text: `Call ${number}`, price: null, at },
          { number: 2, side: 'buyer', text: '', price: bike.salePriceTaka - 1_000, at },
          { number: 3, side: 'seller', text: 'Pay outside.', price: null, at },
        ],
      },
    ])
    const texts = (await seller('GET /chats/:id/messages', { params: { id: chatId } })).map(({ text }) => text)
    expect(texts).toContain('Call ••••••')
  })

  test('shows its newest 50 messages', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await testApp.db.$client.query(
      `insert into chat_messages (id, chat_id, number, sender, body, shown_body, client_id, at)
        select gen_random_uuid(), $1, n, 'buyer', 'No ' || n, 'No ' || n, gen_random_uuid(), now()
        from generate_series(2, 60) as n`,
      [chatId],
    )
    await report(seller, chatId)
    const { chats } = await openCase(market.moderator, await findCaseAbout(buyer))
    expect(chats[0]?.messages.map((one) => one.number)).toEqual(Array.from({ length: 50 }, (_, index) => 11 + index))
  })

  test('is in the audit log each time that a moderator or the admin reads it', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await report(buyer, chatId)
    const caseId = await findCaseAbout(seller)
    expect(await listReadings(caseId)).toEqual([])
    const admin = await testApp.signInAs('ayesha')
    await openCase(market.moderator, caseId)
    await openCase(admin, caseId)
    const memberId = await getMemberId(testApp, seller)
    expect(await listReadings(caseId)).toEqual([
      { actor: await getMemberId(testApp, market.moderator), memberId, chatId },
      { actor: await getMemberId(testApp, admin), memberId, chatId },
    ])
    expect((await admin('GET /audit', { query: { what: 'conversation_read' } }))[0]).toMatchObject({ memberId })
  })

  test('cannot be recorded as read where nobody reported it, nor written into the log by hand', async () => {
    const [{ seller, buyer, chatId }, other] = [await beginChat(), await beginChat()]
    await report(buyer, chatId)
    const caseId = await findCaseAbout(seller)
    const record = testApp.db.$client.query('select record_read_conversation($1, $2)', [caseId, other.chatId])
    await expect(record).rejects.toThrow('nobody reported the conversation')
    const owner = await connectAsOwner(testApp)
    const { rows } = await owner.query(
      `select has_function_privilege('public', 'record_read_conversation(uuid, uuid)', 'execute') as may`,
    )
    await owner.end()
    expect(rows).toEqual([{ may: false }])
  })

  test('is read by moderators alone', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await report(buyer, chatId)
    const caseId = await findCaseAbout(seller)
    for (const by of [buyer, seller]) expect(await catchError(openCase(by, caseId))).toMatchObject({ status: 403 })
    const cashier = await testApp.signInAs('rokeya')
    expect(await catchError(openCase(cashier, caseId))).toMatchObject({ status: 403 })
    expect(await listReadings(caseId)).toEqual([])
  })

  test('is not read by a moderator who is one of its sides', async () => {
    const moderator = await registerModerator(testApp)
    const { seller, chatId } = await beginChat(undefined, moderator)
    await report(moderator, chatId)
    const aboutSeller = await findCaseAbout(seller)
    expect((await openCase(moderator, aboutSeller)).chats).toEqual([])
    expect((await openCase(market.second, aboutSeller)).chats).toHaveLength(1)
    await report(seller, chatId)
    const aboutModerator = await findCaseAbout(moderator)
    expect((await openCase(moderator, aboutModerator)).chats).toEqual([])
    expect(await catchError(market.decide(moderator, aboutModerator, 'nothing'))).toMatchObject({ code: 'own_case' })
    expect(await listReadings(aboutModerator)).toEqual([])
  })

  test('ends for moderators with the decision, and goes on with an appeal', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await report(seller, chatId)
    const caseId = await findCaseAbout(buyer)
    await market.decide(market.moderator, caseId, 'warn')
    const before = clock.now
    clock.now = new Date(before.getTime() + 1_000)
    await write(buyer, chatId, 'Later')
    const readNumbers = async () =>
      (await openCase(market.second, caseId)).chats.flatMap(({ messages }) => messages.map((one) => one.number))
    expect(await readNumbers()).toEqual([1])
    await buyer('POST /appeals', { body: { caseId, words: 'It was a joke.' } })
    expect(await readNumbers()).toEqual([1, 2])
    clock.now = before
  })
})

describe('the person whom a conversation was reported of', () => {
  test('sees nothing of the report and of the reading', async () => {
    const { seller, buyer, chatId } = await beginChat()
    const params = { id: chatId }
    const look = async () => ({
      chat: await buyer('GET /chats/:id', { params }),
      messages: await buyer('GET /chats/:id/messages', { params }),
      list: await buyer('GET /chats'),
      notifications: await buyer('GET /notifications'),
      standing: await buyer('GET /standing'),
      reports: await buyer('GET /reports'),
    })
    const before = await look()
    await report(seller, chatId)
    await openCase(market.moderator, await findCaseAbout(buyer))
    expect(await look()).toEqual(before)
  })

  test('is warned without being told by whom; the reporter learns that we have decided', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await report(seller, chatId, 'rude')
    const caseId = await findCaseAbout(buyer)
    expect(await catchError(market.decide(market.moderator, caseId, 'hide'))).toMatchObject({ code: 'nothing_to_hide' })
    await market.endLock(caseId)
    await market.decide(market.moderator, caseId, 'warn')
    expect(await market.listKinds(buyer)).toEqual(['case_warned'])
    const [decided] = await buyer('GET /standing')
    expect(decided).toMatchObject({ decision: 'warn', productName: null })
    const shown = JSON.stringify([decided, await buyer('GET /notifications')])
    for (const secret of [chatId, await getMemberId(testApp, seller), 'Rahim']) expect(shown).not.toContain(secret)
    expect(await market.listKinds(seller)).toContain('report_answered')
    expect(await seller('GET /reports')).toMatchObject([{ isUpheld: true }])
  })

  test('a suspended buyer neither writes, asks nor books until it ends', async () => {
    const { seller, buyer, chatId } = await beginChat()
    await report(seller, chatId)
    await market.decide(market.moderator, await findCaseAbout(buyer), 'suspend_7')
    expect(await market.listKinds(buyer)).toEqual(['case_suspended'])
    const bike = await createListing(testApp, seller)
    expect(await catchError(write(buyer, chatId, 'Hello?'))).toMatchObject({ code: 'chat_closed' })
    const ask = () =>
      buyer('POST /chats', { body: { productId: bike.id, text: 'Still there?', clientId: randomUUID() } })
    expect(await catchError(ask())).toMatchObject({ code: 'chat_closed' })
    expect(await catchError(offerIn(buyer, chatId, bike.salePriceTaka - 1_000))).toMatchObject({ code: 'chat_closed' })
    expect(await catchError(book(buyer, bike))).toMatchObject({ status: 403, code: 'suspended' })
    const before = clock.now
    clock.now = new Date(before.getTime() + 7 * dayMs + 1)
    await testApp.endSuspensions()
    clock.now = before
    await ask()
    await book(buyer, bike)
  })
})
