import { expect, test } from 'vitest'
import { countDhakaDays, getDhakaDay, getDhakaYear } from './dhaka.ts'

const beforeMidnight = new Date('2026-12-31T23:59:59.999+06:00')
const midnight = new Date('2027-01-01T00:00:00+06:00')

test('a day and a year begin at midnight in Dhaka', () => {
  expect([getDhakaDay(beforeMidnight), getDhakaDay(midnight)]).toEqual(['2026-12-31', '2027-01-01'])
  expect([getDhakaYear(beforeMidnight), getDhakaYear(midnight)]).toEqual([2026, 2027])
})

test('days are counted by midnights, not by hours, and never below 0', () => {
  expect(countDhakaDays(beforeMidnight, midnight)).toBe(1)
  expect(countDhakaDays(midnight, new Date('2027-01-01T23:59:00+06:00'))).toBe(0)
  expect(countDhakaDays(new Date('2026-12-01T12:00:00+06:00'), midnight)).toBe(31)
  expect(countDhakaDays(midnight, beforeMidnight)).toBe(0)
})
