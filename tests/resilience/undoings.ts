// What may have undone a purchase: cancellations, decisions of the admin, and removals of sellers. An attempt whose end is
// unknown may take effect at any later time.
import type { HistoryEntry } from './history.ts'

/** From `beganMs` to `endedMs` the purchase of a bike may have been undone: of one buyer, or of whoever had it. */
export type Undoing = { bikeId: string; buyer: string | null; beganMs: number; endedMs: number }

export type UndoingLog = {
  /** Adds what these entries may have undone; the entries before must have been added already. */
  add(entries: readonly HistoryEntry[]): void
  /** What may have undone a purchase of the bike, by anybody or by this buyer. */
  find(bikeId: string, buyer: string | null): readonly Undoing[]
}

const toTimes = ({ beganMs, endedMs, outcome }: HistoryEntry) => ({
  beganMs,
  endedMs: outcome === 'unknown' ? Number.POSITIVE_INFINITY : endedMs,
})

/** The name of a member of the workload, by the e-mail address. */
const toName = (email: string): string => email.split('@')[0] ?? email

/** Opens an empty log. */
export const createUndoingLog = (): UndoingLog => {
  const bikeOfDeal = new Map<string, string>()
  const bikesOfSeller = new Map<string, string[]>()
  const undoings = new Map<string, Undoing[]>()
  const addUndoing = (one: Undoing) => undoings.set(one.bikeId, [...(undoings.get(one.bikeId) ?? []), one])

  const learn = ({ action, who, bikeId, dealId }: HistoryEntry): void => {
    if (bikeId === undefined) return
    if (dealId !== undefined) bikeOfDeal.set(dealId, bikeId)
    if (action === 'add') bikesOfSeller.set(who, [...(bikesOfSeller.get(who) ?? []), bikeId])
  }

  /** The bikes that the attempt is about. */
  const findBikes = ({ action, bikeId, dealId = '', id = '' }: HistoryEntry): readonly string[] => {
    if (action === 'cancel') return bikeId === undefined ? [] : [bikeId]
    if (action === 'decide') return bikeOfDeal.has(dealId) ? [bikeOfDeal.get(dealId) ?? ''] : []
    return action === 'remove' ? (bikesOfSeller.get(toName(id)) ?? []) : []
  }

  return {
    add: (entries) => {
      for (const entry of entries) learn(entry)
      for (const entry of entries) {
        if (entry.outcome === 'fail' || entry.isChanged === false) continue
        for (const bikeId of findBikes(entry)) addUndoing({ bikeId, buyer: entry.buyer ?? null, ...toTimes(entry) })
      }
    },
    find: (bikeId, buyer) =>
      (undoings.get(bikeId) ?? []).filter((one) => buyer === null || one.buyer === null || one.buyer === buyer),
  }
}
