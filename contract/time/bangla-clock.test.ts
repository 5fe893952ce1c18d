import { expect, test } from 'vitest'
import { formatBanglaClock, getEveBefore } from './bangla-clock.ts'

test('a time is said with its part of the day, a full hour without minutes', () => {
  expect(formatBanglaClock(17, '30')).toBe('বিকেল\u{a0}৫:৩০')
  expect(formatBanglaClock(19, '00')).toBe('সন্ধ্যা\u{a0}৭টা')
  expect(formatBanglaClock(0, '00')).toBe('রাত\u{a0}১২টা')
})

test('a night after midnight is named by the day before, until four', () => {
  const midnight = new Date('2026-11-30T18:00:00.000Z')
  expect(getEveBefore(midnight, 0)).toEqual(new Date('2026-11-30T14:00:00.000Z'))
  expect(getEveBefore(midnight, 3)).not.toBeNull()
  expect(getEveBefore(midnight, 4)).toBeNull()
  expect(getEveBefore(midnight, 23)).toBeNull()
})
