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
