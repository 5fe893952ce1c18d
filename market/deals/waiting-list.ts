// Pure. The line behind an accepted deal: clocks that stand, and the turn of the next.
import { isPromised } from './state.ts'
import type { NewNotification } from '#market/notifications/notify.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { startTurn } from './timers.ts'

export type LineChange = { deal: Deal; changes: Partial<Deal>; isTurn: boolean }

/** In line: live, not accepted, in the order of their time in the queue. */
export const inLine = (live: readonly Deal[]): Deal[] =>
  live
    .filter(({ closedAt, acceptedAt }) => closedAt === null && acceptedAt === null)
    .toSorted((one, next) => one.queuedAt.getTime() - next.queuedAt.getTime() || (one.id < next.id ? -1 : 1))

const stopClock = (deal: Deal, now: Date): Partial<Deal> => ({
  turnUntil: null,
  hadTurn: false,
  waitingSince: deal.waitingSince ?? now,
  inLineSince: deal.inLineSince ?? now,
})

/** From now on the seller can say yes. */
const leaveLine = ({ inLineSince, inLineMs }: Deal, now: Date): Partial<Deal> =>
  inLineSince ? { inLineSince: null, inLineMs: inLineMs + now.getTime() - inLineSince.getTime() } : {}

/** The clock of the answer goes on with the time that was left. */
const resumeClock = (deal: Deal, now: Date): Partial<Deal> =>
  deal.waitingSince && deal.answerDueAt
    ? {
        ...leaveLine(deal, now),
        waitingSince: null,
        answerDueAt: new Date(deal.answerDueAt.getTime() + now.getTime() - deal.waitingSince.getTime()),
      }
    : { ...leaveLine(deal, now), waitingSince: null }

/**
 * What changes in the line after an act.
 * @param live all live deals of the bike after the act
 * @param options.wasPromised whether a deal was accepted, held or had its turn before the act
 * @param options.isOnSale whether the bike may be bought by somebody else
 */
export const getLineChanges = (
  live: readonly Deal[],
  { wasPromised, isOnSale, now }: { wasPromised: boolean; isOnSale: boolean; now: Date },
): LineChange[] => {
  const waiting = inLine(live)
  const first = live.find((deal) => isPromised(deal, now))
  if (first) {
    if (wasPromised) return []
    return waiting
      .filter((deal) => deal.id !== first.id)
      .map((deal) => ({ deal, changes: stopClock(deal, now), isTurn: false }))
  }
  if (!wasPromised || !isOnSale) return []
  const next = waiting.find(({ hadTurn, confirmDueAt, sellerOutcome }) => !hadTurn && !confirmDueAt && !sellerOutcome)
  if (next) return [{ deal: next, changes: { ...startTurn(now), ...leaveLine(next, now) }, isTurn: true }]
  return waiting.map((deal) => ({ deal, changes: resumeClock(deal, now), isTurn: false }))
}

/** What those are told who wait from now on: their place in line. Who waited already is told nothing. */
export const listWaitNotices = (changes: readonly LineChange[], createId: () => string): NewNotification[] =>
  changes
    .map((change, index) => ({ ...change, place: index + 1 }))
    .filter(({ deal, changes: { waitingSince } }) => waitingSince && deal.waitingSince === null)
    .map(({ deal: { id, buyerId, bikeId }, place }) => ({
      memberId: buyerId,
      kind: 'waits',
      causeId: createId(),
      dealId: id,
      bikeId,
      number: place,
    }))
