import { describe, expect, test } from 'vitest'
import { truncate, isMasked, toTelephoneUrl } from './bike.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { englishFormat } from '#web/i18n/format.ts'

describe('the description of a category card', () => {
  test('is cut to 100 characters followed by "..."', () => {
    const description = 'x'.repeat(99) + 'yz'

    expect(truncate(description, 100)).toBe('x'.repeat(99) + 'y...')
  })

  test('counts a character outside of the basic plane as one and never splits it', () => {
    expect(truncate('🏍🏍🏍', 2)).toBe('🏍🏍...')
  })

  test('never splits a conjunct', () => expect(truncate('ক্ষিপ্র বাইক', 1)).toBe('ক্ষি...'))

  test('ends with dots even when it is short, as the specification requires', () => {
    expect(truncate('Gixxer', 100)).toBe('Gixxer...')
  })
})

describe('a contact number', () => {
  test('has no dash in its telephone URL', () => expect(toTelephoneUrl('01712-345678')).toBe('tel:01712345678'))
  test('keeps the plus of a foreign number', () => expect(toTelephoneUrl('+44 20 7946')).toBe('tel:+44207946'))
  test('is masked when it contains a bullet', () => {
    expect([isMasked('01712-••••••'), isMasked('01712-345678')]).toEqual([true, false])
  })
})

test.each([
  [215_000, '৳2,15,000'],
  [999_999, '৳9,99,999'],
  [84_000, '৳84,000'],
  [1_000, '৳1,000'],
])('%i Taka are formatted as %s', (amount, formatted) => expect(englishFormat.taka(amount)).toBe(formatted))

test.each([
  [215_000, '৳২,১৫,০০০'],
  [84_000, '৳৮৪,০০০'],
  [1_000, '৳১,০০০'],
])('%i Taka are formatted as %s in Bangla', (amount, formatted) => expect(banglaFormat.taka(amount)).toBe(formatted))

test('every number is grouped in lakh, as Intl does for India and Bangladesh', () => {
  const english = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
  const bangla = new Intl.NumberFormat('bn-BD', { maximumFractionDigits: 0 })
  for (const digits of Array.from({ length: 12 }, (_, length) => '123456789012'.slice(0, length + 1))) {
    const number = Number(digits)
    expect(englishFormat.count(number)).toBe(english.format(number))
    expect(englishFormat.count(-number)).toBe(english.format(-number))
    expect(banglaFormat.count(number)).toBe(bangla.format(number))
  }
})

test.each([
  ['3:05 AM', 'রাত ৩:০৫'],
  ['5:00 AM', 'ভোর ৫টা'],
  ['9:30 AM', 'সকাল ৯:৩০'],
  ['12:15 PM', 'দুপুর ১২:১৫'],
  ['5:30 PM', 'বিকেল ৫:৩০'],
  ['7:59 PM', 'সন্ধ্যা ৭:৫৯'],
  ['12:01 AM', 'রাত ১২:০১'],
])('a time of %s is %s in Bangla', (time, formatted) =>
  expect(banglaFormat.dayAndTime('20/11/2026', time)).toBe(`২০/১১/২০২৬, ${formatted.replace(' ', '\u{a0}')}`),
)

test('a moment in English reads as the API spells its times', () => {
  expect(englishFormat.moment('2026-11-22T06:14:00.000Z')).toBe('22 Nov 2026, 12:14 PM')
  expect(englishFormat.moment('2026-01-01T18:05:00.000Z')).toBe('2 Jan 2026, 12:05 AM')
  expect(englishFormat.moment('2026-11-20T11:30:00.000Z')).toBe('20 Nov 2026, 5:30 PM')
})

test('a moment in Bangla names the part of the day in Dhaka time', () => {
  expect(banglaFormat.moment('2026-11-22T06:14:00.000Z')).toBe('২২ নভেম্বর ২০২৬, দুপুর\u{a0}১২:১৪')
  expect(banglaFormat.moment('2026-01-01T18:05:00.000Z')).toBe('২ জানুয়ারি ২০২৬, রাত\u{a0}১২:০৫')
})
