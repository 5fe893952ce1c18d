// Proving that a mobile number is the member's, by a code in a text message.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { typed } from '#contract/fields.ts'
import { normalizeTelephone, toLatinDigits } from '#contract/text.ts'

/** A mobile number of Bangladesh, with or without +880, in Latin or Bangla digits; +8801XXXXXXXXX from here on. */
const MobileNumber = typed('number', toReason('missing', { field: 'mobile_number' }))
  .max(40, toReason('invalid_mobile_number'))
  .overwrite(normalizeTelephone)
  .regex(/^\+8801[3-9]\d{8}$/, toReason('invalid_mobile_number'))
  .meta({ examples: ['+8801712345678'] })

/** Six digits, in Latin or Bangla script. */
const SmsCode = typed('number', toReason('invalid_sms_code'))
  .max(40, toReason('invalid_sms_code'))
  .overwrite((text) => toLatinDigits(text).replaceAll(/[\s-]/g, ''))
  .regex(/^\d{6}$/, toReason('invalid_sms_code'))
  .meta({ examples: ['048213'] })

/** A code that was sent and can be typed. */
const WaitingCode = z
  .object({
    /** Where it was sent: 01712-345678 */
    number: z.string(),
    expiresAt: z.iso.datetime(),
    /** In how many seconds another one may be sent; the clock of the phone may be wrong. */
    resendInSeconds: z.int(),
  })
  .meta({ id: 'WaitingCode' })

export const phoneCalls = {
  'GET /phone': {
    summary: 'My proven mobile number, and the code that waits to be typed',
    access: 'member',
    response: z.object({
      /** Whether text messages can be sent here. */
      isAvailable: z.boolean(),
      proof: z.object({ number: z.string(), provenAt: z.iso.datetime() }).nullable(),
      waiting: WaitingCode.nullable(),
    }),
  },
  'POST /phone/code': {
    summary: 'Send a code of six digits to a mobile number; the answer is the same whoever has proven the number',
    access: 'member',
    doesNotInvalidateCache: true,
    body: z.strictObject({ number: MobileNumber }),
    response: WaitingCode,
    errors: ['sms_unavailable'],
  },
  'POST /phone/proof': {
    summary: 'Prove the number with the code; a number of another account only with `move`, and then not for that one',
    access: 'member',
    doesNotInvalidateCache: true,
    body: z.strictObject({ code: SmsCode, move: z.literal(true).optional() }),
    response: z.object({ number: z.string() }),
    errors: ['wrong_phone_code', 'phone_code_over', 'number_elsewhere'],
  },
  'DELETE /phone': {
    summary: 'Remove my proven number, and the code that waits',
    access: 'member',
    doesNotInvalidateCache: true,
    response: z.object({ deletedCount: z.int() }),
  },
} as const satisfies Calls
