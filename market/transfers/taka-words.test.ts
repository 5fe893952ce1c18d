import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBanglaWords, toEnglishWords, toTakaWords } from './taka-words.ts'

const scales: Record<string, number> = {
  hundred: 100,
  thousand: 1_000,
  lakh: 100_000,
  crore: 10_000_000,
  শত: 100,
  হাজার: 1_000,
  লাখ: 100_000,
  কোটি: 10_000_000,
}

/** Reads words back: a word below a hundred is added, a scale multiplies what stands before it and is smaller. */
const parseWords = (text: string, toSmall: ReadonlyMap<string, number>): number => {
  const values: number[] = []
  for (const word of text.split(/[ -]/)) {
    const scale = scales[word]
    if (scale === undefined) {
      values.push(toSmall.get(word) ?? Number.NaN)
      continue
    }
    let before = 0
    while (values.length > 0 && (values.at(-1) ?? 0) < scale) before += values.pop() ?? 0
    values.push(before * scale)
  }
  return values.reduce((sum, value) => sum + value, 0)
}

const below = (count: number, toText: (number: number) => string) =>
  new Map(Array.from({ length: count }, (_, number) => [toText(number), number] as const))
const english = new Map([
  ...below(20, toEnglishWords),
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((ten) => [toEnglishWords(ten * 10), ten * 10] as const),
])
const bangla = below(100, toBanglaWords)

test('a hundred Bangla words are all different, and so are the English ones', () => {
  expect([bangla.size, below(100, toEnglishWords).size, english.size]).toEqual([100, 100, 28])
})

test('an amount in words is read back as the same amount, in both languages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (taka) => {
      expect(parseWords(toEnglishWords(taka), english)).toBe(taka)
      expect(parseWords(toBanglaWords(taka), bangla)).toBe(taka)
    }),
    { numRuns: 2_000 },
  )
})

test('amounts are written as a receipt has them', () => {
  expect(toTakaWords(168_000)).toEqual({
    en: 'One lakh sixty-eight thousand taka only',
    bn: 'এক লাখ আটষট্টি হাজার টাকা মাত্র',
  })
  expect(toTakaWords(12_540_305)).toEqual({
    en: 'One crore twenty-five lakh forty thousand three hundred five taka only',
    bn: 'এক কোটি পঁচিশ লাখ চল্লিশ হাজার তিন শত পাঁচ টাকা মাত্র',
  })
})
