// Pure. When a side of a conversation may offer a price, and what an offer is at a moment.
import { maxOffers } from '#contract/limits.ts'
import { bookHours, offerHours } from '#contract/deals/deadlines.ts'
import { hourMs } from '#contract/time/durations.ts'
import type { z } from 'zod'
import type { ApiErrorCode } from '#contract/errors/api-errors.ts'
import type { offerings, offerStates, offerTerms } from '#contract/chats/offers.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Offer } from '#market/schema/deals/offers.ts'

/** How long an offer waits for an answer, and an agreed price for its booking, in milliseconds. */
export const offerMs = offerHours * hourMs
export const bookMs = bookHours * hourMs

const minShare = 0.5
// No bike costs less.
const minPriceTaka = 1_000

/** The lowest and the highest offer for a bike at this price, in Taka. */
export const getOfferRange = (salePriceTaka: number) => ({
  minTaka: Math.max(minPriceTaka, Math.ceil(salePriceTaka * minShare)),
  maxTaka: salePriceTaka,
})

export const isInRange = (priceTaka: number, salePriceTaka: number): boolean => {
  const { minTaka, maxTaka } = getOfferRange(salePriceTaka)
  return priceTaka >= minTaka && priceTaka <= maxTaka
}

type OfferTimes = Pick<Offer, 'closedAt' | 'outcome' | 'expiresAt'>

/** The state of an offer; one whose time is over has lapsed, also before the job has closed it. */
export const getOfferState = ({ outcome, expiresAt }: OfferTimes, now: Date): (typeof offerStates)[number] => {
  if (outcome) return outcome
  return expiresAt > now ? 'open' : 'lapsed'
}

/** What decides whether a side may offer a price. */
export type OfferSurroundings = {
  side: 'buyer' | 'seller'
  /** All offers of the conversation, the oldest first. */
  offers: readonly Offer[]
  isPriceFixed: boolean
  /** A deal of the bike is accepted or held, or a buyer has the turn. */
  isPromised: boolean
  /** This side may write in the conversation, and the bike is shown. */
  canWrite: boolean
}

/** After a refusal the buyer waits until the next day in Dhaka, unless the seller names a price before. */
const waitsUntilTomorrow = ({ side, offers }: OfferSurroundings, now: Date): boolean => {
  if (side === 'seller') return false
  const last = offers.findLast(({ outcome, maker }) => outcome === 'refused' || maker === 'seller')
  return (
    last?.maker === 'buyer' &&
    last.outcome === 'refused' &&
    last.closedAt !== null &&
    getDhakaDay(last.closedAt) === getDhakaDay(now)
  )
}

export type Offering = (typeof offerings)[number]

/** Whether a side may offer a price now, or why not. */
export const getOffering = (around: OfferSurroundings, now: Date): Offering => {
  const { side, offers, isPriceFixed, isPromised, canWrite } = around
  if (!canWrite) return 'closed'
  if (isPriceFixed) return 'fixed'
  if (isPromised) return 'agreed'
  if (offers.some((offer) => offer.maker === side && getOfferState(offer, now) === 'open')) return 'waiting'
  if (offers.length >= maxOffers) return 'rounds'
  return waitsUntilTomorrow(around, now) ? 'tomorrow' : 'open'
}

/** The error of each reason why nothing can be offered. `closed` has the errors of writing. */
export const errorByOffering = {
  closed: 'chat_closed',
  fixed: 'price_fixed',
  agreed: 'no_offers_now',
  waiting: 'offer_waits',
  rounds: 'too_many_offers',
  tomorrow: 'offer_tomorrow',
} as const satisfies Record<Exclude<Offering, 'open'>, ApiErrorCode>

type OfferTerms = { [K in keyof typeof offerTerms]: z.input<(typeof offerTerms)[K]> }

/** How much this side may offer, and whether it may now. */
export const toOfferTerms = (around: OfferSurroundings, salePriceTaka: number, now: Date): OfferTerms => {
  const { minTaka, maxTaka } = getOfferRange(salePriceTaka)
  return { offering: getOffering(around, now), minOffer: minTaka, maxOffer: maxTaka }
}
