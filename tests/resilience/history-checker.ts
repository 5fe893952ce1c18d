// Checks whether the responses are consistent, in the style of Jepsen, bike by bike. An acknowledged action has its effect,
// a refused one has none, and one with an unknown outcome may have either, but not both.
import type { HistoryEntry, Seen } from './history.ts'

// Another process hears of a change by a notice; without it a hot list lives for five seconds (platform/ssr/response-cache.ts).
const listCacheMs = 5_000
// The list was read before it was kept, and the two of them may have been slow.
const slackMs = 3_000

type Fact = { atMs: number; serverName: string; who: string }
type Bike = {
  paid: Fact[]
  deleted: Fact | null
  /** The final standings that reads have shown: a bike that was sold is sold for ever. */
  finalStates: Map<'sold' | 'withdrawn', Fact>
}
type Order = { bookingId: string; paidSeen: Fact | null }
type ObservedState = { bikes: Map<string, Bike>; orders: Map<string, Order>; contradictions: string[] }

const getBike = (state: ObservedState, id: string): Bike => {
  const known = state.bikes.get(id)
  if (known) return known
  const bike: Bike = { paid: [], deleted: null, finalStates: new Map() }
  state.bikes.set(id, bike)
  return bike
}

const createFact = ({ endedMs, serverName, who }: HistoryEntry): Fact => ({ atMs: endedMs, serverName, who })

/** Whether the fact stood before the read was begun, so that the read had to show it. */
const wasTrueBefore = (fact: Fact | null | undefined, read: HistoryEntry): boolean =>
  fact != null && fact.atMs < read.beganMs

const mustShowInList = (fact: Fact | null | undefined, read: HistoryEntry): boolean =>
  fact != null && fact.atMs + (fact.serverName === read.serverName ? 0 : listCacheMs + slackMs) < read.beganMs

const recordAction = (state: ObservedState, entry: HistoryEntry): void => {
  if (entry.outcome !== 'ok' || entry.bikeId === undefined) return
  const bike = getBike(state, entry.bikeId)
  if (entry.action === 'delete') bike.deleted ??= createFact(entry)
  if (entry.action !== 'pay') return
  const other = bike.paid.find(({ who }) => who !== entry.who)
  if (other)
    state.contradictions.push(`bike ${entry.bikeId} was acknowledged as paid to ${other.who} and to ${entry.who}`)
  if (bike.deleted && bike.deleted.atMs < entry.beganMs)
    state.contradictions.push(`bike ${entry.bikeId} was deleted and afterwards paid by ${entry.who}`)
  bike.paid.push(createFact(entry))
}

const checkOnSaleList = (state: ObservedState, read: HistoryEntry, seen: Extract<Seen, { kind: 'window' }>): void => {
  for (const id of seen.bikeIds) {
    const bike = state.bikes.get(id)
    if (!bike) continue
    if (mustShowInList(bike.paid[0], read))
      state.contradictions.push(`bike ${id} was paid, and ${read.who} saw it on sale`)
    if (mustShowInList(bike.deleted, read))
      state.contradictions.push(`bike ${id} was deleted, and ${read.who} saw it on sale`)
    for (const [end, fact] of bike.finalStates)
      if (mustShowInList(fact, read))
        state.contradictions.push(`bike ${id} was seen ${end}, and then ${read.who} saw it on sale`)
  }
}

const checkOrder = (state: ObservedState, read: HistoryEntry, seen: Extract<Seen, { kind: 'order' }>): void => {
  const bike = getBike(state, seen.bikeId)
  // Nobody hands over or cancels in these histories, so a reserved bike stays as good as sold.
  const status = seen.status === 'reserved' ? 'sold' : seen.status
  const observation = `${read.who} read of bike ${seen.bikeId}: paid ${seen.paid}, ${status}`
  const addContradiction = (why: string) => state.contradictions.push(`${observation}; but ${why}`)
  const ownPayment = bike.paid.find(({ who }) => who === read.who)
  if (!seen.paid && wasTrueBefore(ownPayment, read)) addContradiction('the payment had been acknowledged')
  if (status !== 'sold' && wasTrueBefore(bike.paid[0], read)) addContradiction('it had been acknowledged as paid')
  if (status === 'available' && wasTrueBefore(bike.deleted, read)) addContradiction('it had been deleted')
  if (seen.paid && status !== 'sold') addContradiction('a bike that is paid for is sold')
  const order = state.orders.get(seen.bookingId) ?? { bookingId: seen.bookingId, paidSeen: null }
  state.orders.set(seen.bookingId, order)
  if (!seen.paid && wasTrueBefore(order.paidSeen, read)) addContradiction('it had been seen paid before')
  if (seen.paid) order.paidSeen ??= createFact(read)
  for (const [end, fact] of bike.finalStates)
    if (status !== end && wasTrueBefore(fact, read)) addContradiction(`it had been seen ${end} before`)
  if (status !== 'available' && !bike.finalStates.has(status)) bike.finalStates.set(status, createFact(read))
}

/** Judges a history as it grows: each part is handed over once, when everybody holds still. */
export type HistoryChecker = { check(entries: readonly HistoryEntry[]): string[] }

/** Opens a judge who knows nothing yet. */
export const createHistoryChecker = (): HistoryChecker => {
  const state: ObservedState = { bikes: new Map(), orders: new Map(), contradictions: [] }
  return {
    check: (entries) => {
      for (const entry of entries.toSorted((one, other) => one.endedMs - other.endedMs)) {
        recordAction(state, entry)
        for (const seen of entry.seen ?? []) {
          if (seen.kind === 'window') checkOnSaleList(state, entry, seen)
          else checkOrder(state, entry, seen)
        }
      }
      return state.contradictions.splice(0)
    },
  }
}

/** What in this history cannot be true of one shop, as sentences. */
export const findContradictions = (entries: readonly HistoryEntry[]): string[] => createHistoryChecker().check(entries)
