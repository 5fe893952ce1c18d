// Pure. Parses a search: the typed words with what they exclude, and what was chosen in the URL.
import type { SearchQuery } from '#contract/search.ts'
import { parseChosen } from './chosen-filters.ts'
import { excludableAudiences } from './audience.ts'
import { toNearRange } from './amounts.ts'
import type { Dictionary } from './dictionary.ts'
import {
  countQuestionWords,
  type Exclusion,
  findExclusions,
  isScopeEnder,
  type QueryPart,
  readJoiner,
  readMarker,
} from './exclusions.ts'
import { replaceNumberWords } from './number-words.ts'
import type { Condition, Criterion, Range, SearchFilter } from './filter.ts'
import { type Token, tokenize } from './spelling.ts'
import {
  type ParsedTerm,
  readLongName,
  readNegatedAmount,
  readTerm,
  toPastExclusion,
  type Sort,
  type UnderstoodTerm,
} from './term-parser.ts'

// Further words are not used: each word is compared with thousands of names.
const maxWords = 16

// ---------- parts of a query ----------

/** A part of a query with its place in the text, in UTF-16 units, and the term that it is. */
type ReadPart = { part: QueryPart; term: ParsedTerm | null; start: number; end: number }

const numberKinds = new Set(['cc', 'price', 'year', 'km'])
const placeKinds = new Set(['district', 'division', 'area'])
const excludableKinds = new Set(
  `brand model kind district division area colour feature papers condition verified owners word past`.split(' '),
)

const isExcludable = ({ understood, isBare, sort }: ParsedTerm, kind: string): boolean => {
  if (kind === 'cc' || kind === 'year') return isBare === true
  if (kind === 'audience') return excludableAudiences.has(understood?.meant ?? '')
  return understood?.isExcluded !== true && (excludableKinds.has(kind) || sort === 'price-down')
}

// Every bike here is used, so "not old" is about something that cannot be excluded.
const usedWords = new Set(
  'old used secondhand second 2nd purano পুরাতন পুরানো পুরোনো ব্যবহৃত সেকেন্ড'.normalize('NFKC').split(' '),
)
const used: QueryPart = {
  type: 'thing',
  kind: 'used',
  isExcludable: false,
  isNumber: false,
  isPlace: false,
  makeIds: [],
}

const toPart = (term: ParsedTerm, word: string): QueryPart => {
  if (!term.understood && usedWords.has(word)) return used
  if (!term.understood) return { type: 'filler', endsScope: term.isUnused === true || isScopeEnder(word) }
  const kind = term.past === undefined ? term.understood.kind : 'past'
  const [condition] = term.conditions ?? []
  return {
    type: 'thing',
    kind,
    isExcludable: isExcludable(term, kind),
    isNumber: numberKinds.has(kind),
    isPlace: placeKinds.has(kind),
    makeIds: condition && 'makeIds' in condition ? condition.makeIds : [],
  }
}

type PartRead = { part: QueryPart; term: ParsedTerm | null; length: number }

const readPart = (words: readonly string[], dictionary: Dictionary): PartRead => {
  const [word = ''] = words
  const toRead = (term: ParsedTerm): PartRead => ({ part: toPart(term, word), term, length: term.length })
  const early = readLongName(words, dictionary) ?? readNegatedAmount(words)
  if (early) return toRead(early)
  const questionLength = countQuestionWords(words)
  if (questionLength > 0) return { part: { type: 'filler', endsScope: false }, term: null, length: questionLength }
  const marker = readMarker(words)
  if (marker) return { part: { type: 'marker', side: marker.side }, term: null, length: marker.length }
  const join = readJoiner(word)
  if (join) return { part: { type: 'joiner', join }, term: null, length: 1 }
  return toRead(readTerm(words, dictionary))
}

/** A comma or a slash between two words joins them. */
const readPunctuation = (between: string): ReadPart['part'][] => {
  if (between.includes('/')) return [{ type: 'joiner', join: 'or' }]
  return /[,،;]/.test(between) ? [{ type: 'joiner', join: 'comma' }] : []
}

const readParts = (tokens: readonly Token[], text: string, dictionary: Dictionary): ReadPart[] => {
  const words = tokens.map(({ word }) => word)
  const parts: ReadPart[] = []
  for (let index = 0; index < words.length;) {
    const { length, ...read } = readPart(words.slice(index), dictionary)
    const [first, last] = [tokens[index], tokens[index + length - 1]]
    index += length
    if (!first || !last) continue
    const end = parts.at(-1)?.end ?? 0
    for (const part of readPunctuation(text.slice(end, first.start)))
      parts.push({ part, term: null, start: end, end: first.start })
    parts.push({ ...read, start: first.start, end: last.end })
  }
  return parts
}

// ---------- what the parts say ----------

type Span = { start: number; end: number }
/** What one part asks for or excludes. `typed`: the words that say it; `span`: what to remove from the text to undo it. */
type Statement = { term: ParsedTerm; typed: Span; span: Span }

const toExcludedTerm = (term: ParsedTerm): ParsedTerm => {
  const { past, conditions = [], understood, length, sort } = term
  // "not expensive" asks for low prices.
  if (sort === 'price-down') return { length, sort: 'price', understood: { kind: 'sort', meant: 'price' } }
  const excluded = conditions.flatMap((condition): Condition[] => {
    if (condition.key === 'excluded') return []
    // Of a word that is not wanted, longer words say nothing.
    return [{ key: 'excluded', excluded: condition.key === 'words' ? { ...condition, isExact: true } : condition }]
  })
  if (past) return toPastExclusion(past, length)
  return understood ? { length, conditions: excluded, understood: { ...understood, isExcluded: true } } : term
}

const spanParts = (parts: readonly ReadPart[], ...at: number[]): Span => ({
  start: Math.min(...at.map((index) => parts[index]?.start ?? 0)),
  end: Math.max(...at.map((index) => parts[index]?.end ?? 0)),
})

/** Of several things behind one marker, removing one leaves the others excluded. */
const toStatements = (parts: readonly ReadPart[], { marker, things }: Exclusion): Statement[] =>
  things.flatMap(({ from, at }, index) => {
    const term = parts[at]?.term
    if (!term) return []
    const typed = spanParts(parts, from, at)
    const [previous, next] = [things[index - 1], things[index + 1]]
    const rest = next
      ? { ...typed, end: parts[next.from]?.start ?? typed.end }
      : { ...typed, start: parts[previous?.at ?? at]?.end ?? typed.start }
    return [
      { term: toExcludedTerm(term), typed, span: things.length === 1 ? spanParts(parts, marker, from, at) : rest },
    ]
  })

/** The words of a marker that excludes nothing, with those that it is about. */
const toUnusedSpan = (parts: readonly ReadPart[], { marker, refused }: Exclusion): Span => {
  let last = marker
  while (parts[last + 1]?.part.type === 'filler') last += 1
  return refused === null ? spanParts(parts, marker, last) : spanParts(parts, marker, refused)
}

const listPositions = ({ things, refused }: Exclusion): number[] => [
  ...things.flatMap(({ from, at }) => Array.from({ length: at - from + 1 }, (_, index) => from + index)),
  ...(refused === null ? [] : [refused]),
]

const toCriteria = ({ term, typed }: Statement, text: string): Criterion[] =>
  (term.conditions ?? []).map((condition) => ({
    ...condition,
    isTyped: true,
    what: [term.understood?.meant ?? ''],
    typed: text.slice(typed.start, typed.end),
  }))

const toUnderstood = ({ term, typed, span }: Statement, text: string): UnderstoodTerm[] => {
  if (!term.understood) return []
  const words = text.slice(typed.start, typed.end)
  return [
    {
      isCorrected: false,
      isExcluded: false,
      meantBn: null,
      from: null,
      to: null,
      ...span,
      ...term.understood,
      typed: words,
    },
  ]
}

/** An amount beside a model is about what that model costs, not the most to pay. */
const toModelPrice = ({ term, ...statement }: Statement): Statement => {
  const [price] = term.conditions ?? []
  const to = term.isBare === true && price?.key === 'price' ? price.range.to : null
  if (to === null) return { term, ...statement }
  const range = toNearRange(to)
  const understood = { kind: 'price' as const, meant: `about ${to}`, ...range }
  return { ...statement, term: { ...term, conditions: [{ key: 'price', range }], understood } }
}

const isModel = ({ term: { understood } }: Statement): boolean =>
  understood?.kind === 'model' && understood.isExcluded !== true

const parseWords = (text: string, dictionary: Dictionary, hasChosenModel: boolean): ParsedSearch => {
  const allTokens = tokenize(text)
  const parts = readParts(replaceNumberWords(allTokens.slice(0, maxWords)), text, dictionary)
  const exclusions = findExclusions(parts.map(({ part }) => part))
  const excluded = new Set(exclusions.flatMap(listPositions))
  const wanted = parts.flatMap(({ term, start, end }, index): Statement[] =>
    term?.understood && !excluded.has(index) ? [{ term, typed: { start, end }, span: { start, end } }] : [],
  )
  const statements = [...wanted, ...exclusions.flatMap((exclusion) => toStatements(parts, exclusion))].toSorted(
    (a, b) => a.typed.start - b.typed.start,
  )
  const isSecondSort = ({ term }: Statement) =>
    term.understood?.kind === 'sort' && statements.find((one) => one.term.sort)?.term !== term
  const once = statements.filter((statement) => !isSecondSort(statement))
  const used = hasChosenModel || once.some(isModel) ? once.map(toModelPrice) : once
  const tooMany = allTokens[maxWords]
  const unused = [
    ...parts.filter(({ term }) => term?.isUnused === true),
    ...exclusions.filter(({ things }) => things.length === 0).map((exclusion) => toUnusedSpan(parts, exclusion)),
    ...statements.filter(isSecondSort).map(({ typed }) => typed),
    ...(tooMany ? [{ start: tooMany.start, end: text.length }] : []),
  ]
  return {
    filter: combineCriteria(used.flatMap((statement) => toCriteria(statement, text))),
    understood: used.flatMap((statement) => toUnderstood(statement, text)),
    unused: unused.toSorted((a, b) => a.start - b.start).map(({ start, end }) => text.slice(start, end).trim()),
    sort: used.flatMap(({ term }) => term.sort ?? [])[0] ?? null,
  }
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

/** What a search filters by, and how each typed word was understood. */
export type ParsedSearch = {
  filter: SearchFilter
  understood: UnderstoodTerm[]
  /** Words of meaning that the search does not use. */
  unused: string[]
  /** The order that the words ask for: "cheapest". */
  sort: Sort | null
}

/** Parses the typed words, at most sixteen of them, and the filters chosen in the URL. */
export const parseSearch = (query: SearchQuery, dictionary: Dictionary): ParsedSearch => {
  const { filter, ...parsed } = parseWords(query.q ?? '', dictionary, query.model !== undefined)
  return { ...parsed, filter: [...filter, ...parseChosen(query, dictionary)] }
}
