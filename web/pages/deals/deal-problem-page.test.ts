// The page of a reported problem: what both sides said, and below it what oneself can add.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDispute, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import type { Language } from '#web/i18n/language.ts'
import DealProblem from './deal-problem-page.tsx'

const dispute = {
  ...shownDispute,
  evidence: [{ _id: 'one', by: 'seller', note: 'It was dry.', picture: null, addedAt: shownAt }],
}

const read = (side: Deal['side'], language?: Language): string => {
  const { deal } = toDealPageData({ state: 'disputed', disputedAt: shownAt, handedOverAt: shownAt, side }).value
  return readHtml(DealProblem, { id: 'deal', deal, dispute, cancelTaka: null }, language)
}
const listHeadings = (html: string): string[] =>
  [...html.matchAll(/<h([1-6])[^>]*>(.*?)<\/h\1>/g)].map(([, level, text = '']) => `${level} ${toText(text)}`)

test('what oneself can add has its own heading below what both sides said, and oneself is called You', async () => {
  expect(listHeadings(read('buyer'))).toEqual([
    '1 Problem reported',
    '2 You',
    '2 Seller: Rahim Uddin',
    '2 Your words and pictures',
  ])
  expect(listHeadings(read('seller')).slice(1)).toEqual(['2 Buyer: Karim Sheikh', '2 You', '2 Your words and pictures'])
  expect(listHeadings(read('buyer', await loadBangla())).slice(1)).toEqual([
    '2 আপনি',
    '2 বিক্রেতা: Rahim Uddin',
    '2 আপনার কথা আর ছবি',
  ])
})

test('one chooses pictures above the one button that sends them with the words', () => {
  const [, form = ''] = toText(read('seller')).split('Your words and pictures')
  expect(form).toContain(
    'Pictures ( optional, helps us decide ) Take a picture Choose pictures At most 10. Only the two of you and Motohaat see them. Add',
  )
})

test('who gets all back on cancelling reads so before asking for a decision, and where to cancel', async () => {
  const { deal } = toDealPageData({
    state: 'held',
    online: 8_000,
    heldAt: shownAt,
    acts: ['cancel', 'report_problem'],
  }).value
  const page = { id: 'deal', deal, dispute: null, cancelTaka: 8_000 }
  expect(readText(DealProblem, page)).toContain(
    'If you cancel the deal now, you get ৳8,000 back without a decision. Cancel instead We decide within',
  )
  expect(readHtml(DealProblem, page)).toContain(
    `href="/dashboard/deal/${deal._id}" data-discover="true">Cancel instead</a>`,
  )
  expect(readText(DealProblem, page, await loadBangla())).toContain('এখন বাতিল করলে কোনো সিদ্ধান্ত ছাড়াই ৳৮,০০০ ফেরত পাবেন।')
  for (const cancelTaka of [null, 4_000])
    expect(readText(DealProblem, { ...page, cancelTaka })).not.toContain('Cancel instead')
})
