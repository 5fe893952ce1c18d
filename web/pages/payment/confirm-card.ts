import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'

type Confirmation =
  /** The money was taken or is being taken; never charge again. */
  | { is: 'taken'; intentId: string }
  /** The intent was cancelled before it was paid; a new one is needed. */
  | { is: 'canceled' }
  /** Stripe's own message, shown verbatim. */
  | { is: 'failed'; message: string }

type ConfirmRequest = {
  stripe: Pick<Stripe, 'confirmCardPayment' | 'retrievePaymentIntent'>
  card: StripeCardElement
  clientSecret: string
  email: string
}

const toConfirmation = (intent: Pick<PaymentIntent, 'id' | 'status'> | undefined): Confirmation | null => {
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { is: 'taken', intentId: intent.id }
  return intent?.status === 'canceled' ? { is: 'canceled' } : null
}

const toFailure = ({ message, code, type }: StripeError): Confirmation => ({
  is: 'failed',
  message: message ?? code ?? type,
})

/** The response was lost, so it is unknown whether the money was taken. */
const isOutcomeUnknown = ({ type }: StripeError): boolean => type === 'api_connection_error' || type === 'api_error'

const readIntent = async ({ stripe, clientSecret }: ConfirmRequest): Promise<Confirmation | null> => {
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
  return error ? toFailure(error) : toConfirmation(paymentIntent)
}

const confirm = async (request: ConfirmRequest): Promise<Confirmation> => {
  const { stripe, card, clientSecret, email } = request
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card, billing_details: { email } },
  })
  const outcome = toConfirmation(paymentIntent ?? error?.payment_intent)
  if (outcome) return outcome
  if (!error) return { is: 'failed', message: paymentIntent.status }
  const latest = isOutcomeUnknown(error) ? await readIntent(request) : null
  return latest?.is === 'taken' || latest?.is === 'canceled' ? latest : toFailure(error)
}

/**
 * Confirms the card payment. A retry first reads the intent, because the first try may have succeeded unnoticed. When
 * it cannot be read, nothing is confirmed.
 */
export const confirmCard = async (request: ConfirmRequest & { isRetry: boolean }): Promise<Confirmation> =>
  (request.isRetry ? await readIntent(request) : null) ?? confirm(request)
