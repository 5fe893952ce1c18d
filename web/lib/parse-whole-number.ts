import { toLatinDigits } from '#contract/text.ts'

/**
 * A whole number as people write it: with digits of either script, spaces, commas, the sign of the Taka. ৳১,৭৮,০০০ →
 * 178000. Gives null for what is none, such as a number with a fraction.
 */
export const parseWholeNumber = (input: string): number | null => {
  const digits = toLatinDigits(input).replace(/[\s,৳]|\/[-=]$|^tk\.?/gi, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
