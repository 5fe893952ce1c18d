// How alike two spellings are: what people write in Banglish, by ear, or with a slip of the thumb.
import { toLatinDigits } from '#contract/text.ts'

// The same signs as in `search_words` of the migrations, so that both cut a text into the same words.
const separatorPattern = /[[\]\s.,_'’"“”()/|:;!?#*+&%@<>=~^{}\\।৳-]+/u

/** The words of a text: small letters, Latin digits, and none of the signs between them. */
export const splitWords = (text: string): string[] =>
  toLatinDigits(text.normalize('NFKC').toLowerCase())
    .split(separatorPattern)
    .filter((word) => word !== '')

/** Several words as they sound when they are said in one go. */
export const toNormalizedName = (words: readonly string[]): string => words.join('')

/** The figures in a spelling: R15 and R16 are two bikes, however alike they look. */
const extractDigits = (normalized: string): string => normalized.replace(/\D+/g, ' ').trim()

// Letters that sound alike to whoever writes Bangla in Latin letters; in this order.
const phoneticReplacements: readonly (readonly [RegExp, string])[] = [
  [/([a-z])\1+/g, '$1'],
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/g(?=[eiy])/g, 'j'],
  [/z/g, 'j'],
  [/[vw]/g, 'b'],
  [/([bdgjkpst])h/g, '$1'],
  [/([a-z])\1+/g, '$1'],
]

/** What is heard of a Latin spelling: its consonants, after a vowel it may begin with. Empty for other scripts. */
const toPhoneticKey = (normalized: string): string => {
  if (!/^[a-z0-9]+$/.test(normalized)) return ''
  const plain = phoneticReplacements.reduce((text, [from, to]) => text.replace(from, to), normalized)
  return plain.slice(0, 1).replace(/[aeiouy]/, 'a') + plain.slice(1).replace(/[aeiouhy]/g, '')
}

/**
 * How many letters must be put in, left out, changed or swapped with their neighbour to make one of the other; what is
 * more than `most` counts as one more than that.
 */
export const countEdits = (a: string, b: string, maxEdits: number): number => {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1
  const width = b.length + 1
  // Three rows of the table of all beginnings of both: this one, the last, and the one before.
  let [before, last, row] = [
    new Uint8Array(width),
    Uint8Array.from({ length: width }, (_, index) => index),
    new Uint8Array(width),
  ]
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i
    let rowMin = i
    for (let j = 1; j <= b.length; j += 1) {
      const substitutionCost = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min(getCell(last, j) + 1, getCell(row, j - 1) + 1, getCell(last, j - 1) + substitutionCost)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) edits = Math.min(edits, getCell(before, j - 2) + 1)
      row[j] = edits
      rowMin = Math.min(rowMin, edits)
    }
    if (rowMin > maxEdits) return maxEdits + 1
    ;[before, last, row] = [last, row, before]
  }
  return getCell(last, b.length)
}

const getCell = (row: Uint8Array, index: number): number => row[index] ?? 0

// Of a short word every letter counts; of a long one some may be wrong.
const getMaxEdits = (letters: number): number => {
  if (letters < 4) return 0
  if (letters < 6) return 1
  return letters < 9 ? 2 : 3
}

const maxPhoneticEdits = 4

/** A spelling with what is compared of it, so that thousands of known ones are looked into only once. */
export type Spelling = { normalized: string; digits: string; phoneticKey: string; letters: number }

/** Looks into a spelling. */
export const toSpelling = (normalized: string): Spelling => ({
  normalized,
  digits: extractDigits(normalized),
  phoneticKey: toPhoneticKey(normalized),
  letters: normalized.replace(/\d/g, '').length,
})

/**
 * How far a typed spelling is from a known one, from 0 on, or null when it is another word. The figures in them must be
 * the same; spellings that sound alike may differ in more letters.
 */
export const getEditDistance = (typed: Spelling, known: Spelling): number | null => {
  const allowedEdits = getMaxEdits(typed.letters)
  if (allowedEdits === 0 || typed.digits !== known.digits) return null
  const soundsAlike = typed.letters > 3 && typed.phoneticKey !== '' && typed.phoneticKey === known.phoneticKey
  // Nobody gets the first letter wrong by ear; more slips than that one make another word.
  const isFirstLetterDifferent = typed.normalized[0] !== known.normalized[0]
  const usualMaxEdits = isFirstLetterDifferent ? Math.min(allowedEdits, 1) : allowedEdits
  const maxEdits = soundsAlike ? maxPhoneticEdits : usualMaxEdits
  const edits = countEdits(typed.normalized, known.normalized, maxEdits)
  if (edits > maxEdits) return null
  return edits / Math.max(typed.normalized.length, known.normalized.length)
}
