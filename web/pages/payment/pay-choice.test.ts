// What comes back of a payment, before anything is paid.
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownOrder, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import { fetchPayOptions, PayChoice, type PayOptions } from './pay-choice.tsx'
import Payment from './payment-page.tsx'

const hourMs = 3_600_000
const early = 'You cancel more than a day before the meeting'

const readChoice = (
  hoursAhead: number | null,
  state: 'requested' | 'accepted' = 'requested',
  isOtherVerified = false,
): string => {
  const nowMs = new Date(shownAt).getTime()
  const meetAt = hoursAhead === null ? null : new Date(nowMs + hoursAhead * hourMs).toISOString()
  const rules = [
    { case: 'buyer_cancels_early', toBuyer: 5_000, toSeller: 0 },
    { case: 'buyer_cancels_late', toBuyer: 2_500, toSeller: 2_500 },
  ] as const
  const options: PayOptions = {
    deal: toDealPageData({ meetAt, state, isOtherVerified }).value.deal,
    nowMs,
    purposes: ['deposit', 'full'],
    amounts: { deposit: 5_000, full: 100_000, rest: 95_000 },
    rules: { deposit: [...rules], full: [...rules] },
    payments: [],
    restTaka: 0,
  }
  const Choice = () =>
    createElement(PayChoice, {
      purchase: {},
      options,
      chosen: 'deposit',
      isBusy: false,
      onChoose: () => {},
      onContinue: () => {},
    })
  return readText(Choice, null)
}

test('whether the seller is verified stands beside the name, where money is decided', () => {
  expect(readChoice(null)).toContain('Seller: Rahim Uddin Not verified yet')
  expect(readChoice(null, 'accepted', true)).toContain('Seller: Rahim Uddin Verified')
})

test.each([null, 48, 24])('cancelling early is promised while it can be: %s hours before the meeting', (hours) => {
  expect(readChoice(hours)).toContain(early)
  expect(readChoice(hours)).toContain('You cancel later, or do not come')
})

test('less than a day before the meeting nothing is promised that cannot happen any more', () => {
  expect(readChoice(23)).not.toContain(early)
  expect(readChoice(23)).toContain('You cancel from now on, or do not come ৳2,500 back ৳2,500 to the seller')
})

test('a deposit is not said to reserve a bike that is kept already, because the seller said yes', () => {
  expect(readChoice(null)).toContain('Reserves the bike until you meet. You pay the other ৳95,000')
  const accepted = readChoice(null, 'accepted')
  expect(accepted).toContain('Deposit ৳5,000 The bike is kept for you already. A deposit shows that you come;')
  expect(accepted).not.toContain('Reserves the bike until you meet. You pay the other')
})

test('who pays before the seller has answered reads so, and that a no gives everything back', () => {
  const line = 'has not answered yet. If the answer is no, you get everything back.'
  expect(readChoice(null)).toContain(line)
  expect(readChoice(null, 'accepted')).not.toContain(line)
})

describe('a saved bike that nobody has booked', () => {
  const wish: Purchase = {
    ...shownOrder,
    from: 'wish',
    dealId: null,
    slug: 'gixxer-1',
    offer: { sellerName: 'Rahim Uddin', deposit: 3_000, isFirstTime: true },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is asked for a wish without a deal
  const client = {} as Client
  const read = async (changes: Partial<Purchase>, language?: Language) => {
    const purchase = { ...wish, ...changes }
    const options = await fetchPayOptions(client, purchase)
    const ways = [{ way: 'bkash', max: 1_000_000 }]
    return readHtml(Payment, { purchase, options, ways }, language)
  }

  test('has the seller, the deposit and what comes back, as its order would have', async () => {
    const text = toText(await read({}))
    expect(text).toContain('Seller: Rahim Uddin')
    expect(text).toContain('Deposit ৳3,000 Reserves the bike until you meet. You pay the other ৳97,000')
    expect(text).toContain('You cancel later, or do not come ৳1,500 back ৳1,500 to the seller')
    const again = { sellerName: 'Rahim Uddin', deposit: 3_000, isFirstTime: false }
    expect(toText(await read({ offer: again }))).toContain('You cancel later, or do not come ৳3,000 to the seller')
  })

  test('has all of the money back where the seller does not want to sell', async () => {
    expect(toText(await read({}))).toContain('Rahim does not want to sell ৳3,000 back')
    expect(toText(await read({}, await loadBangla()))).toContain('বেচতে রাজি না হলে ৳৩,০০০ ফেরত')
  })

  test('is said to be bookable for nothing first', async () => {
    const html = await read({})
    expect(html).toContain('href="/bikes/gixxer-1#book-gixxer-1"')
    expect(toText(html)).toContain('You need not pay yet. Book it free of charge first')
    expect(toText(await read({}, await loadBangla()))).toContain('আগে বিনা খরচে বুক করুন')
  })

  test('of a seller who takes no deposits is paid whole, and of a dear one the deposit alone', async () => {
    const purposes = async (changes: Partial<Purchase>) =>
      (await fetchPayOptions(client, { ...wish, ...changes }))?.purposes
    const offer = { sellerName: 'Rahim Uddin', deposit: 0, isFirstTime: true }
    expect(await purposes({ offer })).toEqual(['full'])
    expect(await purposes({ salePrice: 1_200_000 })).toEqual(['deposit'])
    expect(await purposes({ payObstacle: 'promised_to_another' })).toBeUndefined()
    expect(await purposes({ status: 'sold' })).toBeUndefined()
  })
})
