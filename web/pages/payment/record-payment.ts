import { ApiResponseError, UnreachableError, type Client } from '#contract/client.ts'
import type { Stage } from './payment-stage.ts'
import type { Purchase } from '#web/lib/purchase.ts'

/** Between the tries. The shop's own sweeper takes over within minutes, so more would only keep the buyer waiting. */
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
  return insertedId ? { at: 'paid', transactionId: intentId, isNew: true } : { at: 'later', intentId }
}

const isRetryable = ({ code, status }: ApiResponseError): boolean =>
  code === 'payment_unfinished' || status >= 500 || status === 429 || status === 408

/** What a failed try means, or null when the next one may go better. */
const getStageAfter = (error: unknown, intentId: string): Stage | null => {
  if (error instanceof UnreachableError) return null
  if (!(error instanceof ApiResponseError)) throw error
  if (isRetryable(error)) return null
  if (error.code === 'payment_refunded') return { at: 'sent_back', message: error.message }
  // Whoever was signed out meanwhile has paid all the same: the shop records it without them.
  if (error.status === 401) return { at: 'later', intentId }
  return { at: 'refused', message: error.message, mayRetry: false }
}

/**
 * Records a payment that the provider has taken: on the order or the wishlist item, then on the bike. Both calls change
 * nothing when repeated, so they are tried again after pauses; when all is in vain the shop finds out by itself.
 */
export const recordPayment = async (
  request: RecordRequest & { pause: (ms: number) => Promise<void> },
): Promise<Stage> => {
  for (const pauseMs of [0, ...pausesMs]) {
    // One try after the other is the point here.
    /* oxlint-disable no-await-in-loop */
    if (pauseMs > 0) await request.pause(pauseMs)
    try {
      return await recordOnce(request)
    } catch (error) {
      const stage = getStageAfter(error, request.intentId)
      if (stage) return stage
    }
    /* oxlint-enable no-await-in-loop */
  }
  return { at: 'later', intentId: request.intentId }
}
