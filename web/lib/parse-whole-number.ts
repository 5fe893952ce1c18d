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

/** What `parseWholeNumber` takes, for the `pattern` of a text field. */
export const wholeNumberPattern = '[\\s৳]*([Tt][Kk]\\.?)?\\s*([0-9০-৯][\\s,]*){1,9}(/[\\-=])?\\s*'
