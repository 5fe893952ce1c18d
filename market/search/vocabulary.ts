// Pure. What buyers say of a bike besides its name, size and price: its owners, papers, colour, state, and the order they want.
import { conditions } from '#contract/bikes.ts'
import type { SearchQuery } from '#contract/search.ts'
import type { Condition } from './filter.ts'

export type VocabularyTerm = {
  length: number
  /**
   * `none`: the words say nothing here, because everything is a used bike for sale; `unused`: they mean something that the
   * search does not use.
   */
  kind: 'unused' | 'condition' | 'verified' | 'owners' | 'km' | 'papers' | 'colour' | 'feature' | 'sort' | 'none'
  meant: string
  condition?: Condition
  sort?: NonNullable<SearchQuery['sort']>
  range?: { from: number | null; to: number | null }
}

const split = (text: string): string[] => text.normalize('NFKC').split(/\s*,\s*|\n\s*/u)
const toSet = (words: string): ReadonlySet<string> => new Set(words.normalize('NFKC').split(/\s+/))

/** Words without meaning here; "cc" behind a number of an engine size or of a name. Words that bound an amount are not among them: "from 2018". */
const stopWords = toSet(
  `- bike bikes baik motorbike motorbikes motorcycle motorcycles moto gari used second hand secondhand old sell sale selling for in the a
  an of er buy want need price prices dam dame model bikroy bangladesh bd and with near ok okay i me my show find looking any some please
  but all every everything anything other others else only just emon onno kono shudhu bikri color colour rong jela jelay zila
  lagbe chai dorkar kinbo kinte nibo den dekhan dekhao ache achhe ase asey hobe ki koto ekta akta condition available
  owner owners user company brand ride rides city area is there has have number e te jonno jonne cc সিসি
  বাইক বাইকের মোটরসাইকেল মোটরবাইক গাড়ি পুরাতন পুরানো পুরোনো ব্যবহৃত সেকেন্ড হ্যান্ড বিক্রি বিক্রয় কিনতে কিনব চাই দাম দামে দামের মডেল মডেলের এর ও
  জন্য বাংলাদেশ আমি আমার একটা একটি লাগবে দরকার খুঁজছি দেখান আছে হবে কি কত ভাই অবস্থা মালিক এলাকায় টা
  জেলা জেলায় জেলার কালার রঙের রং কন্ডিশন কন্ডিশনের এমন শুধু অন্য অন্যান্য কোনো কোন যেকোনো`,
)

/** What sellers and buyers say that no bike is searched by. */
const unusedPhrases = new Set(
  split(
    `urgent, urgently, emergency, immediate, immediately, hurry, joruri, jaruri, taratari, urgent sale, urgent sell, urgent selling, urgent bikri,
    joruri bikri, emergency sale, loan, loans, bank loan, bike loan, emi, emi te, kisti, kistite, installment, instalment, home delivery,
    free delivery, test ride, test drive, contact number, phone number, mobile number, seller number, top speed, tall, tall rider, tall riders,
    tall man, tall person, tall people, tall guy, lomba manush, lomba manusher, lomba lok, lomba rider, 6 feet, 6 feet height, 6 ft, 6 foot,
    লোন, ব্যাংক লোন, কিস্তি, কিস্তিতে, কিস্তির, ইএমআই, হোম ডেলিভারি, ফ্রি ডেলিভারি, টেস্ট রাইড, ফোন নম্বর, মোবাইল নম্বর, টপ স্পিড, লম্বা মানুষ, লম্বা মানুষের,
    লম্বা চালক, লম্বা চালকের, 6 ফুট, জরুরি, জরুরী, জরুরি বিক্রি, জরুরী বিক্রি, তাড়াতাড়ি, আর্জেন্ট, আর্জেন্ট সেল`,
  ),
)
// They say nothing where nothing follows that they praise: "best deal" is an order, "best mileage" a mileage.
const unusedWords = toSet('best সেরা')
const usedPhrases = new Set(split('second hand, 2nd hand, secondhand, সেকেন্ড হ্যান্ড, সেকেন্ডহ্যান্ড'))

const conditionPhrases: Record<(typeof conditions)[number], string> = {
  Excellent: 'excellent, fresh, like new, almost new, new condition, fresh condition, চমৎকার, ফ্রেশ, নতুনের মতো',
  Good: 'good, valo, bhalo, vlo, ভালো, ভাল',
  Fair: 'fair, মোটামুটি',
}
const conditionsByPhrase = new Map(
  conditions.flatMap((condition) => split(conditionPhrases[condition]).map((phrase) => [phrase, condition] as const)),
)
const verifiedWords = new Set(split('verified, verified seller, verified sellers, যাচাইকৃত, যাচাইকৃত বিক্রেতা'))

// ---------- the order ----------

const sortPhrases = new Map<string, NonNullable<SearchQuery['sort']>>(
  (
    [
      [
        'price',
        `cheapest, cheap, low price, lowest price, low budget, lowest budget, small budget, minimum price, budget bike, budget, affordable,
        kom dam, kom dame, kom damer, kom daam, kom taka, kom takay, kom budget, sosta, shosta, sostay, economy, কম দাম, কম দামে, কম দামের,
        কম দামি, সবচেয়ে কম দাম, সবচেয়ে কম দামে, সবচেয়ে সস্তা, কম টাকায়, কম টাকার, কম বাজেট, কম বাজেটে, কম বাজেটের, অল্প দামে, সস্তা, সস্তায়`,
      ],
      ['price-down', 'most expensive, expensive, costly, highest price, dami, দামি, দামী, সবচেয়ে দামি'],
      [
        'year',
        'latest, latest model, new model, newest model, newest, new bike, new, notun, নতুন মডেল, নতুন বাইক, নতুন, লেটেস্ট',
      ],
      [
        'value',
        'best value, value for money, best deal, good deal, best price, fair price, good price, ভালো দামে, ন্যায্য দাম',
      ],
    ] as const
  ).flatMap(([sort, phrases]) => split(phrases).map((phrase) => [phrase, sort] as const)),
)

// ---------- kilometres ----------

/** Below this a bike counts as little used: half of the advertised ones have more. */
export const lowKilometres = 15_000

const lowWords = toSet('low lowest less least little kom কম অল্প')
const distanceWords =
  toSet(`km kms kilo kilometer kilometers kilometre kilometres mileage milage milege run running driven used use cholche
  cholse cholechhe choleche chola chala chalano কিমি কিলোমিটার কিলো মাইলেজ চলা চলেছে চলছে চালানো চালিত চলাচল রানিং ব্যবহৃত ব্যবহার`)

const readLowKilometres = ([first = '', second = '']: readonly string[]): VocabularyTerm | null => {
  if (!lowWords.has(first) || !distanceWords.has(second)) return null
  const range = { from: null, to: lowKilometres }
  return { length: 2, kind: 'km', meant: 'low km', range, condition: { key: 'km', range }, sort: 'km' }
}

// ---------- owners ----------

const ordinals: readonly ReadonlySet<string>[] = [
  toSet('first 1st 1 one single prothom ek একক প্রথম 1ম এক ফার্স্ট সিঙ্গেল সিংগেল'),
  toSet('second 2nd 2 two double dui দ্বিতীয় 2য় দুই'),
  toSet('third 3rd 3 three tin তৃতীয় 3য় তিন'),
]
const ownerWords = toSet(
  `owner owners ownar onar hand hands hat haat user use used malik maliker party মালিক মালিকের মালিকানা হাত হাতের হ্যান্ড ওনার ওনারের ইউজার
  ব্যবহার ব্যবহৃত`,
)

const readOwners = ([first = '', second = '']: readonly string[]): VocabularyTerm | null => {
  const owners = ordinals.findIndex((words) => words.has(first)) + 1
  if (owners === 0 || !ownerWords.has(second)) return null
  const range = { from: owners, to: owners }
  return { length: 2, kind: 'owners', meant: String(owners), range, condition: { key: 'owners', range } }
}

// ---------- words of the text, in all their spellings ----------

/** What a text may say, and how it says it; the first spelling names it. Several words of a spelling may stand apart. */
type TextWords = { kind: 'papers' | 'colour' | 'feature'; typed: string; spellings: string }

const paperParts = {
  smartCard: 'smart card, smartcard, স্মার্ট কার্ড, স্মার্টকার্ড',
  taxToken: 'tax token, ট্যাক্স টোকেন',
  plate: 'digital plate, number plate, ডিজিটাল প্লেট, নম্বর প্লেট, নাম্বার প্লেট',
}
const paperWords = `papers, paper, kagoj, kagojpotro, documents, document, কাগজ, কাগজপত্র, কাগজপাতি, কাগজের, পেপার, পেপারস`
const textWords: readonly TextWords[] = [
  { kind: 'papers', typed: paperParts.smartCard, spellings: paperParts.smartCard },
  { kind: 'papers', typed: paperParts.taxToken, spellings: paperParts.taxToken },
  { kind: 'papers', typed: paperParts.plate, spellings: paperParts.plate },
  {
    kind: 'papers',
    typed: `${paperWords}, docs, kagoj potro, কাগজ পত্র, registration papers, registration paper`,
    spellings: `${paperWords}, ${Object.values(paperParts).join(', ')}`,
  },
  ...[
    'black, kalo, কালো',
    'red, lal, laal, লাল',
    'blue, nil, neel, নীল',
    'white, sada, shada, সাদা',
    'green, sobuj, shobuj, সবুজ',
    'yellow, holud, হলুদ',
    'orange, komola, কমলা',
    'grey, gray, ধূসর, ছাই',
    'silver, সিলভার, রুপালি, রূপালি',
    'maroon, মেরুন',
    'olive, জলপাই',
    'golden, gold, সোনালি',
    'matt, matte, mat, ম্যাট',
    'sky blue, আকাশি',
  ].map((words) => ({ kind: 'colour' as const, typed: words, spellings: words })),
  ...[
    'abs, এবিএস',
    'fi, efi, fuel injection, এফআই',
    'cbs, সিবিএস',
    'double disc, dual disc, twin disc, double disk, ডাবল ডিস্ক',
  ].map((words) => ({ kind: 'feature' as const, typed: words, spellings: words })),
]
const textWordsByPhrase = new Map(textWords.flatMap((one) => split(one.typed).map((phrase) => [phrase, one] as const)))

const paperQualifiers = toSet(`ok okay good fresh valo
  original clear clean ready update updated uptodate complete completed full valid all thik sob shob ache achhe ase
  ঠিক ওকে ক্লিয়ার আপডেট আপটুডেট সব আছে সহ ঠিকঠাক রেডি কমপ্লিট`)
const colourWords = toSet('colour color rong ronger কালার রং রঙ রঙের রংয়ের রঙ্গের')

/** Joined words are exact: "red" is not the beginning of "reduced". */
const toTextTerm = ({ kind, spellings }: TextWords, length: number): VocabularyTerm => ({
  length,
  kind,
  meant: split(spellings)[0] ?? '',
  condition: { key: 'words', spellings: split(spellings), isExact: true },
})

const countQualifiers = (words: readonly string[], qualifiers: ReadonlySet<string>): number => {
  const index = words.findIndex((word) => !qualifiers.has(word))
  return index === -1 ? words.length : index
}

const maxPhraseWords = 3

const findPhrase = <Value>(words: readonly string[], phrases: ReadonlyMap<string, Value>): [Value, number] | null => {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length -= 1) {
    const value = phrases.get(words.slice(0, length).join(' '))
    if (value !== undefined) return [value, length]
  }
  return null
}

const readTextWords = (words: readonly string[]): VocabularyTerm | null => {
  const before = countQualifiers(words, paperQualifiers)
  const papers = before === 0 ? null : findPhrase(words.slice(before), textWordsByPhrase)
  const found = papers?.[0].kind === 'papers' ? papers : findPhrase(words, textWordsByPhrase)
  if (!found) return null
  const end = found[1] + (found === papers ? before : 0)
  const qualifiers = { papers: paperQualifiers, colour: colourWords, feature: new Set<string>() }[found[0].kind]
  return toTextTerm(found[0], end + countQualifiers(words.slice(end), qualifiers))
}

// ---------- all of it ----------

const readCondition = (words: readonly string[]): VocabularyTerm | null => {
  const found = findPhrase(words, conditionsByPhrase)
  if (!found) return null
  const [condition, length] = found
  return {
    length,
    kind: 'condition',
    meant: condition,
    condition: { key: 'condition', conditionNumbers: [conditions.indexOf(condition) + 1] },
  }
}

const readSort = (words: readonly string[]): VocabularyTerm | null => {
  const found = findPhrase(words, sortPhrases)
  return found && { length: found[1], kind: 'sort', meant: found[0], sort: found[0] }
}

const readVerified = (words: readonly string[]): VocabularyTerm | null => {
  const found = findPhrase(words, new Map([...verifiedWords].map((phrase) => [phrase, true])))
  return found && { length: found[1], kind: 'verified', meant: words[0] ?? '', condition: { key: 'verified' } }
}

const readUsed = (words: readonly string[]): VocabularyTerm | null =>
  usedPhrases.has(words.slice(0, 2).join(' ')) ? { length: 2, kind: 'none', meant: '' } : null

// "Good engine" and "tyre valo" praise a part, not the bike.
const praise = toSet(
  'good great best better excellent nice super high new fresh original strong smooth valo bhalo vlo notun ভালো ভাল নতুন ফ্রেশ চমৎকার সেরা',
)
const praised = toSet(
  `mileage milage average fuel engine tyre tyres tire tires battery brake brakes chain seat pickup speed sound look looks looking design style
  service servicing control comfort balance suspension maintenance resale market review reviews quality performance kit
  headlight horn silencer মাইলেজ ইঞ্জিন টায়ার চাকা ব্যাটারি ব্রেক চেইন সিট স্পিড সাউন্ড লুক সার্ভিস কন্ট্রোল`,
)

const readUnused = (words: readonly string[]): VocabularyTerm | null => {
  const found = findPhrase(words, new Map([...unusedPhrases].map((phrase) => [phrase, true])))
  const [first = '', second = ''] = words
  const isPraise = (praise.has(first) && praised.has(second)) || (praised.has(first) && praise.has(second))
  const length = found ? found[1] : isPraise ? 2 : 0
  return length === 0 ? null : { length, kind: 'unused', meant: '' }
}

const readUnusedWord = ([first = '']: readonly string[]): VocabularyTerm | null =>
  unusedWords.has(first) ? { length: 1, kind: 'unused', meant: '' } : null

const readers = [
  readUnused,
  readUsed,
  readLowKilometres,
  readOwners,
  readSort,
  readTextWords,
  readCondition,
  readVerified,
  readUnusedWord,
]

/** The term of the vocabulary that these words begin with, or null. */
export const readVocabulary = (words: readonly string[]): VocabularyTerm | null => {
  for (const read of readers) {
    const term = read(words)
    if (term) return term
  }
  return null
}

/** Whether a word says nothing about a bike. */
export const isStopWord = (word: string): boolean => stopWords.has(word)
