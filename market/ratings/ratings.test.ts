import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { catchError, completeSale } from '#tests/support/buying.ts'
import { createModeration } from '#tests/support/cases/moderation.ts'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { allFine, claimCashSale, createCashSale, type Sale } from '#tests/support/ratings/ratings.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const start = new Date('2026-11-20T04:00:00Z')
const clock = { now: start }
const windowMs = 14 * 24 * 60 * 60_000
let testApp: TestApp
let sale: Sale
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
})
afterAll(() => testApp.close())

const rate = ({ params }: Sale, by: MemberClient, body: object = {}) =>
  by('POST /deals/:id/ratings', { params, body: { ...allFine, ...body } })
/** Runs at another time; the sessions of now may be over then. */
const runAt = async (time: Date, run: () => Promise<unknown>) => {
  const before = clock.now
  clock.now = time
  await run().finally(() => {
    clock.now = before
  })
}
const logInAgain = ({ email }: MemberClient) => testApp.signInAs({ email })
const read = ({ params }: Sale, by: MemberClient) => by('GET /deals/:id/ratings', { params })
const reply = ({ params }: Sale, by: MemberClient, text = 'Thank you.') =>
  by('PUT /deals/:id/ratings', { params, body: { reply: text } })
const readPage = ({ sellerId }: Sale, query = {}) =>
  testApp.visitor('GET /sellers/:sellerId/ratings', { params: { sellerId }, query })
const listNotices = async (of: MemberClient, kind: string) =>
  (await of('GET /notifications', { query: {} })).filter((notice) => notice.kind === kind)
const query = (sql: string, values: unknown[] = []) => testApp.db.$client.query(sql, values)

const readExport = async ({ cookie }: MemberClient) => {
  const { payload } = await testApp.fastify.inject({ url: '/api/auth/export', headers: { cookie } })
  return contract['GET /auth/export'].response.parse(JSON.parse(payload))
}

/** Everything that the member and the public can read and where a rating could be seen; without the clock of the answer. */
const readAll = async (of: MemberClient, { params, sellerId }: Sale): Promise<string> => {
  const { madeAt: _, sessions: __, ...data } = await readExport(of)
  return JSON.stringify([
    data,
    await of('GET /deals/:id/ratings', { params }),
    await of('GET /deals/:id', { params }),
    await of('GET /deals', { query: {} }),
    await of('GET /deals/count'),
    await of('GET /notifications', { query: {} }),
    await of('GET /notifications/count'),
    await of('GET /sellers/:sellerId', { params: { sellerId }, query: {} }),
    await of('GET /sellers/:sellerId/ratings', { params: { sellerId }, query: {} }),
  ])
}

describe('who may rate', () => {
  test('the two sides of a confirmed cash sale, once each', async () => {
    sale = await createCashSale(testApp)
    const { buyer, seller } = sale
    expect(await read(sale, buyer)).toMatchObject({ mayRate: true, mine: null, theirs: null, mayReply: false })
    expect(await rate(sale, buyer)).toEqual({ modifiedCount: 1, isShown: false })
    expect(await catchError(rate(sale, buyer, { friendly: false }))).toMatchObject({ code: 'already_rated' })
    expect(await rate(sale, seller)).toEqual({ modifiedCount: 1, isShown: true })
    expect((await read(sale, buyer)).mine).toMatchObject({ friendly: true, isShown: true })
  })

  test('the two sides after a handover, and nobody before the money is released', async () => {
    const people = { buyer: await registerMember(testApp, 'Buyer'), seller: await registerMember(testApp, 'Seller') }
    const deal = await beginDeal(testApp, people)
    await payDeal(testApp, deal)
    const handed = { ...people, sellerId: await getMemberId(testApp, people.seller), params: deal.params }
    expect(await catchError(rate(handed, people.buyer))).toMatchObject({ status: 409, code: 'nothing_to_rate' })
    await completeSale(testApp, deal.params.id)
    expect(await rate(handed, people.seller)).toMatchObject({ modifiedCount: 1 })
  })

  test('nobody of a sale that the buyer has not confirmed, or of a deal that was cancelled', async () => {
    const claimed = await claimCashSale(testApp)
    expect(await catchError(rate(claimed, claimed.seller))).toMatchObject({ code: 'nothing_to_rate' })
    await claimed.buyer('PUT /deals/:id/outcome', { params: claimed.params, body: { outcome: 'not_bought' } })
    for (const one of [claimed.seller, claimed.buyer])
      expect(await catchError(rate(claimed, one))).toMatchObject({ code: 'nothing_to_rate' })
    expect(await read(claimed, claimed.buyer)).toMatchObject({ mayRate: false, until: null })
    expect(await listNotices(claimed.buyer, 'rate_deal')).toEqual([])
  })

  test('no stranger, who does not learn that there is a deal', async () => {
    const stranger = await registerMember(testApp, 'Buyer')
    for (const act of [rate, read, reply]) expect(await catchError(act(sale, stranger))).toMatchObject({ status: 404 })
  })

  test('nobody after 14 days', async () => {
    const late = await createCashSale(testApp)
    await runAt(new Date(start.getTime() + windowMs - 1), async () => {
      await rate(late, await logInAgain(late.buyer))
    })
    await runAt(new Date(start.getTime() + windowMs), async () => {
      const seller = await logInAgain(late.seller)
      expect(await catchError(rate(late, seller))).toMatchObject({ code: 'rating_over' })
      expect(await read(late, seller)).toMatchObject({ mayRate: false })
    })
  })

  test('both are told once that they can', async () => {
    for (const one of [sale.buyer, sale.seller]) expect(await listNotices(one, 'rate_deal')).toHaveLength(1)
  })
})

describe('a hidden rating', () => {
  const secret = 'Bring patience to Farmgate'

  test('is read by its author alone: nothing that the other side or a visitor reads changes when it is given', async () => {
    const hidden = await createCashSale(testApp)
    const { buyer, seller } = hidden
    const admin = await testApp.signInAs('ayesha')
    const readSurroundings = async () => [
      await readAll(seller, hidden),
      JSON.stringify([
        await readPage(hidden),
        await admin('GET /alldeals/:id', { params: hidden.params }),
        await admin('GET /audit', { query: { about: hidden.sellerId } }),
      ]),
    ]
    const before = await readSurroundings()
    await rate(hidden, buyer, { words: secret, friendly: false })
    expect(await readSurroundings()).toEqual(before)
    expect(await read(hidden, buyer)).toMatchObject({ mine: { words: secret, isShown: false }, theirs: null })
    expect((await readExport(buyer)).ratings).toMatchObject([{ isMine: true, words: secret, revealedAt: null }])
    expect(await catchError(reply(hidden, seller))).toMatchObject({ code: 'nothing_to_answer' })

    await rate(hidden, seller)
    expect(await read(hidden, seller)).toMatchObject({ theirs: { words: secret, friendly: false, by: 'Karim' } })
    expect(await readPage(hidden)).toMatchObject({ counts: { ratings: 1, friendly: 0 }, ratings: [{ words: secret }] })
    expect((await readExport(seller)).ratings).toHaveLength(2)
  })

  test('is revealed after 14 days without a click, once, with one notice', async () => {
    const silent = await createCashSale(testApp)
    await rate(silent, silent.buyer, { words: secret })
    await runAt(new Date(start.getTime() + windowMs - 1), () => testApp.handleDueDeals())
    expect((await readPage(silent)).counts.ratings).toBe(0)
    await runAt(new Date(start.getTime() + windowMs), () => Promise.all([1, 2, 3].map(() => testApp.handleDueDeals())))
    expect((await readPage(silent)).counts.ratings).toBe(1)
    expect(await listNotices(silent.seller, 'rating_shown')).toHaveLength(1)
    expect(await listNotices(silent.buyer, 'rating_shown')).toHaveLength(0)
  })

  test(
    '30 pairs who rate at the same moment: both are shown, once, with one notice each',
    { tags: 'long' },
    async () => {
      const people = { buyer: await registerMember(testApp, 'Buyer'), seller: await registerMember(testApp, 'Seller') }
      for (let round = 1; round <= 30; round += 1) {
        const raced = await createCashSale(testApp, people)
        const answers = await Promise.all([rate(raced, raced.buyer), rate(raced, raced.seller)])
        expect(answers.filter(({ isShown }) => isShown)).toHaveLength(1)
        for (const one of [raced.buyer, raced.seller]) {
          expect(await read(raced, one)).toMatchObject({ mine: { isShown: true }, theirs: { friendly: true } })
          const told = (await listNotices(one, 'rating_shown')).filter(({ dealId }) => dealId === raced.params.id)
          expect(told).toHaveLength(1)
        }
      }
      const sellerId = await getMemberId(testApp, people.seller)
      expect((await readPage({ ...sale, sellerId })).counts).toMatchObject({ ratings: 30, onTime: 30 })
    },
  )

  test('one side that rates twice at the same moment rates once', async () => {
    const raced = await createCashSale(testApp)
    const errors = await Promise.all([1, 2, 3, 4].map(() => catchError(rate(raced, raced.buyer))))
    expect(errors.filter((error) => error instanceof Error && 'code' in error)).toHaveLength(3)
    for (const error of errors) if (error instanceof Error) expect(error).toMatchObject({ code: 'already_rated' })
  })
})

describe('words', () => {
  test('contact details in them and in the reply are masked for all others; the author reads what was typed', async () => {
    const typed = 'Call 01712345678 or write to me@mail.com'
    const masked = await createCashSale(testApp)
    await rate(masked, masked.buyer, { words: typed })
    await rate(masked, masked.seller)
    await reply(masked, masked.seller, 'My number is 01812345678')
    expect((await read(masked, masked.buyer)).mine).toMatchObject({ words: typed })
    const shown = JSON.stringify([await readPage(masked), await read(masked, masked.seller)])
    expect(shown).toContain('Call •••••• or')
    for (const part of ['01712345678', 'me@mail.com', '01812345678']) expect(shown).not.toContain(part)
  })

  test('have at most 500 characters; without words four facts are enough', async () => {
    const long = await createCashSale(testApp)
    expect(await catchError(rate(long, long.buyer, { words: 'x'.repeat(501) }))).toMatchObject({ status: 400 })
    await rate(long, long.buyer, { words: 'x'.repeat(500) })
    await rate(long, long.seller)
    expect(await catchError(reply(long, long.seller, 'x'.repeat(501)))).toMatchObject({ status: 400 })
  })

  test('are answered once, by the rated side', async () => {
    const answered = await createCashSale(testApp)
    await rate(answered, answered.buyer)
    expect(await catchError(reply(answered, answered.buyer))).toMatchObject({ code: 'nothing_to_answer' })
    await rate(answered, answered.seller)
    expect(await reply(answered, answered.seller)).toEqual({ modifiedCount: 1 })
    expect(await catchError(reply(answered, answered.seller, 'Again'))).toMatchObject({ code: 'already_answered' })
    expect((await readPage(answered)).ratings).toMatchObject([{ reply: 'Thank you.' }])
  })
})

describe('people who have fallen out', () => {
  test('a suspended member rates and answers nothing; others rate them', async () => {
    const market = await createModeration(testApp, clock)
    const reported = await market.createReported()
    const seller = reported.seller
    const suspended = await createCashSale(testApp, { seller })
    await market.decide(market.moderator, reported.caseId, 'suspend_7')
    await rate(suspended, suspended.buyer)
    expect(await catchError(rate(suspended, seller))).toMatchObject({ status: 403, code: 'suspended' })
    await runAt(new Date(clock.now.getTime() + 7 * 24 * 60 * 60_000 + 1), () => testApp.endSuspensions())
    expect(await rate(suspended, seller)).toMatchObject({ isShown: true })
  })

  test('a block stops no rating, so that nobody blocks a bad one away', async () => {
    const people = { buyer: await registerMember(testApp, 'Buyer'), seller: await registerMember(testApp, 'Seller') }
    const { buyer, seller } = people
    const bike = await createListing(testApp, seller)
    const { chatId } = await buyer('POST /chats', {
      body: { productId: bike.id, text: 'Hello', clientId: randomUUID() },
    })
    const blocked = await createCashSale(testApp, { ...people, bike })
    await seller('PUT /chats/:id/block', { params: { id: chatId }, body: { blocked: true } })
    await rate(blocked, buyer, { friendly: false })
    expect(await rate(blocked, seller)).toMatchObject({ isShown: true })
    expect((await readPage(blocked)).counts).toMatchObject({ ratings: 1, friendly: 0 })
  })

  test('the words and the name of a removed member go, and the facts stay', async () => {
    const left = await createCashSale(testApp)
    await rate(left, left.buyer, { words: 'I am Karim of Mirpur' })
    await rate(left, left.seller, { words: 'Karim paid at once' })
    await reply(left, left.buyer, 'Always')
    const admin = await testApp.signInAs('ayesha')
    await admin('DELETE /users/:id', { params: { id: await getMemberId(testApp, left.buyer) } })
    expect((await readPage(left)).ratings).toMatchObject([{ words: null, by: null, onTime: true }])
    expect((await read(left, left.seller)).mine).toMatchObject({ reply: null, words: 'Karim paid at once' })
    await admin('DELETE /users/:id', { params: { id: left.sellerId } })
    expect(await catchError(readPage(left))).toMatchObject({ status: 404 })
  })
})

describe('the page of a seller', () => {
  test('has the counts and the words in pages, newest first; buyers’ own ratings are not counted there', async () => {
    const seller = await registerMember(testApp, 'Seller')
    let last = await createCashSale(testApp, { seller })
    for (let count = 0; count < 12; count += 1) {
      if (count > 0) last = await createCashSale(testApp, { seller })
      await rate(last, last.buyer, { words: `Words ${count}`, papersReady: count > 3 })
      await rate(last, last.seller, { onTime: false })
    }
    const first = await readPage(last)
    expect(first.counts).toEqual({
      ratings: 12,
      asDescribed: 12,
      onTime: 12,
      papersReady: 8,
      friendly: 12,
      noShows: 0,
    })
    expect(first.ratings.map(({ words }) => words).slice(0, 2)).toEqual(['Words 11', 'Words 10'])
    const second = await readPage(last, { cursor: first.next ?? '' })
    expect(second.ratings.map(({ words }) => words)).toEqual(['Words 1', 'Words 0'])
    expect(second.next).toBeNull()
    expect((await read(last, last.seller)).other).toMatchObject({ ratings: 1, onTime: 0 })
  })

  test('counts the meetings of paid deals that each side missed within a year', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const met = await createCashSale(testApp, { seller })
    const readMissed = async () => ({
      bySeller: (await readPage(met)).counts.noShows,
      byBuyer: (await read(met, seller)).other.noShows,
    })
    const end = async (reason: string, closedAt: string) => {
      const deal = await beginDeal(testApp, { buyer: met.buyer, seller })
      await payDeal(testApp, deal)
      await met.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
      // Without the trigger that lets a closed deal never change.
      await queryAsOwner(
        testApp,
        `set session_replication_role = replica;
         update deals set close_reason = '${reason}', closed_at = ${closedAt} where id = '${deal.id}'`,
      )
    }
    expect(await readMissed()).toEqual({ bySeller: 0, byBuyer: 0 })
    await end('seller_no_show', 'closed_at')
    await end('seller_no_show', 'closed_at')
    await end('buyer_no_show', 'closed_at')
    expect(await readMissed()).toEqual({ bySeller: 2, byBuyer: 1 })
    await end('seller_no_show', "now() - interval '366 days'")
    expect(await readMissed()).toEqual({ bySeller: 2, byBuyer: 1 })
  })

  test('of nobody is not there', async () => {
    expect(await catchError(readPage({ ...sale, sellerId: randomUUID() }))).toMatchObject({ status: 404 })
  })
})

describe('the database refuses', () => {
  const insertSql = `insert into ratings (id, deal_id, side, author_id, subject_id, as_described, on_time, papers_ready, friendly,
    given_at, reveal_at, revealed_at) select gen_random_uuid(), id, $2, $3, $4, true, true, true, true, closed_at,
    closed_at + interval '336 hours', $5 from deals where id = $1`
  const insert = async (of: Sale, { isSwapped = false, revealedAt = null as Date | null, isOpen = false } = {}) => {
    const [buyerId, sellerId] = [await getMemberId(testApp, of.buyer), of.sellerId]
    const sql = isOpen ? insertSql.replaceAll('closed_at', 'requested_at') : insertSql
    const people = isSwapped ? [sellerId, buyerId] : [buyerId, sellerId]
    return query(sql, [of.params.id, 'buyer', ...people, revealedAt])
  }

  test('a rating of a deal without a sale, by the wrong side, twice, or revealed at once', async () => {
    const claimed = await claimCashSale(testApp)
    await expect(insert(claimed, { isOpen: true })).rejects.toMatchObject({ constraint: 'rating_needs_sale' })
    const fresh = await createCashSale(testApp)
    await expect(insert(fresh, { isSwapped: true })).rejects.toMatchObject({ constraint: 'rating_by_side' })
    await expect(insert(fresh, { revealedAt: start })).rejects.toMatchObject({ constraint: 'rating_begins_hidden' })
    await insert(fresh)
    await expect(insert(fresh)).rejects.toMatchObject({ constraint: 'one_rating_of_each_side' })
  })

  test('a change of what was said, an early reveal, hiding again, and deleting', async () => {
    const alone = await createCashSale(testApp)
    await rate(alone, alone.buyer, { words: 'Fine' })
    const run = (set: string) => query(`update ratings set ${set} where deal_id = $1`, [alone.params.id])
    await expect(run('revealed_at = given_at')).rejects.toMatchObject({ constraint: 'rating_stays_hidden' })
    await expect(run(`words = 'Bad', shown_words = 'Bad'`)).rejects.toMatchObject({
      constraint: 'rating_never_changes',
    })
    await expect(run('friendly = false')).rejects.toMatchObject({ code: '42501' })
    await rate(alone, alone.seller)
    await expect(run('revealed_at = null')).rejects.toMatchObject({ constraint: 'rating_never_changes' })
    await expect(query('delete from ratings where deal_id = $1', [alone.params.id])).rejects.toMatchObject({
      code: '42501',
    })
  })
})
