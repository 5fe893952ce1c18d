// Whether what the users were told can be true of one shop, in the spirit of Jepsen: bike by bike, deed by deed. What was
// acknowledged stays; what was refused never was; what nobody knows may fall either way, but not both.
import type { Entry, Seen } from './history.ts'

// Another process hears of a change by a notice; without it a hot list lives for five seconds (platform/ssr/response-cache.ts).
const listLifeMs = 5_000
// The list was read before it was kept, and the two of them may have been slow.
const slackMs = 3_000

type Fact = { atMs: number; at: string; who: string }
type Bike = {
  paid: Fact[]
  deleted: Fact | null
  /** The final standings that reads have shown: a bike that was sold is sold for ever. */
  ends: Map<'sold' | 'withdrawn', Fact>
}
type Order = { bookingId: string; paidSeen: Fact | null }
type Shop = { bikes: Map<string, Bike>; orders: Map<string, Order>; troubles: string[] }

const bikeOf = (shop: Shop, id: string): Bike => {
  const known = shop.bikes.get(id)
  if (known) return known
  const bike: Bike = { paid: [], deleted: null, ends: new Map() }
  shop.bikes.set(id, bike)
  return bike
}

const factOf = ({ endedMs, at, who }: Entry): Fact => ({ atMs: endedMs, at, who })

/** Whether the fact stood before the read was begun, so that the read had to show it. */
const stoodBefore = (fact: Fact | null | undefined, read: Entry): boolean => fact != null && fact.atMs < read.beganMs

const stoodInWindow = (fact: Fact | null | undefined, read: Entry): boolean =>
  fact != null && fact.atMs + (fact.at === read.at ? 0 : listLifeMs + slackMs) < read.beganMs

const takeDeed = (shop: Shop, entry: Entry): void => {
  if (entry.outcome !== 'ok' || entry.bikeId === undefined) return
  const bike = bikeOf(shop, entry.bikeId)
  if (entry.deed === 'delete') bike.deleted ??= factOf(entry)
  if (entry.deed !== 'pay') return
  const other = bike.paid.find(({ who }) => who !== entry.who)
  if (other) shop.troubles.push(`bike ${entry.bikeId} was acknowledged as paid to ${other.who} and to ${entry.who}`)
  if (bike.deleted && bike.deleted.atMs < entry.beganMs)
    shop.troubles.push(`bike ${entry.bikeId} was deleted and afterwards paid by ${entry.who}`)
  bike.paid.push(factOf(entry))
}

const takeWindow = (shop: Shop, read: Entry, seen: Extract<Seen, { kind: 'window' }>): void => {
  for (const id of seen.bikeIds) {
    const bike = shop.bikes.get(id)
    if (!bike) continue
    if (stoodInWindow(bike.paid[0], read)) shop.troubles.push(`bike ${id} was paid, and ${read.who} saw it on sale`)
    if (stoodInWindow(bike.deleted, read)) shop.troubles.push(`bike ${id} was deleted, and ${read.who} saw it on sale`)
    for (const [end, fact] of bike.ends)
      if (stoodInWindow(fact, read))
        shop.troubles.push(`bike ${id} was seen ${end}, and then ${read.who} saw it on sale`)
  }
}

const takeOrder = (shop: Shop, read: Entry, seen: Extract<Seen, { kind: 'order' }>): void => {
  const bike = bikeOf(shop, seen.bikeId)
  const said = `${read.who} read of bike ${seen.bikeId}: paid ${seen.paid}, ${seen.status}`
  const wrong = (why: string) => shop.troubles.push(`${said}; but ${why}`)
  const mine = bike.paid.find(({ who }) => who === read.who)
  if (!seen.paid && stoodBefore(mine, read)) wrong('the payment had been acknowledged')
  if (seen.status !== 'sold' && stoodBefore(bike.paid[0], read)) wrong('it had been acknowledged as paid')
  if (seen.status === 'available' && stoodBefore(bike.deleted, read)) wrong('it had been deleted')
  if (seen.paid && seen.status !== 'sold') wrong('a bike that is paid for is sold')
  const order = shop.orders.get(seen.bookingId) ?? { bookingId: seen.bookingId, paidSeen: null }
  shop.orders.set(seen.bookingId, order)
  if (!seen.paid && stoodBefore(order.paidSeen, read)) wrong('it had been seen paid before')
  if (seen.paid) order.paidSeen ??= factOf(read)
  for (const [end, fact] of bike.ends)
    if (seen.status !== end && stoodBefore(fact, read)) wrong(`it had been seen ${end} before`)
  if (seen.status !== 'available' && !bike.ends.has(seen.status)) bike.ends.set(seen.status, factOf(read))
}

/** Judges a history as it grows: each part is handed over once, when everybody holds still. */
export type Checker = { take(entries: readonly Entry[]): string[] }

/** Opens a judge who knows nothing yet. */
export const openChecker = (): Checker => {
  const shop: Shop = { bikes: new Map(), orders: new Map(), troubles: [] }
  return {
    take: (entries) => {
      for (const entry of entries.toSorted((one, other) => one.endedMs - other.endedMs)) {
        takeDeed(shop, entry)
        for (const seen of entry.seen ?? []) {
          if (seen.kind === 'window') takeWindow(shop, entry, seen)
          else takeOrder(shop, entry, seen)
        }
      }
      return shop.troubles.splice(0)
    },
  }
}

/** What in this history cannot be true of one shop, as sentences. */
export const findContradictions = (entries: readonly Entry[]): string[] => openChecker().take(entries)
