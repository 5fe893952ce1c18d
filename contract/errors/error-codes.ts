// Every error code of the API with its HTTP status and English sentence. Screens show the sentence as it is.
import { dealErrors } from './deal-error-codes.ts'
import {
  maxDeadlineDays,
  maxJpegMegapixels,
  maxMegapixels,
  maxNumbersPerDay,
  maxPictureMb,
  maxSavedSearches,
  maxUnusedPictures,
} from '#contract/limits.ts'
import { appealDays, paperOpeningMinutes, proofLinkHours, secondFactorLockMinutes } from '#contract/time/lifetimes.ts'
import { maxHoldMinutes, ratingDays } from '#contract/deals/deadlines.ts'

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
    message: `A JPEG may have up to ${maxJpegMegapixels} megapixels, any other picture up to ${maxMegapixels}. Make it smaller and try again.`,
  },
  picture_not_uploaded: {
    status: 400,
    message: 'The picture of this bike is no longer here. Choose it again, then add the bike.',
  },
  paper_file_missing: {
    status: 400,
    message: 'The photo of this paper is no longer here, or another paper has it. Take it again.',
  },
  reset_expired: { status: 400, message: 'This link was already used or is older than an hour. Ask for a new one.' },
  proof_expired: {
    status: 400,
    message: `This link was already used or is older than ${proofLinkHours} hours. Ask for a new one in My Account.`,
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
  day_in_future: { status: 400, message: 'This day has not come yet. Enter the day on the GD.' },
  wrong_password: { status: 400, message: 'That is not your password.' },
  wrong_code: { status: 400, message: 'That code is wrong. Enter the one that the app shows now.' },
  wrong_backup_code: { status: 400, message: 'That backup code is wrong, or it was already used.' },
  wrong_phone_code: { status: 400, message: 'That is not the code of the newest message.' },
  phone_code_over: { status: 400, message: 'This code does not work any more. Ask for a new one.' },
  login_expired: {
    status: 400,
    message: 'That login took too long, or the code was wrong too often. Log in with your password again.',
  },
  not_signed_in: { status: 401, message: 'Please log in to do this.' },
  wrong_login: { status: 401, message: 'Invalid email or password' },
  phone_not_proven: { status: 409, message: 'Prove a mobile number first. Then you can sell.' },
  phone_needed: { status: 409, message: 'Prove your mobile number first, so that we can ask you about it.' },
  role_not_allowed: { status: 403, message: 'Your account is not allowed to do this.' },
  not_your_email: { status: 403, message: 'You can only do this with your own e-mail address.' },
  foreign_site: { status: 403, message: 'This request came from another site.' },
  foreign_address: { status: 403, message: 'After logging in you can only go to a page of Motohaat.' },
  suspended: {
    status: 403,
    message:
      'Your account is suspended. In My Account, under “Decisions and reports”, you read why, until when, and what you can do.',
  },
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
    message: `A payment is in progress. Finish it, or wait ${maxHoldMinutes} minutes until it ends by itself.`,
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
  number_hidden: { status: 409, message: 'A buyer has paid for this bike, so its number is not shown.' },
  bike_withdrawn: { status: 409, message: 'The seller has withdrawn this bike.' },
  bike_being_paid: {
    status: 409,
    message: `Somebody is paying for this bike right now. Try again in ${maxHoldMinutes} minutes.`,
  },
  edited_elsewhere: {
    status: 409,
    message: 'This bike was changed in another window. Open it again to see the changes.',
  },
  brand_known: { status: 409, message: 'This brand is already in the catalogue.' },
  model_known: { status: 409, message: 'This brand already has a model with this name.' },
  already_reported: { status: 409, message: 'You have already reported this for the same reason. We are looking.' },
  already_reported_stolen: { status: 409, message: 'You have reported a bike with this number already. See below.' },
  stolen_report_decided: { status: 409, message: 'This report is decided, or was taken back.' },
  case_taken: { status: 409, message: 'Somebody else is working on this case.' },
  case_decided: { status: 409, message: 'This case is decided.' },
  removal_proposed: {
    status: 409,
    message: 'Somebody has proposed to remove this member. Read why before you decide.',
  },
  address_not_proven: { status: 403, message: 'Confirm your e-mail address in My Account first.' },
  papers_being_checked: {
    status: 409,
    message: 'We are checking the papers of a bike of yours. You can change its numbers after that.',
  },
  number_in_own_advertisement: {
    status: 409,
    message: 'Another advertisement of yours has this number. Withdraw that one first.',
  },
  number_on_sale: {
    status: 409,
    message: 'Another advertisement with the same number is on sale. Hide that one first.',
  },
  number_stolen: {
    status: 409,
    message: 'A bike with this number is in the register of stolen bikes. It stays hidden while the report is there.',
  },
  case_open: { status: 409, message: 'We are already looking at this. You will hear from us.' },
  own_deal: { status: 409, message: 'This is a deal of your own. Somebody else has to do this.' },
  reason_missing: { status: 409, message: 'Write why.' },
  own_case: { status: 409, message: 'This case is about you. Somebody else has to decide it.' },
  nothing_to_hide: { status: 409, message: 'This case is about a member, so there is no bike to hide.' },
  appeal_closed: { status: 409, message: `You can ask for a second look once, within ${appealDays} days.` },
  bike_hidden: { status: 409, message: 'We are looking at this bike. It cannot be bought for now.' },
  bike_waits: {
    status: 409,
    message: 'We are still looking at this bike. You can advertise it when it is online.',
  },
  bike_suspended: { status: 409, message: 'The seller is suspended. The bike is shown again when that ends.' },
  own_bike: { status: 409, message: 'This is your own bike.' },
  chat_closed: { status: 409, message: 'You cannot write here any more.' },
  you_blocked: { status: 409, message: 'You blocked this person. Take the block back to write again.' },
  contact_ended: {
    status: 409,
    message:
      'You and this seller have no contact on Motohaat any more, so you cannot book or buy this bike. Orders that you have together go on.',
  },
  price_fixed: { status: 409, message: 'The price of this bike is fixed.' },
  no_offers_now: {
    status: 409,
    message: 'A price for this bike is agreed already, so no other one can be offered now.',
  },
  offer_out_of_range: {
    status: 409,
    message: 'Offer at least half of the asking price, and at most the asking price.',
  },
  offer_waits: { status: 409, message: 'Your offer is still open. Take it back to offer another price.' },
  offer_tomorrow: { status: 409, message: 'Too low for this bike. You can make your next offer tomorrow.' },
  too_many_offers: { status: 409, message: 'You have both offered eight prices for this bike. Write to each other.' },
  buyer_has_enough: { status: 409, message: 'This buyer has too many unpaid orders to agree on another bike.' },
  offer_gone: { status: 409, message: 'This offer is not open any more.' },
  too_many_chats: {
    status: 429,
    message: 'You have written to five new sellers in an hour. Confirm your e-mail address, or try again later.',
  },
  already_booked: { status: 409, message: 'You have already booked this bike. It is in My Orders.' },
  search_saved: { status: 409, message: 'You have already saved this search. It is in Saved Searches.' },
  too_many_searches: {
    status: 409,
    message: `You already have ${maxSavedSearches} saved searches. Delete one of them first.`,
  },
  number_elsewhere: { status: 409, message: 'Another account has proven this number.' },
  already_wished: { status: 409, message: 'This bike is already in your wishlist.' },
  price_changed: { status: 409, message: 'The price of this bike has changed. Look at the new price and try again.' },
  only_sellers: { status: 409, message: 'Only sellers can be verified.' },
  seller_verified: { status: 409, message: 'This seller is verified, so there is nothing to ask for.' },
  admin_stays: { status: 409, message: 'An admin cannot be deleted here.' },
  nothing_to_rate: { status: 409, message: 'Only a deal that ended in a sale can be rated.' },
  rating_over: { status: 409, message: `The ${ratingDays} days for rating this deal are over.` },
  already_rated: { status: 409, message: 'You have already rated this deal.' },
  inspection_signed: { status: 409, message: 'This inspection is signed. Nobody can change it any more.' },
  too_little_inspected: { status: 409, message: 'Look at more points first: at least half of them.' },
  too_many_invitations: { status: 409, message: 'Three links are open for this bike. Revoke one of them first.' },
  already_answered: { status: 409, message: 'You have already answered this rating.' },
  before_sale: { status: 409, message: 'That day is before the bike was handed over.' },
  after_today: { status: 409, message: 'That day has not come yet.' },
  apply_first: { status: 409, message: 'First say on which day you applied.' },
  sale_undone: { status: 409, message: 'This sale was undone: the money went back to the buyer.' },
  deadline_needs_days: { status: 409, message: `A deadline is a number of days from 1 to ${maxDeadlineDays}.` },
  ...dealErrors,
  paper_changed: { status: 409, message: 'The seller has changed this paper. Open it again.' },
  paper_not_open: { status: 409, message: `The ${paperOpeningMinutes} minutes are over. Open the photo again.` },
  refund_not_in_state: { status: 409, message: 'This refund has moved on. Look at it again.' },
  too_big: { status: 413, message: 'That is too big to send.' },
  picture_too_big: {
    status: 413,
    message: `This picture is larger than ${maxPictureMb} MB. Make it smaller and try again.`,
  },
  wrong_media_type: { status: 415, message: 'Send this as JSON.' },
  picture_wrong_type: {
    status: 415,
    message: 'This file is not a JPEG, PNG, WebP or AVIF picture. Choose another one, or save it as a JPEG first.',
  },
  too_many_cookies: {
    status: 431,
    message: 'Your browser sent too many cookies. Clear the cookies of this site and try again.',
  },
  too_many_requests: { status: 429, message: 'Too many tries. Wait a little and try again.' },
  too_many_numbers: {
    status: 429,
    message: `You have seen ${maxNumbersPerDay} numbers today. You can see more tomorrow.`,
  },
  too_many_pictures: {
    status: 429,
    message: `You have uploaded ${maxUnusedPictures} pictures that no bike uses yet. Add your bikes first, or try again tomorrow.`,
  },
  sms_unavailable: { status: 503, message: 'No text message can be sent right now. Try again in a minute.' },
  pictures_unavailable: {
    status: 503,
    message: 'We cannot save pictures right now. Nothing was saved. Try again in a minute.',
  },
  second_factor_locked: {
    status: 429,
    message: `The code was wrong too often. Wait ${secondFactorLockMinutes} minutes and try again.`,
  },
  cards_unavailable: {
    status: 503,
    message: 'The card service is not answering right now. Try again in a minute.',
  },
  wallet_unavailable: {
    status: 503,
    message: 'The payment service is not answering right now. Try again in a minute.',
  },
  way_not_offered: { status: 409, message: 'You cannot pay this way here. Choose another one.' },
  too_much_for_wallet: {
    status: 409,
    message: 'This is more than a wallet takes at once. Pay the deposit this way, or pay by card.',
  },
  social_unavailable: {
    status: 503,
    message: 'That login service is not answering right now. Try again in a minute, or use your password.',
  },
  shop_unavailable: { status: 503, message: 'Motohaat is busy right now. Try again in a moment.' },
  something_wrong: {
    status: 500,
    message: 'Something went wrong. Try again; if it happens again, tell us.',
  },
} as const satisfies Record<string, { status: number; message: string }>
