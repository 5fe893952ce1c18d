import { and, eq, isNull, sql } from 'drizzle-orm'
import type { paymentCalls } from '#contract/payments.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { refuseOtherEmail } from '#market/members/rules.ts'
import type { Member } from '#market/members/table.ts'
import { wishes, wishPriceTaka } from '#market/wishlist/table.ts'
import { holdBike } from './holds/rules.ts'
import { takeIn } from './webhook-events/jobs.ts'
import { mayPay, untilSold } from './rules.ts'
import { settle, type Till } from './settle.ts'
import { type Payment, payments } from './table.ts'

type Begin = Visit<(typeof paymentCalls)['POST /create-payment-intent'], Member>
type Record = Visit<(typeof paymentCalls)['POST /payments'], Member>

/** My order, or my wishlist item, with its bike and the price that will be asked for it. */
const wantedBy = async (db: Database, { me, body }: Begin) => {
  const bike = { id: bikes.id, soldAt: bikes.soldAt, withdrawnAt: bikes.withdrawnAt }
  if (body.bookingId !== undefined) {
    const [order] = await db
      .select({ paidAt: bookings.paidAt, priceTaka: bookings.priceTaka, bike })
      .from(bookings)
      .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
      .where(and(eq(bookings.id, body.bookingId), eq(bookings.buyerId, me.id), isNull(bookings.cancelledAt)))
    return order
  }
  const [item] = await db
    .select({ paidAt: wishes.paidAt, priceTaka: wishPriceTaka, bike })
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .where(and(eq(wishes.id, body.wishlistId ?? ''), eq(wishes.buyerId, me.id)))
  return item
}

const begin = async (till: Till, visit: Begin): Promise<{ clientSecret: string }> => {
  const wanted = await wantedBy(till.db, visit)
  const refused = mayPay(wanted, visit.body.price)
  if (refused || !wanted) throw refused ?? new Refused('not_found')
  const { clientSecret } = await holdBike(till, {
    bikeId: wanted.bike.id,
    buyerId: visit.me.id,
    bookingId: visit.body.bookingId ?? null,
    wishId: visit.body.wishlistId ?? null,
    amountTaka: wanted.priceTaka,
  })
  return { clientSecret }
}

/** Whether this id is my order or my wishlist item about this bike. */
const isMineAbout = async (db: Database, visit: Record): Promise<boolean> => {
  const { bookingId, productId } = visit.body
  const found = await db.execute(sql`
    select from bookings where id = ${bookingId} and buyer_id = ${visit.me.id} and bike_id = ${productId}
    union all
    select from wishes where id = ${bookingId} and buyer_id = ${visit.me.id} and bike_id = ${productId}`)
  return found.rows.length > 0
}

/** My payment with this intent, as the claim describes it; what is not mine is not there. */
const claimed = async (till: Till, visit: Record): Promise<Payment> => {
  const { me, body } = visit
  const mine = and(eq(payments.intentId, body.transactionId), eq(payments.buyerId, me.id))
  const [payment] = await till.db.select().from(payments).where(mine).limit(1)
  if (!payment) throw new Refused('not_found')
  const fits = payment.bikeId === body.productId && payment.amountTaka === body.price
  if (!fits || !(await isMineAbout(till.db, visit))) {
    till.say(`The member ${me.id} claimed the payment ${payment.id} for something else than it was made for.`)
    throw new Refused('payment_mismatch')
  }
  return payment
}

/** The one settlement behind the four doors of the specification; each of them answers the same id. */
const recordPayment = async (till: Till, visit: Record): Promise<{ acknowledged: true; insertedId: string }> => {
  refuseOtherEmail(visit.me, visit.body.email)
  const payment = await claimed(till, visit)
  const settled = payment.state === 'succeeded' ? payment : await settle(till, visit.body.transactionId)
  const refused = settled ? untilSold(settled) : new Refused('not_found')
  if (refused) throw refused
  return { acknowledged: true, insertedId: payment.id }
}

/** Paying for a bike. */
export const paymentRoutes = (till: Till): Handlers<typeof paymentCalls, Member> => {
  const recorded = (visit: Record) => recordPayment(till, visit)
  return {
    'POST /create-payment-intent': (visit) => begin(till, visit),
    'POST /payments': recorded,
    'POST /payments/product': recorded,
    'POST /payments/wishlist': recorded,
    'POST /payments/wishlist/product': recorded,
    'POST /payments/webhook': async ({ request }) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await takeIn(till, till.cards.heard(body, Array.isArray(signature) ? signature[0] : signature))
      return { received: true }
    },
  }
}
