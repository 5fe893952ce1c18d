import { expect, test } from 'vitest'
import { mergeMessages, takeNewestRun } from './merge-messages.ts'

const toMessages = (...numbers: number[]) =>
  numbers.map((number) => ({
    number,
    isMine: false,
    text: `${number}`,
    isMasked: false,
    offer: null,
    at: '2026-11-23T10:00:00Z',
  }))
const toNumbers = (messages: { number: number }[]) => messages.map(({ number }) => number)

test('messages that arrive twice or in another order are shown once and in order', () => {
  expect(toNumbers(mergeMessages(toMessages(3, 1), toMessages(4, 2, 3)))).toEqual([1, 2, 3, 4])
})

test('after a pause longer than a page, the messages before the gap wait until those in it are loaded', () => {
  const merged = mergeMessages(toMessages(1, 2), toMessages(60, 61))
  expect(toNumbers(takeNewestRun(merged))).toEqual([60, 61])
  expect(toNumbers(takeNewestRun(toMessages(1, 2, 3)))).toEqual([1, 2, 3])
  expect(takeNewestRun([])).toEqual([])
})

test('the first page, which has the newest message first, is shown whole', () => {
  expect(toNumbers(takeNewestRun(toMessages(3, 2, 1)))).toEqual([1, 2, 3])
})
