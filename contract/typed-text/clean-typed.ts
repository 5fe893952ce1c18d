// Cleans what people type and paste before it is judged, in the browser and on the server. Without zod, because pages import it.

/**
 * What a field is for. `line`: one line of text. `paragraphs`: text of several lines. `number`: a telephone number, a number
 * plate, a code or an amount. `email`: an e-mail address.
 */
export type TypedKind = 'line' | 'paragraphs' | 'number' | 'email'

// Marks that mean nothing in what somebody types: soft hyphen, grapheme joiner, Mongolian separator, zero-width space, word
// joiner and other operators, byte order mark, and marks of direction. Not U+202E, which shows the text backwards.
const meaninglessMarks = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202D\u2060-\u2064\u2066-\u206F\uFEFF]|\u034F/g

// Joiners stay after characters of Arabic and Indic scripts, such as those of Bangla clusters, and between two emoji. Without
// lookbehind, which browsers of 2022 do not know.
const joiners =
  /([\u0900-\u0DFF\u0600-\u06FF]|(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F)(?=\u200D\p{Extended_Pictographic}))?((?:\u200C|\u200D)+)/gu
const removeStrayJoiners = (text: string): string =>
  text.replace(joiners, (_, before: string | undefined, joined: string) =>
    before === undefined ? '' : before + joined,
  )

// Spaces that do not break or have a width of their own, and tabs between the cells of a sheet.
const otherSpaces = /[\t\u00A0\u2000-\u200A\u202F\u205F\u3000]/g

// Line ends of Windows and of old systems; a word processor ends a line with a vertical tab.
const otherLineEnds = /\r\n?|[\v\f\u2028\u2029]/g
const softLineEnds = /[\v\f\u2028\u2029]/g

// Hyphens, dashes and minus signs of documents.
const dashes = /[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/g
const hyphens = /[\u2010\u2011]/g

// Characters, digits and signs of a wide keyboard.
const wideCharacters = /[\uFF01-\uFF5E]/g
const wideOffset = 0xfee0
const toPlainCharacter = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - wideOffset)

const telephoneLink = /^(?:(?:tel|callto|sms):(?:\/\/)?\s*)+/i
const emailLink = /^(?:mailto:\s*)+/i

/** The number of a link such as tel:+880%201712345678;ext=1; any other text as it is. */
const readTelephoneLink = (text: string): string => {
  if (!telephoneLink.test(text)) return text
  const plain = text.replace(/%(?:20|2B|28|29)/gi, decodeURIComponent)
  return plain.replace(telephoneLink, '').split(/[;?]/)[0] ?? ''
}

/** The address of a link such as mailto:nila@example.com?subject=Hi; any other text as it is. */
const readEmailLink = (text: string): string =>
  emailLink.test(text) ? (text.replace(emailLink, '').split('?')[0] ?? '') : text

const finishers: Record<TypedKind, (text: string) => string> = {
  line: (text) => text.replace(softLineEnds, ' '),
  paragraphs: (text) => text.replace(otherLineEnds, '\n'),
  number: (text) => readTelephoneLink(text.replace(dashes, '-').replace(wideCharacters, toPlainCharacter).trim()),
  email: (text) => readEmailLink(text.replace(hyphens, '-').trim()),
}

/**
 * Removes invisible marks that mean nothing and makes spaces, line ends, dashes, digits and links plain, as the kind of the
 * field asks. Everything else stays, also what is refused later. Cleaning twice changes nothing.
 */
export const cleanTyped = (text: string, kind: TypedKind): string =>
  finishers[kind](removeStrayJoiners(text.replace(meaninglessMarks, '')).replace(otherSpaces, ' ')).trim()

const mobileDigits = '01712345678'.length

/**
 * How many digits a Bangladeshi mobile number has that has one too few or too many; null for every other number. The server
 * takes such a number, because it may be one of another country.
 */
export const countOddMobileDigits = (typed: string): number | null => {
  const digits = cleanTyped(typed, 'number')
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .replace(/[\s.()-]/g, '')
    .replace(/^(?:\+|00)?88(?=01)/, '')
  if (!/^01\d+$/.test(digits)) return null
  return Math.abs(digits.length - mobileDigits) === 1 ? digits.length : null
}
