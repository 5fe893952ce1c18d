// Transfers: after a sale, the seller reports it to BRTA and the buyer has the bike put in the own name.
import { z } from 'zod'
import type { Calls } from '../call.ts'
import { toReason } from '../errors/reasons.ts'
import { Id, Paging, textField, typed } from '../fields.ts'
import { toLatinDigits } from '../text.ts'
import { Fee } from './transfer-fees.ts'

const DealId = z.strictObject({ id: Id })
const Day = z.iso.date({ error: toReason('invalid_day') })
const day = z.iso.date()

/** The number on the slip of BRTA: Latin characters, digits, - and /. */
const Slip = typed('number', toReason('missing', { field: 'slip_number' }))
  .overwrite((text) => toLatinDigits(text).replaceAll(/\s/g, '').toUpperCase())
  .regex(/^[A-Z0-9][A-Z0-9/-]{3,29}$/, toReason('invalid_slip'))
  .meta({ examples: ['DM-2026-0012345'] })

// Only the receipt shows it. Eight digits in a row are a telephone or an NID number, which the receipt does not need.
const Address = textField('address', 200).refine(
  (text) => !/\d{8}/.test(toLatinDigits(text).replaceAll(/[\s-]/g, '')),
  toReason('address_has_number'),
)

/** `open`: BRTA knows nothing. `cancelled`: the sale was undone. */
export const TransferState = z.enum(['open', 'notice_given', 'applied', 'done', 'cancelled'])

const summary = {
  /** The id of its deal. */
  _id: Id,
  side: z.enum(['buyer', 'seller']),
  state: TransferState,
  productName: z.string(),
  image: z.string(),
  otherName: z.string(),
  soldOn: day,
  noticeDueOn: day,
  applyDueOn: day,
  noticeOn: day.nullable(),
  appliedOn: day.nullable(),
  doneOn: day.nullable(),
  /** The days that are left for the seller’s notice and the buyer’s application; negative when it is late. */
  noticeDaysLeft: z.int(),
  applyDaysLeft: z.int(),
  /** What is late: nothing of a transfer that is done or cancelled. */
  isNoticeLate: z.boolean(),
  isApplicationLate: z.boolean(),
}

export const TransferSummary = z.object(summary).meta({ id: 'TransferSummary' })

export const Transfer = z
  .object({
    ...summary,
    /** Null for the admin, who is no side of it. */
    side: summary.side.nullable(),
    slip: z.string().nullable(),
    /** What I tick off in the checklist. */
    ticks: z.array(z.string()),
    /** My name and address on the receipt. */
    details: z.object({ name: z.string(), address: z.string() }).nullable(),
    /** The other side has entered name and address. */
    hasOtherDetails: z.boolean(),
    fees: z.array(Fee),
  })
  .meta({ id: 'Transfer' })

const Party = z.object({ name: z.string().nullable(), address: z.string().nullable() })

/** A sale receipt. What is null is a line to fill in by hand. */
export const SaleReceipt = z
  .object({
    soldOn: day,
    /** When the bike was handed over with a code; null of a bike sold for cash. */
    handedOverAt: z.iso.datetime().nullable(),
    seller: Party,
    buyer: Party,
    productName: z.string(),
    registration: z.string().nullable(),
    engine: z.string().nullable(),
    chassis: z.string().nullable(),
    price: z.int(),
    /** The price in words. */
    words: z.object({ en: z.string(), bn: z.string() }),
    stamp: Fee,
    /** The number of the receipt of what was paid here; null where nothing was. */
    receiptNumber: z.string().nullable(),
  })
  .meta({ id: 'SaleReceipt' })

const ticks = z.array(z.string().regex(/^[a-z_]{1,40}$/)).max(60)

export const transferCalls = {
  'GET /transfers': {
    summary: 'The transfers of bikes that I bought or sold, newest first',
    access: 'member',
    query: Paging,
    response: z.array(TransferSummary),
    list: true,
  },
  'GET /transfers/:id': {
    summary: 'A transfer of mine, with what BRTA wants and what it costs; the admin reads all',
    access: 'member',
    params: DealId,
    response: Transfer,
    errors: ['not_found'],
  },
  'PUT /transfers/:id': {
    summary:
      'Say what I did: the seller’s notice, the buyer’s application and slip number; my ticks, and my name and address for the receipt',
    access: 'member',
    params: DealId,
    body: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('notice'), on: Day }),
      z.strictObject({ act: z.literal('apply'), on: Day }),
      z.strictObject({ act: z.literal('slip'), slip: Slip }),
      z.strictObject({ act: z.literal('tick'), ticks }),
      z.strictObject({ act: z.literal('details'), name: textField('your_name', 80), address: Address }),
      z.strictObject({ act: z.literal('forget_details') }),
    ]),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'role_not_allowed', 'before_sale', 'after_today', 'apply_first', 'sale_undone'],
  },
  'GET /transfers/:id/receipt': {
    summary: 'The sale receipt, for the two sides alone; each opening is recorded',
    access: 'member',
    limit: 'receipt',
    params: DealId,
    response: SaleReceipt,
    errors: ['not_found', 'sale_undone'],
  },
} as const satisfies Calls
