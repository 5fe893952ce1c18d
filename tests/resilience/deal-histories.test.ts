// Random histories of a bike and its buyers on the real app with PostgreSQL and the card sandbox. After every act the rows
// of the deals, the bike and the ledger are what the pure rules and a small ledger say. market/deals/histories.test.ts plays
// the same acts by the rules alone.
import { addMs, dayMs, hourMs } from '#contract/time/durations.ts'
import { describe, expect, test } from 'vitest'
import type { Deal } from '#market/schema/deals/deals.ts'
import { createDeal, hasLine, listLive } from '#tests/support/deals/deal-rows.ts'
import { listSteps, prices, type Step } from '#tests/support/deals/history-steps.ts'
import {
  type App,
  attempt,
  beginPlay,
  doDue,
  endLapsedPayment,
  listDue,
  type Play,
  playByRules,
} from '#tests/support/deals/played-history.ts'
import { findAllViolations } from '#tests/support/money.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createListing } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { compare, createPeople, type People, toApp } from './deal-history-app.ts'
import { createRandom } from './random.ts'

const [apps, historiesOfApp] = [chooseByRun(1, 10), chooseByRun(24, 30)]
const actsOfHistory = 10

type Scene = { play: Play; app: App; people: People }

const book = async ({ play, app, people }: Scene): Promise<void> => {
  const { bike, now } = play
  const free = people.buyers.filter(({ id }) => !listLive(play).some(({ buyerId }) => buyerId === id))
  if (bike.sold || bike.withdrawn || free.length === 0) return
  const { id: buyerId, client } = play.random.pick(free)
  const asked = { contactNumber: '01712345678', meetingLocation: 'Farmgate' }
  const body = { ...asked, salePrice: bike.salePriceTaka, producId: app.bikeId }
  const { code, result } = await attempt(() => client('POST /bookings', { body }))
  play.lines.push(`book: ${code}`)
  if (!result) return
  const id = result.insertedId
  const deal = createDeal({ id, priceTaka: bike.salePriceTaka, now, isWaiting: hasLine(play) })
  const parties = { bikeId: app.bikeId, buyerId, sellerId: people.sellerId, buyerNumber: '+8801712345678' }
  play.deals.set(id, { ...deal, ...parties })
}

const maxRounds = 5

/** What the job of due times does, in the order of the job. */
const doWhatIsDue = (play: Play): void => {
  for (let round = 0; round < maxRounds; round += 1) {
    const changed = listDue(play, play.now).filter(({ id }) => doDue(play, id))
    if (changed.length === 0) return
  }
}

/** Lets time pass, in which the jobs run once. No two acts are at the same moment. */
const passTime = async ({ play, app }: Scene, ms: number): Promise<void> => {
  play.now = addMs(play.now, ms + 15_000)
  app.testApp.clock.now = play.now
  endLapsedPayment(play)
  if (app.openIntent !== null) await app.testApp.sweep()
  doWhatIsDue(play)
  await app.testApp.handleDueDeals()
  await compare(play, app)
}

const playStep = async (scene: Scene, step: Step): Promise<void> => {
  if (step === 'book') {
    await book(scene)
    return compare(scene.play, scene.app)
  }
  if (typeof step === 'number') return passTime(scene, step)
  const expected = playByRules(scene.play, step)
  const { code } = await attempt(async () => step.move.real?.(scene.app))
  expect(code).toBe(expected)
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

const begin = async (testApp: TestApp, people: People, seed: string, past: Deal[]): Promise<Scene> => {
  const random = createRandom(seed)
  const salePrice = random.pick(prices)
  const { id } = await createListing(testApp, people.seller, { salePrice, originalPrice: 950_000 })
  const play = beginPlay(random, {
    now: testApp.clock.now,
    salePriceTaka: salePrice,
    hasFailed: (deal) => hasFailedBefore([...past, ...play.deals.values()], deal, play.now),
  })
  return { play, app: toApp(testApp, people, id), people }
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
      const seed = `history of a bike ${part} ${at}`
      const scene = await begin(testApp, people, seed, past)
      const { play } = scene
      try {
        for (const step of listSteps(play, actsOfHistory, ({ real }) => real !== undefined)) await playStep(scene, step)
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
  expect([...endings]).toEqual(
    expect.arrayContaining(['released', 'refunded', 'cancelled_by_buyer', 'cancelled_by_seller']),
  )
})
