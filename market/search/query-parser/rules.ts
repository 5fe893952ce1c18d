// Parses a search: the typed words (names, amounts, wishes, words of the text) and what was chosen in the URL.
import { conditions } from '#contract/bikes.ts'
import { districts, divisions } from '#contract/districts.ts'
import type { SearchQuery, SearchResponseBody } from '#contract/search.ts'
import { isBoundWord, readAmount } from '#market/search/amounts/rules.ts'
import { readAudience } from '#market/search/audience/rules.ts'
import type { Dictionary, DictionaryEntry } from '#market/search/dictionary/rules.ts'
import { replaceNumberWords } from '#market/search/number-words/rules.ts'
import type { Condition, Criterion, Range, SearchFilter } from '#market/search/rules.ts'
import { areas, getDistrictNumber, listAreaSpellings } from '#market/search/places/rules.ts'
import { splitWords, tokenize, toLatinSounds } from '#market/search/spelling/rules.ts'
import { isStopWord, readVocabulary } from '#market/search/vocabulary/rules.ts'

// ---------- typed words ----------

export type UnderstoodTerm = SearchResponseBody['understood'][number]
type Sort = NonNullable<SearchQuery['sort']>

// Further words are ignored: each word is compared with thousands of names.
const maxWords = 16
const maxPhraseWords = 4

/** How many words a term took, what it filters and sorts by, and how the response explains it; a stop word has none. */
type ParsedTerm = {
  length: number
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

const toNameTerm = (entry: DictionaryEntry, isCorrected: boolean, length: number): ParsedTerm => ({
  length,
  conditions: [toCondition(entry)],
  understood: { kind: entry.kind, meant: entry.label, isCorrected },
})

/** A name of at least so many words, in the spelling of the catalogue. */
const readExactName = (words: readonly string[], dictionary: Dictionary, minWords: number): ParsedTerm | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length >= minWords; length -= 1) {
    const entry = dictionary.findExact(words.slice(0, length))
    if (entry) return toNameTerm(entry, false, length)
  }
  return null
}

const readName = (words: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length -= 1) {
    const match = dictionary.findEntry(words.slice(0, length))
    if (match) return toNameTerm(match.entry, match.isCorrected, length)
  }
  return null
}

/** A model with a number, misspelt or not: "dominer 400" is one name, and 400 no engine size of its own. */
const readNumberedName = (words: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  const [first = ''] = words
  const firstKind = dictionary.findExact([first])?.kind ?? 'model'
  if (!/^\p{L}/u.test(first) || firstKind !== 'model') return null
  for (let length = Math.min(maxPhraseWords, words.length); length > 1; length -= 1) {
    const named = words.slice(0, length)
    const match = /\d/.test(named.at(-1) ?? '') ? dictionary.findEntry(named) : null
    if (match?.entry.kind === 'model') return toNameTerm(match.entry, match.isCorrected, length)
  }
  return null
}

/** A model of a brand's line that the catalogue does not have. */
const readLine = ([word = '']: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  const line = dictionary.findLine(word)
  return line && toNameTerm(line, true, 1)
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
  const { key, range, length, meant } = amount
  return { length, conditions: [{ key, range }], understood: { kind: key, meant, ...range } }
}

const toVocabularyTerm = (words: readonly string[]): ParsedTerm | null => {
  const term = readVocabulary(words)
  if (!term) return null
  const { length, kind, meant, condition, sort, range } = term
  if (kind === 'none') return { length }
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

const skip = (isSkipped: boolean): ParsedTerm | null => (isSkipped ? { length: 1 } : null)

const readTerm = (words: readonly string[], dictionary: Dictionary): ParsedTerm =>
  readExactName(words, dictionary, 2) ??
  toAudienceTerm(words, dictionary) ??
  toVocabularyTerm(words) ??
  skip(isStopWord(words[0] ?? '')) ??
  toAmountTerm(words) ??
  readNumberedName(words, dictionary) ??
  readExactName(words, dictionary, 1) ??
  skip(isBoundWord(words[0] ?? '')) ??
  readName(words, dictionary) ??
  readLine(words, dictionary) ??
  toWordTerm(words)

const parseWords = (text: string, dictionary: Dictionary): ParsedSearch => {
  const tokens = replaceNumberWords(tokenize(text).slice(0, maxWords))
  const words = tokens.map(({ word }) => word)
  const parsed: ParsedSearch = { filter: [], understood: [], sort: null }
  const filter: Criterion[] = []
  for (let index = 0; index < words.length;) {
    const term = readTerm(words.slice(index), dictionary)
    const [first, last] = [tokens[index], tokens[index + term.length - 1]]
    index += term.length
    if (!term.understood || !first || !last) continue
    const typed = text.slice(first.start, last.end)
    const { meant } = term.understood
    for (const condition of term.conditions ?? []) filter.push({ ...condition, isTyped: true, what: [meant], typed })
    const place = { start: first.start, end: last.end }
    parsed.understood.push({ isCorrected: false, from: null, to: null, ...place, ...term.understood, typed })
    parsed.sort ??= term.sort ?? null
  }
  return { ...parsed, filter: combineCriteria(filter) }
}

// ---------- two of a kind ----------

const union = (one: readonly number[], other: readonly number[]): number[] => [...new Set([...one, ...other])]
const isDisjoint = (one: readonly number[], other: readonly number[]): boolean => !one.some((id) => other.includes(id))

const spanRanges = (one: Range, other: Range): Range => ({
  from: one.from === null || other.from === null ? null : Math.min(one.from, other.from),
  to: one.to === null || other.to === null ? null : Math.max(one.to, other.to),
})

const isApart = (one: Range, other: Range): boolean =>
  (one.to ?? Infinity) < (other.from ?? -Infinity) || (other.to ?? Infinity) < (one.from ?? -Infinity)

/** Two criteria that no bike can meet together, as one that a bike meets by either; null if a bike can meet both. */
const combine = (one: Criterion, other: Criterion): Condition | null => {
  if ('makeIds' in one && 'makeIds' in other && one.key === other.key)
    return isDisjoint(one.makeIds, other.makeIds) ? { key: one.key, makeIds: union(one.makeIds, other.makeIds) } : null
  if ('range' in one && 'range' in other && one.key === other.key)
    return isApart(one.range, other.range) ? { key: one.key, range: spanRanges(one.range, other.range) } : null
  if (one.key === 'place' && other.key === 'place' && isDisjoint(one.districtNumbers, other.districtNumbers))
    return { ...one, districtNumbers: union(one.districtNumbers, other.districtNumbers) }
  if (one.key === 'condition' && other.key === 'condition')
    return { ...one, conditionNumbers: union(one.conditionNumbers, other.conditionNumbers) }
  if (one.key !== 'area' || other.key !== 'area') return null
  const districtNumbers = union(one.districtNumbers, other.districtNumbers)
  return { key: 'area', spellings: [...one.spellings, ...other.spellings], districtNumbers }
}

/** Buyers who name two models or two districts want either. */
const combineCriteria = (filter: readonly Criterion[]): Criterion[] => {
  const combined: Criterion[] = []
  for (const criterion of filter) {
    const found = combined.flatMap((one, index) => {
      const condition = combine(one, criterion)
      return condition ? [{ index, one, condition }] : []
    })[0]
    if (!found) combined.push(criterion)
    else {
      const { one, condition, index } = found
      const [what, typed] = [[...one.what, ...criterion.what], `${one.typed} ${criterion.typed}`]
      combined[index] = { ...condition, isTyped: true, what, typed }
    }
  }
  return combined
}

// ---------- chosen in the URL ----------

const toNumbers = (slugs: string, slugList: readonly string[]): number[] =>
  slugs.split(',').map((slug) => slugList.indexOf(slug) + 1)

const findMakeIds = (slugs: string, makeIdsBySlug: Map<string, number[]>): number[] =>
  slugs.split(',').flatMap((slug) => makeIdsBySlug.get(slug) ?? [])

const findDistrictNumbers = (divisionSlugs: string): number[] =>
  divisions
    .filter(({ slug }) => divisionSlugs.split(',').includes(slug))
    .flatMap((division) => division.districts.map(({ slug }) => districts.indexOf(slug) + 1))

const toNumber = (value: string | undefined): number | null => (value === undefined ? null : Number(value))

const createChosen = (condition: Condition, ...what: (string | undefined)[]): Criterion => ({
  ...condition,
  isTyped: false,
  what: what.filter((value) => value !== undefined),
  typed: '',
})

const parseRange = (
  key: 'cc' | 'price' | 'year' | 'km',
  from: string | undefined,
  to: string | undefined,
): Criterion | null => {
  if (from === undefined && to === undefined) return null
  return createChosen({ key, range: { from: toNumber(from), to: toNumber(to) } }, from, to)
}

const parsePlace = (level: 'division' | 'district', slugs: string, districtNumbers: readonly number[]): Criterion =>
  createChosen({ key: 'place', level, districtNumbers }, slugs)

/** Bikes whose text names one of these areas; a slug of no known area is a word of the text. */
const parseAreas = (slugs: string): Criterion => {
  const known = areas.filter(({ names: [slug] }) => slugs.split(',').includes(slug))
  const unknown = slugs.split(',').filter((slug) => !known.some(({ names }) => names[0] === slug))
  const spellings = [...known.flatMap(listAreaSpellings), ...unknown.map((slug) => slug.replaceAll('-', ' '))]
  const districtNumbers = [...new Set(known.map(({ district }) => getDistrictNumber(district)))]
  return createChosen({ key: 'area', spellings, districtNumbers }, slugs)
}

// 3 stands for three and more owners.
const maxOwnersChoice = 3

/** One range: nobody chooses one and three owners, but not two. */
const parseOwners = (owners: string): Criterion => {
  const numbers = owners.split(',').map(Number)
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
  return createChosen({ key: 'owners', range: { from, to: to === maxOwnersChoice ? null : to } }, owners)
}

const parseChosen = (query: SearchQuery, dictionary: Dictionary): SearchFilter => {
  const { brand, model, condition, division, district, verified, kind, owners } = query
  const criteria: (Criterion | null | undefined | '')[] = [
    brand && createChosen({ key: 'brand', makeIds: findMakeIds(brand, dictionary.brands) }, brand),
    model && createChosen({ key: 'model', makeIds: findMakeIds(model, dictionary.models) }, model),
    kind && createChosen({ key: 'kind', makeIds: kind.split(',').flatMap((one) => dictionary.findKind(one)) }, kind),
    parseRange('cc', query.ccFrom, query.ccTo),
    parseRange('price', query.priceFrom, query.priceTo),
    parseRange('year', query.yearFrom, query.yearTo),
    parseRange('km', query.kmFrom, query.kmTo),
    condition && createChosen({ key: 'condition', conditionNumbers: toNumbers(condition, conditions) }, condition),
    owners && parseOwners(owners),
    division && parsePlace('division', division, findDistrictNumbers(division)),
    district && parsePlace('district', district, toNumbers(district, districts)),
    query.area && parseAreas(query.area),
    verified === 'on' ? createChosen({ key: 'verified' }) : null,
  ]
  return criteria.flatMap((criterion) => criterion || [])
}

/** What a search filters by, and how each typed word was understood. */
export type ParsedSearch = {
  filter: SearchFilter
  understood: UnderstoodTerm[]
  /** The order that the words ask for: "cheapest". */
  sort: Sort | null
}

/** Parses the typed words, at most sixteen of them, and the filters chosen in the URL. */
export const parseSearch = (query: SearchQuery, dictionary: Dictionary): ParsedSearch => {
  const { filter, understood, sort } = parseWords(query.q ?? '', dictionary)
  return { filter: [...filter, ...parseChosen(query, dictionary)], understood, sort }
}
