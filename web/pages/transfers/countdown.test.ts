// The own deadline at BRTA as a side of a transfer reads it.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import type { Language } from '#web/i18n/language.ts'
import { Countdown } from './countdown.tsx'
import type { Transfer } from './transfer-types.ts'

const transfer: Transfer = {
  _id: '01h0000000000000000000000',
  side: 'buyer',
  state: 'open',
  productName: 'Bike',
  image: '',
  otherName: 'Rahim Uddin',
  soldOn: '2026-12-07',
  noticeDueOn: '2027-01-06',
  applyDueOn: '2027-02-05',
  noticeOn: null,
  appliedOn: null,
  doneOn: null,
  noticeDaysLeft: 10,
  applyDaysLeft: 40,
  isNoticeLate: false,
  isApplicationLate: false,
  slip: null,
  ticks: [],
  details: null,
  hasOtherDetails: false,
  fees: [],
}
const read = (side: 'buyer' | 'seller', changes: Partial<Transfer> = {}, language?: Language) =>
  readText(() => createElement(Countdown, { side, transfer: { ...transfer, ...changes } }), {}, language)

test('a deadline on a day when BRTA is closed also says the last day on which it is open', async () => {
  expect(read('buyer')).toContain('Apply at BRTA by 5 February 2027')
  expect(read('buyer')).toContain('BRTA is closed on Fridays and Saturdays. Go by Thursday 4 February 2027.')
  expect(read('buyer', {}, await loadBangla())).toContain('শুক্র ও শনিবার বিআরটিএ বন্ধ থাকে। বৃহস্পতিবার ৪ ফেব্রুয়ারি ২০২৭')
})

test('who could only go on a day when BRTA is closed is not sent to a day that has passed', () => {
  expect(read('buyer', { applyDaysLeft: 1 })).toContain('Go by Thursday')
  expect(read('buyer', { applyDaysLeft: 0 })).not.toContain('Go by Thursday')
})

test('a deadline on a working day stands alone', () => {
  expect(read('seller')).toContain('Tell BRTA by 6 January 2027')
  expect(read('seller')).not.toContain('BRTA is closed')
})

test('a side that is late reads by how many days, and that it can still do its part', async () => {
  const late = { applyDaysLeft: -1, noticeDaysLeft: -3 }
  expect(read('buyer', late)).toMatch(/1 day late.*You can still apply\./s)
  expect(read('seller', late)).toMatch(/3 days late.*You can still tell BRTA\./s)
  expect(read('seller', late, await loadBangla())).toContain('৩ দিন')
  expect(read('buyer', { applyDaysLeft: 0 })).not.toContain('late')
})
