// Finds telephone numbers, wallet and account numbers in any script, spaced, or spelled in words.
import { isFiller, parseNumberWord } from './number-words.ts'

/** A part of a text, in UTF-16 code units. */
export type TextRange = { start: number; end: number }

/** Digits that stand together, or a word for them. */
type Atom = TextRange & { digits: string; isWord: boolean; hasPlus: boolean }

/** The digit of any script: ০ → 0, ０ → 0, ① → 1. */
const toDigit = (written: string): string => {
  const character = written.normalize('NFKC')
  const code = character.codePointAt(0) ?? 0
  if (code < 128) return character
  // Decimal digits stand in blocks of ten, which begin with their zero.
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1
  return String((code - zero) % 10)
}

const banglaZero = 0x09e6
const toLatin = (digits: string): string =>
  [...digits]
    .map((one) => {
      const code = one.codePointAt(0) ?? 0
      if (code < 128) return one
      return code >= banglaZero && code < banglaZero + 10 ? String(code - banglaZero) : toDigit(one)
    })
    .join('')

// Characters that stand for a digit between digits: O1712-34S678.
const lookAlikes: Record<string, string> = { o: '0', q: '0', l: '1', i: '1', z: '2', s: '5', b: '8', ও: '0' }
const toLookAlike = (word: string): string | null =>
  [...word].every((letter) => letter in lookAlikes) ? [...word].map((letter) => lookAlikes[letter]).join('') : null

// An amount such as 1,65,000 is one number. The marks of 1️⃣ stand between digits and are no word.
const tokenPattern =
  /(?<![\p{Nd},])[1-9১-৯]\p{Nd}{0,2}(?:,\p{Nd}{2,3})*,\p{Nd}{3}(?![\p{Nd},])|[\p{Nd}⓪①-⑨]+|\p{L}[\p{L}\p{M}\u200c\u200d]*/gu
const maxLookAlikes = 3
// Longer separators do not belong to a number.
const maxSeparator = 6

type Token = TextRange & { text: string }

const listTokens = (text: string): Token[] =>
  [...text.matchAll(tokenPattern)].map((match) => ({
    text: match[0].toLowerCase().normalize('NFC'),
    start: match.index,
    end: match.index + match[0].length,
  }))

const isDigits = (token: Token | undefined): boolean => token !== undefined && /^[\p{Nd}⓪①-⑨]/u.test(token.text)

/** Words such as "ol" between digits count as digits only where they touch them. */
const parseLookAlike = (token: Token, before: Token | undefined, after: Token | undefined): string | null => {
  const touches = (isDigits(before) && before?.end === token.start) || (isDigits(after) && after?.start === token.end)
  return touches && token.text.length <= maxLookAlikes ? toLookAlike(token.text) : null
}

type Parser = { runs: Atom[][]; times: number; tens: string | null }

const addAtom = (parser: Parser, atom: Atom): void => {
  const { times, tens } = parser
  parser.times = 1
  parser.tens = null
  const digits = tens !== null && atom.digits.length > 1 ? `${tens}0${atom.digits}` : `${tens ?? ''}${atom.digits}`
  const said = times > 1 ? digits.slice(0, 1).repeat(times) + digits.slice(1) : digits
  parser.runs.at(-1)?.push({ ...atom, digits: said })
}

const endRun = (parser: Parser): void => {
  parser.times = 1
  parser.tens = null
  if ((parser.runs.at(-1)?.length ?? 1) > 0) parser.runs.push([])
}

/** Digits and words for digits that follow each other with nothing but signs and words such as "dash" between them. */
const listRuns = (text: string): Atom[][] => {
  const parser: Parser = { runs: [[]], times: 1, tens: null }
  const tokens = listTokens(text)
  let endOfLast = 0
  for (const [index, token] of tokens.entries()) {
    if (token.start - endOfLast > maxSeparator) endRun(parser)
    const base = { start: token.start, end: token.end, hasPlus: /[+＋]\s?$/.test(text.slice(endOfLast, token.start)) }
    endOfLast = token.end
    if (isDigits(token)) {
      addAtom(parser, { ...base, digits: toLatin(token.text.replaceAll(',', '')), isWord: false })
      continue
    }
    const lookAlike = parseLookAlike(token, tokens[index - 1], tokens[index + 1])
    const word = lookAlike === null ? parseNumberWord(token.text) : { digits: lookAlike }
    if (word === null) {
      if (!isFiller(token.text)) endRun(parser)
    } else if ('times' in word) parser.times = word.times
    else if ('tens' in word) {
      // "twenty" alone is 20; "twenty three" is 23.
      parser.tens = word.tens
    } else addAtom(parser, { ...base, digits: word.digits, isWord: true })
  }
  return parser.runs.filter((run) => run.length > 0)
}

// 017…, 88017…, 0088017…; a Rocket wallet has a digit more.
const mobile = /^(?:(?:00)?88)?01[3-9]\d{8,9}$/
const mobileWithoutZero = /^(?:(?:00)?880)?1[3-9]\d{8}$/
const beginsLikeMobile = /^(?:(?:00)?88)?01[3-9]\d{5,}$/
const areaCode = /^0(?:2|[3-9]\d{1,3})$/
const contactWord =
  /(?:call|phone|fon|number|nombor|nmbr|num|no|mobile|mob|cell|whats\s?app|imo|bkash|b-kash|nagad|rocket|upay|contact|sms|ফোন|কল|নম্বর|নাম্বার|মোবাইল|হোয়াটসঅ্যাপ|ইমো|বিকাশ|নগদ|রকেট|যোগাযোগ)[^\p{L}\p{N}]{0,8}(?:is|hocche|holo|e|এ|এ|হলো|:)?[^\p{L}\p{N}]{0,4}$/iu
const accountWord =
  /(?:account|acc|a\/c|ac|bank|dbbl|ebl|হিসাব|অ্যাকাউন্ট|একাউন্ট|ব্যাংক)[^\p{L}\p{N}]{0,4}(?:no|number|num|নম্বর|নং)?[^\p{L}\p{N}]{0,4}$/iu
const minAccountDigits = 10
const minInternational = 10
const maxInternational = 15

const isNumber = (atoms: readonly Atom[], digits: string, textBefore: string): boolean => {
  if (mobile.test(digits)) return true
  const [first, ...rest] = atoms
  if (rest.length === 0) return digits.length >= minAccountDigits || beginsLikeMobile.test(digits)
  if (first?.hasPlus === true && digits.length >= minInternational && digits.length <= maxInternational) return true
  if (mobileWithoutZero.test(digits))
    return atoms.every(({ isWord }) => isWord) || digits.startsWith('880') || contactWord.test(textBefore)
  if (digits.length >= minAccountDigits && accountWord.test(textBefore)) return true
  const after = rest.reduce((sum, { digits: more }) => sum + more.length, 0)
  return (
    areaCode.test(first?.digits ?? '') &&
    rest.length <= 2 &&
    after >= 6 &&
    after <= 8 &&
    rest.every((one) => one.digits.length >= 3)
  )
}

/** The longest number that begins with this atom, and where the shortest one ends; null without one. */
const findNumberAt = (
  run: readonly Atom[],
  from: number,
  text: string,
): (TextRange & { shortestEnd: number }) | null => {
  let digits = ''
  const ends: number[] = []
  const start = run[from]?.start ?? 0
  // In the middle of a run digits come before, not a word.
  const textBefore = from === 0 ? text.slice(Math.max(0, start - 40), start) : ''
  for (let to = from; to < run.length && digits.length <= maxInternational; to += 1) {
    digits += run[to]?.digits ?? ''
    if (isNumber(run.slice(from, to + 1), digits, textBefore)) ends.push(run[to]?.end ?? start)
  }
  const [shortestEnd, end] = [ends[0], ends.at(-1)]
  return shortestEnd === undefined || end === undefined ? null : { start, end, shortestEnd }
}

/** Finds telephone, wallet and account numbers. */
export const findTelephoneNumbers = (text: string): TextRange[] => {
  const found: TextRange[] = []
  for (const run of listRuns(text))
    for (let from = 0; from < run.length; from += 1) {
      const number = findNumberAt(run, from, text)
      if (!number) continue
      found.push({ start: number.start, end: number.end })
      // A wallet has a digit more than a number, which may be the first digit of the next number.
      while (from + 1 < run.length && (run[from + 1]?.end ?? Infinity) <= number.shortestEnd) from += 1
    }
  return found
}
