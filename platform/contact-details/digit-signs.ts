// The characters that say a digit: digits of every script, digits in circles, raised digits, and what looks like a digit.

/** The characters of digits, to stand between the square brackets of a pattern. */
export const digitSigns = String.raw`\p{Nd}⓪①-⑨⁰¹²³⁴-⁹₀-₉⑴-⑼⒈-⒐⓵-⓽⓿❶-❾➀-➈➊-➒`

const circledZero = 0x24ff
// Digits in circles from one to nine, which no normal form knows.
const circledOnes = [0x24f5, 0x2776, 0x2780, 0x278a]

/** The digit of any script: ০ → 0, ０ → 0, ① → 1, ⁷ → 7. */
const toDigit = (written: string): string => {
  const character = written.normalize('NFKC')
  const ascii = /[0-9]/.exec(character)?.[0]
  if (ascii !== undefined) return ascii
  const code = character.codePointAt(0) ?? 0
  if (code === circledZero) return '0'
  const one = circledOnes.find((first) => code >= first && code < first + 9)
  if (one !== undefined) return String(code - one + 1)
  // Decimal digits stand in blocks of ten, which begin with their zero.
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1
  return String((code - zero) % 10)
}

const banglaZero = 0x09e6

/** Digits of any script as the digits 0 to 9. */
export const toLatin = (digits: string): string =>
  [...digits]
    .map((one) => {
      const code = one.codePointAt(0) ?? 0
      if (code < 128) return one
      return code >= banglaZero && code < banglaZero + 10 ? String(code - banglaZero) : toDigit(one)
    })
    .join('')

// Characters that stand for a digit between digits: O1712-34S678. The Greek and Cyrillic ones look like the Latin o and i.
const lookAlikes = new Map(
  Object.entries({ 0: 'oqওοоøθ', 1: 'liі', 2: 'z', 5: 's', 8: 'b' }).flatMap(([digit, letters]) =>
    [...letters].map((letter): [string, string] => [letter, digit]),
  ),
)
// The ones that stand between digits for other reasons too.
const rareLookAlikes = new Map([
  ...lookAlikes,
  ...[...'!|¡'].map((sign): [string, string] => [sign, '1']),
  ...[...'◯○〇⭕⚪'].map((sign): [string, string] => [sign, '0']),
  ['g', '6'],
  ['в', '8'],
])

// A sign stands for a digit before another character that does; at the end of a sentence it is a sign.
const one = String.raw`[!|¡](?=[\s._-]?[!|¡\p{Nd}]|[\s._-]?[oqlizsbg](?!\p{L}))`
// A circle or empty brackets beside a digit: ◯1712, 17()6.
const zero = String.raw`(?:[◯○〇⭕⚪]\ufe0f?|\(\s?\))`

/** A pattern of the signs that stand for a digit in some places. */
export const rareSign = String.raw`${one}|${zero}(?=${zero}{0,4}\p{Nd})|(?<=\p{Nd}${zero}{0,4})${zero}`

/** The digits that characters look like; null if one of them looks like none. */
export const parseLookAlikes = (word: string, isRareToo: boolean): string | null => {
  const digits = isRareToo ? rareLookAlikes : lookAlikes
  const read = [...word].map((letter) => digits.get(letter))
  return read.every((digit) => digit !== undefined) ? read.join('') : null
}

const lettersByDigit = new Map(Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 9: 'g' }))
const digitsByLetter = new Map([...lettersByDigit].map(([digit, letter]) => [letter, digit]))

const toMixedWord = (word: string): string =>
  [...word].map((letter) => `[${letter}${letter.toUpperCase()}${digitsByLetter.get(letter) ?? ''}]`).join('')

/** A pattern of English words for digits in which digits stand for characters: Zer0, s3ven. */
export const mixedWord = String.raw`(?<![\p{L}\p{N}])(?=\p{L}{0,5}\d)(?:${'zero one two three four five six seven eight nine double triple'
  .split(' ')
  .map(toMixedWord)
  .join('|')})(?![\p{L}\p{N}])`

/** "zer0" → "zero"; other words and digits stay. */
export const toLetters = (token: string): string =>
  /^[a-z0-9]+$/.test(token) && /[a-z]/.test(token)
    ? token.replace(/\d/g, (digit) => lettersByDigit.get(digit) ?? digit)
    : token
