// The steps of a random history: people book the bike, one act follows the other, time passes, and what is left ends.
import { dayMs, hourMs, minuteMs } from '#contract/time/durations.ts'
import { expect } from 'vitest'
import { check, listLive } from './deal-rows.ts'
import { acts } from './history-acts.ts'
import type { ChosenAct, Move, Play } from './played-history.ts'

/** A buyer books, somebody acts, or time passes, in ms. */
export type Step = 'book' | ChosenAct | number

/** How often a chosen act is tried where nothing can be done. */
const maxTries = 1_000

/** The prices of bikes: without a deposit, with one, and above the largest one. */
export const prices = [1_500, 2_500, 40_001, 149_000, 900_000]

/** What leads to deals that hold money and end. */
const frequentNames = [
  'accept',
  'pay',
  'pay',
  'pay',
  'meet',
  'agree to meet',
  'hand over',
  'report',
  'decide',
  'say',
  'bank dispute',
  'bank decides',
]

/** All acts. Those that seldom change anything come more often. */
const otherNames = [...Object.keys(acts), 'buyer cancels', 'buyer cancels', 'seller says that nobody came']

type CanPlay = (move: Move) => boolean

const findAct = (play: Play, name: string, dealId: string, canPlay: CanPlay): ChosenAct | null => {
  const deal = play.deals.get(dealId) ?? expect.fail(`${dealId} is gone`)
  const move = (acts[name] ?? expect.fail(`${name} is no act`))(play, deal)
  return move && canPlay(move) ? { name, deal, move } : null
}

/** Any act on a deal that can be played; mostly on one that has not ended. */
const pickAct = (play: Play, canPlay: CanPlay): ChosenAct => {
  const { random } = play
  for (let tries = 0; tries < maxTries; tries += 1) {
    const live = listLive(play)
    const { id } = random.pick(live.length > 0 && random.chance(0.9) ? live : [...play.deals.values()])
    const found = findAct(play, random.pick(random.chance(0.6) ? frequentNames : otherNames), id, canPlay)
    if (found) return found
  }
  return expect.fail('nothing can be done')
}

/** What follows at once. */
function* takeNext(play: Play, canPlay: CanPlay): Generator<Step> {
  for (let next = play.next.shift(); next; next = play.next.shift()) {
    const found = findAct(play, next.name, next.dealId, canPlay)
    if (found) yield found
  }
}

/** Ends what is left: the bank and the admin decide, and time does the rest. */
function* endRest(play: Play): Generator<Step> {
  for (let round = 0; listLive(play).length > 0; round += 1) {
    check(round < 12, 'deals end by themselves')
    for (const { id } of listLive(play))
      for (const name of ['bank gives it back', 'decide']) {
        const deal = listLive(play).find((one) => one.id === id)
        const found = deal?.frozenAt || deal?.disputedAt ? findAct(play, name, id, () => true) : null
        if (found) yield found
      }
    yield 3 * dayMs
  }
}

/** The steps of a history with so many acts; each is chosen after the one before was played. */
export function* listSteps(play: Play, count: number, canPlay: CanPlay): Generator<Step> {
  yield 'book'
  for (let round = 0; round < count; round += 1) {
    if (play.random.chance(0.3)) yield 'book'
    yield pickAct(play, canPlay)
    yield* takeNext(play, canPlay)
    yield play.random.pick([0, minuteMs, hourMs, 13 * hourMs, dayMs])
  }
  yield* endRest(play)
}
