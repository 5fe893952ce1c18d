// Parses a search: the typed words (names, amounts, conditions, words of the text) and what was chosen in the URL.
import { conditions } from '#contract/bikes.ts'
import { districts, divisions } from '#contract/districts.ts'
import type { SearchQuery, SearchResponseBody } from '#contract/search.ts'
import type { Catalogue, Dictionary, DictionaryEntry } from '#market/search/dictionary/rules.ts'
import type { Criterion, Range, SearchFilter } from '#market/search/rules.ts'
import { splitWords } from '#market/search/spelling/rules.ts'

// ---------- amounts: engine sizes, years, and prices in Taka, thousands and lakhs, in English and Bangla ----------

type Amount = { key: 'cc' | 'price' | 'year'; range: Range; length: number; meant: string }

const thousands = new Set(['k', 'thousand', 'hazar', 'hajar', 'হাজার'])
const lakhs = new Set(['lakh', 'lac', 'lakhs', 'lacs', 'lak', 'l', 'লাখ', 'লক্ষ', 'লাখের'])
const numberWords: Record<string, number> = {
  ek: 1,
  এক: 1,
  দুই: 2,
  dui: 2,
  তিন: 3,
  tin: 3,
  চার: 4,
  char: 4,
  পাঁচ: 5,
  পাচ: 5,
  দেড়: 1.5,
  der: 1.5,
  আড়াই: 2.5,
  arai: 2.5,
}
const normalizedNumberWords = Object.fromEntries(
  Object.entries(numberWords).map(([word, value]) => [word.normalize('NFKC'), value]),
)

const upperBoundWords = new Set(
  'under below upto within max maximum budget less নিচে মধ্যে কম বাজেট'.normalize('NFKC').split(' '),
)
const lowerBoundWords = new Set('above over from min minimum more উপরে বেশি থেকে'.normalize('NFKC').split(' '))
const fillerWords = new Set(['to', 'than', 'tk', 'taka', 'bdt', 'টাকা', 'টাকার'])

const minPriceTaka = 10_000
const [minCc, maxCc, ccTolerance] = [50, 375, 7]
const [minYear, maxYear] = [1970, 2035]

const parseNumber = (word = ''): number | null => {
  if (/^\d{1,7}$/.test(word)) return Number(word)
  return normalizedNumberWords[word] ?? null
}

const getUnit = (word = ''): number => {
  if (lakhs.has(word)) return 100_000
  return thousands.has(word) ? 1_000 : 1
}

/** Parses an amount in Taka at the start of the words, and counts its words: "1 lakh 50 hazar", "150k", "দেড় লাখ". */
const parseMoney = (words: readonly string[]): { taka: number; length: number } | null => {
  const match = /^(\d{1,4})(k|lakh|lac|লাখ|হাজার)$/u.exec(words[0] ?? '')
  const amountAndUnit = match ? [match[1] ?? '', match[2] ?? ''] : []
  if (match) return { taka: Number(amountAndUnit[0]) * getUnit(amountAndUnit[1]), length: 1 }
  const value = parseNumber(words[0])
  if (value === null) return null
  // "1.5 lakh" and "1,50,000" arrive as several words, because points and commas separate words.
  const hasDecimal = /^\d$/.test(words[1] ?? '') && getUnit(words[2]) > 1
  if (hasDecimal) return { taka: Math.round((value + Number(words[1]) / 10) * getUnit(words[2])), length: 3 }
  const grouped = parseGroupedMoney(words)
  if (grouped) return grouped
  const unit = getUnit(words[1])
  if (unit === 1) return /^\d+$/.test(words[0] ?? '') ? { taka: value, length: 1 } : null
  const rest = unit === 100_000 && getUnit(words[3]) === 1_000 ? parseNumber(words[2]) : null
  return { taka: value * unit + (rest ?? 0) * 1_000, length: rest === null ? 2 : 4 }
}

const parseGroupedMoney = (words: readonly string[]): { taka: number; length: number } | null => {
  for (const [length, pattern] of [
    [3, /^\d{1,2} \d{2} \d{3}$/],
    [2, /^\d{1,3} \d{3}$/],
  ] as const) {
    const group = words.slice(0, length).join(' ')
    const taka = Number(group.replaceAll(' ', ''))
    // "150 155" are two engine sizes; a price of two groups ends in 000.
    if (pattern.test(group) && (length === 3 || group.endsWith('000'))) return { taka, length }
  }
  return null
}

const countLeading = (words: readonly string[], wordSet: Set<string>): number => {
  const index = words.findIndex((word) => !wordSet.has(word))
  return index === -1 ? words.length : index
}

const parsePrice = (words: readonly string[]): Amount | null => {
  const isUnder = upperBoundWords.has(words[0] ?? '')
  const isOver = !isUnder && lowerBoundWords.has(words[0] ?? '')
  const start = isUnder || isOver ? 1 + countLeading(words.slice(1), fillerWords) : countLeading(words, fillerWords)
  const money = parseMoney(words.slice(start))
  if (!money || money.taka < minPriceTaka) return null
  const end = start + money.length
  const after = end + countLeading(words.slice(end), fillerWords)
  // In Bangla the bound follows the amount: "দেড় লাখের মধ্যে".
  const isOverAfter = lowerBoundWords.has(words[after] ?? '')
  const totalLength = isOverAfter || upperBoundWords.has(words[after] ?? '') ? after + 1 : after
  const isMinimum = isOver || isOverAfter
  const range = isMinimum ? { from: money.taka, to: null } : { from: null, to: money.taka }
  return { key: 'price', range, length: totalLength, meant: `${isMinimum ? 'at least' : 'at most'} ${money.taka}` }
}

const parseCc = ([word = '', next = '']: readonly string[]): Amount | null => {
  const [, digits = '', unit = ''] = /^(\d{2,3})(cc|সিসি)?$/u.exec(word) ?? []
  const cc = Number(digits)
  if (digits === '' || cc < minCc || cc > maxCc) return null
  const hasSeparateUnit = unit === '' && (next === 'cc' || next === 'সিসি')
  return {
    key: 'cc',
    range: { from: cc - ccTolerance, to: cc + ccTolerance },
    length: hasSeparateUnit ? 2 : 1,
    meant: `about ${cc} cc`,
  }
}

const parseYear = ([word = '']: readonly string[]): Amount | null => {
  const year = Number(word)
  if (!/^\d{4}$/.test(word) || year < minYear || year > maxYear) return null
  return { key: 'year', range: { from: year, to: year }, length: 1, meant: word }
}

/** The engine size, price or year that these words begin with, or null. */
const parseAmount = (words: readonly string[]): Amount | null => parsePrice(words) ?? parseYear(words) ?? parseCc(words)

// ---------- typed words ----------

export type UnderstoodTerm = SearchResponseBody['understood'][number]

// Further words are ignored: each word is compared with thousands of names.
const maxWords = 12
const maxPhraseWords = 4

// Words without meaning here, because everything is a used bike for sale.
const stopWords = new Set(
  `bike bikes motorbike motorbikes motorcycle motorcycles moto used second hand secondhand old sell sale for in at the a an of
  er buy want need price dam model bikroy bangladesh bd and with near বাইক মোটরসাইকেল মোটরবাইক পুরাতন পুরানো ব্যবহৃত সেকেন্ড
  হ্যান্ড বিক্রি বিক্রয় বিক্রয় কিনতে চাই দাম মডেল এর ও জন্য বাংলাদেশ`
    .normalize('NFKC')
    .split(/\s+/),
)

const conditionWords: Record<string, (typeof conditions)[number]> = {
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  চমৎকার: 'Excellent',
  ভালো: 'Good',
  মোটামুটি: 'Fair',
}
const verifiedWords = new Set(['verified', 'যাচাইকৃত'])

/** How many words a term took, what it filters by, and how the response explains it; a stop word has neither. */
type ParsedTerm = {
  length: number
  criterion?: Criterion
  understood?: Pick<UnderstoodTerm, 'kind' | 'meant'> & Partial<UnderstoodTerm>
}

const toCriterion = ({ kind, makes, districts: districtNumbers, words }: DictionaryEntry): Criterion => {
  if (kind === 'brand' || kind === 'model') return { key: kind, isTyped: true, makeIds: [...makes] }
  if (kind === 'word') return { key: 'words', isTyped: true, spellings: [...new Set(words)] }
  return { key: 'place', isTyped: true, level: kind, districtNumbers: [...districtNumbers] }
}

const readName = (words: readonly string[], dictionary: Dictionary): ParsedTerm | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length -= 1) {
    const match = dictionary.findEntry(words.slice(0, length))
    if (!match) continue
    const { entry, isCorrected } = match
    return { length, criterion: toCriterion(entry), understood: { kind: entry.kind, meant: entry.label, isCorrected } }
  }
  return null
}

const readAmount = (words: readonly string[]): ParsedTerm | null => {
  const amount = parseAmount(words)
  if (!amount) return null
  const { key, range, length, meant } = amount
  return { length, criterion: { key, isTyped: true, range }, understood: { kind: key, meant, ...range } }
}

const readCondition = ([word = '']: readonly string[]): ParsedTerm | null => {
  if (stopWords.has(word)) return { length: 1 }
  if (verifiedWords.has(word))
    return {
      length: 1,
      criterion: { key: 'verified', isTyped: true },
      understood: { kind: 'verified', meant: word },
    }
  const condition = conditionWords[word.normalize('NFC')] ?? conditionWords[word]
  if (condition === undefined) return null
  const conditionNumbers = [conditions.indexOf(condition) + 1]
  return {
    length: 1,
    criterion: { key: 'condition', isTyped: true, conditionNumbers },
    understood: { kind: 'condition', meant: condition },
  }
}

const readWord = ([word = '']: readonly string[]): ParsedTerm => ({
  length: 1,
  criterion: { key: 'words', isTyped: true, spellings: [word] },
  understood: { kind: 'word', meant: word },
})

const parseWords = (text: string, dictionary: Dictionary): ParsedSearch => {
  const words = splitWords(text).slice(0, maxWords)
  const filter: Criterion[] = []
  const understood: UnderstoodTerm[] = []
  for (let index = 0; index < words.length;) {
    const rest = words.slice(index)
    const term = readCondition(rest) ?? readAmount(rest) ?? readName(rest, dictionary) ?? readWord(rest)
    if (term.criterion) filter.push(term.criterion)
    const typed = rest.slice(0, term.length).join(' ')
    if (term.understood) understood.push({ isCorrected: false, from: null, to: null, ...term.understood, typed })
    index += term.length
  }
  return { filter, understood }
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

const parseRange = (
  key: 'cc' | 'price' | 'year' | 'km',
  from: string | undefined,
  to: string | undefined,
): Criterion | null => {
  if (from === undefined && to === undefined) return null
  return { key, isTyped: false, range: { from: toNumber(from), to: toNumber(to) } }
}

const parsePlace = (level: 'division' | 'district', districtNumbers: readonly number[]): Criterion => ({
  key: 'place',
  isTyped: false,
  level,
  districtNumbers,
})

const parseChosen = (query: SearchQuery, { brands, models }: Catalogue): SearchFilter => {
  const { brand, model, condition, division, district, verified } = query
  const isTyped = false
  const criteria: (Criterion | null | undefined | '')[] = [
    brand && { key: 'brand', isTyped, makeIds: findMakeIds(brand, brands) },
    model && { key: 'model', isTyped, makeIds: findMakeIds(model, models) },
    parseRange('cc', query.ccFrom, query.ccTo),
    parseRange('price', query.priceFrom, query.priceTo),
    parseRange('year', query.yearFrom, query.yearTo),
    parseRange('km', query.kmFrom, query.kmTo),
    condition && { key: 'condition', isTyped, conditionNumbers: toNumbers(condition, conditions) },
    division && parsePlace('division', findDistrictNumbers(division)),
    district && parsePlace('district', toNumbers(district, districts)),
    verified === 'on' ? { key: 'verified', isTyped } : null,
  ]
  return criteria.flatMap((criterion) => criterion || [])
}

/** What a search filters by, and how each typed word was understood. */
export type ParsedSearch = { filter: SearchFilter; understood: UnderstoodTerm[] }

/** Parses the typed words, at most twelve of them, and the filters chosen in the URL. */
export const parseSearch = (query: SearchQuery, dictionary: Dictionary): ParsedSearch => {
  const { filter, understood } = parseWords(query.q ?? '', dictionary)
  return { filter: [...filter, ...parseChosen(query, dictionary)], understood }
}
