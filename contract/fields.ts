// Fields that several endpoints share, each with the reason that an invalid value is refused with.
import { maxContactDigits, maxPriceTaka, minContactDigits, minPriceTaka } from '#contract/limits.ts'
import { z } from 'zod'
import type { FieldName } from './errors/field-names.ts'
import { type Reason, toReason } from './errors/reasons.ts'
import { isVisibleText, normalizeTelephone } from './text.ts'
import { cleanTyped, type TypedKind } from './typed-text/clean-typed.ts'

/** An id as the shop writes it: a UUID in lower case. The browser has its own, because it loads no zod. */
export const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const Id = z.uuid({ error: toReason('invalid_id') }).meta({ id: 'Id' })

/** A price in whole Taka. A card takes at most `maxCardTaka` at once; dearer bikes are paid by deposit. */
export const Taka = z
  .int({ error: toReason('not_whole_taka', { field: 'price' }) })
  .min(minPriceTaka, toReason('price_too_low'))
  .max(maxPriceTaka, toReason('price_too_high'))
  .meta({ examples: [178_000] })

/**
 * What a person types or pastes: every field of the contract that a person fills in begins with this, so that marks of
 * other programs are removed before the text is judged. A convention test lists those that do not.
 */
export const typed = (kind: TypedKind, error?: Reason) =>
  z.string(error === undefined ? undefined : { error }).overwrite((text) => cleanTyped(text, kind))

/** Text of 1 to `maxLength` characters, cleaned and normalized to NFC. */
export const restrictedText = (
  field: FieldName,
  maxLength: number,
  isAllowed: (text: string) => boolean,
  kind: TypedKind = 'line',
) =>
  typed(kind, toReason('missing', { field }))
    .normalize('NFC')
    .min(1, toReason('missing', { field }))
    .max(maxLength, toReason('too_long', { field, max: maxLength }))
    .refine(isAllowed, toReason('invisible', { field }))

/** One line of text without invisible characters. */
export const textField = (field: FieldName, maxLength: number) =>
  restrictedText(field, maxLength, (text) => isVisibleText(text))

/** Text without invisible characters; line breaks are allowed. */
export const multilineTextField = (field: FieldName, maxLength: number) =>
  restrictedText(field, maxLength, (text) => isVisibleText(text, 'several lines'), 'paragraphs')

/** The words of a search, which may be empty. By default everything is allowed but NUL, which PostgreSQL refuses. */
export const searchText = (maxLength: number, isAllowed = (text: string) => !text.includes('\0')) =>
  typed('line', toReason('missing', { field: 'search_words' }))
    .normalize('NFC')
    .max(maxLength, toReason('search_too_long', { max: maxLength }))
    .refine(isAllowed, toReason('search_invisible'))

// Printable ASCII and one plain address: no look-alike characters, no display name, no list, and no encoded word
// (=?utf-8?q?…?=), which a mail server may decode to another address.
const emailPattern =
  /^(?!.*=\?)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

export const Email = typed('email', toReason('missing', { field: 'email' }))
  .toLowerCase()
  .max(254, toReason('email_too_long'))
  .regex(emailPattern, toReason('invalid_email'))
  .meta({ examples: ['karim@motohaat.test'] })

/**
 * The address of an account: an `Email` that better-auth takes too, which checks it with `z.email()` and answers in its own
 * words. It refuses most signs before the @, such as a!b@example.com.
 */
export const AccountEmail = Email.regex(z.regexes.email, toReason('invalid_email')).meta({
  examples: ['karim@motohaat.test'],
})

/** A telephone number at which somebody is called, as it is stored. */
export const contactPattern = new RegExp(String.raw`^\+?\d{${minContactDigits},${maxContactDigits}}$`)

export const Telephone = typed('number', toReason('missing', { field: 'contact_number' }))
  .max(40, toReason('contact_number_too_long'))
  .overwrite(normalizeTelephone)
  .regex(contactPattern, toReason('invalid_contact_number'))
  .meta({ examples: ['01700000101'] })

// zod also accepts "https:host", credentials before the host, quotes, backslashes, and NUL, which PostgreSQL refuses.
const photoPattern =
  /^(?:\/pictures\/[0-9a-f]{32}\.webp|https:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][!#-;=?-[\]_~A-Za-z]*)?)$/
const ForeignPhotoUrl = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

/** The URL of a photo: what `POST /profile-photos` returned, or https on another site, which the server never fetches. */
export const PhotoUrl = typed('line', toReason('invalid_photo_link'))
  .max(500, toReason('link_too_long'))
  .regex(photoPattern, toReason('invalid_photo_link'))
  .refine((url) => url.startsWith('/') || ForeignPhotoUrl.safeParse(url).success, toReason('invalid_photo_link'))
  .meta({ examples: ['https://photos.example.com/karim.jpg'] })

export const Role = z.enum(['Buyer', 'Seller'], { error: toReason('invalid_role') })

const createIntegerPattern = (max: number) => new RegExp(`^[1-9]\\d{0,${String(max).length - 1}}$`)

/** One page of a list: at most 100 rows. `cursor` comes from the `Link` header of the previous page. */
export const Paging = z.strictObject({
  limit: z
    .string()
    .regex(createIntegerPattern(100), toReason('invalid_limit'))
    .refine((value) => Number(value) <= 100, toReason('invalid_limit'))
    .optional(),
  cursor: z.string().max(200, toReason('invalid_cursor')).optional(),
})

/** A value that the server knows itself. It may compare the client's value, but never stores it. */
export const claim = z.string().max(2_000).optional()
