import { maxCardTaka } from '#contract/limits.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { paymentCalls } from '#contract/payments.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { getOfferedDepositTaka } from '#contract/deals/money-rules.ts'
import { deals, sellerSettings } from '#market/schema/deals/deals.ts'
import { getHeldTaka } from '#market/ledger/entries.ts'
import { assertOwnEmail } from '#platform/http/own-email.ts'
import type { Member } from '#market/schema/people/members.ts'
import { parseAcceptLanguage } from '#contract/language.ts'
import { wishes, wishPriceTaka } from '#market/schema/deals/wishes.ts'
import { holdBike } from './holds.ts'
import { getProvider } from './providers.ts'
import { notificationRoutes } from './provider-notifications.ts'
import { returnRoutes } from './return-from-provider.ts'
import { receiveEvent } from './webhook-events/jobs.ts'
import { mayPay, getPaymentError } from './payment-checks.ts'
import { settle, type PaymentsDeps } from './settle.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'

type CreateIntentContext = RequestContext<(typeof paymentCalls)['POST /create-payment-intent'], Member>
type RecordPaymentContext = RequestContext<(typeof paymentCalls)['POST /payments'], Member>

// A booking whose deal ended says why it cannot be paid; one that the buyer cancelled is gone.
const isNotHidden = sql`(${bookings.cancelledAt} is null or exists (select from ${deals} where ${deals.id} = ${bookings.id}
  and ${deals.closeReason} not in ('cancelled_by_buyer', 'buyer_removed')))`

/** The member's booking or wishlist item with its bike and price, or `undefined`. */
const findPurchaseItem = async (db: Database, { me, body }: CreateIntentContext) => {
  const bike = {
    id: bikes.id,
    sellerId: bikes.sellerId,
    soldAt: bikes.soldAt,
    withdrawnAt: bikes.withdrawnAt,
    hiddenAt: bikes.hiddenAt,
  }
  if (body.bookingId !== undefined) {
    const [order] = await db
      .select({ paidAt: bookings.paidAt, priceTaka: bookings.priceTaka, bike })
      .from(bookings)
      .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
      .where(and(eq(bookings.id, body.bookingId), eq(bookings.buyerId, me.id), isNotHidden))
    return order
  }
  const [item] = await db
    .select({ paidAt: wishes.paidAt, priceTaka: wishPriceTaka, bike })
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .where(and(eq(wishes.id, body.wishlistId ?? ''), eq(wishes.buyerId, me.id)))
  return item
}

/** What is paid now, in Taka; throws `no_deposit` or `too_much_for_card`. */
const getAmountTaka = async (
  { db }: PaymentsDeps,
  purchaseItem: { priceTaka: number; bike: { id: string; sellerId: string } },
  { purpose, buyerId }: { purpose: 'full' | 'deposit' | 'rest'; buyerId: string },
): Promise<number> => {
  const { priceTaka, bike } = purchaseItem
  if (purpose === 'deposit') {
    const [settings] = await db.select().from(sellerSettings).where(eq(sellerSettings.memberId, bike.sellerId))
    const depositTaka = getOfferedDepositTaka({ priceTaka, takesDeposits: settings?.takesDeposits ?? true })
    if (depositTaka === 0) throw new ApiError('no_deposit')
    return depositTaka
  }
  const amountTaka = purpose === 'rest' ? await getRestTaka(db, { bikeId: bike.id, buyerId }) : priceTaka
  if (amountTaka > maxCardTaka) throw new ApiError('too_much_for_card')
  return amountTaka
}

/** What a deposit left to pay, in Taka; throws `pay_deposit_first` where nothing is paid and `already_paid` where nothing is left. */
const getRestTaka = async (db: Database, { bikeId, buyerId }: { bikeId: string; buyerId: string }): Promise<number> => {
  const isLive = and(eq(deals.bikeId, bikeId), eq(deals.buyerId, buyerId), isNull(deals.closedAt))
  const [deal] = await db.select().from(deals).where(isLive)
  if (!deal?.heldAt) throw new ApiError('pay_deposit_first')
  const restTaka = deal.priceTaka - (await getHeldTaka(db, deal.id))
  if (restTaka <= 0) throw new ApiError('already_paid')
  return restTaka
}

const beginPayment = async (
  deps: PaymentsDeps,
  ctx: CreateIntentContext,
): Promise<{ clientSecret: string; redirectUrl?: string; amount: number }> => {
  const purchaseItem = await findPurchaseItem(deps.db, ctx)
  if (!purchaseItem) throw new ApiError('not_found')
  const { purpose = 'full' } = ctx.body
  // The rest of a paid item is paid later.
  const item = purpose === 'rest' ? { ...purchaseItem, paidAt: null } : purchaseItem
  const apiError = mayPay(item, ctx.body.price)
  if (apiError) throw apiError
  const amountTaka = await getAmountTaka(deps, purchaseItem, { purpose, buyerId: ctx.me.id })
  const { way = 'card' } = ctx.body
  const provider = way === 'card' ? 'cards' : way
  if (amountTaka > getProvider(deps, provider).maxTaka) throw new ApiError('too_much_for_wallet')
  const { clientSecret, redirectUrl } = await holdBike(deps, {
    bikeId: purchaseItem.bike.id,
    buyerId: ctx.me.id,
    bookingId: ctx.body.bookingId ?? null,
    wishId: ctx.body.wishlistId ?? null,
    amountTaka,
    priceTaka: purchaseItem.priceTaka,
    purpose,
    provider,
    language: parseAcceptLanguage(ctx.request.headers['accept-language']),
  })
  return { clientSecret, ...(redirectUrl !== null && { redirectUrl }), amount: amountTaka }
}

/** Whether this id is the member's booking or wishlist item for this bike. */
const isOwnItemForBike = async (db: Database, ctx: RecordPaymentContext): Promise<boolean> => {
  const { bookingId, productId } = ctx.body
  const found = await db.execute(sql`
    select from bookings where id = ${bookingId} and buyer_id = ${ctx.me.id} and bike_id = ${productId}
    union all
    select from wishes where id = ${bookingId} and buyer_id = ${ctx.me.id} and bike_id = ${productId}`)
  return found.rows.length > 0
}

/** The member's payment with this intent; throws `not_found` for others and `payment_mismatch` for wrong details. */
const findClaimedPayment = async (deps: PaymentsDeps, ctx: RecordPaymentContext): Promise<Payment> => {
  const { me, body } = ctx
  const isOwnPayment = and(eq(payments.intentId, body.transactionId), eq(payments.buyerId, me.id))
  const [payment] = await deps.db.select().from(payments).where(isOwnPayment).limit(1)
  if (!payment) throw new ApiError('not_found')
  // The price is what the buyer saw: of the bike, also where a part of it was paid.
  const isPriceSeen = payment.amountTaka === body.price || payment.priceTaka === body.price
  const isMatch = payment.bikeId === body.productId && isPriceSeen
  if (!isMatch || !(await isOwnItemForBike(deps.db, ctx))) {
    deps.log(`Payment mismatch: member ${me.id} sent payment ${payment.id} for another booking or wishlist item.`)
    throw new ApiError('payment_mismatch')
  }
  return payment
}

/** Settles a payment for the four endpoints of the specification; all return the same id. */
const recordPayment = async (
  deps: PaymentsDeps,
  ctx: RecordPaymentContext,
): Promise<{ acknowledged: true; insertedId: string }> => {
  assertOwnEmail(ctx.me, ctx.body.email)
  const payment = await findClaimedPayment(deps, ctx)
  const settled = payment.state === 'succeeded' ? payment : await settle(deps, ctx.body.transactionId, payment.provider)
  const apiError = getPaymentError(settled ?? payment)
  if (apiError) throw apiError
  return { acknowledged: true, insertedId: payment.id }
}

/** The payment endpoints. */
export const paymentRoutes = (deps: PaymentsDeps): Handlers<typeof paymentCalls, Member> => {
  const handleRecordPayment = (ctx: RecordPaymentContext) => recordPayment(deps, ctx)
  return {
    ...returnRoutes(deps),
    ...notificationRoutes(deps),
    'POST /create-payment-intent': (ctx) => beginPayment(deps, ctx),
    'POST /payments': handleRecordPayment,
    'POST /payments/product': handleRecordPayment,
    'POST /payments/wishlist': handleRecordPayment,
    'POST /payments/wishlist/product': handleRecordPayment,
    'POST /payments/webhook': async ({ request }) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { cards } = deps.paymentProviders
      if (!cards) throw new ApiError('bad_signature')
      await receiveEvent(deps, cards.verifyWebhook(body, Array.isArray(signature) ? signature[0] : signature))
      return { received: true }
    },
  }
}
