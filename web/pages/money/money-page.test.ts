// The seller's money: from which bikes it comes, when it is theirs, and who sends it.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import Money from './money-page.tsx'

const createdAt = '2026-11-27T10:00:00.000Z'
const bangla = await loadBangla()
const due = {
  _id: 'payout',
  dealId: 'deal',
  productName: 'Bajaj Pulsar NS160',
  amount: 5_000,
  isFrozen: false,
  state: 'due',
  reference: null,
  failure: null,
  createdAt,
  sentAt: null,
  confirmedAt: null,
}
const destination = { kind: 'bkash', last4: '0101', holderName: 'Rahim Uddin', usableAt: createdAt }

const toPage = (money: object, others: object = {}) => ({
  ok: true,
  value: {
    money: { held: 0, heldDeals: [], payable: 0, onItsWay: 0, paidOut: 0, payouts: [], takesDeposits: true, ...money },
    destination,
    proofs: { hasPassword: true, hasSecondFactor: false },
    nowMs: new Date(createdAt).getTime(),
    ...others,
  },
})

const toHeldDeal = (state: string, until: string | null) => ({
  dealId: `deal-${state}`,
  productName: `Bike ${state}`,
  amount: 2_500,
  state,
  until,
})

test('held money names each bike, and the moment when it is the seller’s', () => {
  const heldDeals = [
    toHeldDeal('held', null),
    toHeldDeal('handed_over', '2026-11-28T10:00:00.000Z'),
    toHeldDeal('disputed', '2026-11-30T10:00:00.000Z'),
    toHeldDeal('frozen', null),
  ]
  const page = toPage({ held: 10_000, heldDeals })
  const text = readText(Money, page)
  expect(text).toContain(
    'Held ৳10,000 Bike held ৳2,500 Yours 24 hours after the handover, if no problem is reported. Bike handed_over ৳2,500',
  )
  expect(text).toContain('Yours from Sat 28 Nov, 4:00 PM on, if the buyer reports no problem.')
  expect(text).toContain('A problem is reported. We decide by Mon 30 Nov, 4:00 PM.')
  expect(text).toContain('Bike frozen ৳2,500 Stopped by a bank check')
  expect(readText(Money, page, bangla)).toContain('ক্রেতা কোনো সমস্যা না জানালে শনিবার ২৮ নভেম্বর বিকেল ৪টা থেকে আপনার।')
  expect(readHtml(Money, page)).toMatch(/<a[^>]*translate="no"[^>]*>Bike held<\/a>/)
  expect(readText(Money, toPage({}))).toContain('Held ৳0 Yours 24 hours after the handover, if no problem is reported.')
})

test('of a payment to be sent the page says who sends it, and until when', () => {
  const sentence = 'Two of us check each payment and send it within 3 days. We tell you then.'
  const page = toPage({ payable: 5_000, payouts: [due, { ...due, _id: 'other' }] })
  expect(readText(Money, page).split(sentence)).toHaveLength(2)
  expect(readText(Money, page)).toContain('To be sent We send it by Mon 30 Nov')
  expect(readText(Money, page, bangla)).toContain('আমাদের দুজন কর্মী হিসাব মিলিয়ে ৩ দিনের মধ্যে টাকা পাঠান।')
  expect(readText(Money, page, bangla)).toContain('সোমবার ৩০ নভেম্বরের মধ্যে পাঠাব')
  const nowhere = toPage({ payable: 5_000, payouts: [due] }, { destination: null })
  expect(readText(Money, nowhere)).toMatch(/Waits for you since .* Waits for your account\./)
  expect(readText(Money, nowhere)).not.toContain('To be sent')
  // What else it waits for is said instead.
  for (const others of [
    { destination: null },
    { destination: { ...destination, usableAt: '2026-11-30T10:00:00.000Z' } },
  ])
    expect(readText(Money, toPage({ payable: 5_000, payouts: [due] }, others))).not.toMatch(/Two of us|We send it by/)
  for (const payout of [
    { ...due, isFrozen: true },
    { ...due, state: 'sent' },
  ])
    expect(readText(Money, toPage({ payouts: [payout] }))).not.toMatch(/Two of us|We send it by/)
})

test('a payment that was not sent in time is late; the time counts from when its account may be used', () => {
  const read = (nowMs: string, usableAt = createdAt) => {
    const others = { nowMs: Date.parse(nowMs), destination: { ...destination, usableAt } }
    return readText(Money, toPage({ payable: 5_000, payouts: [due] }, others))
  }
  expect(read('2026-11-30T10:00:00.000Z')).toContain('We send it by Mon 30 Nov')
  expect(read('2026-11-30T10:00:01.000Z')).toContain('Late: we should have sent it by Mon 30 Nov')
  expect(read('2026-11-30T10:00:01.000Z', '2026-11-29T10:00:00.000Z')).toContain('We send it by Wed 2 Dec')
})

test('until Motohaat knows where to pay, that comes first and the sum says what it waits for', () => {
  const find = (language: Parameters<typeof readText>[2], destined: object) =>
    readText(Money, toPage({ payable: 5_000, onItsWay: 0 }, destined), language)
  const unknown = { destination: null }
  expect(find(undefined, unknown)).toMatch(
    /Where we pay you .*Your money Held ৳0 .*Yours, not arrived yet ৳5,000 We send it within 3 days once we know where\./,
  )
  expect(find(undefined, {})).toMatch(/Held ৳0 .*Yours, not arrived yet ৳5,000 .*Where we pay you/)
  expect(find(undefined, {})).not.toContain('once we know where')
  expect(find(undefined, {})).not.toContain('Your money')
  expect(find(bangla, unknown)).toContain('কোথায় পাঠাব জানালে ৩ দিনের মধ্যে পাঠাব।')
  // Also where nothing is on its way yet.
  expect(readText(Money, toPage({}, unknown))).toContain('once we know where')
})
