// Checks whether the responses are consistent, in the style of Jepsen, bike by bike. An acknowledged action has its effect,
// a refused one has none, and one with an unknown outcome may have either, but not both.
import type { HistoryEntry, Seen } from './history.ts'
import { createUndoingLog, type UndoingLog } from './undoings.ts'

// Another process hears of a change by a notice; without it a hot list lives for five seconds (platform/ssr/response-cache.ts).
const listCacheMs = 5_000
// The list was read before it was kept, and the two of them may have been slow.
const slackMs = 3_000

type Fact = { beganMs: number; atMs: number; serverName: string; who: string; buyer: string | null }
type BikeState = 'reserved' | 'sold' | 'withdrawn'
type Bike = {
  paid: Fact[]
  deleted: Fact | null
  handedOver: Fact | null
  /** States that reads have shown. A sold or withdrawn bike stays so, a reserved one until its deal is undone. */
  seenStates: Map<BikeState, Fact>
}
type DealEnd = { action: 'cancel' | 'hand_over'; who: string; endedMs: number }
type Order = { paidSeen: Fact | null }
type ObservedState = {
  bikes: Map<string, Bike>
  orders: Map<string, Order>
  /** How each deal ended. */
  dealEnds: Map<string, DealEnd>
  undoings: UndoingLog
  contradictions: string[]
}

const getBike = (state: ObservedState, id: string): Bike => {
  const known = state.bikes.get(id)
  if (known) return known
  const bike: Bike = { paid: [], deleted: null, handedOver: null, seenStates: new Map() }
  state.bikes.set(id, bike)
  return bike
}

const createFact = ({ beganMs, endedMs, serverName, who }: HistoryEntry, buyer: string | null = null): Fact => ({
  beganMs,
  atMs: endedMs,
  serverName,
  who,
  buyer,
})

type Timed = Pick<HistoryEntry, 'beganMs' | 'endedMs'>

/** Whether the fact was undone for certain not: nothing that may have undone it lies between it and the end of the read. */
const standsUntil = ({ undoings }: ObservedState, bikeId: string, fact: Fact, { endedMs }: Timed): boolean =>
  !undoings.find(bikeId, fact.buyer).some((one) => one.endedMs > fact.beganMs && one.beganMs < endedMs)

/** Whether the fact stood before the read was begun, so that the read had to show it. */
const wasTrueBefore = (fact: Fact | null | undefined, read: HistoryEntry): fact is Fact =>
  fact != null && fact.atMs < read.beganMs

/** Whether the list had to show the fact: at once in the process that changed it, in another one later. */
const mustShowInList = (fact: Fact | null | undefined, read: HistoryEntry): fact is Fact =>
  fact != null && fact.atMs + (fact.serverName === read.serverName ? 0 : listCacheMs + slackMs) < read.beganMs

/** The same for what a read showed: it does not tell which process changed it. */
const mustShowSeenInList = (fact: Fact, read: HistoryEntry): boolean => fact.atMs + listCacheMs + slackMs < read.beganMs

const recordPayment = (state: ObservedState, entry: HistoryEntry & { bikeId: string }): void => {
  const { bikeId, dealId } = entry
  const bike = getBike(state, bikeId)
  const other = bike.paid.find((fact) => fact.who !== entry.who && standsUntil(state, bikeId, fact, entry))
  if (other) state.contradictions.push(`bike ${bikeId} was acknowledged as paid to ${other.who} and to ${entry.who}`)
  if (bike.deleted && bike.deleted.atMs < entry.beganMs)
    state.contradictions.push(`bike ${bikeId} was deleted and afterwards paid by ${entry.who}`)
  const ended = dealId === undefined ? undefined : state.dealEnds.get(dealId)
  if (ended?.action === 'cancel' && ended.endedMs < entry.beganMs)
    state.contradictions.push(`deal ${dealId} was cancelled by ${ended.who} and afterwards paid by ${entry.who}`)
  bike.paid.push(createFact(entry, entry.who))
}

/** A deal is cancelled or handed over, never both; a bike is handed over once. */
const recordDealEnd = (state: ObservedState, entry: HistoryEntry & { bikeId: string }): void => {
  const { action, who, bikeId, dealId, endedMs } = entry
  if (dealId === undefined || entry.isChanged === false || (action !== 'cancel' && action !== 'hand_over')) return
  const earlier = state.dealEnds.get(dealId)
  if (earlier)
    state.contradictions.push(`deal ${dealId} had ${earlier.action} of ${earlier.who} and then ${action} of ${who}`)
  state.dealEnds.set(dealId, { action, who, endedMs })
  if (action === 'cancel') return
  const bike = getBike(state, bikeId)
  if (bike.handedOver && standsUntil(state, bikeId, bike.handedOver, entry))
    state.contradictions.push(`bike ${bikeId} was handed over by ${bike.handedOver.who} and by ${who}`)
  bike.handedOver = createFact(entry)
}

const hasBike = (entry: HistoryEntry): entry is HistoryEntry & { bikeId: string } => entry.bikeId !== undefined

const recordAction = (state: ObservedState, entry: HistoryEntry): void => {
  if (entry.outcome !== 'ok' || !hasBike(entry)) return
  if (entry.action === 'delete') getBike(state, entry.bikeId).deleted ??= createFact(entry)
  if (entry.action === 'pay') recordPayment(state, entry)
  recordDealEnd(state, entry)
}

const checkOnSaleList = (state: ObservedState, read: HistoryEntry, seen: Extract<Seen, { kind: 'window' }>): void => {
  for (const id of seen.bikeIds) {
    const bike = state.bikes.get(id)
    if (!bike) continue
    const checkFact = (fact: Fact | null, what: string, mustShow: boolean) => {
      if (fact === null || !mustShow || !standsUntil(state, id, fact, read)) return
      const sight = `${read.who} saw it on sale ${Math.round(read.beganMs - fact.atMs)} ms later`
      state.contradictions.push(`bike ${id} was ${what} on ${fact.serverName}, and ${sight} on ${read.serverName}`)
    }
    for (const fact of bike.paid) checkFact(fact, 'paid', mustShowInList(fact, read))
    checkFact(bike.handedOver, 'handed over', mustShowInList(bike.handedOver, read))
    if (mustShowInList(bike.deleted, read))
      state.contradictions.push(`bike ${id} was deleted, and ${read.who} saw it on sale`)
    for (const [end, fact] of bike.seenStates) checkFact(fact, `seen ${end}`, mustShowSeenInList(fact, read))
  }
}

/** What may be read of a bike after it was seen in a state. */
const laterStates: Record<BikeState, readonly string[]> = {
  reserved: ['reserved', 'sold'],
  sold: ['sold'],
  withdrawn: ['withdrawn'],
}
const taken = laterStates.reserved

const checkOrder = (state: ObservedState, read: HistoryEntry, seen: Extract<Seen, { kind: 'order' }>): void => {
  const { bikeId, bookingId, paid, status } = seen
  const bike = getBike(state, bikeId)
  const observation = `${read.who} read of bike ${bikeId}: paid ${paid}, ${status}`
  const addContradiction = (why: string) => state.contradictions.push(`${observation}; but ${why}`)
  const mustStand = (fact: Fact | null | undefined): boolean =>
    wasTrueBefore(fact, read) && standsUntil(state, bikeId, fact, read)
  if (!paid && mustStand(bike.paid.findLast(({ who }) => who === read.who)))
    addContradiction('the payment had been acknowledged')
  if (!taken.includes(status) && bike.paid.some(mustStand)) addContradiction('it had been acknowledged as paid')
  if (status !== 'sold' && mustStand(bike.handedOver)) addContradiction('it had been handed over')
  if (status === 'available' && wasTrueBefore(bike.deleted, read)) addContradiction('it had been deleted')
  if (paid && !taken.includes(status)) addContradiction('a bike that is paid for is reserved or sold')
  const order = state.orders.get(bookingId) ?? { paidSeen: null }
  state.orders.set(bookingId, order)
  if (!paid && mustStand(order.paidSeen)) addContradiction('it had been seen paid before')
  if (paid) order.paidSeen ??= createFact(read, read.who)
  for (const [end, fact] of bike.seenStates)
    if (!laterStates[end].includes(status) && mustStand(fact)) addContradiction(`it had been seen ${end} before`)
  if (status === 'available') return
  // The first sight counts until something may have undone it: then the bike may have been reserved again since.
  const seenBefore = bike.seenStates.get(status)
  if (!seenBefore || !standsUntil(state, bikeId, seenBefore, read)) bike.seenStates.set(status, createFact(read))
}

/** Judges a history as it grows: each part is handed over once, when everybody holds still. */
export type HistoryChecker = { check(entries: readonly HistoryEntry[]): string[] }

/** Opens a judge who knows nothing yet. */
export const createHistoryChecker = (): HistoryChecker => {
  const state: ObservedState = {
    bikes: new Map(),
    orders: new Map(),
    dealEnds: new Map(),
    undoings: createUndoingLog(),
    contradictions: [],
  }
  return {
    check: (entries) => {
      // First, because a read may end before the cancellation that it already shows.
      state.undoings.add(entries)
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
