// A buyer who sends the same text to five sellers on one day has a case.
import { randomUUID } from 'node:crypto'
import { afterAll, assert, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minPoints } from '#contract/cases/publishing-rules.ts'
import { minSellersOfRepeatedText as minSellers } from '#contract/limits.ts'
import { hashText } from '#market/chats/text-hash.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { catchError } from '#tests/support/buying.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

// Ten seconds before the end of a day in Dhaka.
const evening = new Date('2026-11-20T23:59:50+06:00')
const nextDay = new Date(evening.getTime() + 20_000)
const clock = { now: evening }
const text = 'I am posted abroad and pay the full price today, call 01712-345678 and send your account number.'
const banglaText = 'আমি বিদেশে আছি, আজই পুরো দাম পাঠাব, আপনার অ্যাকাউন্ট নম্বরটা ৫ মিনিটে দিন।'

type Shop = { seller: MemberClient; productId: string }

let testApp: TestApp
let market: Moderation
const shops: Shop[] = []
let buyer: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
  for (let count = 0; count < minSellers + 1; count += 1) {
    const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
    shops.push({ seller, productId: (await createListing(testApp, seller)).id })
  }
})
afterAll(() => testApp.close())
beforeEach(async () => {
  clock.now = evening
  buyer = await registerMember(testApp, 'Buyer', 'Karim Sheikh')
})

const ask = (productId: string, written = text, clientId: string = randomUUID()) =>
  buyer('POST /chats', { body: { productId, text: written, clientId } })

/** The buyer sends the texts, one to each shop, from the shop with this index. */
const askEach = async (texts: readonly string[], from = 0) => {
  const chatIds: string[] = []
  for (const [index, written] of texts.entries()) {
    const shop = shops[from + index]
    assert(shop, 'needs a shop')
    chatIds.push((await ask(shop.productId, written)).chatId)
  }
  return chatIds
}

const repeat = (written: string, times: number): string[] => Array.from({ length: times }, () => written)

const listCases = async (member = buyer) => {
  await testApp.openCases()
  const { rows } = await testApp.db.$client.query<{ id: string; score: number }>(
    'select id, score from cases where bike_id is null and member_id = $1 order by id',
    [await getMemberId(testApp, member)],
  )
  return rows
}

const openCase = (id: string, by = market.moderator) => by('GET /cases/:id', { params: { id } })

const countHashesBy = async (memberId: string) => {
  const { rows } = await testApp.db.$client.query<{ number: number }>(
    'select count(*)::int as number from sent_texts where member_id = $1',
    [memberId],
  )
  return rows[0]?.number
}

const countHashes = async (member = buyer) => countHashesBy(await getMemberId(testApp, member))

describe('the same text', () => {
  test('to four sellers opens no case, to the fifth opens one, and to the sixth no second one', async () => {
    await askEach(repeat(text, minSellers - 1))
    expect(await listCases()).toEqual([])
    await askEach([text], minSellers - 1)
    const opened = await listCases()
    expect(opened).toMatchObject([{ score: minPoints.warn }])
    await askEach([text], minSellers)
    expect(await listCases()).toEqual(opened)
    await market.decide(market.moderator, opened[0]?.id ?? '', 'nothing')
    await ask((await createListing(testApp, await registerMember(testApp, 'Seller'))).id)
    expect(await listCases()).toHaveLength(1)
  })

  test('in Bangla with other spaces, signs and digits opens a case', async () => {
    await askEach([
      ...repeat(banglaText, minSellers - 3),
      banglaText.replaceAll(' ', '\n'),
      banglaText.replaceAll(/[,।]/g, '!'),
      banglaText.replace('৫', '5'),
    ])
    expect(await listCases()).toHaveLength(1)
  })

  test('with another telephone number each time opens a case', async () => {
    await askEach(Array.from({ length: minSellers }, (_, index) => text.replace('345678', `34567${index}`)))
    expect(await listCases()).toHaveLength(1)
  })

  test('that is a ready question or short opens no case', async () => {
    await askEach(repeat('What is your last price?', minSellers))
    await askEach(repeat('শেষ দাম কত? কাগজ সব ঠিক আছে?', minSellers))
    await askEach(repeat(`Is it available${'?'.repeat(80)}`, minSellers))
    expect(await listCases()).toEqual([])
    expect(await countHashes()).toBe(0)
  })

  test('counts each seller once: about many bikes, said again, or sent twice', async () => {
    const [shop, ...others] = shops.slice(0, minSellers - 1)
    assert(shop, 'needs a shop')
    const clientId = randomUUID()
    for (let count = 0; count < minSellers; count += 1) {
      await ask((await createListing(testApp, shop.seller)).id)
      await ask(shop.productId)
      await ask(shop.productId, text, clientId)
    }
    for (const { productId } of others) await ask(productId)
    expect(await listCases()).toEqual([])
    expect(await countHashes()).toBe(minSellers - 1)
  })

  test('to five sellers at the same moment opens one case, also by two processes', async () => {
    const chatIds = await askEach(repeat('Hello', minSellers))
    const write = (id: string) =>
      buyer('POST /chats/:id/messages', { params: { id }, body: { text, clientId: randomUUID() } })
    await Promise.all(chatIds.map(write))
    expect(await countHashes()).toBe(minSellers)
    const another = await testApp.startAnotherApp()
    await Promise.all([testApp.openCases(), another.openCases(), testApp.openCases()])
    await another.close()
    const [opened, ...more] = await listCases()
    expect(more).toEqual([])
    expect(opened).toMatchObject({ score: minPoints.warn })
    expect((await openCase(opened?.id ?? '')).chats).toHaveLength(minSellers)
  })

  test('is counted after a message of the same moment that has taken its place', async () => {
    const [chatId] = await askEach(['Hello'])
    const owner = await connectAsOwner(testApp)
    await owner.query('begin')
    await owner.query(
      `insert into sent_texts (member_id, day, text_hash, place, seller_id, message_id, opens_case)
        select buyer_id, '2026-11-20', $2, 1, seller_id, last_message_id, false from chats where id = $1`,
      [chatId, hashText(maskContactDetails(text))],
    )
    const sent = askEach([text], 1)
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into sent_texts%'`
    await expect.poll(async () => (await testApp.db.$client.query(isWaiting)).rowCount).toBe(1)
    await owner.query('commit')
    await owner.end()
    await sent
    expect(await countHashes()).toBe(2)
  })

  test('on another day starts again', async () => {
    await askEach(repeat(text, minSellers - 1))
    clock.now = nextDay
    await askEach(repeat(text, minSellers - 1), 2)
    expect(await listCases()).toEqual([])
    await askEach([text])
    expect(await listCases()).toHaveLength(1)
  })

  test('counts where it was delivered: not at a seller who has blocked the buyer', async () => {
    const [last] = shops.slice(minSellers - 1)
    assert(last, 'needs a shop')
    const { chatId } = await ask(last.productId, 'Hello')
    const block = (blocked: boolean) =>
      last.seller('PUT /chats/:id/block', { params: { id: chatId }, body: { blocked } })
    await block(true)
    await askEach(repeat(text, minSellers - 1))
    expect(await catchError(ask(last.productId))).toMatchObject({ code: 'chat_closed' })
    expect(await listCases()).toEqual([])
    await block(false)
    await ask(last.productId)
    expect(await listCases()).toHaveLength(1)
  })

  test('of a seller to five buyers opens no case: an answer is the same for all', async () => {
    const [shop] = shops
    assert(shop, 'needs a shop')
    for (let count = 0; count < minSellers; count += 1) {
      buyer = await registerMember(testApp, 'Buyer')
      const { chatId } = await ask(shop.productId, 'Where can I see it?')
      await shop.seller('POST /chats/:id/messages', {
        params: { id: chatId },
        body: {
          text: 'Come to my shop beside the mosque in Mirpur 10, any day after the evening prayer.',
          clientId: randomUUID(),
        },
      })
    }
    expect(await listCases(shop.seller)).toEqual([])
  })

  test('is another reason in the case that is open, and a second text is one more', async () => {
    const [chatId = ''] = await askEach(['Hello'])
    await shops[0]?.seller('POST /reports', { body: { chatId, reason: 'rude' } })
    const [reported, ...none] = await listCases()
    expect(none).toEqual([])
    await askEach([...repeat(text, minSellers)])
    await askEach([...repeat(banglaText, minSellers)])
    const added = await listCases()
    expect(added).toEqual([{ id: reported?.id, score: (reported?.score ?? 0) + 2 * minPoints.warn }])
    const found = await openCase(reported?.id ?? '')
    expect(found).toMatchObject({ reasons: ['rude'], rulePoints: 2 * minPoints.warn })
    expect(found.repeatedTexts.map((one) => one.text)).toEqual([text, banglaText])
    await shops[0]?.seller('POST /reports', { body: { chatId, reason: 'off_site' } })
    expect(await listCases()).toEqual(added)
  })
})

describe('the case', () => {
  const open = async () => {
    const chatIds = await askEach(repeat(text, minSellers))
    const [opened] = await listCases()
    assert(opened, 'needs a case')
    return { chatIds, caseId: opened.id }
  }

  test('says why it is there, in the queue too, and has the text and its conversations as they were written', async () => {
    const { chatIds, caseId } = await open()
    const inQueue = (await market.moderator('GET /cases')).find(({ _id }) => _id === caseId)
    expect(inQueue).toMatchObject({
      sellersOfSameText: minSellers,
      reasons: [],
      reporters: 0,
      memberName: 'Karim Sheikh',
    })
    const found = await openCase(caseId)
    expect(found.repeatedTexts).toEqual([{ text, sellers: minSellers, at: evening.toISOString() }])
    expect(found.chats.map(({ _id }) => _id).toSorted()).toEqual(chatIds.toSorted())
    for (const { reportedSide, messages } of found.chats) {
      expect(reportedSide).toBe('buyer')
      expect(messages.at(-1)).toMatchObject({ side: 'buyer', text })
    }
  })

  test('shows no conversation in which the buyer did not send it, and the audit log has who read which', async () => {
    const { chatId: other } = await ask(
      (await createListing(testApp, await registerMember(testApp, 'Seller'))).id,
      'Hello',
    )
    const { chatIds, caseId } = await open()
    await openCase(caseId, market.second)
    const { rows } = await testApp.db.$client.query<{ chatId: string }>(
      `select details ->> 'chatId' as "chatId" from audit
        where what = 'conversation_read' and details ->> 'caseId' = $1 and actor = $2`,
      [caseId, await getMemberId(testApp, market.second)],
    )
    expect(rows.map(({ chatId }) => chatId).toSorted()).toEqual(chatIds.toSorted())
    const record = testApp.db.$client.query('select record_read_conversation($1, $2)', [caseId, other])
    await expect(record).rejects.toThrow('nobody reported the conversation')
  })

  test('is nothing that the buyer and the sellers are told before a decision', async () => {
    const [chatId = ''] = await askEach([text])
    const look = async () => ({
      chat: await buyer('GET /chats/:id', { params: { id: chatId } }),
      notifications: await buyer('GET /notifications'),
      standing: await buyer('GET /standing'),
      seller: await shops[0]?.seller('GET /notifications'),
    })
    const before = await look()
    await askEach(repeat(text, minSellers - 1), 1)
    const [opened] = await listCases()
    await openCase(opened?.id ?? '')
    expect(await look()).toEqual(before)
    await market.decide(market.moderator, opened?.id ?? '', 'warn')
    expect(await market.listKinds(buyer)).toEqual(['case_warned'])
  })

  test('has texts that its member sent as a buyer, whoever writes the row', async () => {
    const { caseId } = await open()
    const stranger = await registerMember(testApp, 'Buyer')
    const [shop] = shops
    const body = { productId: shop?.productId ?? '', text, clientId: randomUUID() }
    const { chatId } = await stranger('POST /chats', { body })
    const insert = testApp.db.$client.query(
      `insert into repeated_texts (message_id, first_id, case_id) select id, id, $1 from chat_messages where chat_id = $2`,
      [caseId, chatId],
    )
    await expect(insert).rejects.toMatchObject({ constraint: 'repeated_text_has_sender' })
  })

  test('stays without the text when the buyer is removed, and no hash stays', async () => {
    const { caseId } = await open()
    const memberId = await getMemberId(testApp, buyer)
    expect(await countHashesBy(memberId)).toBe(minSellers)
    const ayesha = await testApp.signInAs('ayesha')
    await ayesha('DELETE /users/:id', { params: { id: memberId } })
    expect(await openCase(caseId)).toMatchObject({ repeatedTexts: [{ text: 'Removed', sellers: minSellers }] })
    expect(await countHashesBy(memberId)).toBe(0)
  })
})

test('hashes are deleted when the day is over, and those of a text that waits for its case later', async () => {
  await askEach(repeat(text, minSellers))
  const other = await registerMember(testApp, 'Buyer')
  const [shop] = shops
  await other('POST /chats', { body: { productId: shop?.productId ?? '', text, clientId: randomUUID() } })
  await testApp.deleteOldNotifications()
  expect(await countHashes(other)).toBe(1)
  clock.now = nextDay
  await testApp.deleteOldNotifications()
  expect([await countHashes(other), await countHashes()]).toEqual([0, minSellers])
  expect(await listCases()).toHaveLength(1)
  await testApp.deleteOldNotifications()
  expect(await countHashes()).toBe(0)
  expect((await openCase((await listCases())[0]?.id ?? '')).repeatedTexts).toMatchObject([{ text }])
})
