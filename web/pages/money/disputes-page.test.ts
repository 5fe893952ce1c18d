// The admin's page of reported problems: open ones first, decided ones folded with what was decided.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { moneyMessages as banglaMessages } from '#web/i18n/bn/money.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import type { listEvidence } from '#web/components/evidence/list-evidence.ts'
import { Presets, Sums } from './amount-presets.tsx'
import { getEarlyWarning, getQuestion } from './get-early-warning.ts'
import { getGiveText } from './get-give-text.ts'
import Disputes from './disputes-page.tsx'

type Dispute = Parameters<typeof Presets>[0]['dispute']
type Evidence = Parameters<typeof listEvidence>[0]['evidence']
const open: Dispute = {
  advertisement: { condition: 'Good', purchaseTime: 2021, kilometres: 14_000, description: 'The engine is quiet.' },
  isHandedOver: true,
  dealId: 'open',
  productName: 'Bike open',
  pictures: [],
  price: 149_000,
  paid: 149_000,
  cash: null,
  held: 149_000,
  buyerName: 'Karim Sheikh',
  sellerName: 'Rahim Uddin',
  buyerPhone: '01712-345678',
  sellerPhone: '01811-223344',
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
const decided: Dispute = {
  ...open,
  dealId: 'part',
  productName: 'Bike part',
  held: 0,
  decidedAt: '2026-11-27T10:00:00.000Z',
  decision: 'part',
  takaToBuyer: 20_000,
  decisionNote: 'The tank leaks.',
  buyerPhone: null,
  sellerPhone: null,
}
/** What both sides said is loaded with a problem that is open, and on request with one that was decided. */
const toPage = (disputes: object[]) => ({
  ok: true,
  value: {
    disputes: disputes.map((dispute) => ({
      evidence: 'decidedAt' in dispute && dispute.decidedAt ? null : [],
      ...dispute,
    })),
    nowMs: new Date('2026-11-28T10:00:00.000Z').getTime(),
  },
})

test('decided problems are folded below the open ones, with the day, the reason and the amounts', async () => {
  const page = toPage([open, decided])
  const [shown = '', , folded = ''] = readHtml(Disputes, page).split('<details class="folded">')
  expect([shown, folded].map((html) => html.match(/Bike (open|part)(?=<\/h2>)/g))).toEqual([
    ['Bike open'],
    ['Bike part'],
  ])
  const text = readText(Disputes, page)
  expect(text).toMatch(
    /Decide by Sun 29 Nov, 4:00 PM\. .* Decided 1 Bike part See the deal Paid here ৳1,49,000 Decided Fri 27 Nov .* Pictures in the advertisement$/,
  )
  expect(text).toContain(
    'Decided Fri 27 Nov 2026, 4:00 PM ৳20,000 goes back to the buyer, the rest to the seller. The buyer keeps the bike. Reason : The tank leaks.',
  )
  expect(readText(Disputes, page, await loadBangla())).toContain(
    'সিদ্ধান্ত হয়েছে শুক্রবার ২৭ নভেম্বর ২০২৬, বিকেল ৪টা ক্রেতা ৳২০,০০০ ফেরত পাবেন, বাকি টাকা বিক্রেতার। বাইক ক্রেতার কাছেই থাকবে। কারণ : The tank leaks.',
  )
})

test('the price and the cash stand beside what was paid here, and that both have answered a decided problem', async () => {
  const cash = { ...open, paid: 5_000, held: 5_000, cash: 140_000 }
  expect(readText(Disputes, toPage([cash]))).toContain('Price ৳1,49,000 · Cash, as the seller said: ৳1,40,000')
  expect(readText(Disputes, toPage([cash]), await loadBangla())).toContain('দাম ৳১,৪৯,০০০ · বিক্রেতার কথায় নগদ ৳১,৪০,০০০')
  // The price is said where it is another amount than what is held, or was paid before the decision.
  for (const same of [open, decided]) expect(readText(Disputes, toPage([same]))).not.toContain('Price')
  expect(readText(Disputes, toPage([open]))).not.toContain('Cash')
  expect(readText(Disputes, toPage([decided]))).toContain('What both say (both have answered)')
  expect(readText(Disputes, toPage([{ ...decided, saidBy: ['buyer'] }]))).not.toContain('both have answered')
})

const said: Evidence = [
  { _id: 'words', by: 'seller', note: 'It was dry here.', picture: null, addedAt: '2026-11-27T10:00:00.000Z' },
]

test('a card begins with what was paid, the time, who may still answer and what both wrote; the advertisement and the decision follow', async () => {
  const dispute = { ...open, note: 'The engine leaks oil.', saidBy: ['buyer'], cash: 5_000, evidence: said }
  const html = readHtml(Disputes, toPage([dispute]))
  expect(toText(html)).toMatch(
    /Bike open See the deal Paid here ৳1,49,000 · Cash, as the seller said: ৳5,000 Decide by Sun 29 Nov, 4:00 PM\. Rahim Uddin has not answered yet, and can answer until .* The bike .* No pictures from the buyer\. Buyer: Karim Sheikh Call 01712-345678 The engine leaks oil\. .* Seller: Rahim Uddin Call 01811-223344 It was dry here\. .* What the advertisement says .* Pictures in the advertisement The buyer gets back .* Decide /,
  )
  expect(html).toMatch(/<a class="link" aria-label="See the deal: Bike open" href="\/dashboard\/alldeals\/open"/)
  // What is shown already needs no button.
  expect(toText(html)).not.toContain('What both say')
  expect(readText(Disputes, toPage([dispute]), await loadBangla())).toMatch(
    /ডিল দেখুন .* Rahim Uddin এখনো উত্তর দেননি। উত্তর দেওয়ার সময় আছে .* পর্যন্ত। .* ক্রেতা কোনো ছবি দেননি।/,
  )
})

test('a picture of the side that reported is shown, and where there is none that is said', () => {
  const read = (by: 'buyer' | 'seller', openedBy: Dispute['openedBy']) => {
    const picture = { ...said[0], _id: 'picture', by, note: null, picture: '/api/evidence/picture' }
    return readHtml(Disputes, toPage([{ ...open, openedBy, evidence: [picture] }]))
  }
  expect(read('buyer', 'buyer')).toContain('class="evid__picture"')
  expect(read('buyer', 'buyer')).not.toContain('No pictures')
  expect(read('seller', 'buyer')).toContain('No pictures from the buyer.')
  expect(read('buyer', 'seller')).toContain('No pictures from the seller.')
})

test('each side is called at one tap while the problem is open, and not after the decision', async () => {
  const calls = [
    '<a class="btn btn--line" href="tel:01712345678" aria-label="Call 01712-345678: Karim Sheikh">',
    '<a class="btn btn--line" href="tel:01811223344" aria-label="Call 01811-223344: Rahim Uddin">',
  ]
  const html = readHtml(Disputes, toPage([open]))
  for (const call of calls) expect(html).toContain(call)
  expect(readHtml(Disputes, toPage([{ ...decided, evidence: said }]))).not.toContain('href="tel:')
  expect(readText(Disputes, toPage([open]), await loadBangla())).toContain('ফোন: ০১৭১২-৩৪৫৬৭৮')
})

test('of a problem whose sides were not loaded, the report is shown and the rest on request', () => {
  const text = readText(Disputes, toPage([{ ...open, note: 'The engine leaks oil.', evidence: null }]))
  expect(text).toContain('Buyer : Karim Sheikh Seller : Rahim Uddin Buyer : The engine leaks oil. What both say')
  expect(text).not.toContain('No pictures')
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

test('what the advertisement says is folded beside the words of the buyer, while the problem is open', async () => {
  const [, folded = ''] = readHtml(Disputes, toPage([open])).split('<details class="folded">')
  expect(toText(folded)).toMatch(
    /^What the advertisement says Condition Good Bought in 2021 Kilometres 14,000 Description The engine is quiet\./,
  )
  expect(folded).toContain('<p dir="auto">The engine is quiet.</p>')
  const silent = { ...open, advertisement: { ...open.advertisement, kilometres: null, description: null } }
  expect(readText(Disputes, toPage([silent]))).toContain('Kilometres Not given Description Not given')
  expect(readText(Disputes, toPage([open]), await loadBangla())).toContain(
    'কেনার বছর ২০২১ কিলোমিটার ১৪,০০০ বিবরণ The engine is quiet.',
  )
  expect(readText(Disputes, toPage([decided]))).not.toContain('What the advertisement says')
})

const toDispute = (changes: Partial<Dispute>): Dispute => ({ ...open, ...changes })

test('the chosen amount says who has the bike then, and what each side gets', async () => {
  const bangla = await loadBangla()
  const read = (takaToBuyer: number | null, isHandedOver: boolean, language?: typeof bangla) => {
    const dispute = toDispute({ isHandedOver })
    const props = { dispute, takaToBuyer, typed: String(takaToBuyer), onChoose: () => undefined }
    return readText(
      () => [createElement(Presets, { ...props, key: 1 }), createElement(Sums, { ...props, key: 2 })],
      null,
      language,
    )
  }
  expect(read(149_000, true)).toContain('The bike goes back to the seller, who can offer it again.')
  expect(read(149_000, false)).toContain('The bike is the seller’s and is for sale again.')
  expect(read(20_000, true)).toContain('The buyer keeps the bike. Buyer ৳20,000 · Seller ৳1,29,000')
  expect(read(0, false)).toContain('The bike is the buyer’s: it counts as sold. Buyer ৳0 · Seller ৳1,49,000')
  expect(read(null, true)).not.toContain('Seller')
  expect(read(20_000, true, bangla)).toContain('বাইক ক্রেতার কাছেই থাকবে। ক্রেতা ৳২০,০০০ · বিক্রেতা ৳১,২৯,০০০')
})

test('who has not answered and still has time is named before a decision', () => {
  const { disputes } = moneyMessages.en
  const warn = (saidBy: Dispute['saidBy'], nowMs = 0) =>
    getEarlyWarning(toDispute({ saidBy }), disputes, { nowMs, until: 'Sat' })
  expect(warn(['buyer'])).toBe('Rahim Uddin may still answer until Sat.')
  expect(warn(['seller'])).toBe('Karim Sheikh may still answer until Sat.')
  expect(warn([])).toBe('Both may still answer until Sat.')
  expect(warn(['buyer', 'seller'])).toBe('')
  expect(warn(['buyer'], new Date(open.evidenceUntil).getTime())).toBe('')
})

test('the form says who has the bike with all, a part or nothing back before an amount is chosen', async () => {
  const bangla = await loadBangla()
  const read = (isHandedOver: boolean, language?: typeof bangla) =>
    readText(Disputes, toPage([toDispute({ isHandedOver })]), language)
  expect(read(true)).toContain(
    'If all of it goes back, the bike goes back to the seller. If a part or nothing goes back, the buyer keeps the bike.',
  )
  expect(read(false)).toContain(
    'If all of it goes back, the bike stays the seller’s. If a part or nothing goes back, the bike is the buyer’s.',
  )
  expect(read(true, bangla)).toContain('ক্রেতা পুরো টাকা ফেরত পেলে বাইক বিক্রেতার কাছে ফেরত যাবে।')
  expect(read(false, bangla)).toContain('ক্রেতা পুরো টাকা ফেরত পেলে বাইক বিক্রেতারই থাকবে।')
})

test('while somebody may still answer, the question before the decision begins with that', () => {
  const { disputes } = moneyMessages.en
  const taka = (amount: number) => `৳${amount}`
  const ask = (saidBy: Dispute['saidBy'], messages = disputes) =>
    getQuestion(toDispute({ saidBy }), { takaToBuyer: 9_000, taka }, messages, { nowMs: 0, until: 'Sat' })
  expect(ask(['buyer'])).toEqual({
    heading: 'Decide now?',
    text: 'Rahim Uddin may still answer until Sat. ৳9000 to Karim Sheikh, ৳140000 to Rahim Uddin. Tell both?',
  })
  expect(ask(['buyer', 'seller'])).toEqual({
    heading: 'Decide like this?',
    text: '৳9000 to Karim Sheikh, ৳140000 to Rahim Uddin. Tell both?',
  })
  expect(ask(['buyer'], banglaMessages.disputes)).toMatchObject({
    heading: 'এখনই সিদ্ধান্ত দেবেন?',
    text: expect.stringMatching(/^Rahim Uddin এখনো Sat পর্যন্ত উত্তর দিতে পারেন। Karim Sheikh পাবেন/),
  })
})

test('the button of the decision says what it gives once the amount is chosen', () => {
  const taka = (amount: number) => `৳${amount}`
  const read = (takaToBuyer: number, messages = moneyMessages.en.disputes) =>
    getGiveText({ takaToBuyer, heldTaka: 9_000, taka }, messages)
  expect([9_000, 4_500, 0].map((amount) => read(amount))).toEqual([
    'Give the buyer all of it back: ৳9000',
    'Give the buyer ৳4500 back',
    'Give all of it to the seller',
  ])
  expect(read(4_500, banglaMessages.disputes)).toBe('ক্রেতাকে ৳4500 ফেরত দিন')
  expect(readText(Disputes, toPage([open]))).toMatch(/Reason \(both read it\) Decide (?!and)/)
})

test('what the advertisement says is open where the bike is not as described, and folded otherwise', () => {
  const readFold = (reason: Dispute['reason']) =>
    /<details[^>]*>(?=<summary><b>What the advertisement says)/.exec(
      readHtml(Disputes, toPage([{ ...open, reason }])),
    )?.[0]
  expect(readFold('not_as_described')).toBe('<details class="folded" open="">')
  expect(readFold('damaged')).toBe('<details class="folded">')
})

test('the photos of the advertisement stand below its words and above the amounts of the decision, folded or not', () => {
  const dispute = {
    ...open,
    reason: 'not_as_described',
    note: 'The engine leaks oil.',
    evidence: said,
    pictures: ['/images/one.webp'],
  }
  const html = readHtml(Disputes, toPage([dispute]))
  const places = [
    'Paid here',
    'Decide by ',
    'The engine leaks oil.',
    'It was dry here.',
    'What the advertisement says',
    '</details>',
    'class="thumbs"',
    'The buyer gets back',
  ].map((text) => html.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
