/** What a report is about. */
export type Reported = { productId: string } | { sellerId: string }
