// Pure. Amounts in the words of a query: engine sizes, years, kilometres, and prices in Taka, thousands and lakhs, alone or as
// ranges, in English, Bangla and Banglish.
import { minEngineCc, maxEngineCc } from '#contract/limits.ts'
import type { Range } from './filter.ts'

/** `isBare`: the amount alone, without a word that bounds it. */
export type Amount = {
  key: 'cc' | 'price' | 'year' | 'km'
  range: Range
  length: number
  meant: string
  isBare: boolean
}

const toSet = (words: string): ReadonlySet<string> => new Set(words.normalize('NFKC').split(/\s+/))

const thousands = toSet('k thousand thousands hazar hajar হাজার হাজারে হাজারের')
const lakhs = toSet('lakh lac lakhs lacs lak lakher lakhs l লাখ লক্ষ লাখের লাখে লক্ষের লাখেরও')
const kilometres = toSet('km kms kilo kilometer kilometers kilometre kilometres কিমি কিলোমিটার কিলো কিমির কিলোমিটারের')
const engineSizes = toSet('cc সিসি সিসির')
const currency = toSet('tk taka takar takay bdt টাকা টাকার টাকায়')

const fillers = toSet('to than or er r ta tar এর র ও বা the only')
const [upperBefore, lowerBefore] = [
  toSet('under below upto up within max maximum budget less before most at inside'),
  toSet('above over from min minimum more after since newer least starting'),
]
const [upperAfter, lowerAfter] = [
  toSet(`নিচে নীচে মধ্যে কম কমে বাজেট বাজেটে পর্যন্ত ভিতরে ভেতরে ভিতর আগে niche nice nicher nichea moddhe modhe moddher vitor vitore
    bhitor bhitore porjonto kom kome budget max maximum age agey`),
  toSet('উপরে উপর বেশি থেকে পর পরে হতে upore upor uopre beshi besi theke por plus onwards'),
]
// These come after an amount only with "or": "2021 or newer", but not "2019 from Dhaka".
const [upperAfterOr, lowerAfterOr] = [
  toSet('less below under older lower'),
  toSet('more above newer later over higher'),
]
const orWords = toSet('or ba বা')
// "not more than 2 lakh" and "২ লাখের বেশি না" are bounds too: the other way round.
const [negationsBefore, negationsAfter] = [toSet('not no never'), toSet('na noy noi nay not না নয় নহে')]
const [negatedUpper, negatedLower] = [
  toSet('more above over after newer later higher beyond exceeding'),
  toSet('less below under before older lower fewer'),
]
const aroundWords = toSet('about around approx approximately nearly প্রায় pray')
// "80 hajar takar bike" is a bike of about that price.
const genitives = toSet('takar lakher lakhs lacer hajarer hazarer টাকার লাখের লক্ষের হাজারের')
const bikeWords = toSet(
  `bike bikes baik motorbike motorcycle gari scooter scooty বাইক বাইকের মোটরসাইকেল মোটরবাইক গাড়ি স্কুটার স্কুটি`,
)
const rangeWords = toSet('- to থেকে theke হতে till until')

const minPriceTaka = 10_000
const [minCc, maxCc, ccTolerance] = [minEngineCc, maxEngineCc, 7]
const [minYear, maxYear] = [1970, 2035]
const aroundShare = 0.1
// 80,000 is 70,000 to 90,000.
const nearShare = 0.125

type Measure = 'cc' | 'km' | 'taka' | null
/** A number with its unit. `unit` is 1 where none is said. */
type Figure = { value: number; unit: 1 | 1_000 | 100_000; measure: Measure; length: number }

const getUnit = (word = ''): Figure['unit'] => {
  if (lakhs.has(word)) return 100_000
  return thousands.has(word) ? 1_000 : 1
}

const getMeasure = (word = ''): Measure => {
  if (kilometres.has(word)) return 'km'
  if (engineSizes.has(word)) return 'cc'
  return currency.has(word) ? 'taka' : null
}

/** A number with the unit that is written to it or follows it: "80k", "1.5 lakh", "150 cc", "10 hazar km". */
const readFigure = (words: readonly string[]): Figure | null => {
  const [, digits, suffix = ''] = /^(\d+(?:\.\d+)?)(\p{L}\P{N}*)?$/u.exec(words[0] ?? '') ?? []
  if (digits === undefined) return null
  const [attachedUnit, attachedMeasure] = [getUnit(suffix), getMeasure(suffix)]
  if (suffix !== '' && attachedUnit === 1 && attachedMeasure === null) return null
  const hasUnitWord = suffix === '' && getUnit(words[1]) > 1
  const unit = hasUnitWord ? getUnit(words[1]) : attachedUnit
  const length = hasUnitWord ? 2 : 1
  const measure = attachedMeasure ?? getMeasure(words[length])
  const hasMeasureWord = attachedMeasure === null && measure !== null
  return { value: Number(digits), unit, measure, length: length + (hasMeasureWord ? 1 : 0) }
}

/** "1 lakh 20 hazar" is one amount. */
const readAmountFigure = (words: readonly string[]): Figure | null => {
  const first = readFigure(words)
  if (first?.unit !== 100_000 || first.measure !== null) return first
  const rest = readFigure(words.slice(first.length))
  if (rest?.unit !== 1_000) return first
  return {
    value: first.value + rest.value / 100,
    unit: 100_000,
    measure: rest.measure,
    length: first.length + rest.length,
  }
}

const countLeading = (words: readonly string[], ...sets: readonly ReadonlySet<string>[]): number => {
  const index = words.findIndex((word) => !sets.some((set) => set.has(word)))
  return index === -1 ? words.length : index
}

const isYear = (value: number): boolean => Number.isInteger(value) && value >= minYear && value <= maxYear
const isCc = (value: number): boolean => value >= minCc && value <= maxCc

/** What a number is an amount of, and its value in whole units; null for a number that is none. */
const classify = ({ value, unit, measure }: Figure): { key: Amount['key']; amount: number } | null => {
  const amount = Math.round(value * unit)
  if (measure === 'cc') return isCc(amount) ? { key: 'cc', amount } : null
  if (measure === 'km') return { key: 'km', amount }
  if (unit === 1 && measure === null && isYear(value)) return { key: 'year', amount }
  if (amount >= (measure === 'taka' ? 1_000 : minPriceTaka) && amount < 10_000_000) return { key: 'price', amount }
  return unit === 1 && measure === null && isCc(value) ? { key: 'cc', amount } : null
}

/** The unit of "80" in "80 to 1.2 lakh": the one of the second number, or thousands if that is too much. */
const inheritUnit = (first: Figure, second: Figure): Figure => {
  if (first.unit > 1) return { ...first, measure: first.measure ?? second.measure }
  const units = [second.unit, 1_000, 1] as const
  const isBelow = (unit: number) => first.value * unit <= second.value * second.unit
  // Plain numbers stay plain: 2018 to 2020, 5000 to 10000 km.
  const unit = second.unit === 1 ? 1 : (units.find(isBelow) ?? 1)
  return { ...first, unit, measure: first.measure ?? second.measure }
}

const toRange = (from: number, to: number, key: Amount['key'], length: number): Amount => ({
  key,
  range: { from: Math.min(from, to), to: Math.max(from, to) },
  length,
  meant: `${Math.min(from, to)} to ${Math.max(from, to)}`,
  isBare: false,
})

/** The words between the two numbers of a range: "to", "থেকে", a dash, or "and" after "between". */
const countRangeWords = (words: readonly string[], isBetween: boolean): number => {
  const start = countLeading(words, currency)
  const word = words[start] ?? ''
  if (rangeWords.has(word)) return start + 1
  return isBetween && /^(?:and|&|ar|আর|ও)$/u.test(word) ? start + 1 : 0
}

/** Words that end a range and say nothing more: "১ থেকে ২ লাখের মধ্যে". */
const countAfterRange = (words: readonly string[]): number => {
  const start = countLeading(words, fillers, currency)
  return upperAfter.has(words[start] ?? '') ? start + 1 : countLeading(words, currency)
}

const readRange = (words: readonly string[]): Amount | null => {
  const isBetween = words[0] === 'between'
  const start = isBetween || lowerBefore.has(words[0] ?? '') ? 1 : 0
  const first = readAmountFigure(words.slice(start))
  if (!first) return null
  const between = start + first.length
  const rangeWordCount = countRangeWords(words.slice(between), isBetween)
  const second = rangeWordCount === 0 ? null : readAmountFigure(words.slice(between + rangeWordCount))
  if (!second) return null
  const [one, other] = [classify(inheritUnit(first, second)), classify(second)]
  if (!one || !other || one.key !== other.key) return null
  const end = between + rangeWordCount + second.length
  return toRange(one.amount, other.amount, one.key, end + countAfterRange(words.slice(end)))
}

type Bound = 'upper' | 'lower' | 'around' | null

const readBoundBefore = (words: readonly string[]): { bound: Bound; length: number } => {
  const [word = '', next = ''] = words
  const length = 1 + countLeading(words.slice(1), fillers, currency, upperBefore, lowerBefore)
  if (negationsBefore.has(word)) {
    const bound = negatedUpper.has(next) ? 'upper' : negatedLower.has(next) ? 'lower' : null
    return bound ? { bound, length: 2 + countLeading(words.slice(2), fillers, currency) } : { bound, length: 0 }
  }
  if (upperBefore.has(word)) return { bound: 'upper', length }
  if (lowerBefore.has(word)) return { bound: 'lower', length }
  return aroundWords.has(word) ? { bound: 'around', length: 1 } : { bound: null, length: countLeading(words, currency) }
}

const readBoundAfter = (words: readonly string[]): { bound: Bound; length: number } => {
  const start = countLeading(words, fillers, currency)
  const word = words[start] ?? ''
  const hasOr = words.slice(0, start).some((one) => orWords.has(one))
  const isNegated = negationsAfter.has(words[start + 1] ?? '')
  const length = start + (isNegated ? 2 : 1)
  if (upperAfter.has(word) || (hasOr && upperAfterOr.has(word))) return { bound: isNegated ? 'lower' : 'upper', length }
  if (lowerAfter.has(word) || (hasOr && lowerAfterOr.has(word))) return { bound: isNegated ? 'upper' : 'lower', length }
  return { bound: null, length: countLeading(words, currency) }
}

/** The prices near an amount, on both sides. */
export const toNearRange = (amount: number): Range => ({
  from: Math.round(amount * (1 - nearShare)),
  to: Math.round(amount * (1 + nearShare)),
})

/** Whether a price without a bound is the price of a bike: a bike follows, or something that is "of" this price. */
const isPriceOfBike = (amountWords: readonly string[], [next]: readonly string[]): boolean =>
  next !== undefined && (bikeWords.has(next) || amountWords.some((word) => genitives.has(word)))

const toSingleRange = (key: Amount['key'], amount: number, bound: Bound): { range: Range; meant: string } => {
  if (bound === 'lower') return { range: { from: amount, to: null }, meant: `at least ${amount}` }
  if (bound === 'upper') return { range: { from: null, to: amount }, meant: `at most ${amount}` }
  if (key === 'year') {
    const years = bound === 'around' ? 1 : 0
    return { range: { from: amount - years, to: amount + years }, meant: String(amount) }
  }
  if (key === 'cc')
    return { range: { from: amount - ccTolerance, to: amount + ccTolerance }, meant: `about ${amount} cc` }
  if (bound === 'around') {
    const range = { from: Math.round(amount * (1 - aroundShare)), to: Math.round(amount * (1 + aroundShare)) }
    return { range, meant: `about ${amount}` }
  }
  return { range: { from: null, to: amount }, meant: `at most ${amount}` }
}

const readSingle = (words: readonly string[]): Amount | null => {
  const before = readBoundBefore(words)
  const figure = readAmountFigure(words.slice(before.length))
  const found = figure && classify(figure)
  if (!found) return null
  const end = before.length + figure.length
  const after = readBoundAfter(words.slice(end))
  const [bound, length] = [after.bound ?? before.bound, end + after.length]
  if (bound === null && found.key === 'price' && isPriceOfBike(words.slice(0, length), words.slice(length)))
    return { key: 'price', range: toNearRange(found.amount), length, meant: `about ${found.amount}`, isBare: false }
  const { range, meant } = toSingleRange(found.key, found.amount, bound)
  return { key: found.key, range, length, meant, isBare: bound === null }
}

/** The engine size, price, year or mileage that these words begin with, or null. Both ends of a range are inclusive. */
export const readAmount = (words: readonly string[]): Amount | null => readRange(words) ?? readSingle(words)

const boundWords = [upperBefore, lowerBefore, upperAfter, lowerAfter, aroundWords, currency, rangeWords, fillers]

/** Whether a word turns the bound behind it round. */
export const isNegation = (word: string): boolean => negationsBefore.has(word)

/** Whether a word only bounds an amount: without an amount beside it, it says nothing. */
export const isBoundWord = (word: string): boolean => boundWords.some((set) => set.has(word))
