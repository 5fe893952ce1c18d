// Continuous traffic of users who read, book and pay while servers fail and restart.
import { setTimeout as pause } from 'node:timers/promises'
import { createBookingAction, createListAction, createPaymentAction } from '#benchmarks/load/user-actions.ts'
import type { BenchmarkApp } from '#benchmarks/load/benchmark-app.ts'
import type { Action } from '#benchmarks/load/load-generator.ts'

export type TrafficCounts = {
  done: number
  /** Responses with 503 or 429. */
  rejected: number
  /** All other failures, by status; 0 is a broken connection. */
  failed: Record<number, number>
  /** The longest time without a successful response, in milliseconds. */
  maxOutageMs: number
}

export type Traffic = { during(action: () => Promise<unknown>): Promise<TrafficCounts> }

const orders = 2_000
// Pause of a rejected user.
const retryMs = 200

export type TrafficDeps = Pick<BenchmarkApp, 'send' | 'sendToProvider' | 'getBuyer' | 'db'> & { random: () => number }

/** Creates the users' actions: three read, two book, one pays. */
export const createActions = async (deps: TrafficDeps): Promise<{ readers: Action[]; writers: Action[] }> => {
  const app: BenchmarkApp = {
    ...deps,
    origin: '',
    socketDir: '',
    pids: { server: 0, postgres: 0 },
    listViolations: async () => [],
  }
  // Orders first: bookings choose bikes without orders, so nobody books what another user pays for.
  const { action: pay } = await createPaymentAction(app, orders)
  const book = await createBookingAction(app)
  const view = await createListAction(app, deps.random)
  return { readers: [view, view, view], writers: [book, book, pay] }
}

const repeatAction = async (
  action: Action,
  counts: TrafficCounts,
  state: { isOver: boolean; acceptedAt: number; pauseMs: number },
): Promise<void> => {
  while (!state.isOver) {
    const status = await action().catch(() => 0)
    if (status >= 200 && status < 400) {
      counts.done += 1
      counts.maxOutageMs = Math.max(counts.maxOutageMs, performance.now() - state.acceptedAt)
      state.acceptedAt = performance.now()
    } else if (status === 503 || status === 429) counts.rejected += 1
    else counts.failed[status] = (counts.failed[status] ?? 0) + 1
    await pause(status >= 200 && status < 400 ? state.pauseMs : retryMs)
  }
}

/** Creates users; each performs one action after the other, with a pause after each. */
export const createTraffic = (actions: readonly Action[], pauseMs = 5): Traffic => ({
  during: async (action) => {
    const counts: TrafficCounts = { done: 0, rejected: 0, failed: {}, maxOutageMs: 0 }
    const state = { isOver: false, acceptedAt: performance.now(), pauseMs }
    const running = actions.map((action) => repeatAction(action, counts, state))
    try {
      await action()
    } finally {
      state.isOver = true
      await Promise.all(running)
    }
    return counts
  },
})
