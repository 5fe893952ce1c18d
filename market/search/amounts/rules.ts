// Figures that people type: engine sizes, years, and prices in Taka, thousands and lakhs, in both languages.
import type { Range } from '#market/search/rules.ts'

type Amount = { part: 'cc' | 'price' | 'year'; range: Range; length: number; meant: string }

const thousands = new Set(['k', 'thousand', 'hazar', 'hajar', 'হাজার'])
const lakhs = new Set(['lakh', 'lac', 'lakhs', 'lacs', 'lak', 'l', 'লাখ', 'লক্ষ', 'লাখের'])
const spelled: Record<string, number> = {
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
const asTyped = Object.fromEntries(Object.entries(spelled).map(([word, value]) => [word.normalize('NFKC'), value]))

const under = new Set('under below upto within max maximum budget less নিচে মধ্যে কম বাজেট'.normalize('NFKC').split(' '))
const over = new Set('above over from min minimum more উপরে বেশি থেকে'.normalize('NFKC').split(' '))
const joining = new Set(['to', 'than', 'tk', 'taka', 'bdt', 'টাকা', 'টাকার'])

const smallestPrice = 10_000
const [ccLeast, ccMost, ccAround] = [50, 375, 7]
const [yearLeast, yearMost] = [1970, 2035]

const valueOf = (word = ''): number | null => {
  if (/^\d{1,7}$/.test(word)) return Number(word)
  return asTyped[word] ?? null
}

const unitOf = (word = ''): number => {
  if (lakhs.has(word)) return 100_000
  return thousands.has(word) ? 1_000 : 1
}

/** A sum of money at the beginning of these words, and how many of them tell it: "1 lakh 50 hazar", "150k", "দেড় লাখ". */
const moneyAt = (words: readonly string[]): { taka: number; length: number } | null => {
  const joined = /^(\d{1,4})(k|lakh|lac|লাখ|হাজার)$/u.exec(words[0] ?? '')
  const first = joined ? [joined[1] ?? '', joined[2] ?? ''] : []
  if (joined) return { taka: Number(first[0]) * unitOf(first[1]), length: 1 }
  const value = valueOf(words[0])
  if (value === null) return null
  // "1.5 lakh" and "1,50,000" come in pieces, since points and commas stand between words.
  const isHalf = /^\d$/.test(words[1] ?? '') && unitOf(words[2]) > 1
  if (isHalf) return { taka: Math.round((value + Number(words[1]) / 10) * unitOf(words[2])), length: 3 }
  const grouped = groupedAt(words)
  if (grouped) return grouped
  const unit = unitOf(words[1])
  if (unit === 1) return /^\d+$/.test(words[0] ?? '') ? { taka: value, length: 1 } : null
  const rest = unit === 100_000 && unitOf(words[3]) === 1_000 ? valueOf(words[2]) : null
  return { taka: value * unit + (rest ?? 0) * 1_000, length: rest === null ? 2 : 4 }
}

const groupedAt = (words: readonly string[]): { taka: number; length: number } | null => {
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

const skip = (words: readonly string[], which: Set<string>): number => {
  const at = words.findIndex((word) => !which.has(word))
  return at === -1 ? words.length : at
}

const priceAt = (words: readonly string[]): Amount | null => {
  const isUnder = under.has(words[0] ?? '')
  const isOver = !isUnder && over.has(words[0] ?? '')
  const lead = isUnder || isOver ? 1 + skip(words.slice(1), joining) : skip(words, joining)
  const money = moneyAt(words.slice(lead))
  if (!money || money.taka < smallestPrice) return null
  const end = lead + money.length
  const after = end + skip(words.slice(end), joining)
  // In Bangla it stands behind: "দেড় লাখের মধ্যে".
  const isOverAfter = over.has(words[after] ?? '')
  const tail = isOverAfter || under.has(words[after] ?? '') ? after + 1 : after
  const isLeast = isOver || isOverAfter
  const range = isLeast ? { from: money.taka, to: null } : { from: null, to: money.taka }
  return { part: 'price', range, length: tail, meant: `${isLeast ? 'at least' : 'at most'} ${money.taka}` }
}

const ccAt = ([word = '', next = '']: readonly string[]): Amount | null => {
  const [, figures = '', unit = ''] = /^(\d{2,3})(cc|সিসি)?$/u.exec(word) ?? []
  const cc = Number(figures)
  if (figures === '' || cc < ccLeast || cc > ccMost) return null
  const isApart = unit === '' && (next === 'cc' || next === 'সিসি')
  return {
    part: 'cc',
    range: { from: cc - ccAround, to: cc + ccAround },
    length: isApart ? 2 : 1,
    meant: `about ${cc} cc`,
  }
}

const yearAt = ([word = '']: readonly string[]): Amount | null => {
  const year = Number(word)
  if (!/^\d{4}$/.test(word) || year < yearLeast || year > yearMost) return null
  return { part: 'year', range: { from: year, to: year }, length: 1, meant: word }
}

/** The size, the price or the year that these words begin with, or null. */
export const sizeOrPrice = (words: readonly string[]): Amount | null => priceAt(words) ?? yearAt(words) ?? ccAt(words)
