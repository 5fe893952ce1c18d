// What the page shows to which a provider sends the buyer back. It asks again until the provider has said what happened, so
// it may be reloaded, closed and opened again.
import { and, eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { paymentCalls } from '#contract/payments.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { getPaymentError } from './payment-checks.ts'
import { release, settle, type PaymentsDeps } from './settle.ts'
import { type Payment, payments } from '#market/schema/money/payments.ts'

type ReturnCalls = Pick<typeof paymentCalls, 'POST /payments/return' | 'GET /payments/ways'>
type ReturnContext = RequestContext<ReturnCalls['POST /payments/return'], Member>

const findOwnPayment = async ({ db }: PaymentsDeps, { me, body }: ReturnContext): Promise<Payment> => {
  const isOwn = and(eq(payments.intentId, body.reference), eq(payments.provider, body.way), eq(payments.buyerId, me.id))
  const [payment] = await db.select().from(payments).where(isOwn)
  if (!payment) throw new ApiError('not_found')
  return payment
}

/** Settles a payment; while the provider does not answer, it stays as it is. */
const settleReturned = async (deps: PaymentsDeps, payment: Payment, { body }: ReturnContext): Promise<Payment> => {
  const { reference, way, hint } = body
  try {
    const settled = (await settle(deps, reference, way, hint === 'success')) ?? payment
    const isGivenUp = settled.state === 'open' && (hint === 'cancel' || hint === 'failure')
    // The buyer has left the provider's page, so nobody waits for this payment any more.
    return isGivenUp ? await release(deps, settled, hint === 'cancel' ? 'cancelled' : 'refused') : settled
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'wallet_unavailable') throw error
    const [current] = await deps.db.select().from(payments).where(eq(payments.id, payment.id))
    return current ?? payment
  }
}

/** Whether the provider is asked: who paid there after the payment had ended here has paid, and the money goes back. */
const isAsked = ({ state }: Payment, { body }: ReturnContext): boolean =>
  state === 'open' || (state === 'canceled' && body.hint === 'success')

const states = {
  succeeded: 'paid',
  refund_due: 'refunded',
  refunded: 'refunded',
  canceled: 'unpaid',
  open: 'waiting',
} as const

const returnFromProvider = async (deps: PaymentsDeps, ctx: ReturnContext) => {
  const found = await findOwnPayment(deps, ctx)
  const payment = isAsked(found, ctx) ? await settleReturned(deps, found, ctx) : found
  const [bike] = await deps.db.select({ name: bikes.name }).from(bikes).where(eq(bikes.id, payment.bikeId))
  const isInReview = payment.state === 'open' && payment.reviewAt !== null
  const state = isInReview ? ('review' as const) : states[payment.state]
  return {
    state,
    // While the provider is asked, nothing has failed yet.
    failure: payment.state === 'open' ? null : payment.failure,
    message: state === 'refunded' ? (getPaymentError(payment)?.message ?? null) : null,
    transactionId: payment.transactionId,
    amount: payment.amountTaka,
    productName: bike?.name ?? '',
    bookingId: payment.bookingId,
    wishlistId: payment.wishId,
    dealId: payment.dealId,
  }
}

/** The handlers of the page after paying, and of the ways to pay. */
export const returnRoutes = (deps: PaymentsDeps): Handlers<ReturnCalls, Member> => ({
  'POST /payments/return': (ctx) => returnFromProvider(deps, ctx),
  'GET /payments/ways': async () => {
    const { cards, bkash, sslcommerz } = deps.paymentProviders
    // The first one is open on the payment page: the specification has a card form there.
    return [
      ...(cards ? [{ way: 'card' as const, max: cards.maxTaka }] : []),
      ...(bkash ? [{ way: 'bkash' as const, max: bkash.maxTaka }] : []),
      ...(sslcommerz ? [{ way: 'sslcommerz' as const, max: sslcommerz.maxTaka }] : []),
    ]
  },
})
