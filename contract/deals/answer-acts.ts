// The acts that answer the other side. Without zod, because pages import it.

/** A deal with one of these waits for the member's answer: the count of the menu and the first group of the seller's list. */
export const answerActs: ReadonlySet<string> = new Set([
  'accept',
  'agree_meeting',
  'agree_price',
  'confirm_change',
  'answer_cash_sale',
  'book',
])
