// What the other side, and the moderators, are told of why somebody declines or cancels.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDeal, payDeal, signInAdmin } from '#tests/support/money.ts'
import { getMemberId, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await signInAdmin(testApp)
})
afterAll(() => testApp.close())

type Begun = Awaited<ReturnType<typeof beginDeal>>

/** Everything that a side reads of a deal: its page, its notifications, its e-mails. */
const readAll = async (client: MemberClient, { params }: Pick<Begun, 'params'>): Promise<string> => {
  const { rows } = await testApp.db.$client.query('select * from mails where recipient = $1', [client.email])
  return JSON.stringify([
    await client('GET /deals/:id', { params }),
    await client('GET /deals', { query: {} }),
    await client('GET /notifications', { query: {} }),
    rows,
  ])
}

test.each(['buyer', 'seller'] as const)(
  'what the %s says about the other person reaches the admin and the moderators, and never that person',
  async (side) => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal, { purpose: 'deposit' })
    const [teller, other] = side === 'buyer' ? [deal.buyer, deal.seller] : [deal.seller, deal.buyer]
    await teller('POST /deals/:id/cancel', { params: deal.params, body: { choice: 'strange', reason: 'A bribe' } })
    const told = await readAll(other, deal)
    expect(told).not.toContain('strange')
    expect(await other('GET /deals/:id', { params: deal.params })).toMatchObject({ closeChoice: null, closeNote: null })
    expect(told).not.toContain('A bribe')
    expect(await admin('GET /alldeals/:id', { params: deal.params })).toMatchObject({
      closeChoice: 'strange',
      closeNote: 'A bribe',
    })
    const memberId = await getMemberId(testApp, other)
    const { rows } = await testApp.db.$client.query<{ id: string }>('select id from cases where member_id = $1', [
      memberId,
    ])
    const read = await admin('GET /cases/:id', { params: { id: rows[0]?.id ?? '' } })
    expect(read).toMatchObject({ memberId, productName: null, reasons: ['asked_strange'], reporters: 1 })
    expect((await admin('GET /cases')).some(({ _id }) => _id === read._id)).toBe(true)
  },
)

test('the same said again about the same person is one report, and the deal ends all the same', async () => {
  const first = await beginDeal(testApp)
  const body = { choice: 'strange' } as const
  await first.buyer('POST /deals/:id/cancel', { params: first.params, body })
  const second = await beginDeal(testApp, { buyer: first.buyer, seller: first.seller })
  await second.buyer('POST /deals/:id/cancel', { params: second.params, body })
  expect(await second.seller('GET /deals/:id', { params: second.params })).toMatchObject({ state: 'closed' })
  const { rows } = await testApp.db.$client.query('select from reports where member_id = $1', [
    await getMemberId(testApp, first.seller),
  ])
  expect(rows).toHaveLength(1)
})

test('a reason that was chosen is a choice, and own words are words', async () => {
  const deal = await beginDeal(testApp)
  await deal.seller('PUT /deals/:id/answer', {
    params: deal.params,
    body: { answer: 'no', choice: 'time', reason: 'I am in Sylhet' },
  })
  expect(await deal.buyer('GET /deals/:id', { params: deal.params })).toMatchObject({
    closeChoice: 'time',
    closeNote: 'I am in Sylhet',
    isStillListed: false,
  })
})

test.each(['sold', 'keep'] as const)(
  'a seller who declines with "%s" is asked to take the bike off the market',
  async (choice) => {
    const deal = await beginDeal(testApp)
    await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'no', choice } })
    const read = (client: MemberClient) => client('GET /deals/:id', { params: deal.params })
    const { productId, status, isStillListed } = await read(deal.seller)
    // Nothing is done by itself.
    expect([status, isStillListed]).toEqual(['available', true])
    expect(await read(deal.buyer)).toMatchObject({ isStillListed: false, closeChoice: choice })
    await deal.seller('DELETE /allbikes/:id', { params: { id: productId } })
    expect(await read(deal.seller)).toMatchObject({ status: 'withdrawn', isStillListed: false })
  },
)

test('a seller who cancels in order to keep the bike is asked to take it off the market', async () => {
  const { seller, params } = await beginDeal(testApp)
  await seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } })
  await seller('POST /deals/:id/cancel', { params, body: { choice: 'keep' } })
  expect(await seller('GET /deals/:id', { params })).toMatchObject({ status: 'available', isStillListed: true })
})
