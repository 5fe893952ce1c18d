import { ApiResponseError, UnreachableError, type Client } from '#contract/client.ts'
import { getInitialStage, type Stage } from './payment-stage.ts'
import { isRetryable } from './is-retryable.ts'
import { fetchPurchase, type Purchase, type Obstacle } from '#web/lib/purchase.ts'
import type { Purpose } from './pay-choice.tsx'

/** After these errors the purchase itself has the current state. */
const finalCodes = new Set(['already_paid', 'bike_sold', 'bike_withdrawn'])

/** These say that others come first or that nothing is to be paid any more, not that something failed. */
const obstacles = new Map<string, Obstacle>([
  ['deal_closed', 'deal_closed'],
  ['deal_over', 'deal_closed'],
  ['bike_changed', 'bike_changed'],
  ['promised_to_another', 'promised_to_another'],
  ['another_buyer_paying', 'another_buyer_paying'],
])

/** Why the purchase may not be paid now, from the answer of the API; undefined for another error. */
export const toObstacle = ({ code }: Pick<ApiResponseError, 'code'>): Obstacle | undefined => obstacles.get(code)

const handleBeginError = async (client: Client, purchase: Purchase, apiError: ApiResponseError): Promise<Stage> => {
  const { code, message, body } = apiError
  if (code === 'price_changed' && body.salePrice !== undefined)
    return { at: 'price_changed', priceTaka: body.salePrice }
  if (finalCodes.has(code)) {
    const currentStage = getInitialStage(await fetchPurchase(client, { from: purchase.from, id: purchase._id }))
    if (currentStage.at !== 'preparing') return currentStage
  }
  const obstacle = toObstacle(apiError)
  if (obstacle) return { at: 'refused', obstacle }
  return { at: 'failed', message, mayRetry: isRetryable(apiError) }
}

/**
 * Creates the payment intent for this price, which holds the bike for 15 minutes. Repeated calls return the same
 * intent; if it was already paid, the purchase is reported as paid.
 */
export const beginPayment = async (
  client: Client,
  purchase: Purchase,
  priceTaka: number,
  purpose: Purpose = 'full',
): Promise<Stage> => {
  const { from, _id } = purchase
  const body = {
    price: priceTaka,
    ...(purpose !== 'full' && { purpose }),
    ...(from === 'order' ? { bookingId: _id } : { wishlistId: _id }),
  }
  try {
    const { clientSecret } = await client('POST /create-payment-intent', { body })
    return { at: 'ready', clientSecret }
  } catch (error) {
    if (error instanceof UnreachableError) return { at: 'failed', message: error.message, mayRetry: true }
    if (!(error instanceof ApiResponseError)) throw error
    return handleBeginError(client, purchase, error)
  }
}
