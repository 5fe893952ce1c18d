// Pure. What two texts have in common that differ only in spaces, signs, case or the script of their digits.
import { createHash } from 'node:crypto'
import { toLatinDigits } from '#contract/text.ts'

/**
 * An honest buyer asks many sellers the same short question: any two of the ready questions together are shorter. Signs and
 * spaces do not count.
 */
const minCharacters = 40

const signsAndSpaces = /[^\p{L}\p{M}\p{N}]/gu

/** The SHA-256 of a text without signs and spaces, in lower case, with Latin digits; null of a short one. */
export const hashText = (text: string): string | null => {
  const characters = toLatinDigits(text.normalize('NFKC').toLowerCase()).replace(signsAndSpaces, '')
  return characters.length < minCharacters ? null : createHash('sha256').update(characters).digest('hex')
}
