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
  ['Kabir', 'Kabir-এর', 'Kabir-কে'],
  ['Nadia', 'Nadia-র', 'Nadia-কে'],
  ['SUMI', 'SUMI-র', 'SUMI-কে'],
  ['Jane', 'Jane-এর', 'Jane-কে'],
  ['৭৭', '৭৭-এর', '৭৭-কে'],
])('%s: %s, %s', (name, genitive, objective) => {
  expect([toGenitive(name), toObjective(name)]).toEqual([genitive, objective])
})
