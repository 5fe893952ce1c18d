// How a deal begins: with a booking, or with the payment of a wish.
import { bookingPeriodDays } from '#contract/limits.ts'
import { periods } from './deadlines-in-ms.ts'
import { addMs, dayMs } from '#contract/time/durations.ts'
import { eq, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { recordSteps } from './actions.ts'

const bookingPeriodMs = bookingPeriodDays * dayMs

/** How much one buyer may book. */
export type BookingLimits = {
  /** Bookings that are neither paid nor ended, for bikes on sale. */
  maxLiveBookings: number
  /** Bookings that one seller has not answered. */
  maxUnansweredPerSeller: number
  /** Bookings of one bike in 30 days. */
  maxBookingsPerBike: number
}

type Deps = { now: () => Date; createId: () => string }

type Counts = { live: number; unanswered: number; recent: number; is_promised: boolean; is_blocked: boolean }

/** A booking, with the seller of its bike. */
export type Request = {
  bikeId: string
  sellerId: string
  buyerId: string
  buyerNumber: string
  meetPlace: string
  priceTaka: number
  /** The Idempotency-Key of the request; null without one. */
  idempotencyKey: string | null
}

// Deals that are neither paid nor ended, for bikes on sale.
const countLive = (buyerId: string) => sql`(select count(*)::int from deals join bikes on bikes.id = deals.bike_id
  where deals.buyer_id = ${buyerId} and deals.closed_at is null and deals.held_at is null
    and sold_at is null and withdrawn_at is null and reserved_at is null)`

/** Whether a buyer has as many unpaid deals as one may have. */
export const hasEnoughDeals = async (
  tx: Transaction,
  buyerId: string,
  { maxLiveBookings }: Pick<BookingLimits, 'maxLiveBookings'>,
): Promise<boolean> => {
  const { rows } = await tx.execute<{ live: number }>(sql`select ${countLive(buyerId)} as live`)
  return (rows[0]?.live ?? 0) >= maxLiveBookings
}

type Sides = Pick<Request, 'buyerId' | 'sellerId'>

// One of the two has blocked the other. It ends no deal that they have.
const hasBlock = ({ buyerId, sellerId }: Sides) => sql`exists (select from member_blocks
  where (blocker_id, blocked_id) in ((${buyerId}::uuid, ${sellerId}::uuid), (${sellerId}::uuid, ${buyerId}::uuid)))`

/**
 * Throws `contact_ended`, `too_many_bookings`, `too_many_unanswered` or `booked_too_often`; returns whether another buyer
 * comes first. The buyer is locked, as who blocks does.
 */
const checkLimits = async (tx: Transaction, request: Request, now: Date, limits: BookingLimits): Promise<boolean> => {
  const { bikeId, buyerId, sellerId } = request
  const isLive = sql`deals.buyer_id = ${buyerId} and deals.closed_at is null and deals.held_at is null`
  const { rows } = await tx.execute<Counts>(sql`select
    ${countLive(buyerId)} as live,
    (select count(*)::int from deals where ${isLive} and seller_id = ${sellerId} and accepted_at is null) as unanswered,
    (select count(*)::int from deals where buyer_id = ${buyerId} and bike_id = ${bikeId}
      and requested_at > ${addMs(now, -bookingPeriodMs).toISOString()}::timestamptz) as recent,
    exists (select from deals where bike_id = ${bikeId} and closed_at is null
      and (accepted_at is not null or turn_until is not null)) as is_promised,
    ${hasBlock(request)} as is_blocked`)
  const [counts] = rows
  if (!counts) return false
  if (counts.is_blocked) throw new ApiError('contact_ended')
  if (counts.live >= limits.maxLiveBookings) throw new ApiError('too_many_bookings')
  if (counts.unanswered >= limits.maxUnansweredPerSeller) throw new ApiError('too_many_unanswered')
  if (counts.recent >= limits.maxBookingsPerBike) throw new ApiError('booked_too_often')
  return counts.is_promised
}

/** Throws `suspended` for a suspended member, and waits for a suspension that is being written. */
export const assertNotSuspended = async (tx: Transaction, memberId: string): Promise<void> => {
  const [member] = await tx
    .select({ until: members.suspendedUntil })
    .from(members)
    .where(eq(members.id, memberId))
    .for('share')
  if (member?.until) throw new ApiError('suspended')
}

/**
 * Throws `suspended` or `contact_ended` where the payment of a wish may begin no deal. The buyer is locked, so a suspension
 * or a block that is being written ends before.
 */
export const assertMayBeginDeal = async (tx: Transaction, sides: Sides): Promise<void> => {
  await assertNotSuspended(tx, sides.buyerId)
  const { rows } = await tx.execute<{ is_blocked: boolean }>(sql`select ${hasBlock(sides)} as is_blocked`)
  if (rows[0]?.is_blocked) throw new ApiError('contact_ended')
}

/**
 * Books the locked bike: the booking, its deal, the first step and the seller's notification in one statement.
 * Violates `booked_once` where the buyer has a live booking of this bike.
 * @returns the id of the booking, which is the id of the deal
 */
export const requestDeal = async (
  tx: Transaction,
  deps: Deps,
  request: Request,
  limits: BookingLimits,
): Promise<string> => {
  const at = deps.now()
  const isPromised = await checkLimits(tx, request, at, limits)
  const { bikeId, sellerId, buyerId, buyerNumber, meetPlace, priceTaka, idempotencyKey } = request
  const id = deps.createId()
  const answerDueAt = addMs(at, periods.answerMs)
  const booked = tx
    .insert(bookings)
    .values({
      id,
      bikeId,
      buyerId,
      contactNumber: buyerNumber,
      meetingLocation: meetPlace,
      priceTaka,
      idempotencyKey,
      createdAt: at,
    })
    .returning({ id: bookings.id })
  const dealt = tx
    .insert(deals)
    .values({
      id,
      bookingId: id,
      bikeId,
      buyerId,
      sellerId,
      priceTaka,
      buyerNumber,
      meetPlace,
      requestedAt: at,
      queuedAt: at,
      answerDueAt,
      waitingSince: isPromised ? at : null,
      inLineSince: isPromised ? at : null,
      dueAt: isPromised ? null : answerDueAt,
    })
    .returning({ id: deals.id })
  const first = [tx.$with('booked').as(booked), tx.$with('dealt').as(dealt)]
  const step = { kind: 'requested', actor: 'buyer', note: meetPlace } as const
  await recordSteps(tx, deps, { id, bikeId, buyerId, sellerId, meetAt: null }, [step], first)
  return id
}

/** The live deal of a buyer for a bike; undefined without one. */
export const findLiveDeal = (live: readonly Deal[], buyerId: string): Deal | undefined =>
  live.find((deal) => deal.buyerId === buyerId)

/** Begins a deal with the payment of a wish. The buyer gives number and place on the page of the deal. */
export const beginDealOfWish = async (
  tx: Transaction,
  { now, createId }: Deps,
  wish: Pick<Request, 'bikeId' | 'buyerId' | 'sellerId' | 'priceTaka'> & { wishId: string | null },
): Promise<Deal> => {
  const at = now()
  const [deal] = await tx
    .insert(deals)
    .values({ ...wish, id: createId(), requestedAt: at, queuedAt: at })
    .returning()
  if (!deal) throw new Error('The deal of a wish was not inserted.')
  return deal
}

/** Begins a deal with an accepted offer. The caller accepts it; the buyer books it then, with number and place. */
export const beginDealOfOffer = async (
  tx: Transaction,
  { now, createId }: Deps,
  { bikeId, buyerId, sellerId, priceTaka }: Pick<Request, 'bikeId' | 'buyerId' | 'sellerId' | 'priceTaka'>,
): Promise<Deal> => {
  const at = now()
  const [deal] = await tx
    .insert(deals)
    .values({ id: createId(), bikeId, buyerId, sellerId, priceTaka, requestedAt: at, queuedAt: at })
    .returning()
  if (!deal) throw new Error('The deal of an offer was not inserted.')
  return deal
}
