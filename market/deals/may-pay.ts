// Pure. Whether a bike may be paid for: one answer for what pages offer, for a payment that begins, and for money that has
// come.
import type { z } from 'zod'
import { PayObstacle } from '#contract/deals/bookings.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-errors.ts'
import { getState, isPromised } from './state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import type { PayFacts } from '#market/schema/deals/pay-facts.ts'

type BikeTimes = { soldAt: Date | null; withdrawnAt: Date | null; hiddenAt: Date | null }

/** Why nobody may pay for this bike, whatever its deals say; null when one may. */
export const findBikeObstacle = (
  bike: BikeTimes,
): Extract<ApiErrorCode, 'bike_sold' | 'bike_withdrawn' | 'bike_hidden'> | null => {
  if (bike.soldAt) return 'bike_sold'
  if (bike.withdrawnAt) return 'bike_withdrawn'
  return bike.hiddenAt ? 'bike_hidden' : null
}

export type PayPurpose = 'full' | 'deposit' | 'rest'

const overs = { closed: 'deal_closed', disputed: 'dispute_open', handed_over: 'deal_over' } as const

/** Why the buyer may not pay this part of the price, null when the buyer may. The rest is paid for a held deal alone. */
export const findPayObstacle = (facts: PayFacts, purpose: PayPurpose): ApiErrorCode | null => {
  const { state } = facts
  if (state === 'closed' || state === 'disputed' || state === 'handed_over') return overs[state]
  if (purpose === 'rest') {
    if (state !== 'held') return 'pay_deposit_first'
    return facts.isFrozen ? 'deal_frozen' : null
  }
  if (state === 'held') return 'already_paid'
  if (facts.isChanged) return 'bike_changed'
  if (facts.isPromisedToAnother) return 'promised_to_another'
  return facts.isPaidByAnother ? 'another_buyer_paying' : null
}

/** What keeps a buyer from paying an order or a wish, as lists tell it; null also where nothing is left to pay. */
export const toListedObstacle = (facts: PayFacts): z.output<typeof PayObstacle> | null =>
  PayObstacle.safeParse(findPayObstacle(facts, 'full')).data ?? null

/** A deal of the buyer, none for a wish, among the other live deals of its bike. */
type Surroundings = {
  deal: Deal | undefined
  others: readonly Deal[]
  /** The buyer who pays for the bike at this moment, or null. */
  payingBuyerId: string | null
  now: Date
}

/** Whether another deal of the bike is accepted, held or has its turn. */
export const isPromisedToAnother = ({ others, now }: Pick<Surroundings, 'others' | 'now'>): boolean =>
  others.some((other) => isPromised(other, now))

export const isPaidByAnother = ({ deal, payingBuyerId }: Pick<Surroundings, 'deal' | 'payingBuyerId'>): boolean =>
  payingBuyerId !== null && payingBuyerId !== deal?.buyerId

/** Throws why the buyer may not begin to pay this part of the price. */
export const assertMayPay = (surroundings: Surroundings, purpose: PayPurpose): void => {
  const { deal } = surroundings
  const facts = {
    state: deal ? getState(deal) : null,
    isChanged: deal ? deal.confirmDueAt !== null : false,
    isFrozen: deal ? deal.frozenAt !== null : false,
    isPromisedToAnother: isPromisedToAnother(surroundings),
    isPaidByAnother: isPaidByAnother(surroundings),
  }
  const obstacle = findPayObstacle(facts, purpose)
  if (obstacle !== null) throw new ApiError(obstacle)
}
