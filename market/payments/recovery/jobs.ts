// After a backup was restored: the payments that came after it are known to the card provider alone. Each is brought
// back with its sale where its order is still there; otherwise the money goes back, and nobody paid for nothing.
import { and, eq, isNull } from 'drizzle-orm'
import { broken } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { wishes } from '#market/wishlist/table.ts'
import type { Intent } from '#market/payments/provider.ts'
import { settle, type Till } from '#market/payments/settle.ts'
import { payments, restores } from '#market/payments/table.ts'

type Of = { bikeId: string; buyerId: string }
type Begun = { bookingId: string | null; wishId: string | null }

/** What this money was paid for, at the price that stands there; null when that was made after the backup too. */
const begunFrom = async ({ db }: Till, { bikeId, buyerId }: Of, amountTaka: number): Promise<Begun | null> => {
  const [booking] = await db
    .select({ id: bookings.id, priceTaka: bookings.priceTaka })
    .from(bookings)
    .where(and(eq(bookings.bikeId, bikeId), eq(bookings.buyerId, buyerId), isNull(bookings.cancelledAt)))
  const [wish] = await db
    .select({ id: wishes.id, priceTaka: bikes.salePriceTaka })
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .where(and(eq(wishes.bikeId, bikeId), eq(wishes.buyerId, buyerId)))
  const bookingId = booking?.priceTaka === amountTaka ? booking.id : null
  const wishId = wish?.priceTaka === amountTaka ? wish.id : null
  return bookingId === null && wishId === null ? null : { bookingId, wishId }
}

/** Writes the payment down again as it was begun; false when the books of the backup have no place for it. */
const writeAgain = async (till: Till, { id: intentId, amountTaka, ...intent }: Intent): Promise<boolean> => {
  const { paymentId: id, bikeId, buyerId } = intent
  if (id === undefined || bikeId === undefined || buyerId === undefined) return false
  const begun = await begunFrom(till, { bikeId, buyerId }, amountTaka)
  if (!begun) return false
  const row = { id, bikeId, buyerId, ...begun, amountTaka, intentId, currency: 'bdt', state: 'open' } as const
  try {
    await till.db.insert(payments).values({ ...row, createdAt: till.now() })
    return true
  } catch (error) {
    // Another one holds the bike, or the buyer is not here: what the books say stands.
    if (broken(error) === undefined) throw error
    return false
  }
}

const bringBack = async (till: Till, intentId: string): Promise<void> => {
  const [known] = await till.db.select({ state: payments.state }).from(payments).where(eq(payments.intentId, intentId))
  if (known && known.state !== 'open') return
  const intent = await till.cards.look(intentId)
  // Money that no call of this shop asked for is somebody else's at the same account.
  if (intent.paymentId === undefined) return
  if ((await settle(till, intentId)) !== null) return
  if (await writeAgain(till, intent)) {
    await settle(till, intentId)
    till.say(`The payment ${intent.paymentId} came after the backup: it is written down again.`)
    return
  }
  await till.cards.refund(intentId)
  till.say(`The payment ${intent.paymentId} came after the backup and its order is lost: its money was sent back.`)
}

/** Asks the provider for what came after a backup that was restored; nothing when none was, or when it was asked. */
export const relearn = async (till: Till): Promise<void> => {
  const [waiting] = await till.db.select().from(restores).where(isNull(restores.relearntAt)).limit(1)
  if (!waiting) return
  for await (const { id, status, amountPoisha, refundedPoisha } of till.cards.all()) {
    if (status === 'succeeded' && refundedPoisha < amountPoisha) await bringBack(till, id)
  }
  await till.db.update(restores).set({ relearntAt: till.now() }).where(isNull(restores.relearntAt))
}
