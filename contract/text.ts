// Text that people type: digits, visible characters, telephone numbers, and HTML escaping.

const banglaZero = '০'.charCodeAt(0)

/** Replaces Bangla digits by Latin ones: ০১৭ → 017 */
export const toLatinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - banglaZero))

// Allowed: joiners (U+200C, U+200D), which Bangla needs, and the two variation selectors of emoji (U+FE0E, U+FE0F).
// All other characters that are invisible, blank or change the text direction are hidden characters.
const hiddenCharacters =
  '\\p{Cs}\\p{Co}\\p{Cn}\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B\\u200E\\u200F\\u2028-\\u202E' +
  '\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0D\\uFEFF\\uFFA0\\uFFF0-\\uFFFD\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}'
const hiddenPattern = new RegExp(`[\\p{Cc}${hiddenCharacters}]`, 'u')
const hiddenExceptNewlinePattern = new RegExp(`[^\\P{Cc}\\n]|[${hiddenCharacters}]`, 'u')
const visiblePattern = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether the text has a visible character and no hidden ones. `several lines` allows line feeds. */
export const isVisibleText = (text: string, lines: 'one line' | 'several lines' = 'one line'): boolean =>
  visiblePattern.test(text) && !(lines === 'one line' ? hiddenPattern : hiddenExceptNewlinePattern).test(text)

const mobilePattern = /^(?:\+?88)?0?(1[3-9]\d{8})$/

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, XML and Pango markup: between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character)

/**
 * Normalizes a telephone number for storage. A Bangladeshi mobile number becomes +8801XXXXXXXXX, with spaces, dashes,
 * brackets, Bangla digits or without country code. Other numbers keep their digits and a leading plus.
 */
export const normalizeTelephone = (input: string): string => {
  const digits = toLatinDigits(input).replace(/[\s.()-]/g, '')
  const match = mobilePattern.exec(digits)
  return match ? `+880${match[1]}` : digits
}

const mobileLength = '+8801712345678'.length

/** Formats a stored telephone number: +8801712345678 → 01712-345678 */
export const formatTelephone = (stored: string): string =>
  stored.length === mobileLength && stored.startsWith('+8801') ? `0${stored.slice(4, 8)}-${stored.slice(8)}` : stored

/** Masks the last six digits of a stored telephone number: 01712-•••••• */
export const maskTelephone = (stored: string): string => `${formatTelephone(stored).slice(0, -6)}••••••`
