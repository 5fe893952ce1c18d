// Words for digits and numbers in English, Bangla, and Bangla in Latin script, as people spell telephone numbers.

const digitWords: readonly (readonly string[])[] = [
  [
    'zero',
    'zeero',
    'ziro',
    'zerro',
    'sero',
    'jairo',
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
    'জেরো',
  ],
  [
    'one',
    'wan',
    'won',
    'oan',
    'oyan',
    'uan',
    'wone',
    'ek',
    'aek',
    'ak',
    'eak',
    'এক',
    'ওয়ান',
    'অয়ান',
    'উয়ান',
    'অ্যাক',
    'একক',
  ],
  ['two', 'tow', 'too', 'to', 'tu', 'dui', 'du', 'duy', 'দুই', 'দু', 'দুয়', 'টু'],
  ['three', 'thre', 'tree', 'thri', 'threi', 'tin', 'teen', 'তিন', 'থ্রি', 'থিরি', 'ত্রি', 'থিরী'],
  ['four', 'for', 'fore', 'foor', 'foure', 'char', 'chaar', 'chair', 'চার', 'চাইর', 'ফোর'],
  [
    'five',
    'faiv',
    'fiv',
    'faif',
    'fife',
    'faive',
    'fayv',
    'pach',
    'panch',
    'paach',
    'pas',
    'pans',
    'পাঁচ',
    'পাচ',
    'পাছ',
    'ফাইভ',
    'ফাইফ',
    'পাইভ',
  ],
  [
    'six',
    'siks',
    'sex',
    'seks',
    'choy',
    'chhoy',
    'soy',
    'chho',
    'choi',
    'choe',
    'soe',
    'ছয়',
    'ছ',
    'ছয়',
    'সিক্স',
    'সিক্স',
    'ছিক্স',
  ],
  [
    'seven',
    'sevn',
    'saven',
    'sefen',
    'sewen',
    'sevan',
    'sevin',
    'sat',
    'shat',
    'saat',
    'সাত',
    'শাত',
    'সেভেন',
    'সেভন',
    'সেবন',
  ],
  ['eight', 'ate', 'eit', 'eght', 'ait', 'eite', 'eigt', 'aight', 'at', 'aat', 'aath', 'আট', 'আঠ', 'এইট', 'আইট', 'এট'],
  ['nine', 'nain', 'naine', 'nin', 'noy', 'noi', 'noe', 'noye', 'nou', 'nay', 'নয়', 'নয়', 'নাইন'],
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

// 10 to 99 in Latin script. What sounds like a digit, as 60 like 7, is read as the digit.
const soundedNumbers = (
  'dosh egaro baro tero choddo ponero sholo shotero atharo unish ' +
  'bish ekush baish teish chobbish pochish chabbish shatash atash untrish ' +
  'trish ektrish botrish tetrish choutrish poytrish chotrish shaitrish attrish unchollish ' +
  'chollish ekchollish biyallish tetallish chuallish poytallish chechollish shatchollish atchollish unponchash ' +
  'ponchash ekanno bayanno tippanno chuanno ponchanno chappanno shatanno atanno unshat ' +
  'shaat ekshotti bashotti teshotti choushotti poyshotti cheshotti shatshotti atshotti unshottor ' +
  'shottor ekattor bahattor tiyattor chuattor pochattor chiyattor shatattor atattor unashi ' +
  'aashi ekashi birashi tirashi churashi pochashi chiyashi shatashi atashi unonobboi ' +
  'nobboi ekanobboi biranobboi tiranobboi churanobboi pochanobboi chiyanobboi shatanobboi atanobboi niranobboi'
).split(' ')

// Other spellings of the numbers that telephone numbers begin with or have in pairs.
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
  sotero: '17',
  athero: '18',
  onish: '19',
  choitrish: '34',
  shattor: '70',
  choyattor: '76',
  chouddo: '14',
  chodda: '14',
  egar: '11',
  twelv: '12',
  poner: '15',
  ponro: '15',
  soloi: '16',
  soteru: '17',
  kuri: '20',
  satais: '27',
  athais: '28',
  tirish: '30',
  chottish: '36',
  chalish: '40',
  sechollish: '46',
  bahanno: '52',
  teppanno: '53',
  panchanno: '55',
  sappanno: '56',
  choshotti: '64',
  seshotti: '66',
  chattor: '76',
}

const foldLatin = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replace(/[bv]h*/g, 'v')
    .replace(/([cdfgkst])h+/g, '$1')
    .replace(/x|c?ks|cs/g, 'ks')
    .replace(/[jz]h*/g, 'z')
    .replace(/ee|y/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/(.)\1+/g, '$1')

// Signs that do not change which digit a word says, and characters that sound like another one.
const banglaFolds: readonly (readonly [RegExp, string])[] = [
  [/ড\u09bc/g, 'র'],
  [/\u200c|\u200d|\u09cd|\u09bc|\u0981/g, ''],
  [/ী/g, 'ি'],
  [/ূ/g, 'ু'],
  [/ণ/g, 'ন'],
  [/[শষ]/g, 'স'],
  [/[যঝ]/g, 'জ'],
  [/ভ/g, 'ব'],
  [/ঠ/g, 'ট'],
  [/ছ/g, 'চ'],
]

/** What stays of a word when characters that sound alike are the same: sebhen and seven, jiro and ziro, phor and for. */
const fold = (word: string): string =>
  banglaFolds.reduce((folded, [pattern, letter]) => folded.replace(pattern, letter), foldLatin(word))

// Frequent words that sound like a number.
const otherWords = new Set('nai the then than there sath shath asi ashi আসি'.split(' '))

const toFoldedMap = <Said>(entries: readonly (readonly [string, Said])[]): Map<string, Said> =>
  new Map(
    entries.flatMap(([word, said]): [string, Said][] => {
      const composed = word.normalize('NFC')
      return [
        [composed, said],
        [fold(composed), said],
      ]
    }),
  )

const digitsByWord = toFoldedMap([
  ...Object.entries(otherNumbers),
  ...soundedNumbers.map((word, index) => [word, String(index + 10)] as const),
  ...banglaNumbers.map((word, index) => [word, String(index + 10)] as const),
  ...teens.map((word, index) => [word, String(index + 10)] as const),
  ...digitWords.flatMap((words, digit) => words.map((word) => [word, String(digit)] as const)),
])
// Two characters that change places, as in "eigth" and "sevne".
for (const [digit, words] of digitWords.entries()) {
  const word = words[0] ?? ''
  for (let at = 1; at < word.length && word.length > 3; at += 1) {
    const swapped = word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1)
    if (!digitsByWord.has(swapped)) digitsByWord.set(swapped, String(digit))
  }
}
const tensByWord = toFoldedMap(tens.map((word, index) => [word, String(index + 2)] as const))

const timesByWord = toFoldedMap(
  Object.entries({
    2: ['double', 'dabol', 'dabble', 'dobol', 'dubol', 'dabul', 'dbl', 'doubel', 'ডাবল', 'ডবল', 'ডাবোল'],
    3: ['triple', 'tripol', 'tripel', 'trippol', 'treble', 'ট্রিপল', 'ট্রিপেল'],
    4: ['quadruple'],
  }).flatMap(([times, words]) => words.map((word) => [word, Number(times)] as const)),
)

/** A word of a spelled number: its digits, the tens of "twenty three", how often the next digit is said, or "hundred". */
export type NumberWord = { digits: string } | { tens: string } | { times: number } | { isHundred: true }

const hundreds = new Set('hundred hundrad hundered handred sho shoto শ শো শত'.split(' '))

const maxWord = 14

/** What a lower-case word says in a spelled number; null for any other word. */
export const parseNumberWord = (word: string): NumberWord | null => {
  if (word.length > maxWord || otherWords.has(word)) return null
  for (const said of [word, fold(word)]) {
    const digits = digitsByWord.get(said)
    if (digits !== undefined) return { digits }
    const tensDigit = tensByWord.get(said)
    if (tensDigit !== undefined) return { tens: tensDigit }
    const times = timesByWord.get(said)
    if (times !== undefined) return { times }
  }
  return hundreds.has(word) ? { isHundred: true } : null
}

// Short words that stand inside other words too.
const neverGlued = new Set(['o', 'oh', 'to', 'tu', 'ছ', 'দু'])
const gluedWords = new Set(
  [...digitsByWord.keys(), ...tensByWord.keys(), ...timesByWord.keys()].filter((word) => !neverGlued.has(word)),
)
// Two of these are enough: eit and ate are also the parts of other words.
const plainWords = new Set([...digitWords.map(([word]) => word), ...teens, ...tens, 'double', 'triple'])
const minGlued = 6
const maxGlued = 120

/** The number words that a longer word consists of: zeroonesevenfour; null for any other word. */
export const splitNumberWords = (word: string): string[] | null => {
  if (word.length < minGlued || word.length > maxGlued) return null
  const deadEnds = new Set<number>()
  const splitFrom = (from: number): string[] | null => {
    if (from === word.length) return []
    if (deadEnds.has(from)) return null
    for (let to = Math.min(word.length, from + maxWord); to > from; to -= 1) {
      const part = word.slice(from, to)
      const rest = gluedWords.has(part) ? splitFrom(to) : null
      if (rest) return [part, ...rest]
    }
    deadEnds.add(from)
    return null
  }
  const parts = splitFrom(0)
  if (!parts || parts.length < 2 || parseNumberWord(word) !== null) return null
  return parts.length > 2 || parts.every((part) => plainWords.has(part)) ? parts : null
}

const countWords = new Set('baar bar times time ta ti টা টি বার'.split(' '))

/** "fours" → "four"; null for a word that is no digit in the plural. */
export const parsePlural = (word: string): string | null => {
  const digit = digitWords.findIndex(([name]) => `${name}s` === word || `${name}es` === word)
  return digit < 0 ? null : String(digit)
}

/** Whether a lower-case word between two digits makes the first one say how often the second is said: three times 4. */
export const isCountWord = (word: string): boolean => countWords.has(word)

const toWords = (words: string): Set<string> => new Set(words.normalize('NFC').split(' '))

// Words between the parts of a number.
const fillers = toWords(
  'dash hyphen space gap plus and then next ar tarpor erpor por ড্যাশ হাইফেন প্লাস আর তারপর এরপর এবং স্পেস',
)

// Words of the sentences in which somebody says the parts of a number.
const looseFillers = toWords(
  'diye die dia shuru suru start starts starting begin begins shesh sesh last lastly finally end ends ending with by ' +
    'followed after e te er ta tar taar pore porer tarpore tahole abar again prothome prothom first second third part half digit ' +
    'digits number majhe majhkhane middle baki bakita rest bakigula comma likhe lekhe likhben likhen boshan boshaben boshaye ' +
    'o ebong erpore jog add koren the is holo hobe thakbe den din dien diben lekhen likhen seshe sheshe dial press likhun boshiye comes come goes that ' +
    'দিয়ে শুরু শুরুতে শেষ শেষে তারপরে এরপরে পরে পর পরের এর তার প্রথমে প্রথম মাঝে মাঝখানে লাস্টে লাস্ট বাকি বাকিটা আবার লিখে ' +
    'লিখবেন লিখেন লেখেন কমা বসান বসাবেন বসিয়ে ডিজিট নাম্বার নম্বর এ হলো হবে থাকবে দিয়া পরেরটা',
)

/** Whether a lower-case word may stand between the parts of a spelled number. */
export const isFiller = (word: string): boolean => fillers.has(word)

/** Whether a lower-case word may stand between the parts of a number that begins like a mobile number. */
export const isLooseFiller = (word: string): boolean => looseFillers.has(word)
