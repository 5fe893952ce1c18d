// Figures that people type: engine sizes, years, and prices in Taka, thousands and lakhs, in both languages.
import type { Range } from '#market/search/rules.ts'

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

/** A sum of money at the beginning of these words, and how many of them tell it: "1 lakh 50 hazar", "150k", "দেড় লাখ". */
const parseMoney = (words: readonly string[]): { taka: number; length: number } | null => {
  const match = /^(\d{1,4})(k|lakh|lac|লাখ|হাজার)$/u.exec(words[0] ?? '')
  const amountAndUnit = match ? [match[1] ?? '', match[2] ?? ''] : []
  if (match) return { taka: Number(amountAndUnit[0]) * getUnit(amountAndUnit[1]), length: 1 }
  const value = parseNumber(words[0])
  if (value === null) return null
  // "1.5 lakh" and "1,50,000" come in pieces, since points and commas stand between words.
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
    // "150 155" are two sizes; a price in pieces ends with three zeros or is a large one.
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
  // In Bangla it stands behind: "দেড় লাখের মধ্যে".
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

/** The size, the price or the year that these words begin with, or null. */
export const parseAmount = (words: readonly string[]): Amount | null =>
  parsePrice(words) ?? parseYear(words) ?? parseCc(words)
