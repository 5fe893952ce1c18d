// What the admin's lists can be limited to. No schemas, so that pages load none.

/**
 * What the list can be limited to. `held`, `disputed` and `unreleased` are deals of now; the last three have happened once.
 * `unreleased` are those whose money is held, also after the handover.
 */
export const dealFilters = [
  'requested',
  'accepted',
  'held',
  'disputed',
  'unreleased',
  'handed_over',
  'released',
  'refunded',
  'closed',
] as const

/** What happened to a deal at a time by which the list can be limited. `sold` has the deal by which the bike is sold now. */
export const dealEvents = ['requested', 'accepted', 'held', 'handed_over', 'sold'] as const

export const paymentStates = ['open', 'succeeded', 'canceled', 'refund_due', 'refunded'] as const
export const refundStates = ['due', 'requested', 'succeeded', 'failed', 'by_hand'] as const

/** What the overview adds up of the ledger: what became a seller's, and what a buyer got back. */
export const ledgerFlows = ['released', 'refunded'] as const

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
