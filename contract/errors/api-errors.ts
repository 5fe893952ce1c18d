// Every refusal of the shop, once: its status and the sentence the person reads. Screens show the sentence as it is.

export const refusals = {
  bad_request: { status: 400, message: 'That was not understood. Check what you entered and try again.' },
  bad_json: { status: 400, message: 'The request is not valid JSON.' },
  social_cancelled: { status: 400, message: 'You stopped before you were logged in.' },
  social_expired: { status: 400, message: 'That login took too long or began in another window. Please try again.' },
  social_failed: { status: 400, message: 'Logging in there did not work. Please try again, or use your password.' },
  social_email_unusable: {
    status: 400,
    message: 'That account has no e-mail address that this shop can use. Please register with a password.',
  },
  bad_signature: { status: 400, message: 'The signature does not fit this message.' },
  picture_missing: { status: 400, message: 'Choose a picture first.' },
  one_picture_only: {
    status: 400,
    message: 'Send one picture at a time, in the field image, and nothing else with it.',
  },
  picture_damaged: {
    status: 400,
    message: 'This picture is damaged or did not arrive whole. Try again, or choose another one.',
  },
  picture_too_many_pixels: {
    status: 400,
    message: 'This picture has more than 24 megapixels. Make it smaller and try again.',
  },
  picture_not_uploaded: {
    status: 400,
    message: 'The picture of this bike is not here any more. Choose it again, then add the bike.',
  },
  reset_expired: { status: 400, message: 'This link was used already or is older than an hour. Ask for a new one.' },
  common_password: {
    status: 400,
    message: 'Many people use this password, so it is tried first. Choose another one; a few words in a row are good.',
  },
  guessable_password: {
    status: 400,
    message:
      'This password is easy to guess. Choose one that is not your name, your e-mail address or the name of the shop.',
  },
  wrong_password: { status: 400, message: 'That is not your password.' },
  wrong_code: { status: 400, message: 'That code is not right. Enter the one that the app shows now.' },
  wrong_backup_code: { status: 400, message: 'That backup code is not right, or it was used already.' },
  login_expired: {
    status: 400,
    message: 'That login took too long, or the code was wrong too often. Log in with your password again.',
  },
  not_signed_in: { status: 401, message: 'Please log in to do this.' },
  wrong_login: { status: 401, message: 'Invalid email or password' },
  role_not_allowed: { status: 403, message: 'Your account is not allowed to do this.' },
  not_your_email: { status: 403, message: 'You can only do this with your own e-mail address.' },
  foreign_site: { status: 403, message: 'This request came from another site.' },
  foreign_address: { status: 403, message: 'After logging in you can only go to a page of this shop.' },
  account_removed: { status: 403, message: 'This account was removed from the shop.' },
  log_in_again: {
    status: 403,
    message: 'For this you must have logged in within the last ten minutes. Log out, log in again and come back.',
  },
  second_factor_needed: { status: 403, message: 'Set up your second factor first. It is in My Account.' },
  not_found: { status: 404, message: 'It is not here, or it is not yours.' },
  no_such_call: { status: 404, message: 'There is no such call.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Try again.' },
  email_taken: { status: 409, message: 'User already exists. Use another email.' },
  account_not_joined: {
    status: 409,
    message: 'There is already an account with this e-mail address. Log in the way you did before.',
  },
  second_factor_on: { status: 409, message: 'Your second factor is on already.' },
  second_factor_off: { status: 409, message: 'Your second factor is not on.' },
  admin_leaves: {
    status: 409,
    message: 'This account runs the shop, so it cannot be deleted here. Let another one run the shop first.',
  },
  payment_open: {
    status: 409,
    message: 'A payment is under way right now. Finish it, or wait a quarter of an hour until it ends by itself.',
  },
  too_many_bookings: {
    status: 409,
    message: 'You have as many unpaid orders as one buyer may have. Pay for one of them first.',
  },
  draft_used: {
    status: 409,
    message: 'This bike was added already and then changed here. Look at it in My Products.',
  },
  bike_sold: { status: 409, message: 'This bike is already sold.' },
  bike_withdrawn: { status: 409, message: 'The seller has taken this bike off the shop.' },
  bike_being_paid: {
    status: 409,
    message: 'Somebody is paying for this bike right now. Try again in a quarter of an hour.',
  },
  edited_elsewhere: {
    status: 409,
    message: 'This bike was changed in another window meanwhile. Open it again to see how it stands now.',
  },
  brand_known: { status: 409, message: 'The catalogue has this brand already.' },
  model_known: { status: 409, message: 'This brand has a model of this name already.' },
  own_bike: { status: 409, message: 'This is your own bike.' },
  already_booked: { status: 409, message: 'You have already booked this bike. It is in My Orders.' },
  search_saved: { status: 409, message: 'You have saved this search already. It is in Saved Searches.' },
  too_many_searches: {
    status: 409,
    message: 'You have 20 saved searches, as many as one member may have. Delete one of them first.',
  },
  already_wished: { status: 409, message: 'This bike is already in your wishlist.' },
  price_changed: { status: 409, message: 'The price of this bike has changed. Look at the new price and try again.' },
  only_sellers: { status: 409, message: 'Only sellers can be verified.' },
  admin_stays: { status: 409, message: 'An admin cannot be deleted here.' },
  already_paid: { status: 409, message: 'You have already paid for this bike.' },
  another_buyer_paying: { status: 409, message: 'Another buyer is paying for this bike right now.' },
  payment_unfinished: { status: 409, message: 'This payment is not finished yet.' },
  payment_mismatch: { status: 409, message: 'This payment belongs to something else. No money was taken for it here.' },
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
    message: 'Your browser sent too many cookies. Clear the cookies of this shop and try again.',
  },
  too_many_requests: { status: 429, message: 'Too many tries. Wait a little and try again.' },
  too_many_pictures: {
    status: 429,
    message: 'You have uploaded 60 pictures that no bike uses yet. Add your bikes first, or try again tomorrow.',
  },
  pictures_unavailable: {
    status: 503,
    message: 'Pictures cannot be kept right now. Nothing was saved. Try again in a minute.',
  },
  second_factor_locked: {
    status: 429,
    message: 'The code was wrong too often. Wait a quarter of an hour and try again.',
  },
  cards_unavailable: {
    status: 503,
    message: 'The card service does not answer right now. Try again in a minute.',
  },
  social_unavailable: {
    status: 503,
    message: 'That login service does not answer right now. Try again in a minute, or use your password.',
  },
  shop_unavailable: { status: 503, message: 'The shop is busy right now. Try again in a moment.' },
  something_wrong: { status: 500, message: 'Something went wrong. Try again; if it stays, tell us the number below.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

/** A refusal as the wire spells it. `acknowledged: false` stands where the screens read it. */
export type RefusalOnTheWire = {
  code: string
  message: string
  requestId: string
  field?: string
  acknowledged?: false
  salePrice?: number
}

const usualRetrySeconds = 5

/** Thrown by rules and handlers for what is expected to happen; the door turns it into its status and sentence. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: Pick<RefusalOnTheWire, 'field' | 'salePrice'>
  /** When trying again may help, of a 429 or a 503. */
  readonly retryAfterSeconds: number

  constructor(
    code: RefusalCode,
    details: {
      field?: string
      salePrice?: number
      message?: string
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(details.message ?? refusals[code].message, { cause: details.cause })
    this.code = code
    this.status = refusals[code].status
    this.retryAfterSeconds = details.retryAfterSeconds ?? usualRetrySeconds
    this.details = {
      ...(details.field !== undefined && { field: details.field }),
      ...(details.salePrice !== undefined && { salePrice: details.salePrice }),
    }
  }
}
