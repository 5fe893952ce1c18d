// Pure. Numbers that are written as words become digits: "ওয়ান ফিফটি" 150, "সাড়ে তিন লাখ" 3.5 lakh, "version three" v3.
import type { Token } from './spelling.ts'

/** Reads "word number" pairs into a map. */
const toNumbers = (pairs: string): ReadonlyMap<string, number> =>
  new Map(
    [...pairs.normalize('NFKC').matchAll(/(\S+) (\d+(?:\.\d+)?)/g)].map(([, word = '', number]) => [
      word,
      Number(number),
    ]),
  )

/** English figures, in English and as Bangla writes them. */
const englishFigures =
  toNumbers(`one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12
  fifteen 15 sixteen 16 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90`)
const englishInBangla =
  toNumbers(`ওয়ান 1 টু 2 থ্রি 3 থ্রী 3 ফোর 4 ফাইভ 5 সিক্স 6 সেভেন 7 এইট 8 নাইন 9 টেন 10 ইলেভেন 11 টুয়েলভ 12
  ফিফটিন 15 ফিফটীন 15 সিক্সটিন 16 টোয়েন্টি 20 টুয়েন্টি 20 থার্টি 30 ফোরটি 40 ফর্টি 40 ফিফটি 50 ফিফটী 50 সিক্সটি 60 সেভেনটি 70
  এইটি 80 নাইনটি 90`)
/** Bangla numbers in Bangla script. The word for nine also means "not". */
const banglaNumbers =
  toNumbers(`এক 1 দুই 2 তিন 3 চার 4 পাঁচ 5 পাচ 5 ছয় 6 সাত 7 আট 8 দশ 10 এগারো 11 বারো 12 পনেরো 15 পনের 15 আঠারো 18
  বিশ 20 কুড়ি 20 পঁচিশ 25 পচিশ 25 ত্রিশ 30 তিরিশ 30 পঁয়ত্রিশ 35 চল্লিশ 40 পঁয়তাল্লিশ 45 পঞ্চাশ 50 পঞ্চান্ন 55 ষাট 60 পঁয়ষট্টি 65 সত্তর 70
  পঁচাত্তর 75 আশি 80 পঁচাশি 85 নব্বই 90 পঁচানব্বই 95 দেড় 1.5 আড়াই 2.5`)
/** Bangla numbers in Latin script; they count only before a unit, because some are English words too. */
const banglishNumbers =
  toNumbers(`ek 1 dui 2 tin 3 char 4 pach 5 panch 5 choy 6 soy 6 sat 7 shat 60 aat 8 noy 9 dosh 10 ponero 15 bish 20
  pochish 25 trish 30 tirish 30 chollish 40 ponchash 50 panchash 50 shaat 60 sottor 70 shottor 70 ashi 80 nobboi 90 nobbui 90 der 1.5
  derh 1.5 arai 2.5 adai 2.5`)
/** Words for hundreds; a smaller number may follow. */
const hundreds =
  toNumbers(`একশ 100 একশো 100 দেড়শ 150 দেড়শো 150 দুইশ 200 দুইশো 200 দুশো 200 আড়াইশ 250 আড়াইশো 250 তিনশ 300 তিনশো 300
  eksho 100 dersho 150 duisho 200 araisho 250`)
/** Fractions added to the number that follows, or to one lakh. */
const fractions = toNumbers(`সাড়ে 0.5 সাড়ে 0.5 sare 0.5 share 0.5 সোয়া 0.25 soya 0.25 showa 0.25`)
const lessQuarter = new Set(['পৌনে', 'poune'].map((word) => word.normalize('NFKC')))

const units =
  /^(?:lakhs?|lacs?|lak|লাখ|লক্ষ|হাজার|hazar|hajar|thousand|k|cc|সিসি|km|কিমি|কিলোমিটার|hundred|হান্ড্রেড)(?:ের|এর|টাকা)?$/u
const rangeWords = new Set(['-', 'to', 'থেকে', 'theke', 'হতে'])
const versionWords = new Set(['version', 'ver', 'ভার্সন', 'ভার্শন', 'ভার্সান'].map((word) => word.normalize('NFKC')))

const isNumber = (word = ''): boolean => /^\d+(?:\.\d+)?$/.test(word)

/** Whether a Bangla number in Latin script is one here: a unit follows, or another number after "to". */
const isBeforeUnit = (words: readonly string[], next: number): boolean =>
  units.test(words[next] ?? '') ||
  (rangeWords.has(words[next] ?? '') &&
    (isNumber(words[next + 1]) ||
      banglishNumbers.has(words[next + 1] ?? '') ||
      banglaNumbers.has(words[next + 1] ?? '')))

type NumberRead = { text: string; length: number }

/** "one fifty five" is 155 and "one five" is 15: tens take the figure that follows, everything else stands side by side. */
const readFigures = (words: readonly string[]): NumberRead | null => {
  const parts: number[] = []
  let length = 0
  let isBangla = false
  for (; length < words.length; length += 1) {
    const word = words[length] ?? ''
    const figure = englishFigures.get(word) ?? englishInBangla.get(word)
    if (figure === undefined && (word === 'hundred' || word === 'হান্ড্রেড') && parts.length === 1) {
      parts[0] = (parts[0] ?? 0) * 100
      continue
    }
    if (figure === undefined) break
    isBangla ||= englishInBangla.has(word)
    const last = parts.at(-1) ?? 0
    const isAdded = (last >= 20 && last < 100 && last % 10 === 0 && figure < 10) || (last >= 100 && figure < 100)
    if (isAdded) parts[parts.length - 1] = last + figure
    else parts.push(figure)
  }
  if (length === 0 || !(isBangla || length > 1 || units.test(words[length] ?? ''))) return null
  return { text: parts.join(''), length }
}

const readFraction = (words: readonly string[]): NumberRead | null => {
  const [first = '', second = ''] = words
  const fraction = lessQuarter.has(first) ? -0.25 : fractions.get(first)
  if (fraction === undefined) return null
  const number = isNumber(second) ? Number(second) : (banglaNumbers.get(second) ?? banglishNumbers.get(second))
  if (number !== undefined) return { text: String(number + fraction), length: 2 }
  return units.test(second) ? { text: String(1 + fraction), length: 1 } : null
}

const readBanglaNumber = (words: readonly string[]): NumberRead | null => {
  const [first = '', second = ''] = words
  const hundred = hundreds.get(first)
  if (hundred !== undefined) {
    const rest = banglaNumbers.get(second)
    return rest === undefined ? { text: String(hundred), length: 1 } : { text: String(hundred + rest), length: 2 }
  }
  const number = banglaNumbers.get(first) ?? (isBeforeUnit(words, 1) ? banglishNumbers.get(first) : undefined)
  return number === undefined ? null : { text: String(number), length: 1 }
}

const readNumber = (words: readonly string[]): NumberRead | null =>
  readFraction(words) ?? readBanglaNumber(words) ?? readFigures(words)

/** "version 3" is "v3"; in Bangla script the names of the catalogue have ভি৩. */
const joinVersions = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token, index) => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]]
    if (before && versionWords.has(before.word) && isNumber(token.word)) return []
    if (!next || !versionWords.has(token.word) || !isNumber(next.word)) return [token]
    const prefix = /^\p{Script=Bengali}/u.test(token.word) ? 'ভি' : 'v'
    return [{ word: `${prefix}${next.word}`, start: token.start, end: next.end }]
  })

/** Replaces numbers that are written as words by digits. */
export const replaceNumberWords = (tokens: readonly Token[]): Token[] => {
  const words = tokens.map(({ word }) => word)
  const replaced: Token[] = []
  for (let index = 0; index < tokens.length;) {
    const number = readNumber(words.slice(index))
    const [first, last] = [tokens[index], tokens[index + (number?.length ?? 1) - 1]]
    if (first && last) replaced.push(number ? { word: number.text, start: first.start, end: last.end } : first)
    index += number?.length ?? 1
  }
  return joinVersions(replaced)
}
