// Pure. Reads the terms of a query: names, amounts, wishes, and words of the text.
import { districts, divisions, findDistrict } from '#contract/districts.ts'
import type { SearchQuery, SearchResponseBody } from '#contract/search.ts'
import { isBoundWord, isNegation, readAmount } from './amounts.ts'
import { readAudience } from './audience.ts'
import { type Dictionary, type DictionaryEntry, getCommonWords } from './dictionary.ts'
import { readMarker } from './exclusions.ts'
import { listPastSpellings, type Past, readPast } from './pasts.ts'
import { findArea } from './places.ts'
import type { Condition } from './filter.ts'
import { splitWords, toLatinSounds } from './spelling.ts'
import { isStopWord, readVocabulary } from './vocabulary.ts'

export type UnderstoodTerm = SearchResponseBody['understood'][number]
export type Sort = NonNullable<SearchQuery['sort']>

const maxPhraseWords = 4

/**
 * How many words a term took, what it filters and sorts by, and how the response explains it; a stop word has none.
 * `isUnused`: the words have a meaning that the search does not use. `past`: what excluding the term excludes.
 */
export type ParsedTerm = {
  length: number
  isUnused?: boolean
  /** Whether an amount has no bound. */
  isBare?: boolean
  past?: Past
  conditions?: readonly Condition[]
  sort?: Sort | undefined
  understood?: Pick<UnderstoodTerm, 'kind' | 'meant'> & Partial<UnderstoodTerm>
}

const toCondition = ({ kind, makes, districts: districtSet, words }: DictionaryEntry): Condition => {
  const districtNumbers = [...districtSet]
  if (kind === 'brand' || kind === 'model' || kind === 'kind') return { key: kind, makeIds: [...makes] }
  if (kind === 'area') return { key: 'area', spellings: [...new Set(words)], districtNumbers }
  return { key: 'place', level: kind, districtNumbers }
}

/** The Bangla name of all that an entry stands for, or null. */
const findBanglaName = (
  { kind, label, makes, districts: districtSet }: DictionaryEntry,
  names: Dictionary['makes'],
) => {
  const [make = 0] = makes
  if (kind === 'brand') return names.get(make)?.brand.nameBn ?? null
  if (kind === 'model') {
    const ofModels = [...makes].map((one) => names.get(one)?.model?.nameBn ?? '')
    return getCommonWords(ofModels) || null
  }
  if (kind === 'area') return findArea(label)?.nameBn ?? null
  const [district = 0] = districtSet
  if (kind === 'division') {
    const division = divisions.find(({ districts: ofDivision }) =>
      ofDivision.some(({ slug }) => slug === districts[district - 1]),
    )
    return division ? `${division.bn} বিভাগ` : null
  }
  return kind === 'district' ? (findDistrict(districts[district - 1] ?? '')?.bn ?? null) : null
}

type NameMatch = { entry: DictionaryEntry; isCorrected: boolean; length: number }

const toNameTerm = ({ entry, isCorrected, length }: NameMatch, { makes }: Dictionary): ParsedTerm => ({
  length,
  conditions: [toCondition(entry)],
  understood: { kind: entry.kind, meant: entry.label, meantBn: findBanglaName(entry, makes), isCorrected },
})

/** A name of at least so many words, in the spelling of the catalogue. */
const readExactName = (words: readonly string[], dictionary: Dictionary, minWords: number): ParsedTerm | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length >= minWords; length -= 1) {
    const entry = dictionary.findExact(words.slice(0, length))
    if (entry) return toNameTerm({ entry, isCorrected: false, length }, dictionary)
  }
  return null
}

const readName = (words: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length -= 1) {
    const match = dictionary.findEntry(words.slice(0, length))
    if (match) return toNameTerm({ ...match, length }, dictionary)
  }
  return null
}

/**
 * A model with a number, misspelt or not: "dominer 400" is one name, and 400 no engine size of its own. A number with a unit of
 * a price or of kilometres is an amount.
 */
const readNumberedName = (words: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  const [first = ''] = words
  const firstKind = dictionary.findExact([first])?.kind ?? 'model'
  if (!/^\p{L}/u.test(first) || firstKind !== 'model') return null
  for (let length = Math.min(maxPhraseWords, words.length); length > 1; length -= 1) {
    const [named, rest] = [words.slice(0, length), words.slice(length - 1)]
    const amount = readAmount(rest)
    const isAmount = amount !== null && amount.length > 1 && (amount.key === 'price' || amount.key === 'km')
    const match = /\d/.test(rest[0] ?? '') && !isAmount ? dictionary.findEntry(named) : null
    if (match?.entry.kind === 'model') return toNameTerm({ ...match, length }, dictionary)
  }
  return null
}

/** A model of a brand's line that the catalogue does not have. */
const readLine = ([word = '']: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  const entry = dictionary.findLine(word)
  return entry && toNameTerm({ entry, isCorrected: true, length: 1 }, dictionary)
}

const toAudienceTerm = (words: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  const term = readAudience(words)
  if (!term) return null
  const { audience, minKmPerLitre, length } = term
  return {
    length,
    conditions: [{ key: 'audience', makeIds: dictionary.findAudience(term) }],
    understood: { kind: 'audience', meant: audience, from: minKmPerLitre, to: null },
  }
}

const toAmountTerm = (words: readonly string[]): ParsedTerm | null => {
  const amount = readAmount(words)
  if (!amount) return null
  const { key, range, length, meant, isBare } = amount
  return { length, isBare, conditions: [{ key, range }], understood: { kind: key, meant, ...range } }
}

const toVocabularyTerm = (words: readonly string[]): ParsedTerm | null => {
  const term = readVocabulary(words)
  if (!term) return null
  const { length, kind, meant, condition, sort, range } = term
  if (kind === 'none' || kind === 'unused') return { length, isUnused: kind === 'unused' }
  return {
    length,
    conditions: condition ? [condition] : [],
    sort,
    understood: { kind, meant, ...(range ?? { from: null, to: null }) },
  }
}

// A number with its point is one word here, and two in the texts of bikes. Texts may have a Bangla word in Latin script.
const toWordTerm = ([word = '']: readonly string[]): ParsedTerm => ({
  length: 1,
  conditions: splitWords(word).map((one) => ({
    key: 'words',
    spellings: [...new Set([one, toLatinSounds(one)])].filter((spelling) => spelling !== ''),
  })),
  understood: { kind: 'word', meant: word },
})

/** The term that a bike has no such past. */
export const toPastExclusion = (past: Past, length: number): ParsedTerm => ({
  length,
  conditions: [{ key: 'excluded', excluded: { key: 'words', spellings: listPastSpellings(past), isExact: true } }],
  understood: { kind: 'past', meant: past, isExcluded: true },
})

/** What a seller says of the past of a bike: a word of the text, unless it is excluded. */
const toPastTerm = (words: readonly string[]): ParsedTerm | null => {
  const found = readPast(words)
  if (!found) return null
  const { past, length, isDenied } = found
  if (isDenied) return toPastExclusion(past, length)
  const { conditions } = toWordTerm(words.slice(length - 1, length))
  return { length, past, conditions: conditions ?? [], understood: { kind: 'word', meant: words[length - 1] ?? '' } }
}

const skip = (isSkipped: boolean): ParsedTerm | null => (isSkipped ? { length: 1 } : null)

/** Words that mark an exclusion belong to no name: "baje na" is no misspelt brand. */
const cutAtMarker = (words: readonly string[]): readonly string[] => {
  const marker = words.findIndex((_, index) => readMarker(words.slice(index)) !== null)
  return marker === -1 ? words : words.slice(0, marker)
}

// Before an amount, "budget" is no wish for a low price.
const readBoundedAmount = (words: readonly string[]): ParsedTerm | null =>
  isBoundWord(words[0] ?? '') ? toAmountTerm(words) : null

/** The term that these words begin with; a name of several words comes first. Who it is for comes before praise: "good mileage". */
export const readTerm = (words: readonly string[], dictionary: Dictionary): ParsedTerm =>
  toAudienceTerm(words, dictionary) ??
  readBoundedAmount(words) ??
  toVocabularyTerm(words) ??
  skip(isStopWord(words[0] ?? '')) ??
  toAmountTerm(words) ??
  readNumberedName(cutAtMarker(words), dictionary) ??
  readExactName(words, dictionary, 1) ??
  toPastTerm(words) ??
  skip(isBoundWord(words[0] ?? '')) ??
  readName(cutAtMarker(words), dictionary) ??
  readLine(words, dictionary) ??
  toWordTerm(words)

/** A name of several words, in the spelling of the catalogue: no other reading of its words comes before it. */
export const readLongName = (words: readonly string[], dictionary: Dictionary): ParsedTerm | null =>
  readExactName(words, dictionary, 2)

/** The bound of an amount that begins with a negation: "not more than 2 lakh". */
export const readNegatedAmount = (words: readonly string[]): ParsedTerm | null =>
  isNegation(words[0] ?? '') ? toAmountTerm(words) : null
