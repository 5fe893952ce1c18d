// People who look, book and pay without a pause while servers come and go.
import { setTimeout as pause } from 'node:timers/promises'
import { bookBikes, lookAtLists, payForOrders } from '#benchmarks/load/user-actions.ts'
import type { Ground } from './cluster-environment.ts'
import type { LoadShop } from '#benchmarks/load/benchmark-app.ts'
import type { Deed } from '#benchmarks/load/load-generator.ts'

export type Tally = {
  done: number
  /** Asked to come again: 503 or 429. */
  turnedAway: number
  /** Everything else that was no yes, by status; 0 is a broken connection. */
  failed: Record<number, number>
  /** The longest time in which nobody was told yes, in milliseconds. */
  longestSilenceMs: number
}

export type People = { during(what: () => Promise<unknown>): Promise<Tally> }

const orders = 2_000
const breathMs = 5
// Who is turned away comes again later.
const laterMs = 200

/** Makes what they will do: most look, some book, one pays. */
const makeDeeds = async ({ people, db, primary }: Ground): Promise<Deed[]> => {
  const shop: LoadShop = {
    ...people,
    db,
    origin: '',
    socketDir: primary.socketDir,
    pids: { shop: 0, postgres: 0 },
    broken: async () => [],
  }
  // Orders first: whoever books chooses among the bikes that have none, so nobody wants what another one pays for.
  const { deed: pay } = await payForOrders(shop, orders)
  const book = await bookBikes(shop)
  const look = await lookAtLists(shop, people.random)
  return [look, look, look, book, book, pay]
}

const again = async (deed: Deed, tally: Tally, state: { isOver: boolean; yesAt: number }): Promise<void> => {
  while (!state.isOver) {
    const status = await deed().catch(() => 0)
    if (status >= 200 && status < 400) {
      tally.done += 1
      tally.longestSilenceMs = Math.max(tally.longestSilenceMs, performance.now() - state.yesAt)
      state.yesAt = performance.now()
    } else if (status === 503 || status === 429) tally.turnedAway += 1
    else tally.failed[status] = (tally.failed[status] ?? 0) + 1
    await pause(status >= 200 && status < 400 ? breathMs : laterMs)
  }
}

/** Gathers them; each calls one thing after the other. */
export const gatherPeople = async (ground: Ground): Promise<People> => {
  const deeds = await makeDeeds(ground)
  return {
    during: async (what) => {
      const tally: Tally = { done: 0, turnedAway: 0, failed: {}, longestSilenceMs: 0 }
      const state = { isOver: false, yesAt: performance.now() }
      const all = deeds.map((deed) => again(deed, tally, state))
      try {
        await what()
      } finally {
        state.isOver = true
        await Promise.all(all)
      }
      return tally
    },
  }
}
