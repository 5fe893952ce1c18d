// Random histories of a bike and the buyers who want it, played with the pure rules against a small ledger of this test.
// tests/resilience/deal-histories.test.ts plays the same acts on the real app.
import { addMs } from '#contract/time/durations.ts'
import { expect, test } from 'vitest'
import { createRandom } from '#tests/resilience/random.ts'
import { createDeal, expectSound, hasLine } from '#tests/support/deals/deal-rows.ts'
import { listSteps, prices, type Step } from '#tests/support/deals/history-steps.ts'
import {
  beginPlay,
  doDue,
  endLapsedPayment,
  listDue,
  type Play,
  playByRules,
} from '#tests/support/deals/played-history.ts'
import { chooseByRun } from '#tests/support/run-length.ts'

const histories = chooseByRun(5_000, 10_000)
const actsOfHistory = 18

const begin = (seed: string): Play => {
  const random = createRandom(seed)
  const failed = new Map<string, boolean>()
  const hasFailed: Play['hasFailed'] = ({ id }) => {
    const answer = failed.get(id) ?? random.chance(0.3)
    failed.set(id, answer)
    return answer
  }
  return beginPlay(random, { now: new Date('2026-11-20T04:00:00Z'), salePriceTaka: random.pick(prices), hasFailed })
}

const book = (play: Play): void => {
  if (play.bike.sold || play.bike.withdrawn || play.deals.size >= 4) return
  const id = `deal ${play.deals.size + 1}`
  const priceTaka = play.random.pick([play.bike.salePriceTaka, play.random.pick(prices)])
  play.deals.set(id, createDeal({ id, priceTaka, now: play.now, isWaiting: hasLine(play) }))
}

/** Lets time pass; everything that becomes due is done at its time. */
const passTime = (play: Play, ms: number): void => {
  const until = addMs(play.now, ms)
  for (let round = 0; round < 200; round += 1) {
    if (play.payment && play.payment.until <= until && play.random.chance(0.5)) play.payment = null
    const [due] = listDue(play, until)
    if (!due) {
      play.now = until
      return endLapsedPayment(play)
    }
    if (due.at > play.now) play.now = due.at
    endLapsedPayment(play)
    const isPaying = play.payment?.dealId === due.id
    doDue(play, due.id)
    if (isPaying) play.payment = null
    expectSound(play)
  }
  throw new Error('Timers never come to rest.')
}

const playStep = (play: Play, step: Step): void => {
  if (step === 'book') return book(play)
  if (typeof step === 'number') return passTime(play, step)
  playByRules(play, step)
  expectSound(play)
}

test('thousands keep every taka: entries sum to zero, nothing is held of what ended, and the matrix of refunds holds', () => {
  const reasons = new Set<string | null>()
  const reached = new Set<string>()
  for (let at = 0; at < histories; at += 1) {
    const seed = `history ${at}`
    const play = begin(seed)
    try {
      for (const step of listSteps(play, actsOfHistory, () => true)) playStep(play, step)
    } catch (error) {
      throw new Error(`Broken in ${seed}:\n${play.lines.join('\n')}`, { cause: error })
    }
    for (const { closeReason } of play.deals.values()) reasons.add(closeReason)
    for (const rare of play.reached) reached.add(rare)
  }
  expect([...reached].toSorted()).toEqual(['nothing is owed', 'paid above the price'])
  // The histories reach every ending that the pure rules know.
  expect([...reasons]).toEqual(
    expect.arrayContaining([
      'buyer_no_show',
      'cancelled_by_buyer',
      'charged_back',
      'refunded',
      'released',
      'sold_for_cash',
    ]),
  )
})
