// What people mean by the words that they type: names from the dictionary, sizes, prices, years, and words of the text.
import { conditions } from '#contract/bikes.ts'
import type { FoundBikes } from '#contract/search.ts'
import { sizeOrPrice } from '#market/search/amounts/rules.ts'
import type { Dictionary, Sense } from '#market/search/dictionary/rules.ts'
import { type Condition, nothingAsked, within } from '#market/search/rules.ts'
import { wordsOf } from '#market/search/spelling/rules.ts'

export type Meant = FoundBikes['understood'][number]

/** What a search asks by its words, and how each of them was understood. */
export type Meaning = { asked: Condition; understood: Meant[] }

// A question to a shop, not an essay; each word is compared with many names.
const wordsMost = 12
const togetherMost = 4

// Words that say nothing where everything is a used bike for sale.
const idle = new Set(
  `bike bikes motorbike motorbikes motorcycle motorcycles moto used second hand secondhand old sell sale for in at the a an of
  er buy want need price dam model bikroy bangladesh bd and with near বাইক মোটরসাইকেল মোটরবাইক পুরাতন পুরানো ব্যবহৃত সেকেন্ড
  হ্যান্ড বিক্রি বিক্রয় বিক্রয় কিনতে চাই দাম মডেল এর ও জন্য বাংলাদেশ`
    .normalize('NFKC')
    .split(/\s+/),
)

const qualities: Record<string, (typeof conditions)[number]> = {
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  চমৎকার: 'Excellent',
  ভালো: 'Good',
  মোটামুটি: 'Fair',
}
const verifiedWords = new Set(['verified', 'যাচাইকৃত'])

type Read = { length: number; change: Condition; meant: (Pick<Meant, 'kind' | 'meant'> & Partial<Meant>) | null }

const both = (a: readonly number[] | null, b: Iterable<number>): number[] => {
  const set = new Set(b)
  return a === null ? [...set] : a.filter((one) => set.has(one))
}

/** The same search, asking for this name too. */
const narrowed = (asked: Condition, { kind, makes, districts, words }: Sense): Condition => {
  if (kind === 'brand') return { ...asked, brand: both(asked.brand, makes) }
  if (kind === 'model') return { ...asked, model: both(asked.model, makes) }
  if (kind === 'word') return { ...asked, words: [...(asked.words ?? []), [...new Set(words)]] }
  return { ...asked, place: both(asked.place, districts) }
}

const readName = (words: readonly string[], asked: Condition, dictionary: Dictionary): Read | null => {
  for (let length = Math.min(togetherMost, words.length); length > 0; length -= 1) {
    const found = dictionary.meaning(words.slice(0, length))
    if (!found) continue
    const { sense, isCorrected } = found
    const meant = { kind: sense.kind, meant: sense.meant, isCorrected }
    return { length, change: narrowed(asked, sense), meant }
  }
  return null
}

const readAmount = (words: readonly string[], asked: Condition): Read | null => {
  const amount = sizeOrPrice(words)
  if (!amount) return null
  const { part, range, length, meant } = amount
  return { length, change: { ...asked, [part]: within(asked[part], range) }, meant: { kind: part, meant, ...range } }
}

const readQuality = ([word = '']: readonly string[], asked: Condition): Read | null => {
  if (idle.has(word)) return { length: 1, change: asked, meant: null }
  if (verifiedWords.has(word))
    return { length: 1, change: { ...asked, verified: true }, meant: { kind: 'verified', meant: word } }
  const quality = qualities[word.normalize('NFC')] ?? qualities[word]
  if (quality === undefined) return null
  const condition = both(asked.condition, [conditions.indexOf(quality) + 1])
  return { length: 1, change: { ...asked, condition }, meant: { kind: 'condition', meant: quality } }
}

const readWord = ([word = '']: readonly string[], asked: Condition): Read => ({
  length: 1,
  change: { ...asked, words: [...(asked.words ?? []), [word]] },
  meant: { kind: 'word', meant: word },
})

/** What these words mean; what is typed beyond a dozen of them is not read. */
export const meaningOf = (text: string, dictionary: Dictionary): Meaning => {
  const words = wordsOf(text).slice(0, wordsMost)
  const meaning: Meaning = { asked: nothingAsked, understood: [] }
  for (let at = 0; at < words.length;) {
    const rest = words.slice(at)
    const { asked } = meaning
    const read =
      readQuality(rest, asked) ?? readAmount(rest, asked) ?? readName(rest, asked, dictionary) ?? readWord(rest, asked)
    meaning.asked = read.change
    const typed = rest.slice(0, read.length).join(' ')
    if (read.meant) meaning.understood.push({ isCorrected: false, from: null, to: null, ...read.meant, typed })
    at += read.length
  }
  return meaning
}
