// Pure. What is read of an event of the card provider: its type and its intent. Everything else is fetched from the provider.
import { z } from 'zod'

/** A webhook event of the provider; ids are unique. */
export type PaymentEvent = { id: string; type: string; intentId: string | null; occurredAt: Date }

// Maximum length of Stripe ids.
const maxIdLength = 255

const StripeEvent = z.object({
  id: z.string().min(1).max(maxIdLength),
  type: z.string().max(maxIdLength),
  created: z.int(),
  livemode: z.boolean().default(false),
  data: z.object({
    object: z.object({ id: z.string().optional(), object: z.string(), payment_intent: z.unknown().optional() }),
  }),
})

/** The intent id of an event: of the intent itself, or of the charge, refund or dispute. */
const getIntentId = ({
  object: { object, id, payment_intent: parentIntentId },
}: z.infer<typeof StripeEvent>['data']): string | null => {
  const intentId = object === 'payment_intent' ? id : parentIntentId
  return typeof intentId === 'string' && intentId.length <= maxIdLength ? intentId : null
}

/** Parses an event with its mode; null for anything else. */
export const parsePaymentEvent = (event: unknown): (PaymentEvent & { isLive: boolean }) | null => {
  const parsed = StripeEvent.safeParse(event)
  if (!parsed.success) return null
  const { id, type, created, data, livemode: isLive } = parsed.data
  return { id, type, intentId: getIntentId(data), occurredAt: new Date(created * 1000), isLive }
}
