import { ApiResponseError, UnreachableError, type Client } from '#contract/client.ts'
import { isRetryable } from './is-retryable.ts'
import type { Stage } from './payment-stage.ts'
import type { Purchase } from '#web/lib/purchase.ts'

/**
 * Pauses between retries. The server's background job takes over within minutes, so more retries would not help the
 * buyer.
 */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000]

const recordCalls = {
  order: ['POST /payments', 'POST /payments/product'],
  wish: ['POST /payments/wishlist', 'POST /payments/wishlist/product'],
} as const

type RecordRequest = { client: Client; purchase: Purchase; priceTaka: number; intentId: string }

const recordOnce = async ({ client, purchase, priceTaka, intentId }: RecordRequest): Promise<Stage> => {
  const { _id: bookingId, bikeId: productId, email, from } = purchase
  const body = { price: priceTaka, transactionId: intentId, email, bookingId, productId }
  const [payment, product] = recordCalls[from]
  await client(payment, { body })
  const { insertedId } = await client(product, { body })
  return insertedId ? { at: 'paid', transactionId: intentId, isNew: true } : { at: 'pending', intentId }
}

/** The stage after a failed try, or null when a retry may succeed. */
const toFinalStage = (error: unknown, intentId: string): Stage | null => {
  if (error instanceof UnreachableError) return null
  if (!(error instanceof ApiResponseError)) throw error
  if (isRetryable(error)) return null
  if (error.code === 'payment_refunded') return { at: 'refunded', message: error.message }
  // Signed out after paying: the server records the payment in the background.
  if (error.status === 401) return { at: 'pending', intentId }
  return { at: 'failed', message: error.message, mayRetry: false }
}

/**
 * Records a payment that Stripe has taken: first on the order or wishlist item, then on the bike. Both calls are
 * idempotent, so they are retried after pauses. If all retries fail, the server's background job records it.
 */
export const recordPayment = async (
  request: RecordRequest & { pause: (ms: number) => Promise<void> },
): Promise<Stage> => {
  for (const pauseMs of [0, ...pausesMs]) {
    // The retries must run one after the other.
    /* oxlint-disable no-await-in-loop */
    if (pauseMs > 0) await request.pause(pauseMs)
    try {
      return await recordOnce(request)
    } catch (error) {
      const stage = toFinalStage(error, request.intentId)
      if (stage) return stage
    }
    /* oxlint-enable no-await-in-loop */
  }
  return { at: 'pending', intentId: request.intentId }
}
