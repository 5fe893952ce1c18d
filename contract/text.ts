// Human text: what a name, a place or a sentence may hold, and what a number typed by hand may look like.

const banglaZero = '০'.charCodeAt(0)

/** Bangla digits become Latin ones; all else stays. ০১৭ → 017 */
export const toLatinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - banglaZero))

// Joiners (U+200C, U+200D) are letters' glue in Bangla and stay, and so do the two signs that choose how an emoji looks
// (U+FE0E, U+FE0F); every other sign that is invisible or changes the direction goes, letters that are blank included.
const hiddenCharacters =
  '\\p{Cs}\\p{Co}\\p{Cn}\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B\\u200E\\u200F\\u2028-\\u202E' +
  '\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0D\\uFEFF\\uFFA0\\uFFF0-\\uFFFD\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}'
const hiddenPattern = new RegExp(`[\\p{Cc}${hiddenCharacters}]`, 'u')
const hiddenExceptNewlinePattern = new RegExp(`[^\\P{Cc}\\n]|[${hiddenCharacters}]`, 'u')
const visiblePattern = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether every sign of the text can be seen (a new line is allowed where there are several lines). */
export const isVisibleText = (text: string, lines: 'one line' | 'several lines' = 'one line'): boolean =>
  visiblePattern.test(text) && !(lines === 'one line' ? hiddenPattern : hiddenExceptNewlinePattern).test(text)

const mobilePattern = /^(?:\+?88)?0?(1[3-9]\d{8})$/

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, XML and Pango markup: between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character)

/**
 * A telephone number as it is kept: +8801XXXXXXXXX for a mobile of Bangladesh however it was typed (spaces, dashes,
 * brackets, Bangla digits, with or without the country), otherwise its digits with a leading plus if it had one.
 */
export const normalizeTelephone = (input: string): string => {
  const digits = toLatinDigits(input).replace(/[\s.()-]/g, '')
  const match = mobilePattern.exec(digits)
  return match ? `+880${match[1]}` : digits
}

const mobileLength = '+8801712345678'.length

/** A kept telephone number as people here write it: +8801712345678 → 01712-345678 */
export const formatTelephone = (stored: string): string =>
  stored.length === mobileLength && stored.startsWith('+8801') ? `0${stored.slice(4, 8)}-${stored.slice(8)}` : stored

/** What a visitor sees of a telephone number: 01712-•••••• */
export const maskTelephone = (stored: string): string => `${formatTelephone(stored).slice(0, -6)}••••••`
