// Taking hold of a bike in order to pay for it: one hold at a time, and the same buyer gets the same one again.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { Refused } from '#contract/errors/api-errors.ts'
import { broke, type Database } from '#platform/database/database.ts'
import type { Intent } from '#market/payments/provider.ts'
import { isStale } from '#market/payments/rules.ts'
import { release, settle, type Till } from '#market/payments/settle.ts'
import { type Payment, payments } from '#market/payments/table.ts'

/** Who wants to pay how much for which bike, and what it was begun from. */
export type Purchase = {
  bikeId: string
  buyerId: string
  bookingId: string | null
  wishId: string | null
  amountTaka: number
}

// Each round ends a hold that stood in the way; more than this means that others are faster, and one of them will pay.
const roundsMost = 3

const holdOn = async ({ db }: Till, bikeId: string): Promise<Payment | undefined> => {
  const [hold] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bikeId, bikeId), inArray(payments.state, ['open', 'succeeded'])))
  return hold
}

/** Writes the hold down before the provider is asked; gives null when another one stands there. */
const take = async ({ db, now, newId }: Till, purchase: Purchase): Promise<Payment | null> => {
  const row = { ...purchase, id: newId(), currency: 'bdt', state: 'open', createdAt: now() } as const
  try {
    const [taken] = await db.insert(payments).values(row).returning()
    return taken ?? null
  } catch (error) {
    if (broke(error, 'one_hold_per_bike')) return null
    throw broke(error, 'member_is_here') ? new Refused('not_signed_in') : error
  }
}

/** The same hold, begun from the order and the wishlist item alike. */
const joinHold = async ({ db }: Till, hold: Payment, purchase: Purchase): Promise<Payment> => {
  const [joined] = await db
    .update(payments)
    .set({
      bookingId: sql`coalesce(${payments.bookingId}, ${purchase.bookingId})`,
      wishId: sql`coalesce(${payments.wishId}, ${purchase.wishId})`,
    })
    .where(eq(payments.id, hold.id))
    .returning()
  return joined ?? hold
}

const isReusable = (hold: Payment, purchase: Purchase, now: Date): boolean =>
  hold.buyerId === purchase.buyerId && hold.amountTaka === purchase.amountTaka && !isStale(hold, now)

/** The buyer's own hold on the bike; refuses while another buyer has a fresh one, or the bike was sold. */
const holdFor = async (till: Till, purchase: Purchase): Promise<Payment | null> => {
  const taken = await take(till, purchase)
  if (taken) return taken
  const hold = await holdOn(till, purchase.bikeId)
  if (!hold) return null
  if (hold.state === 'succeeded') throw new Refused(hold.buyerId === purchase.buyerId ? 'already_paid' : 'bike_sold')
  if (isReusable(hold, purchase, till.now())) return joinHold(till, hold, purchase)
  const isMine = hold.buyerId === purchase.buyerId
  if (!isMine && !isStale(hold, till.now())) throw new Refused('another_buyer_paying')
  await release(till, hold)
  return null
}

/** The intent of a hold: asked for when there is none yet, looked at otherwise. No lock is held meanwhile. */
const intentOf = async (till: Till, hold: Payment): Promise<Intent> => {
  if (hold.intentId !== null) return till.cards.look(hold.intentId)
  const intent = await till.cards.begin(hold)
  await till.db
    .update(payments)
    .set({ intentId: intent.id })
    .where(and(eq(payments.id, hold.id), isNull(payments.intentId)))
  return intent
}

/**
 * Holds the bike for this buyer and gives the intent to pay with.
 * Refuses `another_buyer_paying`, `bike_sold`, `already_paid`, and `cards_unavailable` when the provider is away.
 */
export const holdBike = async (till: Till, purchase: Purchase): Promise<Intent> => {
  for (let round = 0; round < roundsMost; round += 1) {
    const hold = await holdFor(till, purchase)
    if (!hold) continue
    const intent = await intentOf(till, hold)
    if (intent.status === 'open') return intent
    // Paid or ended without our having heard of it: write that down, then see who may have the bike.
    await settle(till, intent.id)
  }
  throw new Refused('another_buyer_paying')
}

/** Whether somebody is paying for this bike at this moment. */
export const isBeingPaid = async (db: Pick<Database, 'select'>, bikeId: string): Promise<boolean> => {
  const open = and(eq(payments.bikeId, bikeId), eq(payments.state, 'open'))
  const held = await db.select({ id: payments.id }).from(payments).where(open).limit(1)
  return held.length > 0
}
