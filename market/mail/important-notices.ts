// Pure. Which notices an address that nobody has proven still hears of when the others have used up what it may get: where
// somebody waits, money moves, or a deal ends. Not in the table of events, which the pages load.
import type { EventKind } from '#contract/notices/events.ts'

const kinds: readonly EventKind[] = [
  // Booked and answered.
  'requested',
  'accepted',
  'offer_accepted',
  'floor_accepted',
  'declined',
  'turn',
  'meeting_agreed',
  // The code and the handover.
  'new_code',
  'code_closed',
  'code_opened',
  'handed_over',
  'cash_sale_claimed',
  // Money is received, comes back or is stopped.
  'paid',
  'rest_paid',
  'released',
  'refund_succeeded',
  'refund_failed',
  'payout_sent',
  'payout_confirmed',
  'payout_failed',
  'frozen',
  'charged_back',
  'review_refused',
  // One side says what decides about the money if the other is silent.
  'said_no_deal',
  'said_no_show',
  'disputed',
  'decided',
  'problem_to_decide',
  // The end of a deal.
  'cancelled_by_buyer',
  'cancelled_by_seller',
  'no_deal',
  'no_meeting',
  'buyer_no_show',
  'seller_no_show',
  'buyer_removed',
  'seller_removed',
]

export const importantNoticeKinds: ReadonlySet<string> = new Set(kinds)
