// The page on which the seller types the code of the buyer.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { toDealPageData } from '#tests/support/deals/shown-deals.ts'
import DealHandover from './deal-handover-page.tsx'

test('a seller who gets no code reads where another time can be proposed, and the deal cancelled', async () => {
  const page = toDealPageData({ side: 'seller', state: 'held', acts: ['hand_over', 'propose_meeting', 'cancel'] }).value
  expect(readText(DealHandover, page)).toContain('No code, or something is wrong? Propose another time, or cancel')
  expect(readText(DealHandover, page, await loadBangla())).toContain(
    'কোড নেই, বা কিছু ঠিক মনে হচ্ছে না? অন্য সময় দিন, বা বাতিল করুন',
  )
})

test('a seller reads when what was paid here is theirs, before the code is entered', async () => {
  const page = (online: number) => toDealPageData({ side: 'seller', state: 'held', acts: ['hand_over'], online }).value
  expect(readText(DealHandover, page(5_000))).toContain(
    'The ৳5,000 paid here is yours 24 hours after the handover, if no problem is reported. In this order',
  )
  expect(readText(DealHandover, page(5_000), await loadBangla())).toContain(
    'এখানে দেওয়া ৳৫,০০০ বাইক দেওয়ার ২৪ ঘণ্টা পর আপনার, যদি ক্রেতা সমস্যা না জানান।',
  )
  expect(readText(DealHandover, page(0))).not.toContain('paid here is yours')
})
