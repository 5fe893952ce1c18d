/** The fragment of a page that opens the dialog of one of its bikes: a visitor who logged in to book returns there. */
export const toBookingFragment = (slug: string): string => `#book-${slug}`
