// The steps of a purchase.
import { notInArray, and, isNull } from 'drizzle-orm'
import { assert } from 'vitest'
import type { Client } from '#contract/client.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { bookings } from '#market/schema/deals/bookings.ts'
import { dealCodes } from '#market/schema/deals/deals.ts'
import { payments } from '#market/schema/money/payments.ts'
import { wishes } from '#market/schema/deals/wishes.ts'
import { actOnDeal } from '#market/deals/actions.ts'
import { release } from '#market/deals/endings.ts'
import { handOver } from '#market/deals/transitions.ts'
import type { TestApp } from './test-app.ts'

export type BuyerClient = Client & { email: string; token: string }
type Bike = { id: string; salePriceTaka: number }
export type Order<B extends Bike = Bike> = { bike: B; bookingId: string; price: number }

/** Returns the error of a request, or an empty object when it succeeded. */
export const catchError = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => ({}),
    (error: unknown) => error,
  )

/** Parses the intent's id in a client secret. */
export const parseIntentId = ({ clientSecret }: { clientSecret: string }): string =>
  clientSecret.split('_secret_')[0] ?? ''

/** Finds a bike on sale without bookings, wishes and payments. */
export const findUnwantedBike = async ({ db }: Pick<TestApp, 'db'>) => {
  const wantedBikeIds = db
    .select({ id: bookings.bikeId })
    .from(bookings)
    .unionAll(db.select({ id: wishes.bikeId }).from(wishes))
    .unionAll(db.select({ id: payments.bikeId }).from(payments))
  const [bike] = await db
    .select()
    .from(bikes)
    .where(and(isNull(bikes.soldAt), isNull(bikes.withdrawnAt), notInArray(bikes.id, wantedBikeIds)))
    .limit(1)
  assert(bike, 'needs a bike that nobody wants yet')
  return bike
}

/** Books this bike for the person. */
export const book = async <B extends Bike>(buyer: BuyerClient, bike: B): Promise<Order<B>> => {
  const body = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: bike.salePriceTaka,
    producId: bike.id,
  }
  const { insertedId } = await buyer('POST /bookings', { body })
  return { bike, bookingId: insertedId, price: bike.salePriceTaka }
}

/** Starts the payment of an order; returns the intent's id. */
export const startPayment = async (
  buyer: BuyerClient,
  { price, bookingId }: Pick<Order, 'price' | 'bookingId'>,
): Promise<string> => parseIntentId(await buyer('POST /create-payment-intent', { body: { price, bookingId } }))

/** The body that the page sends after the card was accepted. */
export const createPaymentBody = (buyer: BuyerClient, order: Order, transactionId: string) => ({
  price: order.price,
  transactionId,
  email: buyer.email,
  bookingId: order.bookingId,
  productId: order.bike.id,
})

/** Maps each intent with money that was not refunded to its amount in Taka. */
export const getCollectedTaka = async ({
  paymentProvider,
}: Pick<TestApp, 'paymentProvider'>): Promise<Map<string, number>> => {
  const collected = new Map<string, number>()
  for await (const { id, status, amountPoisha, refundedPoisha } of paymentProvider.listIntents()) {
    const poisha = amountPoisha - refundedPoisha
    if (status === 'succeeded' && poisha > 0) collected.set(id, poisha / 100)
  }
  return collected
}

/** Hands over the bike of a paid deal, and lets the buyer say that everything is fine: the bike is sold. */
export const completeSale = async ({ paymentsDeps }: Pick<TestApp, 'paymentsDeps'>, dealId: string): Promise<void> => {
  await paymentsDeps.db.insert(dealCodes).values({ dealId, usedAt: paymentsDeps.now() })
  await actOnDeal(paymentsDeps, dealId, (ctx) => handOver(ctx, null))
  await actOnDeal(paymentsDeps, dealId, (ctx) => release(ctx, 'buyer'))
}
