// A deal in each state, for tests of the pure rules: a bike of 100,000 Taka, and now is 26 November 2026, noon in Dhaka.
import { addMs, hourMs } from '#contract/time/durations.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import type { DealContext, Effects } from '#market/deals/transitions.ts'
import { createDeal } from './deal-rows.ts'

export const now = new Date('2026-11-26T06:00:00Z')

/** A moment so many hours before now; with a minus after it. */
export const hoursAgo = (hours: number): Date => addMs(now, -hours * hourMs)

const requested = createDeal({ id: 'Karim', priceTaka: 100_000, now: hoursAgo(30), isWaiting: false })
const accepted: Deal = { ...requested, acceptedAt: hoursAgo(20), answerDueAt: null }
const held: Deal = { ...accepted, heldAt: hoursAgo(10) }
const handedOver: Deal = { ...held, handedOverAt: hoursAgo(2), cashTaka: 97_000 }
const closed: Deal = { ...held, closedAt: hoursAgo(1), closeReason: 'no_deal', refundedAt: hoursAgo(1) }
const frozen = { frozenAt: hoursAgo(1) }

export const exampleDeals = {
  requested,
  accepted,
  held,
  'handed over': handedOver,
  disputed: { ...held, disputedAt: hoursAgo(1) },
  closed,
  'held, frozen': { ...held, ...frozen },
  'handed over, frozen': { ...handedOver, ...frozen },
  'disputed, frozen': { ...held, disputedAt: hoursAgo(2), ...frozen },
} satisfies Record<string, Deal>

export type ExampleState = keyof typeof exampleDeals

/** Another buyer's request for the same bike. */
export const createOther = (changes: Partial<Deal> = {}): Deal => ({
  ...createDeal({ id: 'Sadia', priceTaka: 100_000, now: hoursAgo(25), isWaiting: true }),
  ...changes,
})

/** A deal in a state with its surroundings: the deposit of 3,000 Taka is paid where a deal holds money. */
export const createExample = (
  state: ExampleState,
  changes: Partial<Deal> = {},
  surroundings: Partial<Omit<DealContext, 'deal'>> = {},
): DealContext => {
  const deal = { ...exampleDeals[state], ...changes }
  const paidTaka = deal.heldAt ? 3_000 : 0
  return { deal, others: [], payingBuyerId: null, paidTaka, hasFailedBefore: false, now, ...surroundings }
}

/** What of an ending concerns the money and the bike. */
export const summarize = ({ changes, steps: [step], split, bike, closesOthers }: Effects) => ({
  reason: changes.closeReason,
  actor: step?.actor,
  ...(split && { back: split.toBuyerTaka, kept: split.toSellerTaka }),
  ...(bike && { bike }),
  ...(closesOthers && { closesOthers }),
})
