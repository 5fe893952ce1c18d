// What a moderator sees of the advertisement of a case.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { Advertisement } from './advertisement.tsx'
import type { CaseDetail } from './case-detail.ts'

const found = {
  productName: 'Suzuki Gixxer SF',
  price: 160_000,
  location: 'Mirpur 10, Dhaka',
  description: 'First owner.',
  pictures: ['/pictures/front.webp', '/pictures/side.webp'],
  samePicture: null,
  earlierAdvertisements: [],
} satisfies Partial<CaseDetail>

const createPage = (changes: Partial<CaseDetail>) => () =>
  // Only the facts of the advertisement are read.
  createElement(Advertisement, { found: { ...found, ...changes } as CaseDetail }) // oxlint-disable-line typescript/no-unsafe-type-assertion -- only these are read

test('all pictures are there, each opens large, and the description', () => {
  const html = readHtml(createPage({}), null)
  expect([...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
    'Picture 1 of Suzuki Gixxer SF',
    'Picture 2 of Suzuki Gixxer SF',
  ])
  expect(readText(createPage({}), null)).toBe('Pictures in the advertisement The description First owner.')
})

test('a picture of another bike stands beside the own one, with the bike and its seller', () => {
  const samePicture = {
    own: '/pictures/front.webp',
    other: '/pictures/other.webp',
    productName: 'Suzuki Gixxer 155',
    sellerId: 'rahim',
    sellerName: 'Rahim Uddin',
  }
  const page = createPage({ samePicture })
  expect(readText(page, null)).toContain(
    'The same picture at another bike This advertisement Suzuki Gixxer 155 Rahim Uddin',
  )
  const html = readHtml(page, null)
  expect(html).toMatch(/<img(?=[^>]*alt="The other advertisement")[^>]*src="\/pictures\/other-540\.webp"/)
  expect(html).toMatch(/<a[^>]*href="\/sellers\/rahim"[^>]*>Rahim Uddin</)
})

test('what was changed stands there as it was said before, with the time', async () => {
  const earlier = {
    until: '2026-11-20T04:00:00.000Z',
    productName: found.productName,
    price: 90_000,
    location: 'Uttara, Dhaka',
    description: 'Pay half in advance.',
  }
  const page = createPage({ earlierAdvertisements: [earlier] })
  expect(readText(page, null)).toContain(
    'What it said before Until Fri 20 Nov, 10:00 AM Price : ৳90,000 Place : Uttara, Dhaka Pay half in advance.',
  )
  expect(readText(page, null, await loadBangla())).toContain('আগে যা লেখা ছিল')
  const none = createPage({ earlierAdvertisements: [{ ...earlier, ...found, description: null }] })
  expect(readText(none, null)).toMatch(/Until Fri 20 Nov, 10:00 AM No description\.$/)
})
