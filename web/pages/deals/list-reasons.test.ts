// What is chosen from a list is said as chosen, and only own words as written.
import { expect, test } from 'vitest'
import { cancelChoices, declineChoices } from '#contract/deals/close-choices.ts'
import { dealReasonMessages as bangla } from '#web/i18n/bn/deal-reasons.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'
import { listReasons } from './list-reasons.ts'

const cancelled = {
  side: 'seller',
  otherName: 'Karim Sheikh',
  closeReason: 'cancelled_by_buyer',
  closeChoice: 'found',
  closeNote: null,
  steps: [],
} satisfies Parameters<typeof listReasons>[0]

const tell = (changes: Partial<Parameters<typeof listReasons>[0]>) =>
  listReasons({ ...cancelled, ...changes }, dealReasonMessages.en).map(({ label, words }) => `${label} ${words}`)

test('the other side reads what was chosen and what was written', () => {
  expect(tell({})).toEqual(['Karim chose: I found another bike.'])
  expect(tell({ closeNote: 'A red one' })).toEqual(['Karim chose: I found another bike.', 'Karim wrote: A red one'])
  expect(tell({ closeChoice: null, closeNote: 'A red one' })).toEqual(['Karim wrote: A red one'])
  expect(tell({ closeChoice: null })).toEqual([])
})

test('the own reason is not read out to oneself, nor that of a deal that ended by itself', () => {
  expect(tell({ side: 'buyer' })).toEqual([])
  expect(tell({ closeReason: 'expired', closeChoice: null })).toEqual([])
})

test('what one side wrote about a meeting without a deal is told to the other, and the words of the admin are of no side', () => {
  const note = 'The engine did not start'
  const end = (actor: 'buyer' | 'seller' | 'admin', side: 'buyer' | 'seller') => {
    const steps = [{ kind: 'no_deal', actor, taka: null, note, at: '2026-11-20T08:00:00.000Z' }]
    return tell({ side, closeReason: 'no_deal', closeChoice: null, closeNote: note, steps })
  }
  expect(end('buyer', 'seller')).toEqual([`Karim wrote: ${note}`])
  expect(end('buyer', 'buyer')).toEqual([])
  expect(end('admin', 'seller')).toEqual([])
})

test('each reason that is told has its words in both languages, and what is said about a person has none', () => {
  for (const { choices } of [dealReasonMessages.en, bangla]) {
    expect(Object.keys(choices.buyer)).toEqual(cancelChoices.buyer.filter((choice) => choice !== 'strange'))
    expect(Object.keys(choices.seller).toSorted()).toEqual(declineChoices.toSorted())
  }
})
