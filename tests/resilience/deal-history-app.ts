// The people and the data of the real app that histories are played on, and how they are compared with the model.
import { asc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { createClient } from '#contract/client.ts'
import { answerActs } from '#contract/deals/answer-acts.ts'
import { createAccessTokens } from '#market/auth/session/access-tokens.ts'
import { getDueAt } from '#market/deals/state.ts'
import { listActs } from '#market/deals/views.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { toRow } from '#tests/support/deals/act-tries.ts'
import { expectSound, getLedger } from '#tests/support/deals/deal-rows.ts'
import type { App, Play } from '#tests/support/deals/played-history.ts'
import { signInAdmin } from '#tests/support/money.ts'
import { getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { testSecret } from '#tests/support/sign-in/sign-in.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const buyerCount = 3

export type People = {
  seller: MemberClient
  sellerId: string
  admin: MemberClient
  buyers: { id: string; client: MemberClient }[]
}

/** Logs somebody in for ever, because the clock moves by days. */
const stayLoggedIn = async (testApp: TestApp, member: MemberClient): Promise<MemberClient> => {
  const [memberId, sessionId] = [await getMemberId(testApp, member), v7()]
  await testApp.db.$client.query(
    `insert into sessions (id, member_id, token, expires_at, created_at, updated_at)
     values ($1, $2, $3, '2200-01-01', '2100-01-01', '2100-01-01')`,
    [sessionId, memberId, v7()],
  )
  const tokens = createAccessTokens({ secret: testSecret, publicUrl: testApp.publicUrl })
  const getToken = () => tokens.sign({ memberId, sessionId }, testApp.clock.now)
  return Object.assign(createClient(injectTransport(testApp.fastify), getToken), {
    email: member.email,
    token: '',
    cookie: '',
  })
}

/** A seller, three buyers and the admin, who stay logged in whatever the clock says. */
export const createPeople = async (testApp: TestApp): Promise<People> => {
  const seller = await stayLoggedIn(testApp, await registerMember(testApp, 'Seller', 'Rahim Uddin'))
  const buyers: People['buyers'] = []
  for (let count = 0; count < buyerCount; count += 1) {
    const client = await stayLoggedIn(testApp, await registerMember(testApp, 'Buyer', 'Karim Ali'))
    buyers.push({ id: await getMemberId(testApp, client), client })
  }
  const admin = await stayLoggedIn(testApp, await signInAdmin(testApp))
  return { seller, sellerId: await getMemberId(testApp, seller), admin, buyers }
}

/** A bike of the seller on the app, before anybody has paid for it. */
export const toApp = (testApp: TestApp, { seller, admin, buyers }: People, bikeId: string): App => ({
  testApp,
  bikeId,
  seller,
  admin,
  as: (deal, side) => (side === 'seller' ? seller : (buyers.find(({ id }) => id === deal.buyerId)?.client ?? seller)),
  openIntent: null,
  paid: new Map(),
})

const toTaka = (rows: { account: string; taka: number }[], account: string): number =>
  rows.find((row) => row.account === account)?.taka ?? 0

/** What the ledger of the app has of a deal, in Taka. A refund moves money from the buyer's account to the provider's. */
const readLedger = async ({ testApp }: App, dealId: string) => {
  const { rows } = await testApp.db.$client.query<{ account: string; taka: number }>(
    `select split_part(account, ':', 1) as account, (sum(poisha) / 100)::float as taka
     from ledger_entries join ledger_lines on entry_id = ledger_entries.id
     where deal_id = $1 and cause <> 'charge' group by 1`,
    [dealId],
  )
  return {
    provider: toTaka(rows, 'provider') + toTaka(rows, 'buyer'),
    held: toTaka(rows, 'held'),
    seller: toTaka(rows, 'seller'),
    chargeback: toTaka(rows, 'chargeback'),
  }
}

/** The count of the seller's menu is the first group of the seller's list. */
const expectCounted = async ({ seller }: App): Promise<void> => {
  const live = await seller('GET /deals', { query: { side: 'seller', ended: 'no', limit: '100' } })
  const waiting = live.filter(({ acts }) => acts.some((act) => answerActs.has(act)))
  expect(await seller('GET /deals/count')).toEqual({ answerNow: waiting.length, live: live.length })
}

/** What a side of this deal is offered by the app is what the rules list for the model: the sides by turns. */
const expectOfferedActs = async (play: Play, app: App, deal: Deal | undefined): Promise<void> => {
  if (!deal) return
  const side = Math.floor(play.lines.length / 2) % 2 === 0 ? 'buyer' : 'seller'
  const { acts } = await app.as(deal, side)('GET /deals/:id', { params: { id: deal.id } })
  const row = toRow({ ...play, salePriceTaka: play.bike.salePriceTaka, isHidden: false }, deal)
  expect(acts).toEqual(listActs(row, side, play.now))
  if (side === 'seller') return expectCounted(app)
  if (deal.closedAt || deal.heldAt || play.bike.withdrawn) return
  // The row of the order says the same.
  const { payObstacle } = await app.as(deal, side)('GET /bookings/:id', { params: { id: deal.id } })
  expect(acts.some((one) => one === 'pay_full' || one === 'pay_deposit')).toBe(payObstacle === null)
}

/** Compares the app with the model: every column of every deal, the bike, and the balances of each deal. */
export const compare = async (play: Play, app: App): Promise<void> => {
  const { db } = app.testApp
  const rows = await db.select().from(deals).where(eq(deals.bikeId, app.bikeId)).orderBy(asc(deals.id))
  const model = [...play.deals.values()].toSorted((one, next) => (one.id < next.id ? -1 : 1))
  expect(rows).toEqual(model.map((deal) => ({ ...deal, dueAt: getDueAt(deal) })))
  const [bike] = await db.select().from(bikes).where(eq(bikes.id, app.bikeId))
  const { reserved, sold, withdrawn, salePriceTaka } = play.bike
  expect([bike?.reservedAt, bike?.soldAt, bike?.withdrawnAt].map((at) => at !== null)).toEqual([
    reserved,
    sold,
    withdrawn,
  ])
  expect(bike?.salePriceTaka).toBe(salePriceTaka)
  for (const { id } of model) {
    const { provider, buyer, ...others } = getLedger(play, id)
    expect(await readLedger(app, id)).toEqual({ ...others, held: others.held + 0, provider: provider + buyer })
  }
  expectSound(play)
  await expectOfferedActs(play, app, rows[play.lines.length % rows.length])
}
