// Random histories of a bike and its buyers on the real app with PostgreSQL and the card sandbox. After every act the rows
// of the deals, the bike and the ledger are what the pure rules and a small ledger say.
import { addMs, dayMs, hourMs, minuteMs } from '#contract/time/durations.ts'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chargeBack, freeze, unfreeze } from '#market/deals/endings.ts'
import { assertMayPay } from '#market/deals/may-pay.ts'
import { getDepositTaka } from '#contract/deals/deposit.ts'
import { getDueAt, getState } from '#market/deals/state.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { handleDue } from '#market/deals/timers.ts'
import type { Effects } from '#market/deals/transitions.ts'
import { createPaymentBody, parseIntentId } from '#tests/support/buying.ts'
import { disputeAtProvider } from '#tests/support/card-events.ts'
import {
  apply,
  check,
  createDeal,
  enter,
  expectSound,
  getHeld,
  getLedger,
  hasLine,
  listLive,
  toContext,
} from '#tests/support/deals/deal-rows.ts'
import { findAllViolations } from '#tests/support/money.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createListing } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  attempt,
  getClient,
  createPeople,
  dealActs,
  expectOfferedActs,
  type People,
  type Play,
  takePayment,
} from './deal-history-acts.ts'
import { createRandom } from './random.ts'

const [apps, historiesOfApp] = [chooseByRun(1, 10), chooseByRun(24, 30)]
const actsOfHistory = 10
const prices = [1_500, 2_500, 40_001, 149_000, 900_000]

const applyEffects = (play: Play, deal: Deal, effects: Effects): void => {
  if (effects.dispute) play.openedBy.set(deal.id, effects.dispute.openedBy)
  apply(play, deal, effects)
}

// ---------- what is compared ----------

const toTaka = (rows: { account: string; taka: number }[], account: string): number =>
  rows.find((row) => row.account === account)?.taka ?? 0

/** What the ledger of the app has of a deal, in Taka. A refund moves money from the buyer's account to the provider's. */
const readLedger = async ({ testApp }: Play, dealId: string) => {
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

/** Compares the app with the model: every column of every deal, the bike, and the balances of each deal. */
const compare = async (play: Play): Promise<void> => {
  const { db } = play.testApp
  const rows = await db.select().from(deals).where(eq(deals.bikeId, play.bike.id)).orderBy(asc(deals.id))
  const model = [...play.deals.values()].toSorted((one, next) => (one.id < next.id ? -1 : 1))
  expect(rows).toEqual(model.map((deal) => ({ ...deal, dueAt: getDueAt(deal) })))
  const [bike] = await db.select().from(bikes).where(eq(bikes.id, play.bike.id))
  const { reserved, sold, withdrawn } = play.bike
  expect([bike?.reservedAt, bike?.soldAt, bike?.withdrawnAt].map((at) => at !== null)).toEqual([
    reserved,
    sold,
    withdrawn,
  ])
  for (const { id } of model) {
    const { provider, buyer, ...others } = getLedger(play, id)
    expect(await readLedger(play, id)).toEqual({ ...others, held: others.held + 0, provider: provider + buyer })
  }
  expectSound(play)
  await expectOfferedActs(play, rows[play.lines.length % rows.length])
}

// ---------- booking, paying, the bank, and time ----------

const book = async (play: Play): Promise<void> => {
  const isFree = ({ id }: People['buyers'][number]) => !listLive(play).some(({ buyerId }) => buyerId === id)
  const free = play.people.buyers.filter(isFree)
  if (play.bike.sold || play.bike.withdrawn || free.length === 0) return
  const { id: buyerId, client } = play.random.pick(free)
  const isWaiting = hasLine(play)
  const { code, result } = await attempt(() =>
    client('POST /bookings', {
      body: {
        contactNumber: '01712345678',
        meetingLocation: 'Farmgate',
        salePrice: play.bike.salePriceTaka,
        producId: play.bike.id,
      },
    }),
  )
  play.lines.push(`book: ${code}`)
  if (!result) return
  const id = result.insertedId
  const deal = createDeal({ id, priceTaka: play.bike.salePriceTaka, now: play.now, isWaiting })
  play.deals.set(id, {
    ...deal,
    bikeId: play.bike.id,
    buyerId,
    sellerId: play.people.sellerId,
    buyerNumber: '+8801712345678',
  })
}

/** The buyer's card is charged; money for a deal that cannot take it any more goes back. */
const succeed = async (play: Play): Promise<void> => {
  const { payment, openIntent } = play
  const deal = payment && play.deals.get(payment.dealId)
  if (!payment || !deal || openIntent === null) return
  const buyer = getClient(play, deal, 'buyer')
  const order = { bike: play.bike, bookingId: deal.id, price: payment.priceTaka ?? payment.taka }
  await play.testApp.payIntent(openIntent)
  const { code } = await attempt(() => buyer('POST /payments', { body: createPaymentBody(buyer, order, openIntent) }))
  play.lines.push(`succeed ${deal.id}: ${code}`)
  expect(code).toBe(takePayment(play) ? 'done' : 'payment_refunded')
}

const pay = async (play: Play, deal: Deal): Promise<void> => {
  if (play.payment) return succeed(play)
  const purpose = getState(deal) === 'held' ? 'rest' : play.random.pick(['full', 'deposit'] as const)
  const { priceTaka } = deal
  const rest = priceTaka - getHeld(play, deal.id)
  const taka = { full: priceTaka, deposit: getDepositTaka(priceTaka), rest }[purpose]
  const isPossible = taka > 0 && !play.bike.sold && !play.bike.withdrawn
  const { code: expected } = await attempt(() =>
    assertMayPay({ ...toContext(play, deal), payingBuyerId: null }, purpose),
  )
  const { code, result } = await attempt(() =>
    getClient(
      play,
      deal,
      'buyer',
    )('POST /create-payment-intent', { body: { price: priceTaka, bookingId: deal.id, purpose } }),
  )
  play.lines.push(`pay ${purpose} ${deal.id}: ${code}`)
  // A buyer whose last payment lapsed waits a while; the model does not know that.
  if (code === 'hold_again_later') return
  expect(code === 'done', `${code}, but ${expected} expected`).toBe(isPossible && expected === 'done')
  if (!result) return
  play.payment = { dealId: deal.id, purpose, taka, priceTaka, until: addMs(play.now, 15 * minuteMs) }
  play.openIntent = parseIntentId(result)
  // Both agree on a lower price while the payment is open.
  const acts = play.random.chance(0.3) ? ['seller offers', 'buyer agrees to the price'] : []
  for (const name of acts) await act(play, name, play.deals.get(deal.id) ?? deal)
  if (play.random.chance(0.7)) await succeed(play)
}

/** The buyer's bank disputes the only payment of a held deal. */
const openBankDispute = async (play: Play, deal: Deal): Promise<void> => {
  const [intentId, ...more] = play.paid.get(deal.id) ?? []
  const { buyer, chargeback } = getLedger(play, deal.id)
  if (intentId === undefined || more.length > 0 || buyer !== 0 || chargeback !== 0) return
  if (deal.closedAt || deal.frozenAt || !deal.heldAt) return
  play.paid.set(deal.id, [intentId, 'disputed'])
  play.lines.push(`bank dispute ${deal.id}`)
  await disputeAtProvider(play.testApp, intentId)
  await play.testApp.sweep()
  const taka = getHeld(play, deal.id)
  enter(play, deal.id, { chargeback: taka, provider: -taka })
  applyEffects(play, deal, freeze(toContext(play, deal)))
}

/** The bank decides. What is lost before the handover ends the deal; after it the seller is not paid. */
const decideBankDispute = async (play: Play, deal: Deal, outcome = play.random.pick(['won', 'lost'] as const)) => {
  const [intentId] = play.paid.get(deal.id) ?? []
  if (intentId === undefined || !deal.frozenAt) return
  play.lines.push(`bank: ${outcome} ${deal.id}`)
  await disputeAtProvider(play.testApp, intentId, outcome)
  await play.testApp.sweep()
  const { chargeback } = getLedger(play, deal.id)
  if (outcome === 'lost' && !deal.handedOverAt) return applyEffects(play, deal, chargeBack(toContext(play, deal)))
  enter(play, deal.id, { [outcome === 'won' ? 'provider' : 'held']: chargeback, chargeback: -chargeback })
  applyEffects(play, deal, unfreeze(toContext(play, deal)))
}

const maxRounds = 5

/** What the job of due times does, in the order of the job. */
const doWhatIsDue = (play: Play): void => {
  for (let round = 0; round < maxRounds; round += 1) {
    const due = listLive(play)
      .map(({ id, ...deal }) => ({ id, at: Number(getDueAt({ id, ...deal }) ?? Number.POSITIVE_INFINITY) }))
      .filter(({ at }) => at <= play.now.getTime())
      .toSorted((one, next) => one.at - next.at)
    let changed = 0
    for (const { id } of due) {
      const deal = play.deals.get(id)
      if (!deal || deal.closedAt) continue
      const effects = handleDue(toContext(play, deal))
      play.lines.push(`due ${id}: ${effects.steps.map(({ kind }) => kind).join(',')}`)
      applyEffects(play, deal, effects)
      if (Object.keys(effects.changes).length > 0) changed += 1
    }
    if (changed === 0) return
  }
}

/** Lets time pass, in which the jobs run once. No two acts are at the same moment. */
const passTime = async (play: Play, ms: number): Promise<void> => {
  play.now = addMs(play.now, ms + 15_000)
  play.testApp.clock.now = play.now
  if (play.payment && play.payment.until <= play.now) play.payment = null
  if (play.openIntent !== null) await play.testApp.sweep()
  doWhatIsDue(play)
  await play.testApp.handleDueDeals()
  await compare(play)
}

// ---------- a history ----------

const frequentNames = ['accept', 'pay', 'pay', 'propose to meet', 'agree to meet', 'hand over', 'report', 'decide']
const otherNames = [...Object.keys(dealActs), 'bank dispute', 'bank decides']

const act = async (play: Play, name: string, deal: Deal): Promise<void> => {
  if (name === 'pay') return pay(play, deal)
  if (name === 'bank dispute') return openBankDispute(play, deal)
  if (name === 'bank decides') return decideBankDispute(play, deal)
  const move = dealActs[name]?.(play, deal)
  if (!move) return
  const expected = await attempt(() => move.model(toContext(play, deal)))
  const { code } = await attempt(move.real)
  play.lines.push(`${name} ${deal.id}: ${code}`)
  expect(code).toBe(expected.code)
  // The act may have taken a payment before.
  if (expected.result) applyEffects(play, play.deals.get(deal.id) ?? deal, expected.result)
}

/** Ends what is left: the admin and the bank decide, and time does the rest. */
const finish = async (play: Play): Promise<void> => {
  for (let round = 0; listLive(play).length > 0; round += 1) {
    check(round < 12, 'deals end by themselves')
    for (const { id } of listLive(play)) {
      const deal = play.deals.get(id)
      if (deal?.frozenAt) await decideBankDispute(play, deal, 'won')
      const thawed = play.deals.get(id)
      if (thawed?.disputedAt && !thawed.closedAt) await act(play, 'decide', thawed)
    }
    await passTime(play, 3 * dayMs)
  }
}

const playHistory = async (play: Play): Promise<void> => {
  await book(play)
  await compare(play)
  for (let round = 0; round < actsOfHistory; round += 1) {
    if (play.random.chance(0.3)) await book(play)
    const live = listLive(play)
    const deal = play.random.pick(live.length > 0 && play.random.chance(0.9) ? live : [...play.deals.values()])
    await act(play, play.random.pick(play.random.chance(0.5) ? otherNames : frequentNames), deal)
    await passTime(play, play.random.pick([0, minuteMs, hourMs, 13 * hourMs, dayMs]))
  }
  await finish(play)
}

/** Whether the buyer cancelled late or did not come within the last year, in any history of this app. */
const hasFailedBefore = (all: readonly Deal[], deal: Deal, now: Date): boolean =>
  all.some(
    ({ id, buyerId, heldAt, closedAt, closeReason, meetAt }) =>
      id !== deal.id &&
      buyerId === deal.buyerId &&
      heldAt !== null &&
      closedAt !== null &&
      closedAt > addMs(now, -365 * dayMs) &&
      (closeReason === 'buyer_no_show' ||
        (closeReason === 'cancelled_by_buyer' && meetAt !== null && closedAt > addMs(meetAt, -dayMs))),
  )

const createPlay = async (testApp: TestApp, people: People, seed: string, past: Deal[]): Promise<Play> => {
  const random = createRandom(seed)
  const salePrice = random.pick(prices)
  const listed = await createListing(testApp, people.seller, { salePrice, originalPrice: 950_000 })
  const play: Play = {
    testApp,
    people,
    random,
    now: testApp.clock.now,
    bike: { ...listed, reserved: false, sold: false, withdrawn: false },
    deals: new Map(),
    ledgers: new Map(),
    hasFailed: (deal) => hasFailedBefore([...past, ...play.deals.values()], deal, play.now),
    payment: null,
    openIntent: null,
    paid: new Map(),
    openedBy: new Map(),
    lines: [],
  }
  return play
}

const getCardsBalance = async ({ db }: TestApp): Promise<number> => {
  const { rows } = await db.$client.query<{ poisha: string }>(
    `select coalesce(sum(poisha), 0) as poisha from ledger_lines where account = 'provider:cards'`,
  )
  return Number(rows[0]?.poisha)
}

/** How the deals of all histories ended. */
const endings = new Set<Deal['closeReason']>()

describe.each(Array.from({ length: apps }, (_, at) => at))('random histories, part %i', (part) => {
  test('on the real database every deal, bike and account is as the rules say after each act, and all invariants hold', async () => {
    const testApp = await createTestApp({ clock: { now: new Date('2025-01-05T04:00:00Z') } })
    const people = await createPeople(testApp)
    const past: Deal[] = []
    for (let at = 0; at < historiesOfApp; at += 1) {
      const seed = `real history ${part} ${at}`
      const play = await createPlay(testApp, people, seed, past)
      try {
        await playHistory(play)
        await testApp.sweep()
      } catch (error) {
        throw new Error(`Broken in ${seed}:\n${play.lines.join('\n')}`, { cause: error })
      }
      past.push(...play.deals.values())
    }
    // Refunds that were asked for are confirmed.
    testApp.clock.now = addMs(testApp.clock.now, hourMs)
    await testApp.sweep()
    const { violations, transactions } = await findAllViolations(testApp)
    expect(violations).toEqual([])
    const balance = transactions.reduce((sum, { amountPoisha, feePoisha }) => sum + amountPoisha - feePoisha, 0)
    expect(await getCardsBalance(testApp)).toBe(balance)
    for (const { closeReason } of past) endings.add(closeReason)
  }, 600_000)
})

test('the sample reaches every part of the ledger', () => {
  expect([...endings]).toEqual(expect.arrayContaining(['released', 'refunded', 'cancelled_by_seller']))
})
