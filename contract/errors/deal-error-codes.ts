// The error codes of deals, of paying for them and of payouts, with their HTTP status and English sentence.
import { groupInLakhs } from '#contract/language.ts'
import { bookingPeriodDays, maxCardTaka, maxEvidenceOfSide } from '#contract/limits.ts'
import {
  askPayoutMinutes,
  decisionHours,
  destinationWaitHours,
  maxHoldMinutes,
  meetingAheadDays,
  pauseAfterHoldsMinutes,
  windowHours,
} from '#contract/deals/deadlines.ts'
import { codeLockMinutes, codeTriesBeforeClosed } from '#contract/deals/handover-code.ts'

export const dealErrors = {
  already_paid: { status: 409, message: 'You have already paid for this bike.' },
  another_buyer_paying: { status: 409, message: 'Another buyer is paying for this bike right now.' },
  payment_unfinished: { status: 409, message: 'This payment is not finished yet.' },
  payment_mismatch: { status: 409, message: 'This payment is for something else. No money was taken for it here.' },
  payment_refunded: { status: 409, message: 'The bike could not be sold to you, so your money is being sent back.' },
  deal_closed: { status: 409, message: 'This deal has ended.' },
  deal_over: { status: 409, message: 'The bike has already been handed over.' },
  deal_frozen: {
    status: 409,
    message: 'The buyer’s bank is checking this payment. Nothing can be done until it has answered.',
  },
  dispute_open: {
    status: 409,
    message: `A problem was reported for this deal. We will decide it within ${decisionHours} hours.`,
  },
  no_dispute: { status: 409, message: 'No problem is open for this deal.' },
  promised_to_another: {
    status: 409,
    message:
      'Another buyer comes first for this bike. You keep your place in line, and we will tell you when it is your turn.',
  },
  bike_reserved: { status: 409, message: 'This bike is reserved for a buyer. Cancel that deal first.' },
  bike_changed: {
    status: 409,
    message: 'The seller changed this bike. Look at it again and confirm that you still want it.',
  },
  accept_first: { status: 409, message: 'The seller has to accept first.' },
  cancel_instead: {
    status: 409,
    message: 'The buyer has already paid. Cancel the deal instead; the buyer gets everything back.',
  },
  say_what_is_wrong: { status: 409, message: 'You already have the bike. If something is wrong, report a problem.' },
  meeting_time_invalid: { status: 409, message: `Choose a time within the next ${meetingAheadDays} days.` },
  too_many_meeting_moves: {
    status: 409,
    message: 'The meeting was moved three times. Keep this time, or cancel the deal.',
  },
  no_meeting_proposed: { status: 409, message: 'There is no proposed time to agree to.' },
  nothing_to_answer: { status: 409, message: 'There is nothing to answer here any more.' },
  seller_proposes_price: {
    status: 409,
    message: 'After paying, the seller proposes another price and the buyer agrees.',
  },
  price_not_lower: { status: 409, message: 'The bike does not cost less now.' },
  too_early_for_no_show: { status: 409, message: 'You can say this from an hour after the agreed time.' },
  use_the_code: { status: 409, message: 'The buyer has paid here. Hand over with the buyer’s code.' },
  nothing_paid_yet: { status: 409, message: 'Nothing is paid for this deal yet.' },
  window_over: {
    status: 409,
    message: `A problem can be reported until ${windowHours} hours after the handover. Write to us with the contact form.`,
  },
  not_handed_over: { status: 409, message: 'The bike has not been handed over yet.' },
  pay_deposit_first: { status: 409, message: 'Nothing is paid for this bike yet.' },
  no_deposit: { status: 409, message: 'No deposit is taken for this bike.' },
  too_much_for_card: {
    status: 409,
    message: `A card takes at most ৳${groupInLakhs(maxCardTaka)} at once. Reserve the bike with a deposit.`,
  },
  too_many_holds: {
    status: 409,
    message: 'You are paying for three bikes already. Finish or leave one of them first.',
  },
  hold_again_later: {
    status: 409,
    message: `Your ${maxHoldMinutes} minutes for this bike have passed, and others are waiting. Try again in ${pauseAfterHoldsMinutes} minutes.`,
  },
  too_many_declines: { status: 429, message: 'Too many of your cards were declined. Try again later.' },
  too_many_unanswered: {
    status: 409,
    message: 'Five of your bookings already wait for this seller. Wait for an answer, or cancel one.',
  },
  booked_too_often: {
    status: 409,
    message: `You have booked this bike three times in ${bookingPeriodDays} days. Try again later.`,
  },
  live_deals: { status: 409, message: 'You have a deal that is not finished. Finish or cancel it first.' },
  wrong_handover_code: { status: 400, message: 'That is not the code. Ask the buyer to read it again.' },
  handover_closed: {
    status: 409,
    message: `The code was wrong ${codeTriesBeforeClosed} times, so it is closed. We look at this deal. Write to us if you stand together now.`,
  },
  code_not_closed: { status: 409, message: 'The code of this deal is not closed.' },
  handover_locked: { status: 429, message: `The code was wrong too often. Try again in ${codeLockMinutes} minutes.` },
  code_not_yet: { status: 409, message: 'Your code appears here two hours before the meeting.' },
  cash_does_not_add_up: {
    status: 409,
    message: 'Paid here and in cash together are more than the price. Check the amount.',
  },
  refund_changed: { status: 409, message: 'What you get back has changed. Look at the amount again.' },
  more_than_paid: { status: 409, message: 'That is more than was paid.' },
  evidence_time_over: { status: 409, message: 'The time to add something is over. We are deciding now.' },
  too_much_evidence: { status: 409, message: `Each side can add at most ${maxEvidenceOfSide} things.` },
  no_receipt_yet: { status: 409, message: 'The receipt comes when the bike is handed over, or when a paid deal ends.' },
  payout_not_in_state: { status: 409, message: 'This payout has moved on. Look at it again.' },
  payout_being_sent: {
    status: 409,
    message: `bKash is still being asked about this payout. Look again in ${askPayoutMinutes} minutes.`,
  },
  approve_by_another: { status: 409, message: 'Another person has to approve this.' },
  no_destination: { status: 409, message: 'The seller has not said where to be paid.' },
  destination_changed: { status: 409, message: 'The seller changed where to be paid. Prepare it again.' },
  destination_too_new: {
    status: 409,
    message: `The seller changed where to be paid less than ${destinationWaitHours} hours ago.`,
  },
  reference_missing: { status: 409, message: 'Enter the reference of the transfer.' },
  seller_in_debt: { status: 409, message: 'The seller owes the shop money. Set it off first.' },
  nothing_to_decide: { status: 409, message: 'This payment was decided already, or there is nothing to decide.' },
  nothing_lost: { status: 409, message: 'The shop lost nothing by this payment, or the seller is charged already.' },
} as const
