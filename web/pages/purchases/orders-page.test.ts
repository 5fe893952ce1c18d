// The order of My Orders.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText, readTranslatable } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal, shownDeposit, shownOrder } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import Orders from './orders-page.tsx'

const toOrder = (name: string): Purchase => ({ ...shownOrder, _id: name, dealId: name, productName: name })

test('orders in which the buyer is waited for come first, both parts as they were', () => {
  const deals: [string, Partial<DealSummary>][] = [
    ['Waiting one', { nextAct: null }],
    ['Time proposed', { state: 'accepted', nextAct: 'agree_meeting' }],
    ['Waiting two', { nextAct: 'pay_full' }],
    ['Handed over', { state: 'handed_over', nextAct: 'everything_fine' }],
  ]
  const text = readText(Orders, {
    list: { items: deals.map(([name]) => toOrder(name)), isWhole: true },
    ended: [],
    dealsById: new Map(deals.map(([_id, changes]) => [_id, { ...shownDeal, _id, productName: _id, ...changes }])),
    nowMs: Date.parse(shownAt),
  })
  expect(text).toMatch(/Time proposed .*Handed over .*Waiting one .*Waiting two/)
})

test('while a seller has not answered the buyer reads that paying can wait, and what comes back', async () => {
  const read = (state: DealSummary['state'], changes: Partial<Purchase> = {}, language?: Language) =>
    readText(
      Orders,
      {
        list: { items: [{ ...toOrder('Bike'), ...changes }], isWhole: true },
        ended: [],
        dealsById: new Map([['Bike', { ...shownDeal, _id: 'Bike', state, nextAct: null }]]),
        nowMs: Date.parse(shownAt),
      },
      language,
    )
  expect(read('requested')).toContain('You need not pay before the seller has answered.')
  expect(read('requested', {}, await loadBangla())).toContain('বিক্রেতার উত্তরের আগে টাকা দিতে হবে না।')
  expect(read('accepted')).not.toContain('You need not pay')
  expect(read('requested', { payObstacle: 'another_buyer_paying' })).not.toContain('You need not pay')
})

test('the main button of an order stands before the way to it, and Pay last where something else comes first', () => {
  const read = (nextAct: DealSummary['nextAct']) =>
    readText(Orders, {
      list: { items: [toOrder('Bike')], isWhole: true },
      ended: [],
      dealsById: new Map([['Bike', { ...shownDeal, _id: 'Bike', state: 'accepted', nextAct }]]),
      nowMs: Date.parse(shownAt),
    })
  expect(read('propose_meeting')).toMatch(/Propose a time.*See order.*Pay/)
  expect(read('pay_full')).toMatch(/Pay.*See order/)
})

const toPage = (changes: Partial<Purchase>) => ({
  list: { items: [{ ...toOrder('Bike'), ...changes }], isWhole: true },
  ended: [],
  dealsById: new Map([['Bike', { ...shownDeal, _id: 'Bike', state: 'held' as const, nextAct: null }]]),
  nowMs: Date.parse(shownAt),
})
const rest = { ...shownDeposit, transactionId: 'pi_rest', purpose: 'rest', amount: 97_000 } as const

test('after a deposit an order says what is paid, what is left, and the number of the transaction', async () => {
  const page = toPage({ payments: [shownDeposit], rest: 97_000 })
  expect(readText(Orders, page)).toContain('Deposit ৳3,000 paid · ৳97,000 at the meeting')
  expect(readText(Orders, page)).toContain('Transaction id: pi_deposit')
  expect(readTranslatable(readHtml(Orders, page))).not.toContain('pi_deposit')
  expect(readText(Orders, page, await loadBangla())).toMatch(/৳৩,০০০.*৳৯৭,০০০/)
  expect(readText(Orders, toPage({}))).not.toMatch(/at the meeting|Transaction id/)
})

test('a long number of a transaction is short in a row, and one of bKash stands there whole', () => {
  const long = { ...shownDeposit, transactionId: 'pi_3Qx8TfLkdIwHu7ix0a1b2c3' }
  const text = readText(Orders, toPage({ payments: [long], rest: 97_000 }))
  expect(text).toContain('Transaction id: …a1b2c3')
  expect(text).not.toContain('pi_3')
  const bkash = { ...shownDeposit, transactionId: '8N7A2B3C4D' }
  expect(readText(Orders, toPage({ payments: [bkash], rest: 97_000 }))).toContain('Transaction id: 8N7A2B3C4D')
})

test('an order that is paid in two parts has both numbers with their amounts, and one that was sent back says so', () => {
  const whole = readText(Orders, toPage({ payments: [shownDeposit, rest], paid: true }))
  expect(whole).toContain('Deposit ৳3,000 · Transaction id: pi_deposit The rest ৳97,000 · Transaction id: pi_rest')
  expect(whole).not.toContain('at the meeting')
  const back = readText(Orders, toPage({ payments: [{ ...shownDeposit, isRefunded: true }, rest], paid: true }))
  expect(back).toContain('Deposit ৳3,000 (sent back) · Transaction id: pi_deposit')
})
