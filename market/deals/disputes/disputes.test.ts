import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import {
  beginDeal,
  beginMeetingAndDispute,
  findAllViolations,
  handOverDeal,
  payDeal,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { changePast, queryAsOwner } from '#tests/support/owner-connection.ts'
import { createProductBody, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let admin: MemberClient
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  admin = await signInAdmin(testApp)
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

const beginDispute = async (): Promise<TestDeal> => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged', note: 'The clutch' } })
  return deal
}

const sendPicture = async ({ params }: TestDeal, token: string, bytes: Buffer) => {
  const boundary = randomBytes(8).toString('hex')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  return testApp.fastify.inject({
    method: 'POST',
    url: `/api/deals/${params.id}/evidence/picture`,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}

describe('the evidence of a dispute', () => {
  test('is told to the other side, but for what comes with the report, which is told itself', async () => {
    const deal = await beginDispute()
    const params = deal.params
    const listNotified = async (client: MemberClient) =>
      (await client('GET /notifications'))
        .filter(({ kind }) => /^(?:disputed|evidence)/.test(kind))
        .map(({ kind }) => kind)
    const add = (client: MemberClient) => client('POST /deals/:id/evidence', { params, body: { note: 'A picture' } })
    await add(deal.buyer)
    expect(await listNotified(deal.seller)).toEqual(['disputed'])
    await add(deal.seller)
    expect(await listNotified(deal.buyer)).toEqual(['evidence_added'])
    await queryAsOwner(testApp, `update deals set disputed_at = disputed_at - interval '10 minutes' where id = $1`, [
      params.id,
    ])
    await add(deal.buyer)
    expect(await listNotified(deal.seller)).toEqual(['evidence_added', 'disputed'])
  })

  test('stands on the deal’s page of both sides while it is open: who reported what, in which words, and who has answered', async () => {
    const deal = await beginDispute()
    const readProblem = async (client: MemberClient) =>
      (await client('GET /deals/:id', { params: deal.params })).problem
    const problem = { by: 'buyer', reason: 'damaged', note: 'The clutch', saidBy: ['buyer'], picturesBy: [] }
    expect([await readProblem(deal.buyer), await readProblem(deal.seller)]).toEqual([problem, problem])
    const listSaidBy = async () =>
      (await admin('GET /disputes', { query: { limit: '100' } })).find(({ dealId }) => dealId === deal.params.id)
        ?.saidBy
    expect(await listSaidBy()).toEqual(['buyer'])
    await deal.seller('POST /deals/:id/evidence', { params: deal.params, body: { note: 'It was fine' } })
    expect(await readProblem(deal.buyer)).toMatchObject({ saidBy: ['buyer', 'seller'] })
    expect(await listSaidBy()).toEqual(['buyer', 'seller'])
    await deal.buyer('PUT /deals/:id/problem', { params: deal.params, body: { withdraw: true } })
    expect([await readProblem(deal.buyer), await readProblem(deal.seller)]).toEqual([null, null])
  })

  test('has who has added a picture, and in the admin’s list alone the numbers of both, until it is decided', async () => {
    const deal = await beginDispute()
    const shown = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    await deal.seller('POST /deals/:id/evidence', { params: deal.params, body: { note: 'See the picture.' } })
    const listPicturesBy = async () => (await deal.buyer('GET /deals/:id', { params: deal.params })).problem?.picturesBy
    expect(await listPicturesBy()).toEqual([])
    expect(await sendPicture(deal, deal.seller.token, shown)).toMatchObject({ statusCode: 200 })
    expect(await listPicturesBy()).toEqual(['seller'])
    const { buyerNumber, otherNumber } = await deal.buyer('GET /deals/:id', { params: deal.params })
    const find = async () =>
      (await admin('GET /disputes', { query: { limit: '100' } })).find(({ dealId }) => dealId === deal.params.id)
    expect([buyerNumber, otherNumber]).not.toContain(null)
    expect(await find()).toMatchObject({ buyerPhone: buyerNumber, sellerPhone: otherNumber })
    for (const side of [deal.buyer, deal.seller]) {
      const whole = await side('GET /deals/:id/dispute', { params: deal.params })
      expect(whole).not.toHaveProperty('buyerPhone')
    }
    await deal.buyer('PUT /deals/:id/problem', { params: deal.params, body: { withdraw: true } })
    expect(await find()).toMatchObject({ buyerPhone: null, sellerPhone: null })
  })

  test('is told to the admin, in the shop and by e-mail', async () => {
    const deal = await beginDispute()
    const [newest] = await admin('GET /notifications')
    expect(newest).toMatchObject({ kind: 'problem_to_decide', side: null, dealId: null, seen: false })
    expect(newest?.productName).toBe((await deal.buyer('GET /deals/:id', { params: deal.params })).productName)
    await testApp.sendMails()
    const { rows } = await testApp.db.$client.query<{ subject: string }>(
      'select subject from mails where recipient = $1 order by created_at desc limit 1',
      [admin.email],
    )
    expect(rows[0]?.subject).toContain('A problem with a deal waits for your decision')
  })

  test('is added by both sides, at most ten things each, and seen by them and the admin alone', async () => {
    const deal = await beginDispute()
    const stranger = await testApp.signInAs('sadia')
    const add = (client: MemberClient, note: string) =>
      client('POST /deals/:id/evidence', { params: deal.params, body: { note } })
    await add(deal.buyer, 'It slipped on the way home.')
    for (let count = 0; count < 10; count += 1) await add(deal.seller, `It was fine at ${count}.`)
    expect(await catchError(add(deal.seller, 'One more'))).toMatchObject({ code: 'too_much_evidence' })
    expect(await catchError(add(stranger, 'I saw it'))).toMatchObject({ code: 'not_found' })
    expect(await catchError(add(admin, 'We saw it'))).toMatchObject({ code: 'not_found' })
    for (const client of [deal.buyer, deal.seller, admin]) {
      const dispute = await client('GET /deals/:id/dispute', { params: deal.params })
      expect(dispute).toMatchObject({ reason: 'damaged', note: 'The clutch', openedBy: 'buyer', paid: 149_000 })
      expect(dispute.evidence).toHaveLength(11)
      expect(dispute.evidence[0]).toMatchObject({ by: 'buyer', note: 'It slipped on the way home.', picture: null })
    }
    const refused = catchError(stranger('GET /deals/:id/dispute', { params: deal.params }))
    expect(await refused).toMatchObject({ code: 'not_found' })
  })

  test('of a picture is private: without hidden data, for the two sides and the admin, and never stored by a cache', async () => {
    const deal = await beginDispute()
    const stranger = await testApp.signInAs('sadia')
    const photo = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#882200' } })
      .withExif({ IFD0: { Artist: 'somebody at home' } })
      .jpeg()
      .toBuffer()
    expect((await sendPicture(deal, stranger.token, photo)).statusCode).toBe(404)
    expect((await sendPicture(deal, deal.buyer.token, Buffer.from('no picture'))).json()).toMatchObject({
      code: 'picture_wrong_type',
    })
    expect((await sendPicture(deal, deal.buyer.token, photo)).statusCode).toBe(200)
    const { evidence } = await deal.seller('GET /deals/:id/dispute', { params: deal.params })
    const url = evidence[0]?.picture ?? ''
    expect(url).toMatch(/^\/api\/evidence\/[0-9a-f-]{36}$/)
    const get = (token?: string) =>
      testApp.fastify.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
    expect((await get()).statusCode).toBe(401)
    expect((await get(stranger.token)).statusCode).toBe(404)
    for (const { token } of [deal.buyer, deal.seller, admin]) {
      const picture = await get(token)
      expect(picture.statusCode).toBe(200)
      expect(picture.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/webp' })
      expect(picture.rawPayload.includes(Buffer.from('somebody at home'))).toBe(false)
    }
    const name = `private-${evidence[0]?._id}.webp`
    expect((await testApp.fastify.inject(`/pictures/${name}`)).statusCode).toBe(404)
  })

  test('of words has no picture, and a picture that is gone is not found', async () => {
    const deal = await beginDispute()
    await deal.buyer('POST /deals/:id/evidence', { params: deal.params, body: { note: 'It slipped.' } })
    const { evidence } = await deal.buyer('GET /deals/:id/dispute', { params: deal.params })
    const id = evidence[0]?._id ?? ''
    const get = async () => {
      const headers = { authorization: `Bearer ${deal.buyer.token}` }
      return (await testApp.fastify.inject({ url: `/api/evidence/${id}`, headers })).json<unknown>()
    }
    expect(await get()).toMatchObject({ code: 'not_found' })
    const lost = `update dispute_evidence set note = null, picture = 'private-${id}.webp' where id = '${id}'`
    await changePast(testApp, lost)
    expect(await get()).toMatchObject({ code: 'not_found' })
  })

  test('belongs to a problem that is open', async () => {
    const deal = await beginDeal(testApp)
    const add = () => deal.buyer('POST /deals/:id/evidence', { params: deal.params, body: { note: 'A scratch' } })
    expect(await catchError(add())).toMatchObject({ code: 'no_dispute' })
    await payDeal(testApp, deal)
    await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
    await deal.buyer('PUT /deals/:id/problem', { params: deal.params, body: { withdraw: true } })
    expect(await catchError(add())).toMatchObject({ code: 'no_dispute' })
  })

  test('is not taken after 48 hours', async () => {
    const deal = await beginDispute()
    await testApp.db.$client.query(`update disputes set evidence_until = $2 where deal_id = $1`, [
      deal.id,
      new Date(clock.now.getTime() - 1),
    ])
    const late = deal.buyer('POST /deals/:id/evidence', { params: deal.params, body: { note: 'Too late' } })
    expect(await catchError(late)).toMatchObject({ code: 'evidence_time_over' })
  })
})

test('an admin who still has to set up two-step login reads no dispute and no receipt of others', async () => {
  const strictApp = await createTestApp({ secondFactorOfAdmins: 'required' })
  const people = { buyer: await strictApp.signInAs('karim'), seller: await strictApp.signInAs('rahim') }
  const { disputed } = await beginMeetingAndDispute(strictApp, people)
  const strictAdmin = await signInAdmin(strictApp)
  for (const call of ['GET /deals/:id/dispute', 'GET /deals/:id/receipt'] as const) {
    expect(await people.buyer(call, { params: disputed.params })).toMatchObject({ price: 149_000 })
    const refused = catchError(strictAdmin(call, { params: disputed.params }))
    expect([call, await refused]).toMatchObject([call, { code: 'second_factor_needed' }])
  }
})

/** Gives the bike two more pictures, the third before the second; returns all in their order. */
const addPictures = async ({ order, seller }: TestDeal): Promise<string[]> => {
  const { rows } = await testApp.db.$client.query<{ picture: string }>(
    `with seller as (select id from members where email = $2),
       more as (select url, row_number() over (order by url) + 1 as position from pictures where url <> (select min(url) from pictures)
         order by url limit 2),
       uploads as (insert into picture_uploads (member_id, picture, uploaded_at) select id, url, now() from seller, more),
       added as (insert into bike_pictures (bike_id, position, seller_id, picture)
         select $1, position, id, url from seller, more order by position desc)
     select picture from bikes where id = $1 union all (select url from more order by position)`,
    [order.bike.id, seller.email],
  )
  return rows.map(({ picture }) => picture)
}

test('the pictures of the advertisement stand with a dispute in their order, and stay as they were when the buyer paid', async () => {
  const deal = await beginDeal(testApp)
  const pictures = await addPictures(deal)
  expect(new Set(pictures).size).toBe(3)
  await payDeal(testApp, deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'not_as_described' } })
  const change = deal.seller('PUT /allbikes/myproduct/:id', {
    params: { id: deal.order.bike.id },
    body: { ...createProductBody(pictures[1] ?? ''), version: 1 },
  })
  expect(await catchError(change)).toMatchObject({ status: 409, code: 'bike_reserved' })
  const listed = (await admin('GET /disputes')).find(({ dealId }) => dealId === deal.id)
  expect(listed?.pictures).toEqual(pictures)
})

test('what the advertisement says stands with a dispute, and whether the bike was with the buyer before it', async () => {
  const deal = await beginDeal(testApp)
  const { rows } = await queryAsOwner<{ facts: object }>(
    testApp,
    `update bikes set kilometres = 21400, description = 'The engine is quiet.' where id = $1
     returning json_build_object('condition', condition, 'purchaseTime', bought_in_year, 'kilometres', kilometres,
       'description', description) as facts`,
    [deal.order.bike.id],
  )
  await payDeal(testApp, deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'not_as_described' } })
  const find = async (id: string) => (await admin('GET /disputes')).find(({ dealId }) => dealId === id)
  const facts = rows[0]?.facts
  expect(await find(deal.id)).toMatchObject({ advertisement: facts, isHandedOver: false })
  clock.now = new Date(clock.now.getTime() + 1_000)
  await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 0 } })
  expect(await find(deal.id)).toMatchObject({ decision: 'released', isHandedOver: false })
  const handedOver = await beginDispute()
  expect(await find(handedOver.id)).toMatchObject({ isHandedOver: true })
  expect(facts).toMatchObject({ kilometres: 21_400, description: 'The engine is quiet.' })
})

describe('the decision', () => {
  test('is the admin’s, within what was paid, once, with the admin’s name in the audit log', async () => {
    const deal = await beginDispute()
    const decide = (client: MemberClient, takaToBuyer: number) =>
      client('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer, note: 'Half of a new clutch' } })
    expect(await catchError(decide(deal.buyer, 149_000))).toMatchObject({ code: 'role_not_allowed' })
    expect(await catchError(decide(admin, 149_001))).toMatchObject({ code: 'more_than_paid' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => catchError(decide(admin, 20_000))))
    expect(answers.filter((answer) => JSON.stringify(answer) === '{}')).toHaveLength(1)
    const [first] = (await admin('GET /disputes')).filter(({ dealId }) => dealId === deal.id)
    expect(first).toMatchObject({ decision: 'part', takaToBuyer: 20_000, decisionNote: 'Half of a new clutch' })
    const { rows } = await testApp.db.$client.query<{ actor: string; decided_by: string }>(
      `select actor, decided_by from disputes join audit on details ->> 'dealId' = disputes.deal_id::text
       where deal_id = $1 and what = 'dispute_decided'`,
      [deal.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.actor).toBe(rows[0]?.decided_by)
    expect((await findAllViolations(testApp)).violations).toEqual([])
  })

  test('divides what is still held: what went back when the price was lowered is not given twice', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    await deal.seller('PUT /deals/:id/price', { params: deal.params, body: { price: 140_000 } })
    await deal.buyer('PUT /deals/:id/price', { params: deal.params, body: { agree: true, price: 140_000 } })
    await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
    const found = (await admin('GET /disputes')).find(({ dealId }) => dealId === deal.id)
    expect(found).toMatchObject({ paid: 149_000, held: 140_000 })
    await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: found?.held ?? 0 } })
  })

  test('is not that of an admin who buys or sells', async () => {
    const deal = await beginDeal(testApp, { buyer: admin })
    await payDeal(testApp, deal)
    await admin('POST /deals/:id/problem', { params: deal.params, body: { reason: 'damaged' } })
    const decide = admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 149_000 } })
    expect(await catchError(decide)).toMatchObject({ status: 409, code: 'own_deal' })
  })

  test('stands in the list of open disputes first, page by page', async () => {
    await beginDispute()
    const all = await admin('GET /disputes')
    const undecided = all.map(({ decidedAt }) => decidedAt === null)
    expect(undecided).toEqual(undecided.toSorted((one, other) => Number(other) - Number(one)))
    expect(await admin('GET /disputes', { query: { limit: '1' } })).toEqual(all.slice(0, 1))
    expect(await admin('GET /disputes', { query: { cursor: all[0]?.dealId ?? '' } })).toEqual(all.slice(1))
  })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/deals/disputes/routes.ts'])).toEqual([])
})
