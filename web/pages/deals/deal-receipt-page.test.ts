// The receipt of a deal as both read it.
import { describe, expect, test } from 'vitest'
import { listButtons, loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import DealReceipt from './deal-receipt-page.tsx'

describe('the receipt', () => {
  const receipt = {
    number: '2026-000012',
    issuedAt: shownAt,
    productName: 'Bike',
    purchaseTime: 2021,
    registrationDistrict: 'rajshahi',
    registrationYear: 2020,
    buyerName: 'Karim Sheikh',
    sellerName: 'Rahim Uddin',
    price: 178_000,
    online: 5_000,
    cash: 173_000,
    isCashConfirmed: false,
    isCashDenied: false,
    hasEnded: true,
    decision: null,
    toSeller: 5_000,
    payout: { sentAt: null as string | null },
    refunded: 0,
    fee: 0,
    paidAt: shownAt,
    handedOverAt: shownAt,
    transactionIds: ['pi_1', '8N7A'],
    payments: [
      { purpose: 'deposit', way: 'card', amount: 2_000, transactionId: 'pi_1', paidAt: shownAt, isRefunded: false },
      {
        purpose: 'rest',
        way: 'bkash',
        amount: 3_000,
        transactionId: '8N7A',
        paidAt: '2026-11-21T10:00:00.000Z',
        isRefunded: false,
      },
    ],
  }
  const read = (
    changes: Partial<{ [Key in keyof Omit<typeof receipt, 'decision'>]: (typeof receipt)[Key] | null }> &
      Pick<Partial<Deal>, 'decision'>,
  ) => readText(DealReceipt, { id: shownDeal._id, receipt: { ...receipt, ...changes }, hasEnded: true })

  test('writes times as the page of the deal does, and says whose word the cash is', () => {
    expect(read({})).toContain('Fri 20 Nov 2026, 2:00 PM')
    expect(read({})).toContain('Cash. The buyer did not answer; the amount is the seller’s word.')
    expect(read({ isCashDenied: true })).toContain('The buyer says that it is wrong.')
    expect(read({ isCashConfirmed: true })).toContain('Paid in cash, as both said')
  })

  test('says what of the price was not paid', () => {
    expect(read({ cash: 160_000 })).toContain('Paid in all ৳1,65,000 Not paid ৳13,000')
    expect(read({ cash: 0 })).toContain('Not paid ৳1,73,000')
    expect(read({})).not.toContain('Not paid')
    expect(read({ cash: null, handedOverAt: null })).not.toContain('Not paid')
  })

  test('names the shop, and of each payment the way, the amount, the time and the number', () => {
    const text = read({})
    expect(text).toContain('Issued by Motohaat')
    expect(text).toContain('Paid by Card · Deposit ৳2,000 Fri 20 Nov 2026, 2:00 PM Transaction id pi_1')
    expect(text).toContain('Paid by bKash · The rest ৳3,000 Sat 21 Nov 2026, 4:00 PM Transaction id 8N7A')
    const [first] = receipt.payments
    expect(read({ payments: first ? [first] : [] })).toContain('Paid by Card · Deposit ৳2,000 Fri 20 Nov')
  })

  test('has a long number of a transaction whole, which lists cut', () => {
    const payments = receipt.payments.map((one) => ({ ...one, transactionId: 'pi_3Qx8TfLkdIwHu7ix0a1b2c3' }))
    expect(read({ payments: payments.slice(1) })).toContain('Transaction id pi_3Qx8TfLkdIwHu7ix0a1b2c3')
  })

  test('names one bike: its year and where and when it was registered, and the paper that has its numbers', async () => {
    const bikes = [
      [{}, 'Bike bought in 2021 registered: Rajshahi, 2020 Buyer'],
      [{ registrationDistrict: null }, 'bought in 2021 registered: 2020 Buyer'],
      [{ registrationDistrict: null, registrationYear: null }, 'Bike bought in 2021 Buyer'],
    ] as const
    for (const [changes, words] of bikes) expect(read(changes)).toContain(words)
    const data = { id: shownDeal._id, receipt, hasEnded: true }
    expect(readText(DealReceipt, data, await loadBangla())).toContain('২০২১ সালে কেনা রেজিস্ট্রেশন: রাজশাহী, ২০২০')
    expect(readHtml(DealReceipt, data)).toContain(`href="/dashboard/transfers/${shownDeal._id}/receipt"`)
    // Of a bike that was not sold there is none.
    for (const changes of [{ handedOverAt: null }, { toSeller: 0, refunded: 5_000 }])
      expect(read(changes)).not.toContain('Sale receipt')
  })

  test('has the sale receipt as a button, and says that it is to be signed for the name transfer, not that it is BRTA’s', async () => {
    const data = { id: shownDeal._id, receipt, hasEnded: true }
    const bangla = await loadBangla()
    expect(readHtml(DealReceipt, data)).toMatch(/<a class="btn btn--line"[^>]*>Sale receipt to sign<\/a>/)
    expect(listButtons(readHtml(DealReceipt, data, bangla))).toContain('সই করার বিক্রয় রসিদ')
    const [english, inBangla] = [readText(DealReceipt, data), readText(DealReceipt, data, bangla)]
    expect(english).toContain('The sale receipt is for both of you to sign, for the name transfer.')
    expect(inBangla).toContain('নাম বদলের জন্য বিক্রয় রসিদে আপনারা দুজন সই করবেন।')
    for (const text of [english, inBangla]) expect(text).not.toMatch(/BRTA|বিআরটিএ/)
  })

  test('says in Bangla what the seller gets, not whose money it is', async () => {
    const data = { id: shownDeal._id, receipt: { ...receipt, cash: 0 }, hasEnded: true }
    const text = readText(DealReceipt, data, await loadBangla())
    expect(text).toContain('বিক্রেতা পাবেন ৳৫,০০০')
    expect(text).not.toContain('বিক্রেতার টাকা')
  })

  test('says of nothing that it is ৳0', () => {
    expect(read({ toSeller: 0, hasEnded: false })).not.toMatch(/৳0\b/)
    expect(read({ toSeller: 0, refunded: 5_000 })).not.toMatch(/৳0\b/)
  })

  test('adds up what was paid here and in cash, and says that a cancelled bike was not handed over', () => {
    expect(read({})).toContain('Paid in all ৳1,78,000')
    expect(read({ cash: 0 })).not.toContain('Paid in all')
    const cancelled = readText(DealReceipt, {
      id: shownDeal._id,
      receipt: { ...receipt, cash: 0, refunded: 5_000, toSeller: 0, handedOverAt: null },
      hasEnded: true,
    })
    expect(cancelled).toContain('Handed over No. The deal ended before.')
  })

  test('says that the seller’s part is of what was paid here, where there is cash too', () => {
    expect(read({})).toContain('Of what was paid here, belongs to the seller ৳5,000')
    expect(read({ cash: 0 })).toContain('Belongs to the seller ৳5,000')
    expect(read({ cash: 0 })).not.toContain('Of what was paid here')
  })

  test('says whether the seller’s money was sent', async () => {
    expect(read({})).toContain('৳5,000 Not sent to the seller yet')
    expect(read({ payout: { sentAt: shownAt } })).toContain('৳5,000 Sent to the seller on Fri 20 Nov 2026, 2:00 PM')
    for (const changes of [{ payout: null }, { toSeller: 0, hasEnded: false }])
      expect(read(changes)).not.toMatch(/sent to the seller/i)
    const data = { id: shownDeal._id, receipt, hasEnded: true }
    expect(readText(DealReceipt, data, await loadBangla())).toContain('বিক্রেতাকে এখনো পাঠানো হয়নি')
  })

  test('names in Bangla the part with the payments and the way of each differently', async () => {
    const text = readText(DealReceipt, { id: shownDeal._id, receipt, hasEnded: true }, await loadBangla())
    expect(text).toMatch(/যেসব পেমেন্ট হয়েছে যেভাবে দেওয়া কার্ড/)
    expect(text).not.toContain('পেমেন্ট পেমেন্ট')
  })

  test('keeps a decision', () => {
    const decision = { decidedAt: shownAt, toBuyer: 8_000, toSeller: 170_000, reason: 'A new clutch' }
    const text = read({ online: 178_000, cash: 0, refunded: 8_000, toSeller: 170_000, decision })
    for (const words of ['What we decided', 'To Karim Sheikh ৳8,000', 'To Rahim Uddin ৳1,70,000', 'A new clutch'])
      expect(text).toContain(words)
  })
})
