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
  not_signed_in: { status: 401, message: 'Please log in to do this.' },
  wrong_login: { status: 401, message: 'Invalid email or password' },
  role_not_allowed: { status: 403, message: 'Your account is not allowed to do this.' },
  not_your_email: { status: 403, message: 'You can only do this with your own e-mail address.' },
  foreign_site: { status: 403, message: 'This request came from another site.' },
  foreign_address: { status: 403, message: 'After logging in you can only go to a page of this shop.' },
  account_removed: { status: 403, message: 'This account was removed from the shop.' },
  not_found: { status: 404, message: 'It is not here, or it is not yours.' },
  no_such_call: { status: 404, message: 'There is no such call.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Try again.' },
  email_taken: { status: 409, message: 'User already exists. Use another email.' },
  account_not_joined: {
    status: 409,
    message: 'There is already an account with this e-mail address. Log in the way you did before.',
  },
  bike_sold: { status: 409, message: 'This bike is already sold.' },
  bike_withdrawn: { status: 409, message: 'The seller has taken this bike off the shop.' },
  own_bike: { status: 409, message: 'This is your own bike.' },
  already_booked: { status: 409, message: 'You have already booked this bike. It is in My Orders.' },
  already_wished: { status: 409, message: 'This bike is already in your wishlist.' },
  price_changed: { status: 409, message: 'The price of this bike has changed. Look at the new price and try again.' },
  already_paid: { status: 409, message: 'You have already paid for this bike.' },
  another_buyer_paying: { status: 409, message: 'Another buyer is paying for this bike right now.' },
  payment_unfinished: { status: 409, message: 'This payment is not finished yet.' },
  payment_mismatch: { status: 409, message: 'This payment belongs to something else. No money was taken for it here.' },
  payment_refunded: { status: 409, message: 'The bike could not be sold to you, so your money is being sent back.' },
  too_big: { status: 413, message: 'That is too big to send.' },
  wrong_media_type: { status: 415, message: 'Send this as JSON.' },
  too_many_requests: { status: 429, message: 'Too many tries. Wait a little and try again.' },
  cards_unavailable: {
    status: 503,
    message: 'The card service does not answer right now. No money was taken. Try again in a minute.',
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

/** Thrown by rules and handlers for what is expected to happen; the door turns it into its status and sentence. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: Pick<RefusalOnTheWire, 'field' | 'salePrice'>

  constructor(code: RefusalCode, details: { field?: string; salePrice?: number; message?: string } = {}) {
    super(details.message ?? refusals[code].message)
    this.code = code
    this.status = refusals[code].status
    this.details = {
      ...(details.field !== undefined && { field: details.field }),
      ...(details.salePrice !== undefined && { salePrice: details.salePrice }),
    }
  }
}
