// Checks that every acknowledged write exists: reads it back through the app as its author.
import { createSeenOnSale, createSeenOrder } from './actors/buyer-actor.ts'
import type { HistoryEntry, History } from './history.ts'
import { createUndoingLog, type UndoingLog } from './undoings.ts'
import { createVisitor, type User } from './users.ts'
import type { Workload } from './workload.ts'
import { createRandom } from './random.ts'

/** Everything that the app shows while no user acts. */
export type AppSnapshot = {
  /** Bikes on sale. */
  onSale: Set<string>
  /** Orders of each member of the workload, by the member's name. */
  orders: Map<string, Map<string, { bikeId: string; paid: boolean; refunded: boolean; price: number }>>
  wishes: Map<string, Map<string, { bikeId: string; paid: boolean }>>
  /** Bikes of each seller of the workload, with their standing. */
  listings: Map<string, Map<string, string>>
  messages: Set<string>
  /** Sellers that the admin sees, and whether each has the badge. */
  sellers: Map<string, boolean>
  counts: { sellers: { total: number; rows: number }; buyers: { total: number; rows: number } }
}

const pageSize = '100'

type PageQuery = { limit: string; cursor?: string }
type ListPage<Row> = { items: Row[]; next: string | null; total?: number }

/** Reads all pages of a list, and the total if the list has one. */
const readAll = async <Row>(readPage: (query: PageQuery) => Promise<ListPage<Row>>) => {
  const rows: Row[] = []
  let query: PageQuery = { limit: pageSize }
  for (;;) {
    const { items, next, total } = await readPage(query)
    rows.push(...items)
    if (next === null) return { rows, total: total ?? rows.length }
    query = { limit: pageSize, cursor: next }
  }
}

/** Reads all data as the users of the workload, and adds the reads to the history. */
export const readSnapshot = async (workload: Workload): Promise<AppSnapshot> => {
  const { history, members, admin } = workload
  const snapshot: AppSnapshot = {
    onSale: new Set(),
    orders: new Map(),
    wishes: new Map(),
    listings: new Map(),
    messages: new Set(),
    sellers: new Map(),
    counts: { sellers: { total: 0, rows: 0 }, buyers: { total: 0, rows: 0 } },
  }
  await readBikesOnSale(history, admin, snapshot)
  for (const member of members) await (member.role === 'Buyer' ? readBuyer : readSeller)(history, member, snapshot)
  await readAdminLists(admin, snapshot)
  return snapshot
}

const readBikesOnSale = async (history: History, { serverName, url }: User, snapshot: AppSnapshot): Promise<void> => {
  const { call } = createVisitor({ name: 'reader', serverName, url, random: createRandom('reader') })
  const attemptInfo = { who: 'reader', action: 'read', serverName } as const
  const bikes = await history.attempt(
    attemptInfo,
    async () => (await readAll((query) => call.page('GET /allbikes', { query }))).rows,
    (rows) => ({ seen: [createSeenOnSale(rows)] }),
  )
  if (!bikes) throw new Error('The list of bikes could not be read.')
  snapshot.onSale = new Set(bikes.map(({ _id }) => _id))
}

const readBuyer = async (history: History, { name, serverName, call }: User, snapshot: AppSnapshot): Promise<void> => {
  const orders = await history.attempt(
    { who: name, action: 'read', serverName },
    async () => (await readAll((query) => call.page('GET /bookings', { query }))).rows,
    (rows) => ({ seen: rows.map(createSeenOrder) }),
  )
  if (!orders) throw new Error(`The orders of ${name} could not be read.`)
  snapshot.orders.set(
    name,
    new Map(orders.map((one) => [one._id, { ...one, bikeId: one.producId, price: one.salePrice }])),
  )
  const wishes = (await readAll((query) => call.page('GET /wishlist', { query }))).rows
  snapshot.wishes.set(name, new Map(wishes.map((one) => [one._id, { bikeId: one.productId, paid: one.paid }])))
}

const readSeller = async (_history: History, { name, call }: User, snapshot: AppSnapshot): Promise<void> => {
  const bikes = (await readAll((query) => call.page('GET /allbikes/myproduct', { query }))).rows
  snapshot.listings.set(name, new Map(bikes.map(({ _id, status }) => [_id, status])))
}

const readAdminLists = async ({ call }: User, snapshot: AppSnapshot): Promise<void> => {
  const messages = (await readAll((query) => call.page('GET /messages', { query }))).rows
  snapshot.messages = new Set(messages.map(({ subject }) => subject ?? ''))
  const sellers = await readAll((query) => call.page('GET /sellers', { query }))
  snapshot.sellers = new Map(sellers.rows.map(({ email, status }) => [email, status]))
  const buyers = await readAll((query) => call.page('GET /buyers', { query }))
  snapshot.counts = {
    sellers: { total: sellers.total, rows: sellers.rows.length },
    buyers: { total: buyers.total, rows: buyers.rows.length },
  }
}

/** Actions that were done or may have been done, after which the row may be gone. */
const collectPossibleIds = (entries: readonly HistoryEntry[], action: HistoryEntry['action']): Set<string> =>
  new Set(entries.flatMap((one) => (one.action === action && one.outcome !== 'fail' && one.id ? [one.id] : [])))

type WriteCheck = (entry: HistoryEntry, snapshot: AppSnapshot, undoings: UndoingLog) => boolean

const isPaidShown = ({ orders, wishes }: AppSnapshot, buyer: string, bikeId: string): boolean =>
  [...(orders.get(buyer)?.values() ?? []), ...(wishes.get(buyer)?.values() ?? [])].some(
    (one) => one.bikeId === bikeId && one.paid,
  )

const wasUndoneAfter = (undoings: UndoingLog, { bikeId = '', beganMs }: HistoryEntry, buyer: string | null): boolean =>
  undoings.find(bikeId, buyer).some((one) => one.endedMs > beganMs)

/** Whether an acknowledged action is visible; true for actions without a visible result. */
const writeChecks: Partial<Record<HistoryEntry['action'], WriteCheck>> = {
  // A cancelled booking leaves the list.
  book: (entry, { orders }, undoings) =>
    wasUndoneAfter(undoings, entry, entry.who) || (orders.get(entry.who)?.has(entry.id ?? '') ?? false),
  wish: ({ who, id = '' }, { wishes }) => wishes.get(who)?.has(id) ?? false,
  pay: (entry, snapshot, undoings) =>
    wasUndoneAfter(undoings, entry, entry.who) || isPaidShown(snapshot, entry.who, entry.bikeId ?? ''),
  cancel: ({ isChanged, dealId = '', buyer = '' }, { orders }) =>
    isChanged === false || !orders.get(buyer)?.get(dealId)?.paid,
  hand_over: (entry, { onSale, listings }, undoings) =>
    wasUndoneAfter(undoings, entry, null) ||
    (!onSale.has(entry.bikeId ?? '') && (listings.get(entry.who)?.get(entry.bikeId ?? '') ?? 'sold') === 'sold'),
  delete: ({ who, bikeId = '' }, { listings, onSale }) => !onSale.has(bikeId) && !listings.get(who)?.has(bikeId),
  write: ({ id = '' }, { messages }) => messages.has(id),
  verify: ({ id = '' }, { sellers }) => sellers.get(id) ?? false,
  remove: ({ id = '' }, { sellers }) => !sellers.has(id),
}

type Possible = { deletedIds: Set<string>; undoings: UndoingLog }

const isPresent = (entry: HistoryEntry, snapshot: AppSnapshot, { deletedIds, undoings }: Possible): boolean => {
  if (entry.action === 'add' && snapshot.listings.has(entry.who))
    return deletedIds.has(entry.bikeId ?? '') || (snapshot.listings.get(entry.who)?.has(entry.bikeId ?? '') ?? false)
  return writeChecks[entry.action]?.(entry, snapshot, undoings) ?? true
}

/** Describes the acknowledged writes that are missing. */
export const findLostWrites = (entries: readonly HistoryEntry[], snapshot: AppSnapshot): string[] => {
  const possible: Possible = { deletedIds: collectPossibleIds(entries, 'delete'), undoings: createUndoingLog() }
  possible.undoings.add(entries)
  return entries
    .filter((entry) => entry.outcome === 'ok' && !isPresent(entry, snapshot, possible))
    .map(({ who, action, bikeId, id }) => `lost: "${action}" of ${who} was acknowledged (bike ${bikeId}, ${id})`)
}
