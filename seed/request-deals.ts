// The deals of the demonstration's bookings.
import { periods } from '#market/deals/deadlines-in-ms.ts'
import { addMs } from '#contract/time/durations.ts'
import { sql } from 'drizzle-orm'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { deals, dealSteps } from '#market/schema/deals/deals.ts'
import type { Transaction } from '#platform/database/database.ts'

/** Begins a deal for each booking; the sellers have 48 hours from `now` on to answer. */
export const insertDemoDeals = async (tx: Transaction, now: Date): Promise<void> => {
  const answerDueAt = addMs(now, periods.answerMs).toISOString()
  await tx.execute(sql`
    insert into ${deals} (id, booking_id, bike_id, buyer_id, seller_id, price_taka, buyer_number, meet_place, requested_at,
      queued_at, answer_due_at, due_at)
    select ${bookings.id}, ${bookings.id}, ${bookings.bikeId}, ${bookings.buyerId}, ${bikes.sellerId}, ${bookings.priceTaka},
      ${bookings.contactNumber}, ${bookings.meetingLocation}, ${bookings.createdAt}, ${bookings.createdAt},
      ${answerDueAt}::timestamptz, ${answerDueAt}::timestamptz
    from ${bookings} join ${bikes} on ${bikes.id} = ${bookings.bikeId}`)
  await tx.execute(sql`
    insert into ${dealSteps} (id, deal_id, kind, actor, note, at)
    select gen_random_uuid(), id, 'requested', 'buyer', meet_place, requested_at from ${deals}`)
}
