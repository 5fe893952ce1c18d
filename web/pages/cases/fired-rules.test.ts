// What moderators read of the rules that an advertisement breaks.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { FiredRules } from './fired-rules.tsx'

type Fired = Parameters<typeof FiredRules>[0]['found']['firedRules'][number]
const bangla = await loadBangla()
const read = (rule: Fired['rule'], quote: string | null, language?: typeof bangla): string => {
  const found = { firedRules: [{ rule, points: 60, quote, isCleared: false }], rulePoints: 60 }
  return toText(readHtml(() => createElement(FiredRules, { found }), null, language))
}

test('where a rule found one of a few cases, moderators read it in their language', () => {
  const cases = [
    ['reported_stolen', 'register', 'It is in the register of stolen bikes', 'চোরাই বাইকের তালিকায় আছে'],
    ['reported_stolen', 'advertisement', 'was one of a stolen bike', 'চোরাই বাইকের ছিল'],
    ['reported_stolen', 'waits', 'Nobody has decided about the report yet', 'সিদ্ধান্ত এখনো হয়নি'],
    ['number_of_another', 'on sale', 'The other one is online', 'অন্যটি অনলাইনে আছে'],
    ['number_of_another', 'waits', 'The other one waits too', 'অন্যটিও অপেক্ষায় আছে'],
  ] as const
  for (const [rule, quote, inEnglish, inBangla] of cases) {
    expect(read(rule, quote)).toContain(inEnglish)
    expect(read(rule, quote, bangla)).toContain(inBangla)
    expect(read(rule, quote, bangla)).not.toMatch(/[a-z]/)
  }
})

test('words of the advertisement are read as they are, a price as one, and no picture and no hash is read', () => {
  expect(read('border_words', 'border cross')).toContain('border cross')
  expect(read('border_words', 'waits')).toMatch(/waits$/)
  expect(read('price_far_below', '60000')).toContain('60,000')
  expect(read('same_picture', '/pictures/gixxer.webp')).not.toContain('gixxer')
  expect(read('paper_of_another', 'a1b2c3')).not.toContain('a1b2c3')
})

test('nothing is said where no rule is broken', () => {
  const found = { firedRules: [], rulePoints: 0 }
  expect(readHtml(() => createElement(FiredRules, { found }), null)).not.toContain('<h3')
})
