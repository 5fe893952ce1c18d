/** What a report is about: a bike, a seller, or the other member of a conversation. */
export type Reported = { productId: string } | { sellerId: string } | { chatId: string }
