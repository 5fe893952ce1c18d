// Every error code of the API with its HTTP status and English sentence. Screens show the sentence as it is.
import { formatReason, type Reason } from './reasons.ts'

export const apiErrors = {
  bad_request: { status: 400, message: 'Something you entered is not right. Check it and try again.' },
  bad_json: { status: 400, message: 'The request is not valid JSON.' },
  social_cancelled: { status: 400, message: 'You cancelled the login.' },
  social_expired: {
    status: 400,
    message: 'That login took too long or was started in another window. Please try again.',
  },
  social_failed: { status: 400, message: 'That login did not work. Please try again, or use your password.' },
  social_email_unusable: {
    status: 400,
    message: 'That account has no e-mail address that we can use. Please register with a password.',
  },
  bad_signature: { status: 400, message: 'The signature does not match this message.' },
  picture_missing: { status: 400, message: 'Choose a picture first.' },
  one_picture_only: {
    status: 400,
    message: 'Send one picture at a time, in the field “image”, and nothing else.',
  },
  picture_damaged: {
    status: 400,
    message: 'This picture is damaged or did not arrive completely. Try again, or choose another one.',
  },
  picture_too_many_pixels: {
    status: 400,
    message: 'This picture has more than 24 megapixels. Make it smaller and try again.',
  },
  picture_not_uploaded: {
    status: 400,
    message: 'The picture of this bike is no longer here. Choose it again, then add the bike.',
  },
  reset_expired: { status: 400, message: 'This link was already used or is older than an hour. Ask for a new one.' },
  proof_expired: {
    status: 400,
    message: 'This link was already used or is older than 24 hours. Ask for a new one in My Account.',
  },
  common_password: {
    status: 400,
    message:
      'Many people use this password, so it is easy to guess. Choose another one; a few words in a row are good.',
  },
  guessable_password: {
    status: 400,
    message: 'This password is easy to guess. Choose one that is not your name, your e-mail address or “Motohaat”.',
  },
  wrong_password: { status: 400, message: 'That is not your password.' },
  wrong_code: { status: 400, message: 'That code is wrong. Enter the one that the app shows now.' },
  wrong_backup_code: { status: 400, message: 'That backup code is wrong, or it was already used.' },
  login_expired: {
    status: 400,
    message: 'That login took too long, or the code was wrong too often. Log in with your password again.',
  },
  not_signed_in: { status: 401, message: 'Please log in to do this.' },
  wrong_login: { status: 401, message: 'Invalid email or password' },
  role_not_allowed: { status: 403, message: 'Your account is not allowed to do this.' },
  not_your_email: { status: 403, message: 'You can only do this with your own e-mail address.' },
  foreign_site: { status: 403, message: 'This request came from another site.' },
  foreign_address: { status: 403, message: 'After logging in you can only go to a page of Motohaat.' },
  account_removed: { status: 403, message: 'This account was removed from Motohaat.' },
  log_in_again: {
    status: 403,
    message: 'To do this, you must have logged in within the last ten minutes. Log out, log in again and come back.',
  },
  password_needed: {
    status: 403,
    message: 'Enter the password of your registration, or choose a new one.',
  },
  second_factor_needed: { status: 403, message: 'Set up two-step login first. It is in My Account.' },
  not_found: { status: 404, message: 'We could not find that.' },
  no_such_call: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Try again.' },
  email_taken: { status: 409, message: 'User already exists. Use another email.' },
  account_not_joined: {
    status: 409,
    message: 'There is already an account with this e-mail address. Log in the way you did before.',
  },
  second_factor_on: { status: 409, message: 'Two-step login is already on.' },
  second_factor_off: { status: 409, message: 'Two-step login is not on.' },
  admin_leaves: {
    status: 409,
    message: 'This is an admin account, so it cannot be deleted here. Make somebody else the admin first.',
  },
  payment_open: {
    status: 409,
    message: 'A payment is in progress. Finish it, or wait 15 minutes until it ends by itself.',
  },
  too_many_bookings: {
    status: 409,
    message: 'You have too many unpaid orders. Pay for one of them first.',
  },
  draft_used: {
    status: 409,
    message: 'You have already added this bike. You can edit it in My Products.',
  },
  bike_sold: { status: 409, message: 'This bike is already sold.' },
  bike_withdrawn: { status: 409, message: 'The seller has withdrawn this bike.' },
  bike_being_paid: {
    status: 409,
    message: 'Somebody is paying for this bike right now. Try again in 15 minutes.',
  },
  edited_elsewhere: {
    status: 409,
    message: 'This bike was changed in another window. Open it again to see the changes.',
  },
  brand_known: { status: 409, message: 'This brand is already in the catalogue.' },
  model_known: { status: 409, message: 'This brand already has a model with this name.' },
  own_bike: { status: 409, message: 'This is your own bike.' },
  already_booked: { status: 409, message: 'You have already booked this bike. It is in My Orders.' },
  search_saved: { status: 409, message: 'You have already saved this search. It is in Saved Searches.' },
  too_many_searches: {
    status: 409,
    message: 'You already have 20 saved searches. Delete one of them first.',
  },
  already_wished: { status: 409, message: 'This bike is already in your wishlist.' },
  price_changed: { status: 409, message: 'The price of this bike has changed. Look at the new price and try again.' },
  only_sellers: { status: 409, message: 'Only sellers can be verified.' },
  admin_stays: { status: 409, message: 'An admin cannot be deleted here.' },
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
  dispute_open: { status: 409, message: 'A problem was reported for this deal. We will decide it within 72 hours.' },
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
  meeting_time_invalid: { status: 409, message: 'Choose a time within the next 14 days.' },
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
    message: 'A problem can be reported until 24 hours after the handover. Write to us with the contact form.',
  },
  not_handed_over: { status: 409, message: 'The bike has not been handed over yet.' },
  pay_deposit_first: { status: 409, message: 'Nothing is paid for this bike yet.' },
  no_deposit: { status: 409, message: 'No deposit is taken for this bike.' },
  too_much_for_card: {
    status: 409,
    message: 'A card takes at most ৳9,99,999 at once. Reserve the bike with a deposit.',
  },
  too_many_holds: {
    status: 409,
    message: 'You are paying for three bikes already. Finish or leave one of them first.',
  },
  hold_again_later: {
    status: 409,
    message: 'Your 15 minutes for this bike have passed, and others are waiting. Try again in 15 minutes.',
  },
  too_many_declines: { status: 429, message: 'Too many of your cards were declined. Try again later.' },
  too_many_unanswered: {
    status: 409,
    message: 'Five of your bookings already wait for this seller. Wait for an answer, or cancel one.',
  },
  booked_too_often: { status: 409, message: 'You have booked this bike three times in 30 days. Try again later.' },
  live_deals: { status: 409, message: 'You have a deal that is not finished. Finish or cancel it first.' },
  wrong_handover_code: { status: 400, message: 'That is not the code. Ask the buyer to read it again.' },
  handover_locked: { status: 429, message: 'The code was wrong too often. Try again in 15 minutes.' },
  code_not_yet: { status: 409, message: 'Your code appears here two hours before the meeting.' },
  cash_does_not_add_up: {
    status: 409,
    message: 'Paid here and in cash together are more than the price. Check the amount.',
  },
  refund_changed: { status: 409, message: 'What you get back has changed. Look at the amount again.' },
  more_than_paid: { status: 409, message: 'That is more than was paid.' },
  evidence_time_over: { status: 409, message: 'The time to add something is over. We are deciding now.' },
  too_much_evidence: { status: 409, message: 'Each side can add at most 10 things.' },
  no_receipt_yet: { status: 409, message: 'There is a receipt as soon as something is paid.' },
  payout_not_in_state: { status: 409, message: 'This payout has moved on. Look at it again.' },
  approve_by_another: { status: 409, message: 'Another person has to approve this.' },
  no_destination: { status: 409, message: 'The seller has not said where to be paid.' },
  destination_too_new: { status: 409, message: 'The seller changed where to be paid less than 72 hours ago.' },
  reference_missing: { status: 409, message: 'Enter the reference of the transfer.' },
  seller_in_debt: { status: 409, message: 'The seller owes the shop money. Set it off first.' },
  nothing_lost: { status: 409, message: 'The shop lost nothing by this payment, or the seller is charged already.' },
  refund_not_in_state: { status: 409, message: 'This refund has moved on. Look at it again.' },
  too_big: { status: 413, message: 'That is too big to send.' },
  picture_too_big: { status: 413, message: 'This picture is larger than 10 MB. Make it smaller and try again.' },
  wrong_media_type: { status: 415, message: 'Send this as JSON.' },
  picture_wrong_type: {
    status: 415,
    message: 'This file is not a JPEG, PNG or WebP picture. Choose another one, or save it as a JPEG first.',
  },
  too_many_cookies: {
    status: 431,
    message: 'Your browser sent too many cookies. Clear the cookies of this site and try again.',
  },
  too_many_requests: { status: 429, message: 'Too many tries. Wait a little and try again.' },
  too_many_pictures: {
    status: 429,
    message: 'You have uploaded 60 pictures that no bike uses yet. Add your bikes first, or try again tomorrow.',
  },
  pictures_unavailable: {
    status: 503,
    message: 'We cannot save pictures right now. Nothing was saved. Try again in a minute.',
  },
  second_factor_locked: {
    status: 429,
    message: 'The code was wrong too often. Wait 15 minutes and try again.',
  },
  cards_unavailable: {
    status: 503,
    message: 'The card service is not answering right now. Try again in a minute.',
  },
  social_unavailable: {
    status: 503,
    message: 'That login service is not answering right now. Try again in a minute, or use your password.',
  },
  shop_unavailable: { status: 503, message: 'Motohaat is busy right now. Try again in a moment.' },
  something_wrong: {
    status: 500,
    message: 'Something went wrong. Try again; if it happens again, tell us the number below.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ApiErrorCode = keyof typeof apiErrors

/** The JSON body of an error. The specification asks for `acknowledged: false`. */
export type ApiErrorBody = {
  code: string
  message: string
  requestId: string
  field?: string
  acknowledged?: false
  salePrice?: number
}

const defaultRetrySeconds = 5

/** An expected error. Rules and handlers throw it; the HTTP server sends its status and sentence. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly details: Pick<ApiErrorBody, 'field' | 'salePrice'>
  /** A more precise sentence than that of the code. */
  readonly reason: Reason | null
  /** The `Retry-After` header of a 429 or 503. */
  readonly retryAfterSeconds: number

  constructor(
    code: ApiErrorCode,
    details: {
      field?: string
      salePrice?: number
      reason?: Reason | undefined
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(details.reason ? formatReason(details.reason, 'en') : apiErrors[code].message, { cause: details.cause })
    this.code = code
    this.reason = details.reason ?? null
    this.status = apiErrors[code].status
    this.retryAfterSeconds = details.retryAfterSeconds ?? defaultRetrySeconds
    this.details = {
      ...(details.field !== undefined && { field: details.field }),
      ...(details.salePrice !== undefined && { salePrice: details.salePrice }),
    }
  }
}
