// The admin's page of reported problems: open ones first, decided ones folded with what was decided.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import Disputes from './disputes-page.tsx'

const open = {
  dealId: 'open',
  productName: 'Bike open',
  pictures: [],
  price: 149_000,
  paid: 149_000,
  cash: null,
  held: 149_000,
  buyerName: 'Karim Sheikh',
  sellerName: 'Rahim Uddin',
  openedBy: 'buyer',
  reason: 'damaged',
  note: null,
  saidBy: ['buyer', 'seller'],
  openedAt: '2026-11-26T10:00:00.000Z',
  evidenceUntil: '2026-11-28T10:00:00.000Z',
  decideUntil: '2026-11-29T10:00:00.000Z',
  decidedAt: null,
  decision: null,
  takaToBuyer: null,
  decisionNote: null,
}
const decided = {
  ...open,
  dealId: 'part',
  productName: 'Bike part',
  held: 0,
  decidedAt: '2026-11-27T10:00:00.000Z',
  decision: 'part',
  takaToBuyer: 20_000,
  decisionNote: 'The tank leaks.',
}
const toPage = (disputes: object[]) => ({
  ok: true,
  value: { disputes, nowMs: new Date('2026-11-28T10:00:00.000Z').getTime() },
})

test('decided problems are folded below the open ones, with the day, the reason and the amounts', async () => {
  const page = toPage([open, decided])
  const [shown = '', folded = ''] = readHtml(Disputes, page).split('<details class="folded">')
  expect([shown, folded].map((html) => html.match(/Bike (open|part)(?=<\/a>)/g))).toEqual([
    ['Bike open'],
    ['Bike part'],
  ])
  const text = readText(Disputes, page)
  expect(text).toMatch(/Decide by Sun 29 Nov, 4:00 PM\. .* Decided 1 Bike part Paid here ৳1,49,000 /)
  expect(text).toContain(
    'Decided Fri 27 Nov 2026, 4:00 PM ৳20,000 goes back to the buyer, the rest to the seller. Reason : The tank leaks.',
  )
  expect(readText(Disputes, page, await loadBangla())).toContain(
    'সিদ্ধান্ত হয়েছে শুক্রবার ২৭ নভেম্বর ২০২৬, বিকেল ৪টা ক্রেতা ৳২০,০০০ ফেরত পাবেন, বাকি টাকা বিক্রেতার। কারণ : The tank leaks.',
  )
})

test('the price and the cash stand beside what was paid here, and that both have answered', async () => {
  const cash = { ...open, paid: 5_000, held: 5_000, cash: 140_000 }
  expect(readText(Disputes, toPage([cash]))).toContain('Price ৳1,49,000 · Cash, as the seller said: ৳1,40,000')
  expect(readText(Disputes, toPage([cash]), await loadBangla())).toContain('দাম ৳১,৪৯,০০০ · বিক্রেতার কথায় নগদ ৳১,৪০,০০০')
  expect(readText(Disputes, toPage([open]))).toContain('Price ৳1,49,000')
  expect(readText(Disputes, toPage([open]))).not.toContain('Cash')
  expect(readText(Disputes, toPage([open]))).toContain('What both say (both have answered)')
  expect(readText(Disputes, toPage([{ ...open, saidBy: ['buyer'] }]))).not.toContain('both have answered')
})

test('all of it to one side is said so, and a problem that was taken back has no amounts', () => {
  const read = (changes: object) => readText(Disputes, toPage([{ ...decided, decisionNote: null, ...changes }]))
  expect(read({ decision: 'refunded', takaToBuyer: 149_000 })).toContain(
    'All of it, ৳1,49,000, goes back to the buyer.',
  )
  expect(read({ decision: 'released', takaToBuyer: 0 })).toContain('All of it goes to the seller.')
  const withdrawn = read({ decision: 'withdrawn', takaToBuyer: null })
  expect(withdrawn).toContain('No problem is open.')
  expect(withdrawn).toContain('Taken back Fri 27 Nov 2026, 4:00 PM')
  expect(withdrawn).not.toMatch(/to the buyer|to the seller|Reason/)
})

test('the newest decision stands first', () => {
  const newer = { ...decided, dealId: 'newer', productName: 'Bike newer', decidedAt: '2026-11-28T09:00:00.000Z' }
  expect(readText(Disputes, toPage([decided, newer]))).toMatch(/Decided 2 Bike newer .* Bike part /)
})
