// The rules of publishing, measured on advertisements written for it. Those held back were not used to write the rules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFraudWords } from './wording.ts'
import { getOutcome, scoreAdvertisement, sumPoints } from './fraud-rules.ts'

const thisYear = 2026
// What bikes of an age keep of their price when new, in percent, as on the Bangladeshi market; docs/price.md.
const keptPercent = [95, 86, 79, 74, 70, 66, 62, 58, 55, 52, 49, 46]

/** A line: price/price when new, year, kilometres or "-", what the shop knows, then the text. */
const parseLine = (line: string) => {
  const [, price, original, year, kilometres, known = '', text = ''] =
    /^(\d+)\/(\d+) (\d+) (\d+|-)([a-z ]*) \| (.*)$/.exec(line) ?? []
  const originalPriceTaka = Number(original)
  const evidence = {
    thisYear,
    usualPriceTaka: (originalPriceTaka * (keptPercent[thisYear - Number(year)] ?? 0)) / 100,
    isTextOfAnother: known.includes('text'),
    pictureOfAnother: known.includes('picture') ? '/pictures/one.webp' : null,
    isFirstOfNewAccount: known.includes('new'),
    isMechanicSeller: false,
    isNumberOfRemoved: known.includes('number'),
    districtsApartKm: null,
    numberOfAnother: null,
    stolenReport: null,
    paperOfAnother: null,
  }
  const advertisement = {
    name: 'A motorbike',
    description: text,
    priceTaka: Number(price),
    originalPriceTaka,
    year: Number(year),
    kilometres: kilometres === '-' ? null : Number(kilometres),
  }
  return { line, evidence, fired: scoreAdvertisement(advertisement, evidence) }
}

const readScored = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../tests/support/publishing/${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parseLine)

const explain = ({ line, fired }: ReturnType<typeof parseLine>) =>
  `${sumPoints(fired)} ${fired.map(({ rule }) => rule).join(' ')}: ${line}`
const waits = ({ fired }: ReturnType<typeof parseLine>) => getOutcome(sumPoints(fired)) === 'wait'

describe.each([
  ['that the rules were written with', '', 60, 114],
  ['that were held back', '-held-back', 20, 100],
])('of advertisements %s', (_, suffix, scamCount, honestCount) => {
  test('at least 90 % of the frauds wait for a moderator', () => {
    const scams = readScored(`scams${suffix}`)
    expect(scams).toHaveLength(scamCount)
    const missed = scams.filter((one) => !waits(one)).map(explain)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(0.1 * scamCount)
  })

  test('at most 3 % of the honest ones wait', () => {
    const honest = readScored(`honest${suffix}`)
    expect(honest).toHaveLength(honestCount)
    const waiting = honest.filter(waits).map(explain)
    expect(waiting.length, waiting.join('\n')).toBeLessThanOrEqual(0.03 * honestCount)
  })
})

test.each([
  ['b0rder cr0ss', 'border_words'],
  ['b o r d e r  c r o s s', 'border_words'],
  ['bordar kros', 'border_words'],
  ['বর্ডার ক্রস', 'border_words'],
  ['no border cross', undefined],
  ['বর্ডার ক্রস না', undefined],
  ['no papers problem', undefined],
  ['sold without papers', 'no_papers_words'],
  ['কাগজ ছাড়া বাইক', 'no_papers_words'],
])('the words %j break %s', (text, rule) => {
  expect(findFraudWords(text)[0]?.rule).toBe(rule)
})

test.each([
  ['Call 01712-345678', true],
  ['bKash ০১৮১২৩৪৫৬৭৮', true],
  ['mail me: karim at gmail dot com', true],
  ['Chain 18 months old, tyres from 2025', false],
])('contact details in %j: %s', (description, isFound) => {
  const { evidence } = parseLine('1/1 2026 - | a')
  const advertisement = {
    name: 'Bike',
    description,
    priceTaka: 1,
    originalPriceTaka: 1,
    year: thisYear,
    kilometres: null,
  }
  const rules = scoreAdvertisement(advertisement, evidence).map(({ rule }) => rule)
  expect(rules.includes('contact_in_text')).toBe(isFound)
})

// Repeated, they are what the patterns of words, numbers and addresses go back and forth in.
const repeatedParts = [
  ['a ', '১ ', 'a', 'a.', 'a@', 'a dot ', '(at)', '    ', 'fb id a ', 'fb : ', 'gmail ', 'search a on '],
  ['fb te khujen a ', '01 dash ', '1,000,', 'b o r ', 'border cross ', 'advance 5 ', 'kagoj nai na '],
].flat()

test('the time for a long text grows with its length alone', { tags: 'long' }, () => {
  const measure = (part: string, characters: number): number => {
    const description = part.repeat(characters / part.length)
    const startedAt = process.cpuUsage().user
    scoreAdvertisement(
      { name: '', description, priceTaka: 1, originalPriceTaka: 1, year: thisYear, kilometres: null },
      { ...parseLine('1/1 2026 - | a').evidence },
    )
    return (process.cpuUsage().user - startedAt) / 1_000
  }
  for (const part of repeatedParts) {
    // What is twice the longest description, and quick, harms nobody.
    if (measure(part, 8_000) < 100) continue
    const [short, long] = [2_000, 8_000].map((characters) => Math.min(...[1, 2].map(() => measure(part, characters))))
    // Four times the text takes four times as long, or sixteen if it is compared with itself.
    expect((long ?? 0) / (short ?? 0), part).toBeLessThan(9)
  }
})
