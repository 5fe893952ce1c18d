// The fields that several calls share, each with the sentence a person reads when it does not fit.
import { z } from 'zod'
import { isVisibleText, normalizeTelephone } from './text.ts'

export const Id = z.uuid({ error: 'That is not a valid id.' }).meta({ id: 'Id' })

/** Whole Taka. Stripe takes eight digits of poisha, so no bike may cost more than Tk 999,999. */
export const Taka = z
  .int({ error: 'Enter the price in whole Taka.' })
  .min(1_000, 'The lowest price is 1,000 Taka.')
  .max(999_999, 'The highest price is 999,999 Taka.')

/** One line of human text: NFC, trimmed, without signs that cannot be seen. */
export const textField = (fieldName: string, maxLength: number) =>
  z
    .string({ error: `Enter ${fieldName}.` })
    .normalize('NFC')
    .trim()
    .min(1, `Enter ${fieldName}.`)
    .max(maxLength, `Use at most ${maxLength} characters for ${fieldName}.`)
    .refine((value) => isVisibleText(value), `Use visible characters for ${fieldName}.`)

/** The same with new lines allowed. */
export const multilineTextField = (fieldName: string, maxLength: number) =>
  z
    .string({ error: `Enter ${fieldName}.` })
    .normalize('NFC')
    .trim()
    .min(1, `Enter ${fieldName}.`)
    .max(maxLength, `Use at most ${maxLength} characters for ${fieldName}.`)
    .refine((value) => isVisibleText(value, 'several lines'), `Use visible characters for ${fieldName}.`)

// Printable ASCII only and one plain address: no look-alike letters, no display name, no list, and no encoded word
// (=?utf-8?q?…?=), which a mail server on the way may decode into another address.
const emailPattern =
  /^(?!.*=\?)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

export const Email = z
  .string({ error: 'Enter an e-mail address.' })
  .trim()
  .toLowerCase()
  .max(254, 'That e-mail address is too long.')
  .regex(emailPattern, 'Enter an e-mail address such as name@example.com.')

export const Telephone = z
  .string({ error: 'Enter a contact number.' })
  .max(40, 'That contact number is too long.')
  .overwrite(normalizeTelephone)
  .regex(/^\+?\d{6,15}$/, 'Enter a contact number with 6 to 15 digits, such as 01712-345678.')

/** A picture elsewhere: https only, never fetched by the server. */
export const PhotoUrl = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: 'Enter a photo link that starts with https://.',
  })
  .max(500, 'That link is too long.')
  // Written out as browsers write it: no "https:host", no name or password before the host, no quotes, no backslash,
  // and no zero byte, which passes for a part of an address and which PostgreSQL cannot keep.
  .regex(
    /^https:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#][!#-;=?-[\]_~a-z]*)?$/i,
    'Enter a photo link that starts with https://.',
  )

export const Role = z.enum(['Buyer', 'Seller'], { error: 'Choose Seller or Buyer.' })

const createIntegerPattern = (max: number) => new RegExp(`^[1-9]\\d{0,${String(max).length - 1}}$`)

/** A page of a list: at most 100 rows; `cursor` comes from the `Link` header of the page before. */
export const Paging = z.strictObject({
  limit: z
    .string()
    .regex(createIntegerPattern(100), 'The limit is a number from 1 to 100.')
    .refine((value) => Number(value) <= 100, 'The limit is a number from 1 to 100.')
    .optional(),
  cursor: z.string().max(200, 'That cursor is not valid.').optional(),
})

/** What a caller says of itself and the server knows better: compared, never stored on the client's word. */
export const claim = z.string().max(2_000).optional()
