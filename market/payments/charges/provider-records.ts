// Pure. What the card provider tells of purchases, refunds, disputes and its own journal.
import { idPattern } from '#contract/fields.ts'

/** The state of a dispute of the buyer's bank. */
export type Dispute = 'open' | 'won' | 'lost'

/** A refund as the provider has it. */
export type ProviderRefund = {
  /** Null where the provider refused to create it. */
  id: string | null
  status: 'pending' | 'succeeded' | 'failed'
  amountPoisha: number
  /** The id of the refund in this shop; null for one made in the dashboard. */
  refundId: string | null
  failure: string | null
}

/** A movement of the account's balance, in poisha: what leaves the balance is negative. The fee is taken too. */
export type BalanceTransaction = {
  id: string
  type: string
  amountPoisha: number
  feePoisha: number
  createdAt: Date
  /** The intent of a charge, refund or dispute; null for payouts and fees of the account. */
  intentId: string | null
  /** The id of what moved it, such as a payout. */
  sourceId: string | null
}

/** What each status of the provider means; any other is pending. */
export const refundStatuses: Record<string, ProviderRefund['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** One lost dispute means lost. A closed warning took no money and counts as won. */
export const toDispute = (statuses: string[]): Dispute => {
  if (statuses.includes('lost')) return 'lost'
  return statuses.length > 0 && statuses.every((status) => /^(?:won|warning_closed|prevented)$/.test(status))
    ? 'won'
    : 'open'
}

/** What a payment is for, as it is stored in the metadata of its intent. Ids that are none of ours are undefined. */
export type IntentPurchase = {
  paymentId: string | undefined
  bikeId: string | undefined
  buyerId: string | undefined
  purpose: 'full' | 'deposit' | 'rest'
  /** The price of the bike, whatever part of it is paid. */
  priceTaka: number
}

const purposes = ['full', 'deposit', 'rest'] as const

/** The id of a row of ours; another system of the same account may use the same name for something else. */
const parseRowId = (text: string | undefined): string | undefined =>
  text !== undefined && idPattern.test(text) ? text : undefined

/** Reads the metadata of an intent; one from before deposits existed is for the full price. */
export const parsePurchase = (metadata: Record<string, string>, amountTaka: number): IntentPurchase => ({
  paymentId: parseRowId(metadata['paymentId']),
  bikeId: parseRowId(metadata['bikeId']),
  buyerId: parseRowId(metadata['buyerId']),
  purpose: purposes.find((one) => one === metadata['purpose']) ?? 'full',
  priceTaka: Number(metadata['priceTaka'] ?? amountTaka),
})
