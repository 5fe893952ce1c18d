// Pure. Finds words of frauds in an advertisement, also where they are disguised: b0rder cr0ss, b o r d e r, বর্ডার ক্রস.
import { toNameSkeleton } from '#contract/names/skeleton.ts'
import { toLatinSounds, toNormalizedName, tokenize, toPhoneticKey, splitWords } from '#market/search/spelling.ts'
import {
  advancePhrases,
  auctionPhrases,
  betweenWords,
  borderPhrases,
  currencyWords,
  demandWords,
  noAfter,
  noBefore,
  noPapersPhrases,
  papersAreFine,
  type Phrases,
  denialWords,
  unitWords,
} from './phrases.ts'

type Word = { word: string; start: number; end: number }
/** The words between two punctuation marks. */
type Clause = Word[]
type Match = { from: number; to: number }

/** A rule that the words break, and the words as they were written. */
export type WordFinding = {
  rule: 'border_words' | 'auction_words' | 'no_papers_words' | 'advance_words'
  quote: string
}

// Digits and signs that stand for another character in a word.
const characterByDigit: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}
const hasForeignCharacter = /[^\p{Script=Latin}\p{Script=Bengali}\p{M}\d]/u

/** The word without its disguise. Numbers, and numbers with a unit such as 150cc, stay as they are. */
const unmask = (typed: string): string => {
  const word = hasForeignCharacter.test(typed) ? toNameSkeleton(typed) : typed
  if (!/[a-z]/.test(word) || /^\d/.test(word)) return word.replace(/^[\d]([a-z]{3,})$/, (all) => toCharacters(all))
  return toCharacters(word)
}
const toCharacters = (word: string): string => word.replace(/[0134578]/g, (digit) => characterByDigit[digit] ?? digit)

const clauseEnd = /[.,;:!?|](?=\s|$)|[।\n]/

const listClauses = (text: string): Clause[] => {
  const readable = text.replace(/(?<=\p{L})\$/gu, 's').replace(/@(?=\p{L})/gu, 'a')
  const clauses: Clause[] = [[]]
  let lastEnd = 0
  for (const { word, start, end } of tokenize(readable)) {
    if (clauseEnd.test(readable.slice(lastEnd, start))) clauses.push([])
    clauses.at(-1)?.push({ word: unmask(word), start, end })
    lastEnd = end
  }
  return clauses.filter((clause) => clause.length > 0)
}

/** The key of what a joined phrase sounds like in either script; empty without characters. */
const toSound = (joined: string): string => toPhoneticKey(toLatinSounds(joined))

type PhraseKeys = { sounds: Set<string>; spellings: Set<string> }
const join = (phrase: string): string => toNormalizedName(splitWords(phrase))
const toKeys = ({ sounds, spellings }: Phrases): PhraseKeys => ({
  sounds: new Set(sounds.map((one) => toSound(join(one)))),
  spellings: new Set([...spellings, ...sounds].map(join)),
})
const keys = {
  border: toKeys(borderPhrases),
  auction: toKeys(auctionPhrases),
  noPapers: toKeys(noPapersPhrases),
  advance: toKeys(advancePhrases),
}

const phrases = Object.values(keys).flatMap(({ sounds, spellings }) => [...sounds, ...spellings])
const minCharacters = Math.min(...phrases.map((phrase) => phrase.length))
const firstSounds = new Set(Object.values(keys).flatMap(({ sounds }) => [...sounds].map((sound) => sound.slice(0, 2))))
// What follows can change the last sound of a text, but not those before it.
const minSounds = 3

// The longest phrase has four words; the characters of "b o r d e r  c r o s s i n g" are words of their own.
const maxWords = 4
const maxSpelledWords = 16
const isSpelled = (word: string): boolean => word.length <= 2
const maxCharacters = 26

/** Words that follow each other, joined, and what they sound like. */
type Window = Match & { joined: string; sound: string }

const listWindowsFrom = (clause: Clause, from: number): Window[] => {
  const windows: Window[] = []
  let [joined, isAllSpelled, mayBePhrase] = ['', true, true]
  for (let to = from; to < Math.min(clause.length, from + maxSpelledWords); to += 1) {
    const word = clause[to]?.word ?? ''
    joined += word
    isAllSpelled &&= isSpelled(word)
    if (joined.length > maxCharacters || (to - from >= maxWords && !isAllSpelled)) break
    if (joined.length < minCharacters) continue
    // Most words begin like no phrase, so the sounds of what follows them are not needed.
    const sound = mayBePhrase ? toSound(joined) : ''
    if (sound.length >= minSounds) mayBePhrase = firstSounds.has(sound.slice(0, 2))
    windows.push({ from, to, joined, sound })
  }
  return windows
}

const listWindows = (clause: Clause): Window[] => clause.flatMap((_, from) => listWindowsFrom(clause, from))

const isPhrase = ({ joined, sound }: Window, { sounds, spellings }: PhraseKeys): boolean =>
  spellings.has(joined) || sounds.has(sound)

// "No" denies a phrase that stands not further away.
const maxBetween = 8

/** The nearest word in one direction that says something. */
const findNext = (clause: Clause, from: number, step: 1 | -1): string => {
  let at = from
  while (Math.abs(at - from) < maxBetween && betweenWords.has(clause[at]?.word ?? '')) at += step
  return clause[at]?.word ?? ''
}

const isDenied = (clause: Clause, { from, to }: Match): boolean =>
  noBefore.has(findNext(clause, from - 1, -1)) || noAfter.has(findNext(clause, to + 1, 1))

const isAmount = (clause: Clause, at: number): boolean => {
  const word = clause[at]?.word ?? ''
  const next = clause[at + 1]?.word ?? ''
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(\D*)$/.exec(word) ?? []
  if (digits === undefined || unitWords.has(unit) || unitWords.has(next)) return false
  if (currencyWords.has(unit) || currencyWords.has(next)) return true
  const amount = Number(digits)
  const isYear = amount >= 1990 && amount < 2040
  return unit === '' && amount >= 500 && amount <= 500_000 && !isYear
}

const asksForMoney = (clause: Clause): boolean =>
  !clause.some(({ word }) => denialWords.has(word)) &&
  clause.some(({ word }, at) => demandWords.has(word) || isAmount(clause, at))

const rules: readonly [WordFinding['rule'], PhraseKeys, (clause: Clause, match: Match) => boolean][] = [
  ['border_words', keys.border, (clause, match) => !isDenied(clause, match)],
  ['auction_words', keys.auction, (clause, match) => !isDenied(clause, match)],
  ['no_papers_words', keys.noPapers, (clause, { to }) => !papersAreFine.has(clause[to + 1]?.word ?? '')],
  ['advance_words', keys.advance, () => true],
]

const maxQuote = 100

/** The rules that the words of an advertisement break, each once, with the words as they were written. */
export const findFraudWords = (text: string): WordFinding[] => {
  const clauses = listClauses(text).map((clause) => ({ clause, windows: listWindows(clause) }))
  const asking = clauses.filter(({ clause }) => asksForMoney(clause))
  return rules.flatMap(([rule, phraseKeys, isMeant]): WordFinding[] => {
    for (const { clause, windows } of rule === 'advance_words' ? asking : clauses) {
      const match = windows.find((one) => isPhrase(one, phraseKeys) && isMeant(clause, one))
      if (!match) continue
      const [start, end] = [clause[match.from]?.start ?? 0, clause[match.to]?.end ?? 0]
      return [{ rule, quote: text.slice(start, Math.min(end, start + maxQuote)) }]
    }
    return []
  })
}
