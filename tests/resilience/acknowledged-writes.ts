// Every acknowledged write is there: read back through the shop itself, as the people who were told so.
import { seenInWindow, seenOrder } from './buyer-actor.ts'
import type { Entry, History } from './history.ts'
import { visitor, type User } from './users.ts'
import type { Workload } from './workload.ts'
import { diceFrom } from './random.ts'

/** Everything that the shop shows at one moment of rest. */
export type Shown = {
  /** Bikes on sale. */
  window: Set<string>
  /** Orders of each member of the workload, by the member's name. */
  orders: Map<string, Map<string, { bikeId: string; paid: boolean; refunded: boolean; price: number }>>
  wishes: Map<string, Map<string, { bikeId: string; paid: boolean }>>
  /** Bikes of each seller of the workload, with their standing. */
  offers: Map<string, Map<string, string>>
  messages: Set<string>
  /** Sellers that the admin sees, and whether each has the badge. */
  sellers: Map<string, boolean>
  counts: { sellers: { told: number; rows: number }; buyers: { told: number; rows: number } }
}

const pageSize = '100'

type Asked = { limit: string; cursor?: string }
type OnePage<Row> = { items: Row[]; next: string | null; total?: number }

/** All pages of a list, and the total where the list tells one. */
const readAll = async <Row>(readPage: (query: Asked) => Promise<OnePage<Row>>) => {
  const rows: Row[] = []
  let asked: Asked = { limit: pageSize }
  for (;;) {
    const { items, next, total } = await readPage(asked)
    rows.push(...items)
    if (next === null) return { rows, told: total ?? rows.length }
    asked = { limit: pageSize, cursor: next }
  }
}

/** Reads the whole shop as the users of the workload; what they saw goes into the history as well. */
export const readEverything = async (workload: Workload): Promise<Shown> => {
  const { history, members, admin } = workload
  const shown: Shown = {
    window: new Set(),
    orders: new Map(),
    wishes: new Map(),
    offers: new Map(),
    messages: new Set(),
    sellers: new Map(),
    counts: { sellers: { told: 0, rows: 0 }, buyers: { told: 0, rows: 0 } },
  }
  await readWindow(history, admin, shown)
  for (const member of members) await (member.role === 'Buyer' ? readBuyer : readSeller)(history, member, shown)
  await readDesk(admin, shown)
  return shown
}

const readWindow = async (history: History, { at, url }: User, shown: Shown): Promise<void> => {
  const { call } = visitor({ name: 'reader', at, url, dice: diceFrom('reader') })
  const about = { who: 'reader', deed: 'read', at } as const
  const bikes = await history.attempt(
    about,
    async () => (await readAll((query) => call.page('GET /allbikes', { query }))).rows,
    (rows) => ({ seen: [seenInWindow(rows)] }),
  )
  if (!bikes) throw new Error('The shop window could not be read.')
  shown.window = new Set(bikes.map(({ _id }) => _id))
}

const readBuyer = async (history: History, { name, at, call }: User, shown: Shown): Promise<void> => {
  const orders = await history.attempt(
    { who: name, deed: 'read', at },
    async () => (await readAll((query) => call.page('GET /bookings', { query }))).rows,
    (rows) => ({ seen: rows.map(seenOrder) }),
  )
  if (!orders) throw new Error(`The orders of ${name} could not be read.`)
  shown.orders.set(
    name,
    new Map(orders.map((one) => [one._id, { ...one, bikeId: one.producId, price: one.salePrice }])),
  )
  const wishes = (await readAll((query) => call.page('GET /wishlist', { query }))).rows
  shown.wishes.set(name, new Map(wishes.map((one) => [one._id, { bikeId: one.productId, paid: one.paid }])))
}

const readSeller = async (_history: History, { name, call }: User, shown: Shown): Promise<void> => {
  const bikes = (await readAll((query) => call.page('GET /allbikes/myproduct', { query }))).rows
  shown.offers.set(name, new Map(bikes.map(({ _id, status }) => [_id, status])))
}

const readDesk = async ({ call }: User, shown: Shown): Promise<void> => {
  const messages = (await readAll((query) => call.page('GET /messages', { query }))).rows
  shown.messages = new Set(messages.map(({ subject }) => subject ?? ''))
  const sellers = await readAll((query) => call.page('GET /sellers', { query }))
  shown.sellers = new Map(sellers.rows.map(({ email, status }) => [email, status]))
  const buyers = await readAll((query) => call.page('GET /buyers', { query }))
  shown.counts = {
    sellers: { told: sellers.told, rows: sellers.rows.length },
    buyers: { told: buyers.told, rows: buyers.rows.length },
  }
}

/** What nobody knows whether it was done, or that was done: after it the thing may be gone. */
const maybe = (entries: readonly Entry[], deed: Entry['deed']): Set<string> =>
  new Set(entries.flatMap((one) => (one.deed === deed && one.outcome !== 'fail' && one.id ? [one.id] : [])))

type Judge = (entry: Entry, shown: Shown) => boolean

/** Whether an acknowledged deed of this kind can be seen; deeds that leave nothing to be read are not asked. */
const isThere: Partial<Record<Entry['deed'], Judge>> = {
  book: ({ who, id = '' }, { orders }) => orders.get(who)?.has(id) ?? false,
  wish: ({ who, id = '' }, { wishes }) => wishes.get(who)?.has(id) ?? false,
  pay: ({ who, bikeId }, { orders, wishes }) =>
    [...(orders.get(who)?.values() ?? []), ...(wishes.get(who)?.values() ?? [])].some(
      (one) => one.bikeId === bikeId && one.paid,
    ),
  delete: ({ who, bikeId = '' }, { offers, window }) => !window.has(bikeId) && !offers.get(who)?.has(bikeId),
  write: ({ id = '' }, { messages }) => messages.has(id),
  verify: ({ id = '' }, { sellers }) => sellers.get(id) ?? false,
  remove: ({ id = '' }, { sellers }) => !sellers.has(id),
}

const isKept = (entry: Entry, shown: Shown, deleted: Set<string>): boolean => {
  if (entry.deed === 'add' && shown.offers.has(entry.who))
    return deleted.has(entry.bikeId ?? '') || (shown.offers.get(entry.who)?.has(entry.bikeId ?? '') ?? false)
  return isThere[entry.deed]?.(entry, shown) ?? true
}

/** The acknowledged writes that are not there, as sentences. */
export const findLost = (entries: readonly Entry[], shown: Shown): string[] => {
  const deleted = maybe(entries, 'delete')
  return entries
    .filter((entry) => entry.outcome === 'ok' && !isKept(entry, shown, deleted))
    .map(({ who, deed, bikeId, id }) => `lost: ${who} was told that "${deed}" was done (bike ${bikeId}, ${id})`)
}
