// Words for digits and numbers in English, Bangla, and Bangla in Latin script, as people spell telephone numbers.

const digitWords: readonly (readonly string[])[] = [
  [
    'zero',
    'zeero',
    'ziro',
    'jiro',
    'nil',
    'nought',
    'oh',
    'o',
    'shunno',
    'shunyo',
    'sunno',
    'sunyo',
    'shunnyo',
    'শূন্য',
    'শুন্য',
    'সুন্য',
    'শূণ্য',
    'শুণ্য',
    'জিরো',
  ],
  ['one', 'wan', 'won', 'ek', 'aek', 'এক', 'ওয়ান', 'অ্যাক', 'একক'],
  ['two', 'tow', 'too', 'to', 'tu', 'dui', 'du', 'duy', 'দুই', 'দু', 'দুয়', 'টু'],
  ['three', 'thre', 'tree', 'thri', 'tin', 'teen', 'তিন', 'থ্রি', 'থ্রী'],
  ['four', 'for', 'fore', 'foor', 'char', 'chaar', 'চার', 'চাইর', 'ফোর'],
  ['five', 'faiv', 'fiv', 'pach', 'panch', 'paach', 'pas', 'পাঁচ', 'পাচ', 'পাছ', 'ফাইভ'],
  ['six', 'siks', 'sex', 'choy', 'chhoy', 'soy', 'chho', 'choi', 'ছয়', 'ছ', 'ছয়', 'সিক্স'],
  ['seven', 'sevn', 'saven', 'sat', 'shat', 'saat', 'সাত', 'শাত', 'সেভেন'],
  ['eight', 'ate', 'eit', 'eght', 'at', 'aat', 'aath', 'আট', 'আঠ', 'এইট'],
  ['nine', 'nain', 'nin', 'noy', 'noi', 'noe', 'nay', 'নয়', 'নয়', 'নাইন'],
]

const teens = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

// 10 to 99.
const banglaNumbers = (
  'দশ এগারো বারো তেরো চোদ্দ পনেরো ষোল সতেরো আঠারো উনিশ ' +
  'বিশ একুশ বাইশ তেইশ চব্বিশ পঁচিশ ছাব্বিশ সাতাশ আটাশ ঊনত্রিশ ' +
  'ত্রিশ একত্রিশ বত্রিশ তেত্রিশ চৌত্রিশ পঁয়ত্রিশ ছত্রিশ সাঁইত্রিশ আটত্রিশ ঊনচল্লিশ ' +
  'চল্লিশ একচল্লিশ বিয়াল্লিশ তেতাল্লিশ চুয়াল্লিশ পঁয়তাল্লিশ ছেচল্লিশ সাতচল্লিশ আটচল্লিশ ঊনপঞ্চাশ ' +
  'পঞ্চাশ একান্ন বায়ান্ন তিপ্পান্ন চুয়ান্ন পঞ্চান্ন ছাপ্পান্ন সাতান্ন আটান্ন ঊনষাট ' +
  'ষাট একষট্টি বাষট্টি তেষট্টি চৌষট্টি পঁয়ষট্টি ছেষট্টি সাতষট্টি আটষট্টি ঊনসত্তর ' +
  'সত্তর একাত্তর বাহাত্তর তিয়াত্তর চুয়াত্তর পঁচাত্তর ছিয়াত্তর সাতাত্তর আটাত্তর ঊনআশি ' +
  'আশি একাশি বিরাশি তিরাশি চুরাশি পঁচাশি ছিয়াশি সাতাশি আটাশি ঊননব্বই ' +
  'নব্বই একানব্বই বিরানব্বই তিরানব্বই চুরানব্বই পঁচানব্বই ছিয়ানব্বই সাতানব্বই আটানব্বই নিরানব্বই'
).split(' ')

// Other spellings, and Bangla in Latin script, of the numbers that telephone numbers begin with.
const otherNumbers: Record<string, string> = {
  চৌদ্দ: '14',
  পনের: '15',
  তের: '13',
  বার: '12',
  এগার: '11',
  ষোলো: '16',
  সতের: '17',
  আঠার: '18',
  উনত্রিশ: '29',
  fourty: '4',
  shotero: '17',
  sotero: '17',
  atharo: '18',
  athero: '18',
  unish: '19',
  onish: '19',
  sholo: '16',
  ponero: '15',
  choddo: '14',
  tero: '13',
  baro: '12',
  egaro: '11',
  dosh: '10',
  bish: '20',
}

const digitsByWord = new Map<string, string>([
  ...digitWords.flatMap((words, digit) =>
    words.map((word): [string, string] => [word.normalize('NFC'), String(digit)]),
  ),
  ...teens.map((word, index): [string, string] => [word, String(index + 10)]),
  ...banglaNumbers.map((word, index): [string, string] => [word.normalize('NFC'), String(index + 10)]),
  ...Object.entries(otherNumbers).map(([word, digits]): [string, string] => [word.normalize('NFC'), digits]),
])
const tensByWord = new Map(tens.map((word, index) => [word, String(index + 2)]))

const timesByWord = new Map(
  Object.entries({
    2: ['double', 'dabol', 'dabble', 'dbl', 'ডাবল', 'ডবল'],
    3: ['triple', 'tripple', 'tripol', 'ট্রিপল', 'ট্রিপেল'],
  }).flatMap(([times, words]) => words.map((word): [string, number] => [word, Number(times)])),
)

/** A word of a spelled number: its digits, the tens of "twenty three", or how often the next digit is said. */
export type NumberWord = { digits: string } | { tens: string } | { times: number }

/** What a lower-case word says in a spelled number; null for any other word. */
export const parseNumberWord = (word: string): NumberWord | null => {
  const digits = digitsByWord.get(word)
  if (digits !== undefined) return { digits }
  const tensDigit = tensByWord.get(word)
  if (tensDigit !== undefined) return { tens: tensDigit }
  const times = timesByWord.get(word)
  return times === undefined ? null : { times }
}

// Words between the parts of a number.
const fillers = new Set(
  [
    'dash',
    'hyphen',
    'space',
    'gap',
    'plus',
    'and',
    'then',
    'next',
    'ar',
    'tarpor',
    'erpor',
    'por',
    'ড্যাশ',
    'হাইফেন',
    'প্লাস',
    'আর',
    'তারপর',
    'এরপর',
    'এবং',
    'স্পেস',
  ].map((word) => word.normalize('NFC')),
)

/** Whether a lower-case word may stand between the parts of a spelled number. */
export const isFiller = (word: string): boolean => fillers.has(word)
