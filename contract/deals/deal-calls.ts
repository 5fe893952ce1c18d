// The calls of deals: what a buyer and a seller do from the request to the handover.
import { maxPriceTaka } from '#contract/limits.ts'
import { maxNoteCharacters, maxPlaceCharacters } from '#contract/deals/text-lengths.ts'
import { codeTriesBeforeClosed } from '#contract/deals/handover-code.ts'
import { z } from 'zod'
import { toReason } from '../errors/reasons.ts'
import type { Calls } from '../call.ts'
import { Id, multilineTextField, Paging, Taka, textField, typed } from '../fields.ts'
import { closeChoices, declineChoices } from './close-choices.ts'
import { Deal, DealSummary, MoneyRule } from './deals.ts'
import { problemChoices } from './problem-reasons.ts'

/** An amount in whole Taka that may be zero. */
const AnyTaka = z
  .int({ error: toReason('not_whole_taka', { field: 'price' }) })
  .min(0, toReason('price_too_low'))
  .max(maxPriceTaka, toReason('price_too_high'))

const Note = textField('message', maxNoteCharacters)

const DealId = z.strictObject({ id: Id })
const Done = z.object({ modifiedCount: z.int() })

const Meeting = {
  meetAt: z.iso.datetime({ offset: true, error: toReason('invalid_meeting_time') }),
  place: textField('meeting_location', maxPlaceCharacters),
}

const dealErrors = ['not_found', 'deal_closed', 'deal_over', 'dispute_open', 'bike_being_paid'] as const

export const meetingFileCalls = {
  'GET /deals/:id/meeting.ics': {
    summary: 'The meeting as a calendar file, for the two sides; with the key of its address without a session',
    access: 'anyone',
    params: DealId,
    // Two keys are a wrong key, and not a fault in what a person typed.
    query: z.strictObject({ key: z.string().max(200).optional().catch('') }),
    response: z.never(),
    mediaType: 'text/calendar; charset=utf-8',
    errors: ['not_found'],
  },
} as const satisfies Calls

export const dealCalls = {
  'GET /deals': {
    summary: 'My deals as a buyer or as a seller, newest first',
    access: 'member',
    query: Paging.extend({
      side: z.enum(['buyer', 'seller']).optional(),
      /** Only deals that go on, or only deals that ended. */
      ended: z.enum(['yes', 'no']).optional(),
    }),
    response: z.array(DealSummary),
    list: true,
  },
  'GET /deals/count': {
    summary: 'How many of my deals wait for my answer',
    access: 'member',
    response: z.object({ answerNow: z.int(), live: z.int() }),
  },
  'GET /deals/:id': {
    summary: 'One deal of mine, with its steps',
    access: 'member',
    params: DealId,
    response: Deal,
    errors: ['not_found'],
  },
  'GET /deals/:id/rules': {
    summary: 'What happens with the money of this deal, in Taka, for a deposit and for the full price',
    access: 'member',
    params: DealId,
    response: z.object({
      deposit: z.array(MoneyRule),
      full: z.array(MoneyRule),
      /** What the buyer would get back on cancelling at this moment, in Taka. */
      cancelNow: z.int(),
    }),
    errors: ['not_found'],
  },
  'PUT /deals/:id/answer': {
    summary: 'Say yes or no to a request, as the seller',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      answer: z.enum(['yes', 'no']),
      /** Why not, as chosen, and in own words; the buyer reads both. */
      choice: z.enum(declineChoices).optional(),
      reason: Note.optional(),
      meetAt: Meeting.meetAt.optional(),
      place: Meeting.place.optional(),
    }),
    response: Done,
    errors: [
      ...dealErrors,
      'promised_to_another',
      'bike_changed',
      'cancel_instead',
      'meeting_time_invalid',
      'role_not_allowed',
      'bike_sold',
      'bike_withdrawn',
    ],
  },
  'PUT /deals/:id/meeting': {
    summary: 'Propose a time and a place to meet, or agree to the proposed ones',
    access: 'member',
    params: DealId,
    body: z.union([z.strictObject(Meeting), z.strictObject({ agree: z.literal(true) })]),
    response: Done,
    errors: [
      ...dealErrors,
      'accept_first',
      'meeting_time_invalid',
      'too_many_meeting_moves',
      'no_meeting_proposed',
      'deal_frozen',
    ],
  },
  'PUT /deals/:id/contact': {
    summary: 'Give the number and the place of a bike paid from the wishlist',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      contactNumber: typed('number').max(40),
      meetingLocation: textField('meeting_location', maxPlaceCharacters),
    }),
    response: Done,
    errors: [...dealErrors, 'role_not_allowed'],
  },
  'POST /deals/:id/cancel': {
    summary: 'Cancel a deal; held money is divided by the rules',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      /** Why, as chosen, and in own words. The other side reads both, but for `strange`, which the moderators read. */
      choice: z.enum(closeChoices).optional(),
      reason: Note.optional(),
      soldElsewhere: z.boolean().optional(),
      /** What the buyer was told to get back, in Taka: a different amount is refused. */
      expectedRefund: AnyTaka.optional(),
    }),
    response: z.object({ modifiedCount: z.int(), refund: z.int() }),
    errors: [...dealErrors, 'say_what_is_wrong', 'deal_frozen', 'refund_changed', 'cards_unavailable', 'bike_reserved'],
  },
  'GET /deals/:id/code': {
    summary: 'The code that the buyer reads aloud at the handover',
    access: 'member',
    params: DealId,
    query: z.strictObject({ together: z.literal('yes').optional() }),
    response: z.object({
      code: z.string().regex(/^\d{6}$/),
      /** For a QR code that the seller scans without a network. */
      qr: z.string(),
    }),
    errors: [
      'not_found',
      'code_not_yet',
      'role_not_allowed',
      'deal_over',
      'deal_closed',
      'dispute_open',
      'deal_frozen',
      'pay_deposit_first',
    ],
  },
  'POST /deals/:id/handover': {
    summary: 'Hand over the bike with the code of the buyer, as the seller',
    access: 'member',
    limit: 'handover',
    params: DealId,
    body: z.strictObject({
      code: typed('number').max(200),
      /** What the buyer paid in cash, in Taka. */
      cashTaka: AnyTaka.optional(),
    }),
    response: Done,
    errors: [
      ...dealErrors,
      'wrong_handover_code',
      'handover_locked',
      'handover_closed',
      'pay_deposit_first',
      'deal_frozen',
      'role_not_allowed',
      'cash_does_not_add_up',
    ],
  },
  'PUT /deals/:id/code': {
    summary: `Open the handover code of a deal again that was closed after ${codeTriesBeforeClosed} wrong ones, with a new code`,
    access: 'admin',
    params: DealId,
    body: z.strictObject({ open: z.literal(true) }),
    response: Done,
    errors: ['not_found', 'code_not_closed', 'own_deal'],
  },
  'PUT /deals/:id/cash': {
    summary: 'Say whether the cash amount that the seller entered is right, as the buyer',
    access: 'member',
    params: DealId,
    body: z.strictObject({ right: z.boolean() }),
    response: Done,
    errors: [...dealErrors, 'nothing_to_answer', 'role_not_allowed'],
  },
  'PUT /deals/:id/price': {
    summary: 'Propose another price at the meeting, or agree to the proposed one',
    access: 'member',
    params: DealId,
    body: z.union([z.strictObject({ price: Taka }), z.strictObject({ agree: z.literal(true), price: Taka })]),
    response: Done,
    errors: [...dealErrors, 'nothing_to_answer', 'seller_proposes_price', 'price_changed', 'deal_frozen'],
  },
  'PUT /deals/:id/confirm': {
    summary: 'Still want the changed bike, or take its lower price, as the buyer',
    access: 'member',
    params: DealId,
    body: z.strictObject({ what: z.enum(['change', 'lower_price']), price: Taka.optional() }),
    response: Done,
    errors: [...dealErrors, 'price_not_lower', 'price_changed', 'role_not_allowed'],
  },
  'PUT /deals/:id/outcome': {
    summary: 'Say what happened: no deal at the meeting, the other did not come, handed over, or bought for cash',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      outcome: z.enum(['no_deal', 'no_show', 'handed_over', 'bought_for_cash', 'not_bought', 'everything_fine']),
      price: Taka.optional(),
      /** With `everything_fine`: the amount that the seller entered as paid in cash, confirmed by the buyer. */
      cash: AnyTaka.optional(),
      note: Note.optional(),
    }),
    response: Done,
    errors: [
      ...dealErrors,
      'accept_first',
      'too_early_for_no_show',
      'role_not_allowed',
      'use_the_code',
      'nothing_to_answer',
      'not_handed_over',
      'deal_frozen',
      'bike_reserved',
    ],
  },
  'POST /deals/:id/problem': {
    summary: 'Report a problem, as the buyer: the money stays until the admin decides',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      reason: z.enum(problemChoices),
      note: multilineTextField('message', 1_000).optional(),
    }),
    response: Done,
    errors: [...dealErrors, 'window_over', 'nothing_paid_yet', 'role_not_allowed'],
  },
  'PUT /deals/:id/problem': {
    summary: 'Take back the problem that I reported',
    access: 'member',
    params: DealId,
    body: z.strictObject({ withdraw: z.literal(true) }),
    response: Done,
    errors: [...dealErrors, 'no_dispute', 'role_not_allowed'],
  },
  'GET /allbikes/myproduct/:id/line': {
    summary: 'The buyers who wait for my bike, in order',
    access: 'seller',
    params: DealId,
    response: z.array(DealSummary),
    errors: ['not_found'],
  },
  'DELETE /bookings/:id': {
    summary: 'Cancel a booking of mine, as long as nothing is paid',
    access: 'member',
    params: DealId,
    response: z.object({ deletedCount: z.int() }),
    errors: [...dealErrors, 'already_paid', 'cards_unavailable', 'role_not_allowed'],
  },
} as const satisfies Calls
