// Without zod, because pages import it: zod probes `eval`, which the pages' policy refuses and reports.

/** Sellers without a badge: all of them, and the three groups that they fall into. */
export const sellerGroups = ['no', 'ready', 'asked', 'empty'] as const
export type SellerGroup = (typeof sellerGroups)[number]
