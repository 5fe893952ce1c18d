// Which days a meeting can be on.
import { expect, test } from 'vitest'
import { isTimeAhead, listMeetingDates, meetingTimes } from './meeting-times.ts'

const at = (time: string): number => new Date(`2026-11-28T${time}:00+06:00`).getTime()

test('today is offered until a quarter of an hour before midnight, for a time of one’s own too', () => {
  expect(listMeetingDates(at('08:00'))[0]).toBe('2026-11-28')
  expect(meetingTimes.some((time) => isTimeAhead('2026-11-28', time, at('18:00')))).toBe(false)
  expect(listMeetingDates(at('18:00'))[0]).toBe('2026-11-28')
  expect(listMeetingDates(at('23:50'))[0]).toBe('2026-11-29')
})

test('the last day offered is within what the server takes', () => {
  const days = listMeetingDates(at('18:00'))
  expect(days).toHaveLength(13)
  expect(days.at(-1)).toBe('2026-12-10')
})
