// Names in Bangla sentences, as people write them.
import { expect, test } from 'vitest'
import { toGenitive, toObjective } from './bangla-endings.ts'

test.each([
  ['সাইফুল', 'সাইফুলের', 'সাইফুলকে'],
  ['তানিয়া', 'তানিয়ার', 'তানিয়াকে'],
  ['সুমি', 'সুমির', 'সুমিকে'],
  ['রেণু', 'রেণুর', 'রেণুকে'],
  ['জয়', 'জয়ের', 'জয়কে'],
  ['জয়'.normalize('NFD'), `${'জয়'.normalize('NFD')}ের`, `${'জয়'.normalize('NFD')}কে`],
  ['ভাই', 'ভাইয়ের', 'ভাইকে'],
  ['বিক্রেতা', 'বিক্রেতার', 'বিক্রেতাকে'],
  ['লিও', 'লিওর', 'লিওকে'],
  ['Kabir', 'Kabir-\u2060এর', 'Kabir-\u2060কে'],
  ['Nadia', 'Nadia-\u2060র', 'Nadia-\u2060কে'],
  ['SUMI', 'SUMI-\u2060র', 'SUMI-\u2060কে'],
  ['Jane', 'Jane-\u2060এর', 'Jane-\u2060কে'],
  ['৭৭', '৭৭-\u2060এর', '৭৭-\u2060কে'],
])('%s: %s, %s', (name, genitive, objective) => {
  expect([toGenitive(name), toObjective(name)]).toEqual([genitive, objective])
})
