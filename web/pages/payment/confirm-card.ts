import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'

export type Confirmed =
  /** The money was taken, or is being taken: it must not be asked for again. */
  | { is: 'taken'; intentId: string }
  /** The intent was ended before it was paid; a new one is needed. */
  | { is: 'ended' }
  /** The provider's own sentence, shown as received. */
  | { is: 'failed'; message: string }

type Asked = {
  stripe: Pick<Stripe, 'confirmCardPayment' | 'retrievePaymentIntent'>
  card: StripeCardElement
  clientSecret: string
  email: string
}

const outcomeOf = (intent: Pick<PaymentIntent, 'id' | 'status'> | undefined): Confirmed | null => {
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { is: 'taken', intentId: intent.id }
  return intent?.status === 'canceled' ? { is: 'ended' } : null
}

const failed = ({ message, code, type }: StripeError): Confirmed => ({ is: 'failed', message: message ?? code ?? type })

/** When the answer was lost, nobody knows whether the money was taken. */
const isUnsure = ({ type }: StripeError): boolean => type === 'api_connection_error' || type === 'api_error'

const look = async ({ stripe, clientSecret }: Asked): Promise<Confirmed | null> => {
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
  return error ? failed(error) : outcomeOf(paymentIntent)
}

const confirm = async (asked: Asked): Promise<Confirmed> => {
  const { stripe, card, clientSecret, email } = asked
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card, billing_details: { email } },
  })
  const outcome = outcomeOf(paymentIntent ?? error?.payment_intent)
  if (outcome) return outcome
  if (!error) return { is: 'failed', message: paymentIntent.status }
  const seen = isUnsure(error) ? await look(asked) : null
  return seen?.is === 'taken' || seen?.is === 'ended' ? seen : failed(error)
}

/**
 * Confirms the card. Before it asks a second time it reads the intent again, because the first try may have gone
 * through without our hearing of it; when that cannot be read, nothing is confirmed.
 */
export const confirmCard = async (asked: Asked & { isAgain: boolean }): Promise<Confirmed> =>
  (asked.isAgain ? await look(asked) : null) ?? confirm(asked)
