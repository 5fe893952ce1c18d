import { toLatinDigits } from '#contract/text.ts'
import { cleanTyped } from '#contract/typed-text/clean-typed.ts'

/**
 * Parses a whole number as people type it: Latin or Bangla digits, spaces, commas, the Taka sign. ৳১,৭৮,০০০ → 178000.
 * Returns null for anything else, such as a fraction or more than nine digits.
 */
export const parseWholeNumber = (input: string): number | null => {
  const digits = toLatinDigits(cleanTyped(input, 'number')).replace(/[\s,৳]|\/[-=]$|^tk\.?/gi, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
