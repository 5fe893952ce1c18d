// What the admin's lists can be limited to. No schemas, so that pages load none.

/** What the list can be limited to. `held` and `disputed` are deals of now; the last three have happened once. */
export const dealFilters = [
  'requested',
  'accepted',
  'held',
  'disputed',
  'handed_over',
  'released',
  'refunded',
  'closed',
] as const

export const paymentStates = ['open', 'succeeded', 'canceled', 'refund_due', 'refunded'] as const
export const refundStates = ['due', 'requested', 'succeeded', 'failed', 'by_hand'] as const

/** The kinds of accounts of the ledger: an account is one of these, or one of these with the id of its deal, member or payment. */
export const accountKinds = [
  'provider',
  'bank',
  'held',
  'seller',
  'buyer',
  'payout',
  'chargeback',
  'fee',
  'charges',
  'loss',
] as const
