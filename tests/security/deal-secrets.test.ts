// What no answer, log line or e-mail may hold: a buyer's number and family name before the seller accepts, the code of
// the handover, and the number of an account. Every call that reads, for everybody, in every state of a deal.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { getEmailsTo } from '#tests/support/accounts.ts'
import {
  handOverDeal,
  payDeal,
  registerCashier,
  releaseDeal,
  sendPayout,
  setDestination,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import { findTablesWith } from '#tests/support/owner-connection.ts'
import { divideByLength } from '#tests/support/run-length.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { parseCallName } from '#tests/support/test-roles.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
let admin: MemberClient
let cashier: MemberClient
let stranger: MemberClient
beforeAll(async () => {
  testApp = await createSecurityTestApp({ logLevel: 'debug' })
  admin = await signInAdmin(testApp.baseApp)
  cashier = await registerCashier(testApp.baseApp)
  stranger = await registerMember(testApp.baseApp, 'Seller')
})
afterAll(() => testApp.close())

const count = { deals: 0 }
const familyNames = ['Zulkarnain', 'Qureshi', 'Wahiduzzaman', 'Ferdousi', 'Yeasmin', 'Xahan', 'Vuiyan', 'Jhumurbala']

/** A deal of a new buyer with a number and a family name of their own. */
const begin = async (seller?: MemberClient): Promise<TestDeal & { digits: string; familyName: string }> => {
  count.deals += 1
  const digits = `7733${String(count.deals).padStart(4, '0')}`
  const familyName = `${familyNames[count.deals % familyNames.length]}`
  const people = {
    seller: seller ?? (await registerMember(testApp.baseApp, 'Seller', 'Rahim Uddin')),
    buyer: await registerMember(testApp.baseApp, 'Buyer', `Karim ${familyName}`),
  }
  const bike = await createListing(testApp.baseApp, people.seller)
  const wanted = { producId: bike.id, salePrice: bike.salePriceTaka, meetingLocation: 'Farmgate' }
  const { insertedId: id } = await people.buyer('POST /bookings', {
    body: { ...wanted, contactNumber: `017${digits}` },
  })
  const order = { bike, bookingId: id, price: bike.salePriceTaka }
  return { ...people, order, id, params: { id }, digits, familyName }
}

const readCalls = Object.entries<Call>(contract).filter(
  ([name, { redirects }]) => name.startsWith('GET ') && !redirects,
)

/** All that this person can read about the deal and its bike, with every call that reads. */
const readEverything = async (client: MemberClient | null, { order, id }: TestDeal): Promise<Map<string, string>> => {
  const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [
    order.bike.id,
  ])
  const answers = new Map<string, string>()
  for (const [name] of readCalls.filter(([one]) => one !== 'GET /deals/:id/code')) {
    const { path } = parseCallName(name)
    const params: Record<string, string> = {
      id: path.startsWith('/allbikes') ? order.bike.id : id,
      productId: order.bike.id,
      slug: rows[0]?.slug ?? '',
      email: client?.email ?? 'nobody@example.com',
      name: 'Suzuki',
    }
    const url = `/api${path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? 'x'))}`
    const headers: Record<string, string> = client
      ? { authorization: `Bearer ${client.token}`, cookie: client.cookie }
      : {}
    const answer = await testApp.request('V', 'GET', url, { headers })
    expect([name, answer.status < 500]).toEqual([name, true])
    answers.set(name, answer.text)
  }
  return answers
}

/** The calls whose answers hold the secret, however the digits are grouped. */
const findCallsWith = (answers: Map<string, string>, secret: string): string[] => {
  const pattern = /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\w.-])(?:[\\d +-]*)${[...secret].join('[ -]?')}(?![\\w-])`)
    : new RegExp(secret)
  return [...answers].filter(([, text]) => pattern.test(text)).map(([name]) => name)
}

type Move = (deal: TestDeal) => Promise<unknown>
const accept: Move = ({ seller, params }) => seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } })
const decline: Move = ({ seller, params }) =>
  seller('PUT /deals/:id/answer', { params, body: { answer: 'no', reason: 'It is gone' } })
const cancelBooking: Move = ({ buyer, params }) => buyer('DELETE /bookings/:id', { params })
const pay: Move = (deal) => payDeal(testApp.baseApp, deal)
const beginPayment: Move = ({ buyer, order }) =>
  buyer('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId } })
const report: Move = ({ buyer, params }) => buyer('POST /deals/:id/problem', { params, body: { reason: 'damaged' } })

const states: [state: string, moves: Move[], whether: 'hidden' | 'shown'][] = [
  ['requested', [], 'hidden'],
  ['requested while its buyer is paying', [beginPayment], 'hidden'],
  ['declined', [decline], 'hidden'],
  ['cancelled by the buyer', [cancelBooking], 'hidden'],
  ['accepted', [accept], 'shown'],
  ['held', [pay], 'shown'],
  ['handed over', [pay, (deal) => handOverDeal(deal)], 'shown'],
  ['disputed', [pay, (deal) => handOverDeal(deal), report], 'shown'],
  ['released', [pay, (deal) => handOverDeal(deal), releaseDeal], 'shown'],
]

const statesOfEveryRun = new Set(['requested', 'accepted'])

for (const { rows, options } of divideByLength(states, ([state]) => statesOfEveryRun.has(state)))
  test.each(rows)(
    'A081 the number and family name of a buyer whose deal is %s: the seller reads them from accepted on, others never',
    options,
    async (_state, moves, whether) => {
      const deal = await begin()
      for (const move of moves) await move(deal)
      const ofSeller = await readEverything(deal.seller, deal)
      if (whether === 'hidden') {
        expect(findCallsWith(ofSeller, deal.digits)).toEqual([])
        expect(findCallsWith(ofSeller, deal.familyName)).toEqual([])
      } else {
        expect(findCallsWith(ofSeller, deal.digits)).toContain('GET /deals/:id')
        expect(findCallsWith(ofSeller, deal.familyName)).toContain('GET /deals/:id')
      }
      for (const other of [stranger, null]) {
        const answers = await readEverything(other, deal)
        expect(findCallsWith(answers, deal.digits)).toEqual([])
        expect(findCallsWith(answers, deal.familyName)).toEqual([])
      }
      expect(findCallsWith(await readEverything(deal.buyer, deal), deal.digits)).toContain('GET /auth/export')
    },
  )

test('A081 who stands in line behind an accepted buyer is told to the seller without a number', async () => {
  const first = await begin()
  await accept(first)
  const contactNumber = '01777330999'
  const next = await registerMember(testApp.baseApp, 'Buyer', 'Imran Hossainpuri')
  const { bike } = first.order
  await next('POST /bookings', {
    body: { producId: bike.id, salePrice: bike.salePriceTaka, meetingLocation: 'Farmgate', contactNumber },
  })
  const answers = await readEverything(first.seller, first)
  expect(findCallsWith(answers, '77330999')).toEqual([])
  expect(findCallsWith(answers, 'Hossainpuri')).toEqual([])
  expect(findCallsWith(await readEverything(first.buyer, first), 'Imran')).toEqual([])
})

/** The tables with these digits in any row; digits of a time of day do not count. */
const findTablesWithDigits = (digits: string): Promise<string[]> =>
  findTablesWith(testApp, `(^|[^0-9a-z.-])${digits}($|[^0-9a-z-])`)

test('A081 the code of a handover is in one answer to one person, in no other, no log line, no e-mail and no table', async () => {
  const deal = await begin()
  await pay(deal)
  const { code } = await deal.buyer('GET /deals/:id/code', { params: deal.params, query: { together: 'yes' } })
  assert(/^\d{6}$/.test(code), 'needs a code')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const refused = await testApp.request('V', 'POST', `/api/deals/${deal.id}/handover`, {
    headers: { authorization: `Bearer ${deal.seller.token}` },
    body: { code: wrong },
  })
  expect(refused.code).toBe('wrong_handover_code')
  const expectNowhere = async () => {
    for (const client of [deal.buyer, deal.seller, stranger, admin, cashier])
      expect(findCallsWith(await readEverything(client, deal), code)).toEqual([])
    expect(await findTablesWithDigits(code)).toEqual([])
    for (const { email } of [deal.buyer, deal.seller])
      for (const text of await getEmailsTo(testApp.baseApp, email))
        expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
    expect(testApp.logLines.filter((line) => line.includes(code))).toEqual([])
  }
  await expectNowhere()
  await deal.seller('POST /deals/:id/handover', { params: deal.params, body: { code } })
  await expectNowhere()
  for (const client of [deal.seller, stranger, admin, cashier]) {
    const { status, text } = await testApp.request('V', 'GET', `/api/deals/${deal.id}/code?together=yes`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain(code)
  }
})

test('A081 the number of an account is in no answer, not even to its owner or a cashier, no log line, no e-mail and no table', async () => {
  const deal = await begin()
  const account = '4417730921856'
  await setDestination(deal, account)
  await pay(deal)
  await handOverDeal(deal)
  await releaseDeal(deal)
  await testApp.db.$client.query("update payout_destinations set usable_at = now() - interval '1 minute'")
  await sendPayout(testApp.baseApp, deal, [admin, cashier])
  for (const client of [deal.buyer, deal.seller, stranger, admin, cashier])
    expect(findCallsWith(await readEverything(client, deal), account)).toEqual([])
  expect(JSON.stringify(await deal.seller('GET /payouts/destination'))).toContain('"last4":"1856"')
  expect(await findTablesWithDigits(account)).toEqual([])
  expect(testApp.logLines.filter((line) => line.includes(account))).toEqual([])
  for (const { email } of [deal.buyer, deal.seller])
    for (const text of await getEmailsTo(testApp.baseApp, email)) expect(text).not.toContain(account)
})
