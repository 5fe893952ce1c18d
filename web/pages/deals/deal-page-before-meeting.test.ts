// The page of a deal before the meeting: an accepted offer, a payment without an answer, the papers.
import { expect, test } from 'vitest'
import { listButtons, loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import type { Language } from '#web/i18n/language.ts'
import DealPage from './deal-page.tsx'

const bangla = await loadBangla()

const readDeal = (changes: Partial<Deal>, language?: Language): string =>
  readText(DealPage, toDealPageData(changes), language)

test('after an accepted offer asks for the booking, and lets the price go instead of a booking', () => {
  const agreed: Partial<Deal> = {
    state: 'accepted',
    acceptedAt: shownAt,
    bookUntil: '2026-11-21T08:00:00.000Z',
    acts: ['book', 'cancel'],
    nextAct: 'book',
  }
  const html = readHtml(DealPage, toDealPageData(agreed))
  expect(listButtons(html)).toContain('I do not take this price')
  expect(listButtons(html)).not.toContain('Cancel booking')
  expect(readDeal(agreed)).toMatch(/Price agreed .*Book \(now\)/)
  expect(readDeal(agreed, bangla)).toContain('এই দামে নেব না')
  expect(listButtons(readHtml(DealPage, toDealPageData({ ...agreed, bookUntil: null })))).toContain('Cancel booking')
})

test('tells both, where a bike was paid before an answer, that nothing is promised until a time is agreed', () => {
  const held: Partial<Deal> = {
    side: 'seller',
    state: 'held',
    acceptedAt: shownAt,
    heldAt: shownAt,
    acts: ['cancel'],
  }
  const words = 'Agreeing on a time is your yes; to say no, cancel the deal.'
  expect(readDeal(held)).toContain(words)
  expect(readDeal(held, bangla)).toContain('সময় ঠিক হলে আপনার হ্যাঁ ধরা হবে। রাজি না হলে কেনাবেচা বাতিল করুন।')
  const buyers = 'Rahim has not said yes yet. Agreeing on a time is a yes.'
  expect(readDeal({ ...held, side: 'buyer' })).toContain(buyers)
  expect(readDeal({ ...held, side: 'buyer' })).not.toContain(words)
  expect(readDeal({ ...held, side: 'buyer', meetAt: '2026-11-22T10:00:00.000Z' })).not.toContain(buyers)
  expect(readDeal({ ...held, acceptedAt: '2026-11-20T07:00:00.000Z' })).not.toContain(words)
  expect(readDeal({ ...held, meetAt: '2026-11-22T10:00:00.000Z' })).not.toContain(words)
})

test('says before the meeting which papers each side brings', () => {
  const agreed: Partial<Deal> = { state: 'held', heldAt: shownAt, meetAt: '2026-11-22T08:00:00.000Z', acts: [] }
  const receipt = 'Both of you and two witnesses sign the sale receipt.'
  expect(readDeal(agreed)).toContain(
    `Bring a copy of your NID. The seller brings the smart card and the signed form TTO. ${receipt}`,
  )
  const sellers = readDeal({ ...agreed, side: 'seller' })
  expect(sellers).toContain(`Bring the smart card, a copy of your NID and form TTO, signed by you. ${receipt}`)
  expect(readDeal(agreed, bangla)).toContain('বিক্রয় রসিদে আপনারা দুজন আর দুজন সাক্ষী সই করবেন।')
  expect(readDeal({ ...agreed, meetAt: null })).not.toContain(receipt)
  expect(readDeal({ ...agreed, state: 'handed_over', handedOverAt: shownAt })).not.toContain(receipt)
})

test('a buyer who has paid reads once when cancelling gives all of it back', () => {
  const held: Partial<Deal> = { state: 'held', heldAt: shownAt, meetAt: null, paid: 5_000, online: 5_000, rest: 0 }
  const read = (language?: Language) => readDeal({ ...held, acts: ['propose_meeting', 'show_code'] }, language)
  expect(read().match(/everything back|all of it back/g)).toHaveLength(1)
  expect(read()).toContain('or Rahim cancels, you get everything back.')
  expect(read(bangla).match(/টাকা ফেরত/g)).toHaveLength(1)
  expect(read(bangla)).toContain('দেখা করার ২৪ ঘণ্টা আগে পর্যন্ত আপনি বাতিল করলে, বা Rahim বাতিল করলে, পুরো টাকা ফেরত পাবেন।')
})

const paidWithoutTime: Partial<Deal> = {
  side: 'seller',
  state: 'held',
  acceptedAt: shownAt,
  heldAt: shownAt,
  acts: ['propose_meeting', 'hand_over', 'offer_price', 'report_problem', 'cancel'],
  nextAct: 'propose_meeting',
}

const listParts = (changes: Partial<Deal>, language?: Language) => {
  const html = readHtml(DealPage, toDealPageData(changes), language)
  const [, bar = ''] = /<section class="actbar"[^>]*>(.*?)<\/section>/s.exec(html) ?? []
  const [, folded = ''] = /<details class="folded">(.*?)<\/details>/s.exec(html) ?? []
  return { bar: listButtons(bar), folded: listButtons(folded), all: listButtons(html) }
}

test('a seller who has said yes and was paid finds the code at hand; before, it is in the fold until a time is agreed on', () => {
  const code = 'Enter Rahim’s code'
  const paid = listParts({ ...paidWithoutTime, acceptedAt: '2026-11-20T07:00:00.000Z' })
  expect(listParts(paidWithoutTime).folded).toContain(code)
  expect(paid.folded).not.toContain(code)
  expect(paid.all).toContain(code)
  expect(listParts({ ...paidWithoutTime, state: 'accepted', heldAt: null }).folded).toContain(code)
  const agreed: Partial<Deal> = { ...paidWithoutTime, meetAt: '2026-11-25T08:00:00.000Z', nextAct: null }
  expect(listParts(agreed).folded).not.toContain(code)
  expect(listParts(agreed).all).toContain(code)
})

test('a seller who has not said yes to a buyer who has paid finds "Cancel deal" beside "Propose a time"', () => {
  const held = paidWithoutTime
  expect(listParts(held).bar).toEqual(['Propose a time', 'Cancel deal'])
  expect(listParts(held, bangla).bar).toEqual(['দেখা করার সময় দিন', 'কেনাবেচা বাতিল করুন'])
  // Who has said yes finds it in the fold.
  expect(listParts({ ...held, acceptedAt: '2026-11-20T07:00:00.000Z' }).folded).toContain('Cancel deal')
})

test('names in Bangla a meeting after midnight by one day alone', () => {
  const agreed: Partial<Deal> = { state: 'accepted', acceptedAt: shownAt, meetAt: '2026-11-30T18:30:00.000Z', acts: [] }
  const inBangla = readDeal(agreed, bangla)
  expect(inBangla).toMatch(/সোম ৩০ নভে\. সোমবার ৩০ নভেম্বর দেখা সোমবার দিবাগত রাত\s১২:৩০/)
  expect(inBangla).not.toContain('মঙ্গল')
  expect(readDeal(agreed)).toMatch(/Tue 1 Dec Tuesday 1 December Meet at 12:30 AM/)
})
