import { expect, test } from 'vitest'
import { chatMessages as english } from '#web/i18n/en/chats.ts'
import { chatMessages as bangla } from '#web/i18n/bn/chats.ts'
import { canAddFact, findFact, hasFact } from './advertised-facts.ts'

const { facts, readyTexts } = english.en

test('two ready answers tell a fact of the bike, in both languages, and no other message does', () => {
  for (const messages of [english.en, bangla])
    expect(messages.readyTexts.seller.map((text) => findFact(text, messages.facts))).toEqual([
      undefined,
      'papers',
      'accident',
      undefined,
      undefined,
      undefined,
    ])
  expect(findFact(`${facts.accident} I swear.`, facts)).toBeUndefined()
  expect(readyTexts.buyer.some((text) => findFact(text, facts))).toBe(false)
})

test('the ready answers themselves say their fact', () => {
  for (const answers of [facts, bangla.facts])
    for (const fact of ['papers', 'accident'] as const) {
      expect(hasFact(answers[fact], fact)).toBe(true)
      expect(hasFact(answers[fact === 'papers' ? 'accident' : 'papers'], fact)).toBe(false)
    }
})

test.each([
  ['accident', 'One owner. ACCIDENT free!', true],
  ['accident', 'একবার ছোট এক্সিডেন্ট হয়েছিল', true],
  ['accident', 'কোনো অ্যাক্সিডেন্ট নেই', true],
  ['accident', 'One owner, well cared for.', false],
  ['papers', 'Papers up to date.', true],
  ['papers', 'সব কাগজপত্র আছে', true],
  ['papers', 'I read the newspaperman’s review.', false],
] as const)('whether an advertisement speaks of the %s: %s', (fact, description, isThere) => {
  expect(hasFact(description, fact)).toBe(isThere)
})

test('a fact is offered for an advertisement that can be changed and does not have it', () => {
  const canAdd = (status: string, description: string | null) => canAddFact({ status, description }, 'accident')
  expect([canAdd('available', null), canAdd('waiting', 'One owner.')]).toEqual([true, true])
  expect([canAdd('available', facts.accident), canAdd('sold', null), canAdd('reserved', null)]).toEqual([
    false,
    false,
    false,
  ])
})
