import { expect, it } from 'vitest'
import { getLastOpenDay } from './office-days.ts'

it('takes the Thursday before a deadline that falls on a Friday or a Saturday', () => {
  expect(getLastOpenDay('2027-02-05')).toBe('2027-02-04')
  expect(getLastOpenDay('2027-02-06')).toBe('2027-02-04')
  expect(getLastOpenDay('2027-01-01')).toBe('2026-12-31')
})

it('leaves every other deadline as it is', () => {
  for (const day of ['2027-02-04', '2027-02-07', '2027-02-08', '2027-02-09', '2027-02-10'])
    expect(getLastOpenDay(day)).toBe(day)
})
