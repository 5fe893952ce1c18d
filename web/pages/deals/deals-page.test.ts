// A seller's list of deals: what is answered, and what came of each sale.
import { createElement } from 'react'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { loadBangla, readText, toText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import { beginDeal, finishDeal } from '#tests/support/money.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import type { Language } from '#web/i18n/language.ts'
import { AcceptDialog } from './acts/answer-dialogs.tsx'
import DealPage from './deal-page.tsx'
import Deals, { loader } from './deals-page.tsx'
import { HandoverOrder } from './handover-order.tsx'
import type { Payout } from './sold-facts.tsx'

const base: DealSummary = { ...shownDeal, side: 'seller', otherName: 'Farhana Akter', nextAct: null }
const asked: DealSummary = {
  ...base,
  acts: ['accept', 'decline'],
  nextAct: 'accept',
  answerDueAt: '2026-11-21T08:00:00.000Z',
}
const nowMs = Date.parse(shownAt)
const readList = (live: DealSummary[], ended: DealSummary[] = [], payouts: Payout[] = [], language?: Language) => {
  const lists = { live: { items: live, isWhole: true }, ended: { items: ended, isWhole: true } }
  return readText(Deals, { data: { ok: true, value: { ...lists, payouts, hasAllEnded: false, nowMs } } }, language)
}

test('beside the time of an answer the seller reads what happens without one', async () => {
  const ends = 'Otherwise the booking ends.'
  expect(readList([asked])).toContain(`Answer by Sat 21 Nov, 2:00 PM . ${ends}`)
  expect(readList([asked], [], [], await loadBangla())).toContain('না দিলে বুকিংটি শেষ হয়ে যায়।')
  const turn = { ...asked, answerDueAt: null, linePlace: 1, turnUntil: '2026-11-21T08:00:00.000Z' }
  const text = readList([turn])
  expect(text).toContain('Otherwise the turn of this buyer ends.')
  expect(text).not.toContain(ends)
  expect(readList([{ ...asked, answerDueAt: null }])).not.toContain('by then')
})

test('each request for a bike has a button that says what it does', async () => {
  const two = [asked, { ...asked, _id: 'second' }]
  expect(readList(two).match(/Accept or decline/g)).toHaveLength(2)
  // What follows without an answer is said once.
  expect(readList(two).match(/Answer by/g)).toHaveLength(2)
  expect(readList(two).match(/Otherwise the booking ends/g)).toHaveLength(1)
  expect(readList(two, [], [], await loadBangla()).match(/হ্যাঁ বা না বলুন/g)).toHaveLength(2)
})

test('who wants one of several buyers reads before accepting what becomes of the others', async () => {
  const others = [asked, { ...asked, _id: 'second' }, { ...asked, _id: 'third' }]
  expect(readList(others)).toContain('3 buyers want it. Accept one; the others stay in line.')
  expect(readList(others, [], [], await loadBangla())).toContain('একজনকে হ্যাঁ বললে অন্যরা লাইনে থাকবেন।')
  expect(readList([asked])).not.toContain('stay in line')

  const toData = (lineLength: number) => toDealPageData({ ...asked, lineLength })
  const two = '2 other buyers stay in line, and get their turns if this deal ends without a sale.'
  const readDialog = (lineLength: number, language?: Language) => {
    const { deal } = toData(lineLength).value
    return readText(() => createElement(AcceptDialog, { deal, nowMs, onClose: () => {} }), null, language)
  }
  for (const read of [(count: number) => readText(DealPage, toData(count)), readDialog]) {
    expect(read(3)).toContain(two)
    expect(read(2)).toContain('1 other buyer stays in line, and gets a turn if this deal ends without a sale.')
    expect(read(1)).not.toContain('in line')
  }
  expect(readDialog(3, await loadBangla())).toContain('আরও ২ জন ক্রেতা লাইনে থাকবেন')
})

const sold: DealSummary = { ...base, state: 'closed', closedAt: shownAt, closeReason: 'released', paid: 205_000 }
const payout: Payout = {
  _id: 'payout',
  dealId: sold._id,
  productName: 'Bike',
  amount: 205_000,
  setOff: 0,
  isFrozen: false,
  state: 'due',
  needsReview: false,
  way: null,
  destination: null,
  reference: null,
  failure: null,
  createdAt: shownAt,
  sentAt: null,
  confirmedAt: null,
}
const bkash = { kind: 'bkash', last4: '4123' } as const

test('a sold bike says where its money is', async () => {
  const read = (changes: Partial<Payout>, language?: Language) =>
    readList([], [sold], [{ ...payout, ...changes }], language)
  expect(read({})).toContain('৳2,05,000 is yours, not sent yet')
  expect(read({ state: 'sent', destination: bkash })).toContain('৳2,05,000 on its way to bKash …4123')
  const confirmed = { state: 'confirmed', destination: bkash, confirmedAt: shownAt } as const
  expect(read(confirmed)).toContain('৳2,05,000 paid out to bKash …4123 on Fri 20 Nov')
  expect(read({ ...confirmed, destination: { kind: 'bank', last4: '9876' } })).toContain('to bank account …9876 on')
  expect(read({ state: 'failed', destination: bkash })).toContain('৳2,05,000 did not arrive; Money says why')
  expect(read({ isFrozen: true })).toContain('৳2,05,000 stopped by a bank check')
  expect(read({ amount: 0, setOff: 205_000, way: 'set_off' })).toContain('৳2,05,000 kept for what you owe us')
  expect(read({ dealId: 'another' })).toContain('৳2,05,000 paid here is yours')
  expect(read(confirmed, await loadBangla())).toContain('৳২,০৫,০০০ পৌঁছেছে: বিকাশ …৪১২৩')
  const forCash = { ...sold, closeReason: 'sold_for_cash', paid: 0, price: 150_000 } as const
  expect(readList([], [forCash])).toContain('৳1,50,000 in cash')
  expect(readList([], [{ ...sold, paid: 0 }])).not.toContain('yours')
})

test('a sold bike says until when BRTA has to hear of it, while that is to be done', async () => {
  const due = { ...sold, transferDueOn: '2026-12-03' }
  expect(readList([], [due])).toContain('Tell BRTA by Thu 3 Dec How to tell BRTA')
  const bangla = await loadBangla()
  expect(readList([], [due], [], bangla)).toContain('বিআরটিএকে জানানোর শেষ দিন')
  expect(readList([], [sold])).not.toContain('Tell BRTA')
  // What is left to do stands above what has ended.
  expect(readList([], [sold, { ...due, _id: 'due' }])).toMatch(/Still to do 1 .*Tell BRTA .*Ended 1 /)
  expect(readList([], [due], [], bangla)).toMatch(/আরও কাজ আছে ১ /)
  expect(readList([], [due])).not.toContain('Ended')
  expect(readList([], [sold])).not.toContain('Still to do')
})

test('the order of a handover says “you” to the side that reads it', async () => {
  const bangla = await loadBangla()
  const read = (side: 'buyer' | 'seller', rest: number, language?: Language) => {
    const deal = { side, rest, price: 100_000, otherName: 'Farhana Akter' }
    return toText(readText(() => createElement(HandoverOrder, { deal }), null, language))
  }
  expect(read('buyer', 97_000)).toMatch(
    /You pay the rest, ৳97,000.*You read the code aloud to Farhana\..*Farhana’s page/,
  )
  expect(read('seller', 97_000)).toMatch(
    /Farhana pays the rest, ৳97,000.*Farhana reads you the code, and you enter it\..*Your page.*You give Farhana/,
  )
  expect(read('buyer', 0)).toContain('Everything is paid: ৳1,00,000.')
  for (const side of ['buyer', 'seller'] as const) {
    expect(read(side, 97_000)).not.toMatch(/the buyer|the seller/i)
    expect(read(side, 97_000, bangla)).not.toMatch(/ক্রেতা/)
    expect(read(side, 97_000, bangla)).toContain('আপনি')
  }
})

test('the list has the payout of a sale that was paid here, and asks for none without such a sale', async () => {
  const testApp = await createTestApp()
  const { seller, id } = await finishDeal(testApp)
  const read = async (client: Client) => {
    const context = new RouterContextProvider()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads nothing else
    context.set(appContext, { client } as AppContext)
    const request = new Request('https://motohaat.test/dashboard/deals')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads nothing else
    const { data } = await loader({ context, request, params: {} } as unknown as LoaderFunctionArgs)
    const result = await data
    return result.ok ? result.value.payouts.map(({ dealId }) => dealId) : null
  }
  expect(await read(seller)).toEqual([id])
  const { seller: other } = await beginDeal(testApp)
  expect(await read(other)).toEqual([])
})

test('without a booking the page says who will be here, and leads to the own bikes, whether there are any or not', async () => {
  expect(readList([])).toMatch(/People who book your bike appear here\. More photos, .* help\. See My Products$/)
  expect(readList([], [], [], await loadBangla())).toContain('আমার বাইক দেখুন')
})
