// How alike two spellings are: what people write in Banglish, by ear, or with a slip of the thumb.
import { latinDigits } from '#contract/text.ts'

// The same signs as in `search_words` of the migrations, so that both cut a text into the same words.
const between = /[[\]\s.,_'’"“”()/|:;!?#*+&%@<>=~^{}\\।৳-]+/u

/** The words of a text: small letters, Latin digits, and none of the signs between them. */
export const wordsOf = (text: string): string[] =>
  latinDigits(text.normalize('NFKC').toLowerCase())
    .split(between)
    .filter((word) => word !== '')

/** Several words as they sound when they are said in one go. */
export const spokenOf = (words: readonly string[]): string => words.join('')

/** The figures in a spelling: R15 and R16 are two bikes, however alike they look. */
const figuresOf = (spoken: string): string => spoken.replace(/\D+/g, ' ').trim()

// Letters that sound alike to whoever writes Bangla in Latin letters; in this order.
const alike: readonly (readonly [RegExp, string])[] = [
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
const heard = (spoken: string): string => {
  if (!/^[a-z0-9]+$/.test(spoken)) return ''
  const plain = alike.reduce((text, [from, to]) => text.replace(from, to), spoken)
  return plain.slice(0, 1).replace(/[aeiouy]/, 'a') + plain.slice(1).replace(/[aeiouhy]/g, '')
}

/**
 * How many letters must be put in, left out, changed or swapped with their neighbour to make one of the other; what is
 * more than `most` counts as one more than that.
 */
export const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  const wide = b.length + 1
  // Three rows of the table of all beginnings of both: this one, the last, and the one before.
  let [before, last, row] = [
    new Uint8Array(wide),
    Uint8Array.from({ length: wide }, (_, at) => at),
    new Uint8Array(wide),
  ]
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i
    let nearest = i
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) least = Math.min(least, at(before, j - 2) + 1)
      row[j] = least
      nearest = Math.min(nearest, least)
    }
    if (nearest > most) return most + 1
    ;[before, last, row] = [last, row, before]
  }
  return at(last, b.length)
}

const at = (row: Uint8Array, place: number): number => row[place] ?? 0

// Of a short word every letter counts; of a long one some may be wrong.
const slipsAllowed = (letters: number): number => {
  if (letters < 4) return 0
  if (letters < 6) return 1
  return letters < 9 ? 2 : 3
}

const heardSlips = 4

/** A spelling with what is compared of it, so that thousands of known ones are looked into only once. */
export type Spelling = { spoken: string; figures: string; heard: string; letters: number }

/** Looks into a spelling. */
export const spelling = (spoken: string): Spelling => ({
  spoken,
  figures: figuresOf(spoken),
  heard: heard(spoken),
  letters: spoken.replace(/\d/g, '').length,
})

/**
 * How far a typed spelling is from a known one, from 0 on, or null when it is another word. The figures in them must be
 * the same; spellings that sound alike may differ in more letters.
 */
export const farness = (typed: Spelling, known: Spelling): number | null => {
  const allowed = slipsAllowed(typed.letters)
  if (allowed === 0 || typed.figures !== known.figures) return null
  const soundsAlike = typed.letters > 3 && typed.heard !== '' && typed.heard === known.heard
  // Nobody gets the first letter wrong by ear; more slips than that one make another word.
  const isOtherBeginning = typed.spoken[0] !== known.spoken[0]
  const usual = isOtherBeginning ? Math.min(allowed, 1) : allowed
  const most = soundsAlike ? heardSlips : usual
  const slips = distance(typed.spoken, known.spoken, most)
  if (slips > most) return null
  return slips / Math.max(typed.spoken.length, known.spoken.length)
}
