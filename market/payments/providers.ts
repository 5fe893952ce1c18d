// Pure. What a payment provider does: five verbs, and how the providers differ. Settling is the same for all of them.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { LanguageCode } from '#contract/language.ts'
import type { paymentFailures } from '#contract/payments.ts'
import type { ProviderName } from '#market/schema/money/payments.ts'
import type { BalanceTransaction, Dispute, IntentPurchase, ProviderRefund } from './charges/provider-records.ts'
import type { PaymentEvent } from './webhook-events/event.ts'

/** A payment as its provider has it. */
export type Intent = IntentPurchase & {
  id: string
  /** `authorized`: the buyer has agreed, and the money moves when this shop executes the payment. */
  status: 'open' | 'authorized' | 'succeeded' | 'canceled'
  amountTaka: number
  currency: string
  /** For the card form in the browser; empty elsewhere. */
  clientSecret: string
  /** The provider's page where the buyer pays; null for cards, whose form is on our page. */
  redirectUrl: string | null
  /** The number of the transaction that the buyer finds with the provider; null where it is the id itself, or not paid. */
  transactionId: string | null
  /** The provider does not say whether the buyer has agreed, so what it told the buyer's browser is tried. */
  mayBeAuthorized: boolean
  /** Why the provider did not take the money; null where it did or does not say. */
  failure: PaymentFailure | null
  /** The refunds that this shop ordered, without failed ones. */
  orderedRefunds: readonly ProviderRefund[]
  /** What was refunded in the provider's dashboard, without the refunds that this shop ordered, in poisha. */
  refundedElsewherePoisha: number
  /** The same in whole Taka, rounded down. */
  refundedTaka: number
  /** The whole amount was refunded in the provider's dashboard. */
  isRefunded: boolean
  /** The state of the dispute; null if there was none. */
  dispute: Dispute | null
  /** What the buyer's bank has taken back and not returned, in poisha; an inquiry takes nothing. */
  disputedPoisha: number
  /** The provider refused to take the money, in words that this shop does not know: it may still take it. */
  isUnsure?: boolean
  /** The buyer has paid at the provider, and a bank has not decided yet. */
  isPending?: boolean
  /** The provider doubts the payer: the money is taken, and the admin decides whether it buys the bike. */
  isRisky?: boolean
  /** What the provider keeps of the payment; undefined where its answer and the contract do not say. */
  chargePoisha?: number | undefined
  /** The buyer's bank authenticated the buyer (3-D Secure). */
  isAuthenticated: boolean
}

/** Why money was not taken, as the buyer is told. */
export type PaymentFailure = (typeof paymentFailures)[number]

/** A payment that the provider is to take. */
export type NewIntent = Pick<IntentPurchase, 'purpose'> & {
  bikeId: string
  buyerId: string
  /** The id of the payment. */
  id: string
  amountTaka: number
  priceTaka: number | null
  /** The number of the buyer's booking, for a provider that asks for one. */
  buyerNumber?: string | null
  /** Of the page to which the buyer returns; English by default. */
  language?: LanguageCode
}

/** What a provider says of a payout; `unknown`: it does not know it, or does not say whether the money was sent. */
export type ProviderPayout =
  | { status: 'succeeded'; amountPoisha: number; transactionId: string }
  | { status: 'failed'; failure: string }
  | { status: 'unknown' }

/** Sends money to the account that a seller has with the provider. */
export type PayoutPort = {
  /** Sends it. Whoever gets no clear answer asks `find`, and never sends the same payout again. */
  send(payout: { id: string; number: string; amountPoisha: number }): Promise<ProviderPayout>
  /** Asks by our own id what became of a payout; throws where the provider does not answer. */
  find(id: string): Promise<ProviderPayout>
}

/** How the provider knows a payment. */
export type ProviderPayment = { intentId: string; transactionId: string | null }

export type PaymentProvider = {
  readonly name: ProviderName
  /**
   * When the money moves: `provider` takes it before this shop hears of it, so that money for a bike that is gone goes
   * back; at `execute` nothing is taken until this shop says so.
   */
  readonly capturesAt: 'provider' | 'execute'
  /** Whether the provider cancels a payment. Elsewhere it ends here alone. */
  readonly canCancel: boolean
  /** Whether a payment is created once and its page not told again, so that a creation without an answer ends it. */
  readonly createsOnce: boolean
  /** Whether the provider returns our id of a refund. Elsewhere a refund is recognised by its amount. */
  readonly storesRefundId: boolean
  /** Whether the provider asks for the buyer's number when a payment is created. */
  readonly asksForNumber?: boolean
  /** How long the provider lets the buyer pay; the hold of the bike is shorter. */
  readonly ttlMs: number
  /** The most that one payment takes, in Taka. */
  readonly maxTaka: number
  /** Creates the intent of this payment. With cards the payment id is the idempotency key: the existing one is returned. */
  create(payment: NewIntent): Promise<Intent>
  /** Retrieves the current intent; throws `not_found` for an intent of another account. */
  retrieve(intentId: string): Promise<Intent>
  /** Takes the money of an authorized intent and returns it; where the provider takes it itself, this only retrieves it. */
  execute(intentId: string): Promise<Intent>
  /**
   * Cancels the intent and returns it; it may be `succeeded` if the buyer paid first.
   * @param keepsPending one that a bank still decides about stays `open`: its buyer gave up, but may have paid
   */
  cancel(intentId: string, keepsPending?: boolean): Promise<Intent>
  /** Refunds an amount. The same key never refunds twice; a refund that the provider refuses has failed. */
  refund(refund: ProviderPayment & { amountPoisha: number; refundId: string; key: string }): Promise<ProviderRefund>
  /** Retrieves a refund in its current state. */
  getRefund(payment: ProviderPayment, id: string): Promise<ProviderRefund>
  /** Lists the refunds of an intent, those of the dashboard too. */
  listRefunds(payment: ProviderPayment): Promise<ProviderRefund[]>
  /** Whether the provider takes our keys: false where it says that they are wrong; throws where it does not answer. */
  checkKeys?(): Promise<boolean>
  /** Absent where the provider pays nobody out, or may not. */
  payouts?: PayoutPort | undefined
}

/** A provider that posts signed notifications. They are hints: what happened is retrieved. */
export type NotifyingProvider = PaymentProvider & {
  /** The reference of the payment of a notification; null for one that the provider has not signed. */
  readNotification(body: string): string | null
}

/** The card provider. Every call may throw `cards_unavailable`; the call may still have had its effect. */
export type CardProvider = PaymentProvider & {
  /** Lists the movements of the account's balance since this time, newest first. */
  listBalanceTransactions(since?: Date | null): AsyncIterable<BalanceTransaction>
  /** Verifies and parses a webhook; throws `bad_signature` for a wrong signature or one older than 5 minutes. */
  verifyWebhook(body: Buffer, signature: string | undefined): PaymentEvent
  /** Lists payments, declined cards, refunds and disputes since this time, or as far back as the provider stores them. */
  listEventsSince(since: Date | null): AsyncIterable<PaymentEvent>
  /** Lists all intents of the account with their refunds, for `check:data`. */
  listIntents(): AsyncIterable<IntentSummary>
}

export type IntentSummary = {
  id: string
  status: string
  amountPoisha: number
  refundedPoisha: number
  currency: string
  dispute: Dispute | null
}

/** The provider has a payment with our id already, whose reference it does not tell: the answer that had it was lost. */
export class AlreadyCreatedError extends Error {}

/** The providers whose keys are set. */
export type PaymentProviders = {
  cards?: CardProvider
  bkash?: PaymentProvider
  sslcommerz?: NotifyingProvider
}

/** The provider of this name; throws `way_not_offered` where its keys are not set. */
export const getProvider = (
  { paymentProviders }: { paymentProviders: PaymentProviders },
  name: ProviderName,
): PaymentProvider => {
  const provider = paymentProviders[name]
  if (!provider) throw new ApiError('way_not_offered')
  return provider
}
