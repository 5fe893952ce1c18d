// What people mean by the words that they type: names from the dictionary, sizes, prices, years, and words of the text.
import { conditions } from '#contract/bikes.ts'
import type { SearchResponseBody } from '#contract/search.ts'
import { parseAmount } from '#market/search/amounts/rules.ts'
import type { Dictionary, DictionaryEntry } from '#market/search/dictionary/rules.ts'
import { type SearchFilter, emptyFilter, intersectRange } from '#market/search/rules.ts'
import { splitWords } from '#market/search/spelling/rules.ts'

export type UnderstoodTerm = SearchResponseBody['understood'][number]

/** What a search asks by its words, and how each of them was understood. */
export type ParsedQuery = { filter: SearchFilter; understood: UnderstoodTerm[] }

// A question to a shop, not an essay; each word is compared with many names.
const maxWords = 12
const maxPhraseWords = 4

// Words that say nothing where everything is a used bike for sale.
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

type ParsedTerm = {
  length: number
  filter: SearchFilter
  understood: (Pick<UnderstoodTerm, 'kind' | 'meant'> & Partial<UnderstoodTerm>) | null
}

const intersectIds = (a: readonly number[] | null, b: Iterable<number>): number[] => {
  const set = new Set(b)
  return a === null ? [...set] : a.filter((one) => set.has(one))
}

/** The same search, asking for this name too. */
const narrowFilter = (filter: SearchFilter, { kind, makes, districts, words }: DictionaryEntry): SearchFilter => {
  if (kind === 'brand') return { ...filter, brand: intersectIds(filter.brand, makes) }
  if (kind === 'model') return { ...filter, model: intersectIds(filter.model, makes) }
  if (kind === 'word') return { ...filter, words: [...(filter.words ?? []), [...new Set(words)]] }
  return { ...filter, place: intersectIds(filter.place, districts) }
}

const readName = (words: readonly string[], filter: SearchFilter, dictionary: Dictionary): ParsedTerm | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length -= 1) {
    const match = dictionary.findEntry(words.slice(0, length))
    if (!match) continue
    const { entry, isCorrected } = match
    const understood = { kind: entry.kind, meant: entry.label, isCorrected }
    return { length, filter: narrowFilter(filter, entry), understood }
  }
  return null
}

const readAmount = (words: readonly string[], filter: SearchFilter): ParsedTerm | null => {
  const amount = parseAmount(words)
  if (!amount) return null
  const { key, range, length, meant } = amount
  return {
    length,
    filter: { ...filter, [key]: intersectRange(filter[key], range) },
    understood: { kind: key, meant, ...range },
  }
}

const readCondition = ([word = '']: readonly string[], filter: SearchFilter): ParsedTerm | null => {
  if (stopWords.has(word)) return { length: 1, filter, understood: null }
  if (verifiedWords.has(word))
    return { length: 1, filter: { ...filter, verified: true }, understood: { kind: 'verified', meant: word } }
  const quality = conditionWords[word.normalize('NFC')] ?? conditionWords[word]
  if (quality === undefined) return null
  const condition = intersectIds(filter.condition, [conditions.indexOf(quality) + 1])
  return { length: 1, filter: { ...filter, condition }, understood: { kind: 'condition', meant: quality } }
}

const readWord = ([word = '']: readonly string[], filter: SearchFilter): ParsedTerm => ({
  length: 1,
  filter: { ...filter, words: [...(filter.words ?? []), [word]] },
  understood: { kind: 'word', meant: word },
})

/** What these words mean; what is typed beyond a dozen of them is not read. */
export const parseQuery = (text: string, dictionary: Dictionary): ParsedQuery => {
  const words = splitWords(text).slice(0, maxWords)
  const parsed: ParsedQuery = { filter: emptyFilter, understood: [] }
  for (let index = 0; index < words.length;) {
    const rest = words.slice(index)
    const { filter } = parsed
    const term =
      readCondition(rest, filter) ??
      readAmount(rest, filter) ??
      readName(rest, filter, dictionary) ??
      readWord(rest, filter)
    parsed.filter = term.filter
    const typed = rest.slice(0, term.length).join(' ')
    if (term.understood) parsed.understood.push({ isCorrected: false, from: null, to: null, ...term.understood, typed })
    index += term.length
  }
  return parsed
}
