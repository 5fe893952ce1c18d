// Pure. Compares spellings: Banglish, phonetic spellings and typing mistakes.
import { toLatinDigits } from '#contract/text.ts'

// The same separators as in `search_words` of migrations/schema/18-search.sql: both must split alike.
const separatorPattern = /[[\]\s.,_'’"“”()/|:;!?#*+&%@<>=~^{}\\।৳-]+/u

/** Splits a text into words in lower case with Latin digits, without separators. */
export const splitWords = (text: string): string[] =>
  toLatinDigits(text.normalize('NFKC').toLowerCase())
    .split(separatorPattern)
    .filter((word) => word !== '')

/** A word of a typed text, and where it stands in it. */
export type Token = { word: string; start: number; end: number }

// Dashes that texts of bikes do not separate words by, but ranges are written with.
const dashPattern = /[-‐‑–—~]/
const wordPattern = (() => {
  const inWord = `[^–—${separatorPattern.source.slice(1, -2)}]*`
  // Numbers keep their points and commas: 1,50,000 and 1.5.
  return new RegExp(`(?:\\d{1,3}(?:,\\d{2,3})+(?![\\d,])|\\d+\\.\\d+)${inWord}|${inWord.slice(0, -1)}+`, 'gu')
})()

/** "1,50,000" is one amount; "150,155" are two engine sizes. */
const joinThousands = (word: string): string[] => {
  const groups = word.split(',')
  return groups.length > 2 || /00\D*$/.test(word) ? [groups.join('')] : groups
}

const normalizeToken = (typed: string): string[] => {
  const word = typed.normalize('NFKC').toLowerCase()
  if (/^\d[\d,]*,\d/.test(word)) return joinThousands(word)
  return /^\d+\.\d/.test(word) ? [word] : splitWords(word)
}

/**
 * Splits a typed text into words like `splitWords`, with their places. Numbers stay whole ("1.5", "150000"), and a dash
 * between two numbers is a word of its own.
 */
export const tokenize = (text: string): Token[] => {
  const latin = toLatinDigits(text)
  const tokens: Token[] = []
  for (const match of latin.matchAll(wordPattern)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const last = tokens.at(-1)
    if (last && /^\d/.test(match[0]) && dashPattern.test(latin.slice(last.end, start)))
      tokens.push({ word: '-', start: last.end, end: start })
    tokens.push(...normalizeToken(match[0]).map((word) => ({ word, start, end })))
  }
  return tokens
}

/** Joins words, so that "r 15" and "r15" are equal. */
export const toNormalizedName = (words: readonly string[]): string => words.filter((word) => word !== '-').join('')

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

// The sounds of Bangla characters in Latin ones; the vowel that a consonant carries by itself is left out.
const latinSounds: Readonly<Record<string, string>> = Object.fromEntries(
  `অ o আ a ই i ঈ i উ u ঊ u ঋ ri এ e ঐ oi ও o ঔ ou া a ি i ী i ু u ূ u ৃ ri ে e ৈ oi ো o ৌ ou ক k খ kh গ g ঘ gh ঙ ng চ ch
   ছ ch জ j ঝ jh ঞ n ট t ঠ th ড d ঢ dh ণ n ত t থ th দ d ধ dh ন n প p ফ f ব b ভ v ম m য j র r ল l শ sh ষ sh স s হ h ৎ t ং ng`
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ')) ?? [],
)
const nukta = '\u09BC'

// How Bangla spells the names of Latin characters: এফজেড is FZ, ৪ভি is 4V.
const characterNames = new Map(
  `এ a বি b সি c ডি d ই e এফ f জি g এইচ h আই i জে j কে k এল l এম m এন n ও o পি p কিউ q আর r এস s টি t ইউ u ভি v ডব্লিউ w এক্স x ওয়াই y
   জেড z`
    .normalize('NFKC')
    .match(/\S+ \S+/g)
    ?.map((pair): [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']) ?? [],
)
const characterNamePattern = new RegExp(
  [...characterNames.keys()].toSorted((a, b) => b.length - a.length).join('|'),
  'g',
)

/** Writes a Bangla spelling in Latin script: character by character if it names characters, else roughly as it sounds. */
export const toLatinSounds = (normalized: string): string => {
  if (/^[\da-z]*$/.test(normalized)) return normalized
  const characters = normalized.replace(characterNamePattern, (name) => characterNames.get(name) ?? name)
  return /^[\da-z]+$/.test(characters) ? characters : toSounds(normalized)
}

const toSounds = (normalized: string): string =>
  normalized
    .replace(/অ্যা|এ্যা|অ্য/g, 'a')
    .replace(/্য/g, '')
    .replaceAll(`ওয${nukta}`, 'w')
    .replaceAll(`য${nukta}`, 'y')
    .replaceAll(`ড${nukta}`, 'r')
    .replaceAll(`ঢ${nukta}`, 'r')
    .replace(/[ঀ-৿\u200C\u200D]/g, (character) => latinSounds[character] ?? '')

/** The phonetic key of a Latin spelling: an initial vowel as "a", then the consonants. Empty for other scripts. */
export const toPhoneticKey = (normalized: string): string => {
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

// Keys of one or two consonants are too common: "tyre" is not a misspelt "Taro".
const minPhoneticKey = 3
// Of words that sound alike at most this share of the characters may differ.
const maxPhoneticShare = 0.5

/** Whether two or more edits still leave the same word: "harley" is not a misspelt "harnet", "budget" no "bullet". */
const isAlike = (typed: Spelling, known: Spelling, edits: number): boolean => {
  const longest = Math.max(typed.normalized.length, known.normalized.length)
  const [one, other] = [typed.phoneticKey, known.phoneticKey]
  if (one === '' || other === '') return edits / longest <= 0.25
  if (one === other) return edits / longest <= (one.length < minPhoneticKey ? 0.34 : maxPhoneticShare)
  return (
    Math.min(one.length, other.length) >= minPhoneticKey && countEdits(one, other, 1) <= 1 && edits / longest <= 0.34
  )
}

/**
 * The distance of a typed spelling from a known one: edits divided by the length of the longer one, or null for another
 * word. Digits must be equal. Spellings with the same phonetic key may differ in more characters; several edits need a
 * similarity of the sound.
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
  if (edits > maxEdits || (edits > 1 && !isAlike(typed, known, edits))) return null
  return edits / Math.max(typed.normalized.length, known.normalized.length)
}
