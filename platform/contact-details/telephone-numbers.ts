// Finds telephone numbers, wallet and account numbers in any script, spaced, or spelled in words.
import { listRuns, type Atom, type TextRange } from './digit-runs.ts'

// 017…, 88017…, 0088017…; a Rocket wallet has a digit more.
const mobile = /^(?:(?:00)?88)?01[3-9]\d{8,9}$/
const exactMobile = /^(?:(?:00)?88)?01[3-9]\d{8}$/
const mobileWithoutZero = /^(?:(?:00)?880)?1[3-9]\d{8}$/
const beginsLikeMobile = /^(?:(?:00)?88)?01[3-9]\d{5,}$/
const mobilePrefix = /^(?:(?:00)?88)?01[3-9]/
const year = /^(?:19|20)\d\d$/
const areaCode = /^0(?:2|[3-9]\d{1,3})$/
const contactWord =
  /(?:call|phone|fon|number|nombor|nmbr|num|no|mobile|mob|cell|whats\s?app|imo|bkash|b-kash|nagad|rocket|upay|contact|sms|ফোন|কল|নম্বর|নাম্বার|মোবাইল|হোয়াটসঅ্যাপ|ইমো|বিকাশ|নগদ|রকেট|যোগাযোগ)[^\p{L}\p{N}]{0,8}(?:is|hocche|holo|e|এ|এ|হলো|:)?[^\p{L}\p{N}]{0,4}$/iu
const accountWord =
  /(?:account|acc|a\/c|ac|bank|dbbl|ebl|হিসাব|অ্যাকাউন্ট|একাউন্ট|ব্যাংক)[^\p{L}\p{N}]{0,4}(?:no|number|num|নম্বর|নং)?[^\p{L}\p{N}]{0,4}$/iu
// "put a zero before it", "without the zero"
const zeroHint =
  /(?:zero|ziro|jiro|shunno|sunno|\b0|\bo|০|শূন্য|শুন্য|জিরো)(?:\s?ta|টা)?[^\p{L}\p{N}]{1,3}(?:bos|bosh|bad|baad|chara|lag|jog|add|diye|in front|before|first|বস|বাদ|ছাড়া|লাগ|যোগ|দিয়ে)|(?:add|put|without|no|missing|samne|shamne|age|prothome|শুরুতে|সামনে|আগে|প্রথমে)\s(?:a\s|the\s|ekta\s|একটা\s|একটি\s)?(?:zero|ziro|jiro|shunno|sunno|0|০|শূন্য|শুন্য|জিরো)(?![\p{L}\p{N}])/iu
const unitAfter =
  /^\s?(?:km|kilo|tk|taka|hajar|k|cc|rpm|ml|psi|lakh|lac|mile|tarikh|tarik|টাকা|কিমি|কিলো|হাজার|লাখ|সিসি|তারিখ)(?![\p{L}\p{M}])/iu
const otherNumberBefore =
  /(?:৳|\btk\.?|taka|price|dam|chassis|chesis|engine|frame|vin|model|serial|part|log|টাকা|দাম|চেসিস|ইঞ্জিন)[^\p{L}\p{N}]{0,4}(?:(?:no|number|num|নং|নম্বর|নাম্বার)[^\p{L}\p{N}]{0,4})?$/iu
const minAccountDigits = 10
const minInternational = 10
const maxInternational = 15
const maxGroup = 4
const minGroupAfterDash = 6
const daysInRow = 5
// Characters in the place of digits are read as such only in a number that shows this many digits.
const minShownDigits = 5
const shownBefore = 40

type Candidate = { atoms: readonly Atom[]; digits: string; text: string; isRunStart: boolean; isRunEnd: boolean }

const getStart = (atoms: readonly Atom[]): number => atoms[0]?.start ?? 0
const getEnd = (atoms: readonly Atom[]): number => atoms.at(-1)?.end ?? 0

const beginWord = /(?:sh?uru|start|begin|শুরু)/iu

/** "017, then … at the end …": what stands before the words begins like a mobile number and is no date. */
const isJoinedByWords = (atoms: readonly Atom[], text: string): boolean => {
  const words = atoms.findIndex(({ isAfterWords }, index) => index > 0 && isAfterWords)
  const first = atoms.slice(0, words)
  // "begins with a zero, then …"
  if (first.length === 1 && first[0]?.digits === '0')
    return beginWord.test(text.slice(first[0].end, atoms[1]?.start ?? 0))
  return mobilePrefix.test(first.map(({ digits }) => digits).join('')) && !year.test(first[2]?.digits ?? '')
}

/** Ten digits in groups as people write a number, and not as they list prices. */
const isGrouped = ({ atoms, text }: Candidate): boolean => {
  const between = atoms.slice(1).map(({ start }, index) => text.slice(atoms[index]?.end, start))
  if (atoms.some(({ isWord, digits }) => isWord || year.test(digits))) return false
  if (!between.every((separator) => /^[ ._~*-]$/.test(separator))) return false
  if (unitAfter.test(text.slice(getEnd(atoms), getEnd(atoms) + 12))) return false
  // 15 16 17 18 19 are days.
  if (
    atoms.length === daysInRow &&
    atoms.every(({ digits }, index) => index === 0 || Number(digits) > Number(atoms[index - 1]?.digits))
  )
    return false
  const round = atoms.filter(({ digits }) => /[05]$/.test(digits)).length
  if (round * 2 >= atoms.length) return false
  return atoms.length === 2
    ? between[0] === '-' && (atoms[1]?.digits.length ?? 0) >= minGroupAfterDash
    : atoms.every(({ digits }) => digits.length <= maxGroup)
}

/** A mobile number without its first 0. */
const isWithoutZero = (candidate: Candidate, textBefore: string): boolean => {
  const { atoms, digits, text, isRunStart, isRunEnd } = candidate
  if (!mobileWithoutZero.test(digits)) return false
  if (atoms.every(({ isWord }) => isWord) || digits.startsWith('880')) return true
  const [start, end] = [getStart(atoms), getEnd(atoms)]
  const anyBefore = text.slice(Math.max(0, start - shownBefore), start)
  if (otherNumberBefore.test(anyBefore)) return false
  return (
    contactWord.test(textBefore) ||
    zeroHint.test(anyBefore) ||
    zeroHint.test(text.slice(end, end + shownBefore)) ||
    (isRunStart && isRunEnd && isGrouped(candidate))
  )
}

const isNumber = (candidate: Candidate): boolean => {
  const { atoms, digits, text, isRunStart } = candidate
  const [first, ...rest] = atoms
  if (rest.some(({ isAfterWords }) => isAfterWords)) return exactMobile.test(digits) && isJoinedByWords(atoms, text)
  if (mobile.test(digits)) return true
  if (rest.length === 0) return digits.length >= minAccountDigits || beginsLikeMobile.test(digits)
  if (first?.hasPlus === true && digits.length >= minInternational && digits.length <= maxInternational) return true
  // In the middle of a run digits come before, not a word.
  const start = getStart(atoms)
  const textBefore = isRunStart ? text.slice(Math.max(0, start - shownBefore), start) : ''
  if (isWithoutZero(candidate, textBefore)) return true
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

/** A mobile number in which single characters and signs stand for digits: O I 8 5 3 9 O 7 2 4 6. */
const isDisguisedNumber = ({ atoms, digits, text }: Candidate): boolean =>
  exactMobile.test(digits) &&
  atoms.reduce((sum, one) => sum + (one.isLookAlike ? 0 : one.digits.length), 0) >= minShownDigits &&
  (!atoms.slice(1).some(({ isAfterWords }) => isAfterWords) || isJoinedByWords(atoms, text))

/** The longest number that begins with this atom, and where the shortest one ends; null without one. */
const findNumberAt = (
  run: readonly Atom[],
  from: number,
  text: string,
  isFound: (candidate: Candidate) => boolean,
): (TextRange & { shortestEnd: number }) | null => {
  let digits = ''
  const ends: number[] = []
  const start = run[from]?.start ?? 0
  for (let to = from; to < run.length && digits.length <= maxInternational; to += 1) {
    digits += run[to]?.digits ?? ''
    const atoms = run.slice(from, to + 1)
    const candidate = { atoms, digits, text, isRunStart: from === 0, isRunEnd: to === run.length - 1 }
    if (isFound(candidate)) ends.push(run[to]?.end ?? start)
  }
  const [shortestEnd, end] = [ends[0], ends.at(-1)]
  return shortestEnd === undefined || end === undefined ? null : { start, end, shortestEnd }
}

const findInRuns = (
  runs: readonly (readonly Atom[])[],
  text: string,
  isFound: (candidate: Candidate) => boolean,
): TextRange[] => {
  const found: TextRange[] = []
  for (const run of runs)
    for (let from = 0; from < run.length; from += 1) {
      const number = findNumberAt(run, from, text, isFound)
      if (!number) continue
      found.push({ start: number.start, end: number.end })
      // A wallet has a digit more than a number, which may be the first digit of the next number.
      while (from + 1 < run.length && (run[from + 1]?.end ?? Infinity) <= number.shortestEnd) from += 1
    }
  return found
}

const countDigits = (run: readonly Atom[]): number => run.reduce((sum, { digits }) => sum + digits.length, 0)

/** Finds telephone, wallet and account numbers. */
export const findTelephoneNumbers = (text: string): TextRange[] => {
  const runs = listRuns(text, 'letters')
  const found = findInRuns(runs, text, isNumber)
  const shown = runs.reduce((sum, run) => sum + countDigits(run), 0)
  return shown < minShownDigits ? found : [...found, ...findInRuns(listRuns(text, 'digits'), text, isDisguisedNumber)]
}
