// Fees, stamp values and deadlines of BRTA, which an admin compares with their source.
import { z } from 'zod'
import type { Calls } from '../call.ts'
import { toReason } from '../errors/reasons.ts'
import { textField } from '../fields.ts'

export const FeeName = z.enum([
  'notice_days',
  'apply_days',
  'transfer_fee',
  'revenue_stamp',
  'affidavit_stamp',
  'buyer_photos',
])

export const Fee = z
  .object({
    name: FeeName,
    unit: z.enum(['taka', 'days', 'pieces']),
    /** Null while nobody has established it. */
    amount: z.int().nullable(),
    /** When an admin last compared it with its source; null before the first time. */
    checkedOn: z.iso.date().nullable(),
    source: z.string(),
  })
  .meta({ id: 'Fee' })

const Amount = z
  .int({ error: toReason('not_whole', { field: 'amount' }) })
  .min(0, toReason('out_of_range', { field: 'amount', min: 0, max: 1_000_000 }))
  .max(1_000_000, toReason('out_of_range', { field: 'amount', min: 0, max: 1_000_000 }))

export const feeCalls = {
  'GET /fees': {
    summary: 'Fees, stamp values and deadlines of a transfer, each with the day on which it was last checked',
    access: 'anyone',
    response: z.array(Fee),
  },
  'PUT /fees/:name': {
    summary: 'Set a fee or a deadline as its source says today; a deadline holds for sales from now on',
    access: 'admin',
    params: z.strictObject({ name: FeeName }),
    body: z.strictObject({ amount: Amount.nullable(), source: textField('source', 200) }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['deadline_needs_days'],
  },
} as const satisfies Calls
