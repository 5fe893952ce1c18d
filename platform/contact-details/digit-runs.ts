// Reads the digits of a text, in any script, spaced, spelled in words, or with characters in the place of digits.
import { digitSigns, mixedWord, parseLookAlikes, rareSign, toLatin, toLetters } from './digit-signs.ts'
import { isCountWord, isFiller, isLooseFiller, parseNumberWord, parsePlural, splitNumberWords } from './number-words.ts'

/** A part of a text, in UTF-16 code units. */
export type TextRange = { start: number; end: number }

/** Digits that stand together, a word for them, or characters that look like them. */
export type Atom = TextRange & {
  digits: string
  isWord: boolean
  isLookAlike: boolean
  hasPlus: boolean
  /** Whether words such as "then at the end" stand before it. */
  isAfterWords: boolean
}

/** How characters and signs such as O, S and ! are read: as words, except inside a number, or as digits wherever they stand. */
export type Reading = 'letters' | 'digits'

// An amount such as 1,65,000 is one number. The marks of 1️⃣ stand between digits and are no word.
const token = String.raw`${mixedWord}|(?<![\p{Nd},])[1-9১-৯]\p{Nd}{0,2}(?:,\p{Nd}{2,3})*,\p{Nd}{3}(?![\p{Nd},])|[${digitSigns}]+|\p{L}[\p{L}\p{M}\u200c\u200d]*`
const tokenPatterns: Record<Reading, RegExp> = {
  letters: new RegExp(token, 'gu'),
  digits: new RegExp(`${token}|${rareSign}`, 'giu'),
}
const beginsWithDigit = new RegExp(`^[${digitSigns}]`, 'u')

const maxLookAlikes = 3
const maxRareLookAlikes = 6
// Longer separators do not belong to a number.
const maxSeparator = 6

type Token = TextRange & { text: string }

/** Number words that stand together without a space are words of their own: zeroonesevenfour. */
const splitToken = (token: Token): Token[] => {
  // Where the normal form is longer or shorter, the places of its parts are unknown.
  const parts = token.text.length === token.end - token.start ? splitNumberWords(token.text) : null
  if (!parts) return [token]
  let { start } = token
  return parts.map((text) => {
    const part = { text, start, end: start + text.length }
    start = part.end
    return part
  })
}

const listTokens = (text: string, reading: Reading): Token[] =>
  [...text.matchAll(tokenPatterns[reading])].flatMap((match) =>
    splitToken({
      text: toLetters(match[0].toLowerCase().normalize('NFC')).replace(/^\(\s?\)$|\ufe0f/, (sign) =>
        sign.startsWith('(') ? '◯' : '',
      ),
      start: match.index,
      end: match.index + match[0].length,
    }),
  )

const isDigits = (one: Token | undefined): boolean => one !== undefined && beginsWithDigit.test(one.text)

type Place = { text: string; tokens: readonly Token[]; index: number; reading: Reading }

const getNeighbours = ({ tokens, index }: Place) => {
  const [before, one, after] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  return {
    touchesBefore: isDigits(before) && before?.end === one?.start,
    touchesAfter: isDigits(after) && after?.start === one?.end,
  }
}

/** Words such as "ol" count as digits where they touch digits; a single character also alone, if characters are read as digits. */
const parseLookAlike = (place: Place): string | null => {
  const one = place.tokens[place.index]
  if (!one) return null
  const { touchesBefore, touchesAfter } = getNeighbours(place)
  const touches = touchesBefore || touchesAfter
  if (place.reading === 'letters')
    return touches && one.text.length <= maxLookAlikes ? parseLookAlikes(one.text, false) : null
  return one.text.length === 1 || (touches && one.text.length <= maxRareLookAlikes)
    ? parseLookAlikes(one.text, true)
    : null
}

/** A character between digits, which the reader has to leave out: 01x7x1x2. */
const isSpacer = (place: Place): boolean => {
  const { touchesBefore, touchesAfter } = getNeighbours(place)
  return touchesBefore && touchesAfter && /^(\p{L})\1{0,2}$/u.test(place.tokens[place.index]?.text ?? '')
}

/** What the next digit belongs to: "fifty" six, "nine hundred" five. */
type OpenNumber = 'tens' | 'hundreds' | null
type Parser = {
  runs: Atom[][]
  times: number
  /** Where "three times" begins. */
  timesStart: number | null
  open: OpenNumber
  isAfterWords: boolean
}

/** Whether the atom completes the number before it, as "six" does after "fifty" and "sixty one" after "two hundred". */
const completeNumber = (parser: Parser, { digits, end }: Omit<Atom, 'isAfterWords'>): boolean => {
  const last = parser.runs.at(-1)?.at(-1)
  const places = parser.open === 'hundreds' ? 2 : 1
  if (!last || parser.open === null || parser.times > 1 || digits.length > places || digits === '0') return false
  last.digits = last.digits.slice(0, -digits.length) + digits
  last.end = end
  return true
}

const addAtom = (parser: Parser, atom: Omit<Atom, 'isAfterWords'>, open: OpenNumber = null): void => {
  if (!completeNumber(parser, atom)) {
    const { times, timesStart, isAfterWords } = parser
    const digits = atom.digits.slice(0, 1).repeat(times) + atom.digits.slice(1)
    parser.runs.at(-1)?.push({ ...atom, start: timesStart ?? atom.start, digits, isAfterWords })
  }
  Object.assign(parser, { times: 1, timesStart: null, open, isAfterWords: false })
}

const endRun = (parser: Parser): void => {
  Object.assign(parser, { times: 1, timesStart: null, open: null, isAfterWords: false })
  if ((parser.runs.at(-1)?.length ?? 1) > 0) parser.runs.push([])
}

const isOneDigit = (one: Token | undefined): boolean => {
  if (!one) return false
  if (isDigits(one)) return one.text.length === 1
  const word = parseNumberWord(one.text)
  return word !== null && 'digits' in word && word.digits.length === 1
}

/** "three times 4" and "three fours": the digit before says how often the next one is said. */
const countNext = (parser: Parser, { tokens, index, text }: Place): boolean => {
  const [run, one, next] = [parser.runs.at(-1), tokens[index], tokens[index + 1]]
  const last = run?.at(-1)
  if (!run || !one || !last || !/^[2-6]$/.test(last.digits)) return false
  const plural = parsePlural(one.text)
  if (plural !== null) {
    last.digits = plural.repeat(Number(last.digits))
    last.end = one.end
    return true
  }
  if (!next || !isCountWord(one.text) || !isOneDigit(next) || !/^\s+$/.test(text.slice(one.end, next.start)))
    return false
  if (!/^\s*$/.test(text.slice(last.end, one.start))) return false
  run.pop()
  Object.assign(parser, { times: Number(last.digits), timesStart: last.start, isAfterWords: last.isAfterWords })
  return true
}

const addWord = (parser: Parser, { text, start, end }: Token, hasPlus: boolean): void => {
  const word = parseNumberWord(text)
  const said = { start, end, hasPlus, isWord: true, isLookAlike: false }
  if (word === null) {
    if (isFiller(text)) return
    if (isLooseFiller(text)) parser.isAfterWords = true
    else endRun(parser)
  } else if ('times' in word) parser.times = word.times
  else if ('tens' in word) addAtom(parser, { ...said, digits: `${word.tens}0` }, 'tens')
  else if ('digits' in word) addAtom(parser, { ...said, digits: word.digits })
  else {
    const last = parser.runs.at(-1)?.at(-1)
    if (last?.digits.length !== 1) return endRun(parser)
    last.digits += '00'
    last.end = end
    parser.open = 'hundreds'
  }
}

/** Digits and words for digits that follow each other with nothing but signs and words such as "dash" between them. */
export const listRuns = (text: string, reading: Reading): Atom[][] => {
  const parser: Parser = { runs: [[]], times: 1, timesStart: null, open: null, isAfterWords: false }
  const tokens = listTokens(text, reading)
  let endOfLast = 0
  for (const [index, one] of tokens.entries()) {
    const { start, end } = one
    const place = { text, tokens, index, reading }
    const between = text.slice(endOfLast, start)
    if (between.length > maxSeparator) endRun(parser)
    // "fifty, six" is 50 and 6.
    if (/[,;।\n]/.test(between)) parser.open = null
    const hasPlus = /[+＋]\s?$/.test(between)
    endOfLast = end
    if (isDigits(one)) {
      const digits = toLatin(one.text.replaceAll(',', ''))
      addAtom(parser, { start, end, hasPlus, digits, isWord: false, isLookAlike: false })
      continue
    }
    const lookAlike = parseLookAlike(place)
    if (lookAlike !== null) addAtom(parser, { start, end, hasPlus, digits: lookAlike, isWord: true, isLookAlike: true })
    else if (!isSpacer(place) && !countNext(parser, place)) addWord(parser, one, hasPlus)
  }
  return parser.runs.filter((run) => run.length > 0)
}
