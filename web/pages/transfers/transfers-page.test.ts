// The list of bikes that are put in a new name.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import Transfers from './transfers-page.tsx'

const transfer = {
  _id: 'deal',
  side: 'buyer',
  state: 'open',
  productName: 'Yamaha FZS V2 149',
  image: 'https://pictures.test/fzs.jpg',
  otherName: 'Jahangir',
  soldOn: '2026-11-26',
  noticeDueOn: '2026-12-26',
  applyDueOn: '2027-01-25',
  noticeOn: null,
  appliedOn: null,
  doneOn: null,
  noticeDaysLeft: 26,
  applyDaysLeft: 56,
  isNoticeLate: false,
  isApplicationLate: false,
} as const
const toPage = (changes: object = {}) => ({ ok: true, value: [{ ...transfer, ...changes }] })

test('each bike is shown with its picture, its name first, what is to be done and how many days are left', async () => {
  const html = readHtml(Transfers, toPage())
  expect(html).toContain('src="https://pictures.test/fzs.jpg"')
  const text = readText(Transfers, toPage())
  expect(text).toMatch(
    /Yamaha FZS V2 149\s*Bought from Jahangir on 26 November 2026\s*Put the bike in your name · 56 days left/,
  )
  expect(readText(Transfers, toPage(), await loadBangla())).toMatch(/Yamaha FZS V2 149\s*Jahangir-.?এর কাছ থেকে কেনা/)
})

test('what is late says so, also to a seller whose buyer has applied', () => {
  const late = { side: 'seller', state: 'applied', noticeDaysLeft: -3, isNoticeLate: true }
  expect(readText(Transfers, toPage(late))).toContain('Tell BRTA that you sold the bike · 3 days late')
  expect(readHtml(Transfers, toPage(late))).toContain('class="is-late"')
  expect(readText(Transfers, toPage({ state: 'done' }))).not.toContain('days left')
})
