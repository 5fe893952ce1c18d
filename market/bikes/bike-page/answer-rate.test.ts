import { expect, test } from 'vitest'
import { toAnswerRate } from './answer-rate.ts'

const hours = (...all: number[]) => all.map((hour) => hour * 3_600)

test('four requests say nothing about a seller', () => {
  expect(toAnswerRate(hours(1, 1, 1, 1))).toBeNull()
  expect(toAnswerRate([])).toBeNull()
})

test('requests without an answer count, and the speed is the median of the others, in hours rounded up', () => {
  expect(toAnswerRate([...hours(40, 1.2, 2.5), null, null])).toEqual({ answered: 3, of: 5, medianHours: 3 })
})

test('an answer within minutes is one within an hour', () => {
  expect(toAnswerRate([60, 60, 60, 60, 0])).toEqual({ answered: 5, of: 5, medianHours: 1 })
})

test('a seller who answers nothing has no speed', () => {
  expect(toAnswerRate([null, null, null, null, null])).toEqual({ answered: 0, of: 5, medianHours: null })
})
