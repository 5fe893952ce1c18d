// Pure. Amounts in words, in the crore, lakh and thousand of Bangladesh.

const underTwenty =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

// In Bangla each number below a hundred has its own word.
const banglaUnderHundred = `
  শূন্য এক দুই তিন চার পাঁচ ছয় সাত আট নয় দশ এগারো বারো তেরো চৌদ্দ পনেরো ষোলো সতেরো আঠারো উনিশ
  বিশ একুশ বাইশ তেইশ চব্বিশ পঁচিশ ছাব্বিশ সাতাশ আটাশ ঊনত্রিশ ত্রিশ একত্রিশ বত্রিশ তেত্রিশ চৌত্রিশ পঁয়ত্রিশ ছত্রিশ সাঁইত্রিশ আটত্রিশ ঊনচল্লিশ
  চল্লিশ একচল্লিশ বিয়াল্লিশ তেতাল্লিশ চুয়াল্লিশ পঁয়তাল্লিশ ছেচল্লিশ সাতচল্লিশ আটচল্লিশ ঊনপঞ্চাশ পঞ্চাশ একান্ন বায়ান্ন তিপ্পান্ন চুয়ান্ন পঞ্চান্ন ছাপ্পান্ন সাতান্ন আটান্ন ঊনষাট
  ষাট একষট্টি বাষট্টি তেষট্টি চৌষট্টি পঁয়ষট্টি ছেষট্টি সাতষট্টি আটষট্টি ঊনসত্তর সত্তর একাত্তর বাহাত্তর তিয়াত্তর চুয়াত্তর পঁচাত্তর ছিয়াত্তর সাতাত্তর আটাত্তর ঊনআশি
  আশি একাশি বিরাশি তিরাশি চুরাশি পঁচাশি ছিয়াশি সাতাশি আটাশি ঊননব্বই নব্বই একানব্বই বিরানব্বই তিরানব্বই চুরানব্বই পঁচানব্বই ছিয়ানব্বই সাতানব্বই আটানব্বই নিরানব্বই`
  .trim()
  .split(/\s+/)

const toEnglishUnderHundred = (number: number): string => {
  if (number < 20) return underTwenty[number] ?? ''
  const [ten, one] = [tens[Math.floor(number / 10)] ?? '', number % 10]
  return one === 0 ? ten : `${ten}-${underTwenty[one]}`
}

type Scale = { size: number; word: string }

const englishScales: readonly Scale[] = [
  { size: 10_000_000, word: 'crore' },
  { size: 100_000, word: 'lakh' },
  { size: 1_000, word: 'thousand' },
  { size: 100, word: 'hundred' },
]
const banglaScales: readonly Scale[] = [
  { size: 10_000_000, word: 'কোটি' },
  { size: 100_000, word: 'লাখ' },
  { size: 1_000, word: 'হাজার' },
  { size: 100, word: 'শত' },
]

const toWords = (number: number, scales: readonly Scale[], toUnderHundred: (number: number) => string): string => {
  if (number < 100) return toUnderHundred(number)
  const scale = scales.find(({ size }) => number >= size)
  if (!scale) return toUnderHundred(number)
  const [count, rest] = [Math.floor(number / scale.size), number % scale.size]
  const head = `${toWords(count, scales, toUnderHundred)} ${scale.word}`
  return rest === 0 ? head : `${head} ${toWords(rest, scales, toUnderHundred)}`
}

/** A whole number in English words: 168000 is “one lakh sixty-eight thousand”. */
export const toEnglishWords = (number: number): string => toWords(number, englishScales, toEnglishUnderHundred)

/** A whole number in Bangla words. */
export const toBanglaWords = (number: number): string =>
  toWords(number, banglaScales, (small) => banglaUnderHundred[small] ?? '')

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** An amount in Taka as receipts write it, in both languages. */
export const toTakaWords = (taka: number): { en: string; bn: string } => ({
  en: `${capitalize(toEnglishWords(taka))} taka only`,
  bn: `${toBanglaWords(taka)} টাকা মাত্র`,
})
