import { expect, test } from 'vitest'
import { addDays, countDays, countDhakaDays, getDhakaDay, getDhakaYear, toDhakaMoment } from './dhaka.ts'

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

test('days are added and counted over months and years, and an hour of a day is six hours earlier in UTC', () => {
  expect([addDays('2026-12-28', 7), addDays('2027-03-01', -1)]).toEqual(['2027-01-04', '2027-02-28'])
  expect([countDays('2026-12-28', '2027-01-04'), countDays('2027-01-04', '2026-12-28')]).toEqual([7, -7])
  expect(toDhakaMoment('2026-12-01', 10).toISOString()).toBe('2026-12-01T04:00:00.000Z')
})
