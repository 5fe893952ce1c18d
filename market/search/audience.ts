// Pure. Who a bike is for: short riders, women, learners, families, riders of deliveries, and those who count the fuel. The
// words that say so, and the models that fit, by the facts of the catalogue.
import type { modelKinds } from '#contract/catalogue.ts'

export const audiences = ['short', 'women', 'learner', 'family', 'delivery', 'mileage'] as const
export type Audience = (typeof audiences)[number]

/**
 * Whom a bike may be asked not to be for. Nobody asks for a bad mileage, and "not for delivery" speaks of what the bike was
 * used for.
 */
export const excludableAudiences: ReadonlySet<string> = new Set(['short', 'women', 'learner', 'family'])

/** What of a model decides who it is for; null is unknown. */
export type AudienceFacts = {
  kind: (typeof modelKinds)[number]
  engineCc: number
  seatHeightMm: number | null
  mileageKmPerLitre: number | null
}

/** `minKmPerLitre` is of the mileage alone. */
export type AudienceTerm = { audience: Audience; minKmPerLitre: number | null; length: number }

// ---------- models ----------

/** Up to this height riders of 5 feet 2 inches reach the ground with both feet. */
export const lowSeatMm = 780
/** What "good mileage" means where no number is said. */
export const goodKmPerLitre = 50

const maxLightCc = 110
const maxLearnerCc = 125
const maxDeliveryCc = 125
const minFamilyCc = 100

const isLightCommuter = ({ kind, engineCc }: AudienceFacts): boolean => kind === 'commuter' && engineCc <= maxLightCc

const matchers: Record<Audience, (facts: AudienceFacts) => boolean> = {
  short: ({ seatHeightMm }) => seatHeightMm !== null && seatHeightMm <= lowSeatMm,
  women: (facts) => facts.kind === 'scooter' || isLightCommuter(facts),
  learner: ({ kind, engineCc }) => (kind === 'scooter' || kind === 'commuter') && engineCc <= maxLearnerCc,
  // A long, level seat for two, and an engine that carries them.
  family: ({ kind, engineCc }) => (kind === 'scooter' || kind === 'commuter') && engineCc >= minFamilyCc,
  delivery: ({ kind, engineCc }) => kind === 'commuter' && engineCc <= maxDeliveryCc,
  mileage: ({ mileageKmPerLitre }) => mileageKmPerLitre !== null,
}

/** Whether a model fits an audience. A model of which the fact is unknown does not fit. */
export const isForAudience = (
  { audience, minKmPerLitre }: Pick<AudienceTerm, 'audience' | 'minKmPerLitre'>,
  facts: AudienceFacts,
): boolean =>
  matchers[audience](facts) &&
  (audience !== 'mileage' || (facts.mileageKmPerLitre ?? 0) >= (minKmPerLitre ?? goodKmPerLitre))

// ---------- words ----------

const phrases: Record<Audience, string> = {
  short: `short rider, short riders, short person, short people, short height, short heighted, short guy, short man, short girl, short, shorter,
    low seat height, low seat, low height, less height, small height, seat height low, kom height, kom uccota, kom uchchota, khato, khato manush,
    khato manusher, choto manush, choto khato, khato lok, khato rider, khatoder, খাটো, খাটো মানুষ, খাটো মানুষের, খাটোদের, খাটো লোক, কম উচ্চতা, কম উচ্চতার,
    কম হাইট, নিচু সিট, সিট নিচু, নিচু সিটের, শর্ট রাইডার, ছোট মানুষ`,
  women: `women, woman, womens, ladies, lady, lady bike, ladies bike, female, girl, girls, lady rider, ladies rider, women rider, girls rider,
    wife, bou, bouer, meye, meyeder, meyer, meyeder bike, mohila, mohilader, mohilar, apu, apuder, মহিলা, মহিলাদের, মহিলার, মেয়ে, মেয়েদের, মেয়ের, নারী,
    নারীদের, নারীর, লেডিস, লেডি, আপুদের, বউয়ের, স্ত্রীর`,
  learner: `learner, learners, learning, learn, beginner, beginners, beginner friendly, new rider, new riders, new learner, first bike, first time,
    first time rider, starter bike, student, students, student bike, college student, varsity student, notun rider, notun chalak, notun shikhbo, shikhar, shikhar jonno, shikhte, shikhbo,
    shekhar, shekhar jonno, prothom bike, শেখার, শেখার জন্য, শিখতে, শিখব, নতুন চালক, নতুন চালকের, নতুন রাইডার, প্রথম বাইক, নতুনদের, বিগিনার, লার্নার, ছাত্রদের`,
  family: `family, family bike, family use, pillion, pillion seat, pillion friendly, two person, two people, couple, couples, husband wife, wife and kids,
    kids, baccha, baccha niye, bachchader niye, poribar, poribarer, poribar niye, bou niye, bou baccha, bou baccha niye, dui jon, duijon, পরিবার, পরিবারের,
    পরিবার নিয়ে, ফ্যামিলি, ফ্যামিলির, ফ্যামিলি বাইক, বাচ্চা, বাচ্চাদের, বাচ্চা নিয়ে, বউ বাচ্চা, বউ নিয়ে, দুইজন, দুজন, দুই জনের, পিলিয়ন`,
  delivery: `delivery, delivery bike, delivery man, delivery boy, delivery rider, delivery riders, delivery job, food delivery, foodpanda, food panda,
    pathao, pathao rider, pathao bike, uber, uber moto, ride share, ride sharing, ridesharing, rideshare, parcel, courier, ডেলিভারি, ডেলিভারির, ডেলিভারি ম্যান,
    ফুডপান্ডা, পাঠাও, উবার, রাইড শেয়ার, রাইড শেয়ারিং, কুরিয়ার, পার্সেল`,
  mileage: `mileage, milage, milege, good mileage, good milage, best mileage, best milage, high mileage, high milage, better mileage, great mileage,
    more mileage, max mileage, maximum mileage, highest mileage, mileage bike, mileage good, mileage valo, mileage bhalo, mileage beshi, valo mileage,
    bhalo mileage, vlo mileage, valo milage, beshi mileage, besi mileage, fuel efficient, fuel efficiency, fuel saver, fuel saving, fuel economy,
    low fuel, less fuel, oil saving, tel kom khay, tel khoroch kom, tel khorch kom, teler khoroch kom, kom tel khoroch, fuel cost kom, jalani khoroch kom, tel kom, kom tel, kom tel khay, kom tele, tel sasroyi, tel sashroyi, মাইলেজ, ভালো মাইলেজ, ভাল মাইলেজ, বেশি মাইলেজ,
    মাইলেজ ভালো, মাইলেজ বেশি, মাইলেজ বাইক, তেল কম খায়, তেল খরচ কম, তেলের খরচ কম, জ্বালানি খরচ কম, তেল কম, কম তেল খায়, কম তেল, কম তেলে, তেল সাশ্রয়ী, জ্বালানি সাশ্রয়ী`,
}

const audienceByPhrase: ReadonlyMap<string, Audience> = new Map(
  audiences.flatMap((audience) =>
    phrases[audience]
      .normalize('NFKC')
      .split(/\s*,\s*/u)
      .map((phrase): [string, Audience] => [phrase, audience]),
  ),
)

const maxPhraseWords = 4
const toSet = (words: string): ReadonlySet<string> => new Set(words.normalize('NFKC').split(/\s+/))

/** Words before who it is for: "for a", "suitable for". */
const leadingWords = toSet('for a an the my used use suitable friendly best good valo bhalo bike bikes baik ভালো বাইক')
const forWords = toSet('for suitable friendly jonno jonne জন্য উপযোগী upojogi')
/** Words after it that say nothing more. */
const trailingWords = toSet('friendly jonno jonne er rider riders jonner bike জন্য উপযোগী upojogi suitable use চালানোর')

/** "Excellent mileage", "best family bike": the praise says nothing of the state of the bike. */
const praise = toSet('good great best better excellent nice super valo bhalo vlo ভালো ভাল চমৎকার সেরা')
const stateWords = toSet('condition কন্ডিশন অবস্থা')

const countPraise = ([first = '', second = '']: readonly string[]): number =>
  praise.has(first) && !stateWords.has(second) ? 1 : 0

const countLeading = (words: readonly string[], set: ReadonlySet<string>): number => {
  const index = words.findIndex((word) => !set.has(word))
  return index === -1 ? words.length : index
}

// "40 kmpl", "50 km per litre", "প্রতি লিটারে ৫০": between these a number is a mileage.
const [minKmPerLitre, maxKmPerLitre] = [15, 100]
const perLitre =
  /^(?:(?:kmpl|kpl|kml|km l)|(?:km |kilo |কিমি |কিলো )?(?:per|\/|prati|proti|প্রতি) (?:litre|liter|ltr|l|লিটার|লিটারে)|(?:km )?litre|(?:km |kilo |kilometer |কিমি |কিলো |কিলোমিটার )?(?:mileage|milage|milege|মাইলেজ|মাইলেজের))$/u

const toKmPerLitre = (word = ''): number | null => {
  const value = /^\d{2,3}$/.test(word) ? Number(word) : 0
  return value >= minKmPerLitre && value <= maxKmPerLitre ? value : null
}

/** "লিটারে ৫০ কিমি", "per litre 50 km". */
const readAfterLitre = (words: readonly string[]): { value: number; length: number } | null => {
  const start = /^(?:per|proti|প্রতি)$/u.test(words[0] ?? '') ? 1 : 0
  if (!/^(?:litre|liter|ltr|litare|litere|লিটার|লিটারে)$/u.test(words[start] ?? '')) return null
  const value = toKmPerLitre(words[start + 1])
  const hasUnit = /^(?:km|kilo|kilometer|kilometre|কিমি|কিলো|কিলোমিটার)$/u.test(words[start + 2] ?? '')
  return value === null ? null : { value, length: start + (hasUnit ? 3 : 2) }
}

/** "50 kmpl", "50kmpl", "50 km per litre". */
const readKmPerLitre = (words: readonly string[]): { value: number; length: number } | null => {
  const [, digits, unit = ''] = /^(\d{2,3})(\p{L}*)$/u.exec(words[0] ?? '') ?? []
  const value = toKmPerLitre(digits)
  if (value === null) return null
  for (let length = Math.min(3, words.length - 1); length >= 0; length -= 1) {
    const text = [unit, ...words.slice(1, 1 + length)].join(' ').trim()
    if (perLitre.test(text)) return { value, length: 1 + length }
  }
  return null
}

const moreWords = toSet(
  '+ plus above over more than er beshi besi upore উপরে বেশি at least minimum min of around about',
)

/** The number of a mileage: "mileage 50", "mileage above 45 kmpl". A large number is of kilometres driven. */
const readMileageNumber = (words: readonly string[]): { value: number; length: number } | 'kilometres' | null => {
  const start = countLeading(words, moreWords)
  const word = words[start] ?? ''
  if (/^\d{4,}|^\d+k$|^(?:under|below)$/.test(word)) return 'kilometres'
  const number = readKmPerLitre(words.slice(start))
  const value = number?.value ?? toKmPerLitre(word)
  if (value === null) return null
  const unit = words[start + 1] ?? ''
  if (/^(?:k|thousand|hazar|hajar|হাজার)$/u.test(unit)) return 'kilometres'
  if (/^(?:cc|সিসি)$/u.test(unit)) return null
  const end = start + (number?.length ?? 1)
  return { value, length: end + countLeading(words.slice(end), moreWords) }
}

// "মাইলেজের", "bouer": of somebody or something.
const possessiveEnding = /(?:(?<=\p{Script=Bengali})(?:ের|র)|(?<=[a-z])e?r)$/u

const findPhrase = (words: readonly string[]): { audience: Audience; length: number } | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length -= 1) {
    const phrase = words.slice(0, length).join(' ')
    const audience = audienceByPhrase.get(phrase) ?? audienceByPhrase.get(phrase.replace(possessiveEnding, ''))
    if (audience) return { audience, length }
  }
  return null
}

const maxShortInches = 4

const feetWords = toSet('feet foot ft fit ফুট ফিট')
const heightWords = toSet('inch inches inchi ইঞ্চি height hight uccota lomba হাইট উচ্চতা উচ্চতার লম্বা er এর')

/** "5 feet 2 inch height": a rider of at most 5 feet 4 inches. */
const readBodyHeight = (words: readonly string[]): { audience: Audience; length: number } | null => {
  const [feet = '', unit = '', inches = ''] = words
  if (!/^[45]$/.test(feet) || !feetWords.has(unit)) return null
  const hasInches = /^\d{1,2}$/.test(inches)
  if (feet === '5' && hasInches && Number(inches) > maxShortInches) return null
  const length = hasInches ? 3 : 2
  return { audience: 'short', length: length + countLeading(words.slice(length), heightWords) }
}

/** Finds who it is for at the beginning of the words, or behind "for a" and the like. */
const findAudience = (words: readonly string[]): { audience: Audience; length: number } | null => {
  const here = findPhrase(words)
  if (here) return here
  const praised = countPraise(words) === 1 ? findPhrase(words.slice(1)) : null
  if (praised) return { ...praised, length: praised.length + 1 }
  const before = countLeading(words, leadingWords)
  if (!words.slice(0, before).some((word) => forWords.has(word))) return null
  const behind = findPhrase(words.slice(before)) ?? readBodyHeight(words.slice(before))
  return behind && { ...behind, length: before + behind.length }
}

/** Who these words, at their beginning, say that a bike is for; null if they say nothing of it. */
export const readAudience = (words: readonly string[]): AudienceTerm | null => {
  const start = countLeading(words, moreWords)
  const efficient = readKmPerLitre(words.slice(start)) ?? readAfterLitre(words.slice(start))
  if (efficient) {
    const end = start + efficient.length
    const length = end + countLeading(words.slice(end), new Set(['mileage', ...moreWords]))
    return { audience: 'mileage', minKmPerLitre: efficient.value, length }
  }
  const found = findAudience(words) ?? readBodyHeight(words)
  if (!found) return null
  const { audience, length } = found
  if (audience !== 'mileage')
    return { audience, minKmPerLitre: null, length: length + countLeading(words.slice(length), trailingWords) }
  const number = readMileageNumber(words.slice(length))
  if (number === 'kilometres') return null
  const end = length + (number?.length ?? 0)
  return { audience, minKmPerLitre: number?.value ?? goodKmPerLitre, length: end + countPraise(words.slice(end)) }
}
