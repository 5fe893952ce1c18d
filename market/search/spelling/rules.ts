// Compares spellings: Banglish, phonetic spellings and typing mistakes.
import { toLatinDigits } from '#contract/text.ts'

// The same separators as in `search_words` of migrations/0014_numbers_are_not_searched.sql: both must split alike.
const separatorPattern = /[[\]\s.,_'’"“”()/|:;!?#*+&%@<>=~^{}\\।৳-]+/u

/** Splits a text into words in lower case with Latin digits, without separators. */
export const splitWords = (text: string): string[] =>
  toLatinDigits(text.normalize('NFKC').toLowerCase())
    .split(separatorPattern)
    .filter((word) => word !== '')

/** Joins words, so that "r 15" and "r15" are equal. */
export const toNormalizedName = (words: readonly string[]): string => words.join('')

/** The groups of digits in a spelling: R15 and R16 are different bikes although one digit differs. */
const extractDigits = (normalized: string): string => normalized.replace(/\D+/g, ' ').trim()

// Characters that stand for the same sound when Bangla is written in Latin script; applied in this order.
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

/** The phonetic key of a Latin spelling: an initial vowel as "a", then the consonants. Empty for other scripts. */
const toPhoneticKey = (normalized: string): string => {
  if (!/^[a-z0-9]+$/.test(normalized)) return ''
  const plain = phoneticReplacements.reduce((text, [from, to]) => text.replace(from, to), normalized)
  return plain.slice(0, 1).replace(/[aeiouy]/, 'a') + plain.slice(1).replace(/[aeiouhy]/g, '')
}

/**
 * The edit distance of two words: insertions, deletions, substitutions and swaps of neighbours. Returns `maxEdits + 1`
 * for any larger distance.
 */
export const countEdits = (a: string, b: string, maxEdits: number): number => {
  if (Math.abs(a.length - b.length) > maxEdits) return maxEdits + 1
  const width = b.length + 1
  // Three rows of the distance matrix: the current one and the two before it.
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

// Short words allow no mistakes, long words up to three.
const getMaxEdits = (letters: number): number => {
  if (letters < 4) return 0
  if (letters < 6) return 1
  return letters < 9 ? 2 : 3
}

const maxPhoneticEdits = 4

/** A spelling with its precomputed keys, because each typed word is compared with thousands of spellings. */
export type Spelling = { normalized: string; digits: string; phoneticKey: string; letters: number }

/** Computes the keys of a normalized spelling. */
export const toSpelling = (normalized: string): Spelling => ({
  normalized,
  digits: extractDigits(normalized),
  phoneticKey: toPhoneticKey(normalized),
  letters: normalized.replace(/\d/g, '').length,
})

/**
 * The distance of a typed spelling from a known one: edits divided by the length of the longer one, or null for another
 * word. Digits must be equal. Spellings with the same phonetic key may differ in more characters.
 */
export const getEditDistance = (typed: Spelling, known: Spelling): number | null => {
  const allowedEdits = getMaxEdits(typed.letters)
  if (allowedEdits === 0 || typed.digits !== known.digits) return null
  const soundsAlike = typed.letters > 3 && typed.phoneticKey !== '' && typed.phoneticKey === known.phoneticKey
  // Phonetic spellings rarely change the first character, so a different one allows a single edit.
  const isFirstLetterDifferent = typed.normalized[0] !== known.normalized[0]
  const usualMaxEdits = isFirstLetterDifferent ? Math.min(allowedEdits, 1) : allowedEdits
  const maxEdits = soundsAlike ? maxPhoneticEdits : usualMaxEdits
  const edits = countEdits(typed.normalized, known.normalized, maxEdits)
  if (edits > maxEdits) return null
  return edits / Math.max(typed.normalized.length, known.normalized.length)
}
