// What the page of a deal says of its money: the price that holds, and whose the money is once the deal has ended.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import type { Language } from '#web/i18n/language.ts'
import DealPage from './deal-page.tsx'

const bangla = await loadBangla()

const readDeal = (changes: Partial<Deal>, language?: Language): string =>
  readText(DealPage, toDealPageData(changes), language)

const closed: Partial<Deal> = { state: 'closed', closedAt: shownAt, acts: [], nextAct: null }

test('says after a late cancellation who keeps how much, and to the seller when it comes', () => {
  const late: Partial<Deal> = { ...closed, closeReason: 'cancelled_by_buyer', paid: 530, online: 1_060 }
  expect(readDeal(late)).toContain('৳530 of what you paid here stays with Rahim.')
  expect(readDeal(late)).toContain('Paid here ৳1,060 Stays with Rahim ৳530')
  expect(readDeal({ ...late, side: 'seller' })).toContain(
    '৳530 of what Rahim paid here is yours; we send it within 3 days.',
  )
  expect(readDeal({ ...late, side: 'seller' }, bangla)).toContain('৳৫৩০ আপনার; আমরা ৩ দিনের মধ্যে পাঠাব।')
  const missed: Partial<Deal> = { ...late, closeReason: 'buyer_no_show' }
  expect(readDeal(missed)).toContain('৳530 of what you paid here stays with Rahim.')
  expect(readDeal({ ...missed, side: 'seller' })).toContain('৳530 of what Rahim paid here is yours')
  const early: Partial<Deal> = { ...late, paid: 0, refund: { taka: 1_060, state: 'due' } }
  expect(readDeal(early)).toContain('This deal has ended.')
  expect(readDeal({ ...early, side: 'seller' })).not.toContain('is yours')
})

test('names after a sale only the money that was paid here', () => {
  const released: Partial<Deal> = { ...closed, closeReason: 'released', paid: 5_000, online: 5_000, cash: 95_000 }
  expect(readDeal(released)).toContain('The ৳5,000 paid here belongs to Rahim now.')
  expect(readDeal({ ...released, side: 'seller' })).toContain('The ৳5,000 paid here is yours.')
  expect(readDeal({ ...released, side: 'seller' }, bangla)).toContain('মোটোহাটে দেওয়া ৳৫,০০০ এখন আপনার।')
})

test('says how much of the price was not paid once the bike is handed over', () => {
  const handedOver: Partial<Deal> = { state: 'handed_over', handedOverAt: shownAt, price: 100_000, online: 5_000 }
  const short = { ...handedOver, cash: 90_000, rest: 5_000 }
  expect(readDeal(short)).toContain('Not paid ৳5,000')
  expect(readDeal(short)).not.toContain('Left to pay')
  expect(readDeal({ ...short, ...closed, closeReason: 'released' })).toContain('Not paid ৳5,000')
  // What an admin gave back is no rest.
  const decided = { ...short, ...closed, closeReason: 'released', paid: 2_500, rest: 7_500 }
  expect(readDeal(decided)).toContain('Not paid ৳5,000')
  expect(readDeal({ ...handedOver, cash: 95_000, rest: 0 })).not.toContain('Not paid')
})

test('says what a problem gave to each side in place of how the deal ended', () => {
  const decision = { decidedAt: shownAt, toBuyer: 8_000, toSeller: 2_000, reason: null }
  const decided: Partial<Deal> = { ...closed, closeReason: 'released', paid: 2_000, online: 10_000, decision }
  const seller: Partial<Deal> = { ...decided, side: 'seller' }
  expect(readDeal(decided)).toContain('We decided: ৳8,000 goes back to you')
  expect(readDeal(seller)).toContain('We decided: ৳2,000 is yours')
  expect(readDeal(seller, bangla)).toContain('সিদ্ধান্ত: আপনি ৳২,০০০ পাবেন')
  expect(readDeal({ ...decided, decision: { ...decision, toBuyer: 0, toSeller: 10_000 } })).toContain(
    'We decided: nothing goes back to you',
  )
  const allBack = { ...decision, toBuyer: 10_000, toSeller: 0 }
  expect(readDeal({ ...seller, decision: allBack })).toContain('We decided: all of it goes back to Rahim')
})

test('says until when cancelling is free, and nothing of paying to who may not pay here', () => {
  const accepted: Partial<Deal> = {
    state: 'accepted',
    acceptedAt: shownAt,
    acts: ['pay_deposit', 'pay_full', 'cancel'],
  }
  const after = (hours: number) => new Date(new Date(shownAt).getTime() + hours * 3_600_000).toISOString()
  const free = 'After paying here it is free until 24 hours before the meeting.'
  expect(readDeal(accepted)).toContain(free)
  expect(readDeal({ ...accepted, meetAt: after(25) })).toContain(free)
  const soon = readDeal({ ...accepted, meetAt: after(23) })
  expect(soon).toContain('who pays here now and then cancels does not get all of it back')
  expect(soon).not.toContain(free)
  // The seller takes no deposits.
  const fullOnly: Partial<Deal> = { ...accepted, acts: ['pay_full', 'cancel'] }
  expect(readDeal(fullOnly)).toContain(free)
  expect(readDeal({ ...fullOnly, meetAt: after(23) })).toContain('who pays here now and then cancels')
  for (const changes of [{ acts: ['cancel'] }, { side: 'seller' }] as const satisfies Partial<Deal>[]) {
    const text = readDeal({ ...accepted, ...changes, acts: ['cancel'] })
    expect(text).toContain('Cancelling is free while nothing is paid.')
    expect(text).not.toContain('paying here')
  }
})

test('tells a seller to take the rest before entering the code', () => {
  const held: Partial<Deal> = {
    state: 'held',
    heldAt: shownAt,
    price: 100_000,
    paid: 5_000,
    online: 5_000,
    rest: 95_000,
  }
  const sentence = '৳95,000 is left to pay. Take it before you enter the code, in cash or here.'
  expect(readDeal({ ...held, side: 'seller' })).toContain(sentence)
  expect(readDeal({ ...held, side: 'seller' }, bangla)).toContain('৳৯৫,০০০ বাকি। কোড লেখার আগে')
  expect(readDeal(held)).not.toContain('before you enter')
  expect(readDeal({ ...held, side: 'seller', rest: 0 })).not.toContain('before you enter')
})

test('says which price holds for a buyer after the seller has changed it', () => {
  const dearer = { salePrice: 105_000 }
  const sentence = 'You pay ৳1,00,000, as agreed. The bike costs ৳1,05,000 now; that does not change your price.'
  expect(readDeal(dearer)).toContain(sentence)
  expect(readDeal(dearer, bangla)).toContain('আপনি ৳১,০০,০০০ দেবেন')
  expect(readDeal({ ...dearer, side: 'seller' })).not.toContain('as agreed')
  expect(readDeal({ ...dearer, ...closed, closeReason: 'released' })).not.toContain('as agreed')
  expect(readDeal({})).not.toContain('as agreed')
  expect(readDeal({ salePrice: 95_000, acts: ['take_lower_price'] })).toContain(
    'The bike costs ৳95,000 now. Your booking stays at ৳1,00,000 until you take the lower price.',
  )
})
