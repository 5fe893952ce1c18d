// One bike for the admin: hidden or not, its cases, and the button to hide it or to show it again.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import BikeHistory from './bike-history-page.tsx'

const id = '01900000-0000-7000-8000-000000000001'
const bike = {
  _id: id,
  slug: 'yamaha-fzs-0000000001',
  productName: 'Yamaha FZS',
  status: 'available',
  price: 149_000,
  sellerId: id,
  sellerName: 'Rahim Uddin',
  sellerEmail: 'rahim@motohaat.test',
  isSellerVerified: true,
  createdAt: '2026-11-20T06:00:00.000Z',
  editedAt: null,
  advertisedAt: null,
  reservedAt: null,
  soldAt: null,
  withdrawnAt: null,
  hiddenAt: null,
  hiddenBy: null,
  cases: [],
  prices: [],
  deals: [],
  acts: [],
}
const toPage = (changes: object) => ({ ok: true, value: { ...bike, ...changes } })
const hide = 'Hide this bike'
const showAgain = 'Show the bike again'

test('a bike on sale can be hidden, one that is sold, off sale or hidden with its seller can not', () => {
  const shown = readText(BikeHistory, toPage({}))
  expect(shown).toContain(hide)
  expect(shown).toContain('Its page')
  expect(shown).not.toContain('Hidden since')
  expect(shown).toContain('Nobody has reported it')
  const hiddenWithSeller = { status: 'withdrawn', hiddenAt: '2026-11-21T06:00:00.000Z', hiddenBy: 'suspension' }
  for (const changes of [
    { status: 'sold', soldAt: '2026-11-21T06:00:00.000Z' },
    { status: 'withdrawn', withdrawnAt: '2026-11-21T06:00:00.000Z' },
    hiddenWithSeller,
  ]) {
    const text = readText(BikeHistory, toPage(changes))
    expect(text).not.toContain(hide)
    expect(text).not.toContain(showAgain)
  }
  expect(readText(BikeHistory, toPage(hiddenWithSeller))).toContain('because its seller is suspended')
})

test.each([
  ['reports', 'by reports', 'অভিযোগের কারণে'],
  ['rules', 'by the rules for advertisements', 'বিজ্ঞাপনের নিয়মের কারণে'],
  ['moderator', 'by a moderator', 'মডারেটর লুকিয়েছেন'],
])(
  'of a bike hidden by %s the page says since when and by what, and it can be shown again',
  async (by, text, bangla) => {
    const data = toPage({ status: 'withdrawn', hiddenAt: '2026-11-21T06:00:00.000Z', hiddenBy: by })
    const page = readText(BikeHistory, data)
    expect(page).toContain(`State Hidden Hidden since 21 Nov 2026, 12:00 PM · ${text}`)
    expect(page).toContain(showAgain)
    expect(page).not.toContain(hide)
    // It has no page while it is hidden.
    expect(page).not.toContain('Its page')
    expect(readText(BikeHistory, data, await loadBangla())).toContain(bangla)
  },
)

test('each case leads to where it is decided, open ones and decided ones', () => {
  const openedAt = '2026-11-21T06:00:00.000Z'
  const cases = [
    { _id: 'a', openedAt, isOpen: true, decision: null },
    { _id: 'b', openedAt, isOpen: false, decision: 'hide' },
    { _id: 'c', openedAt, isOpen: true, decision: 'warn' },
    { _id: 'd', openedAt, isOpen: false, decision: null },
  ]
  const data = toPage({ cases })
  expect(readText(BikeHistory, data)).toMatch(
    /Cases To decide 21 .* Hide the bike 21 .* Warn · Appeal 21 .* Ended: the seller changed the advertisement 21/,
  )
  const html = readHtml(BikeHistory, data)
  expect(html).toContain('href="/dashboard/cases?case=a"')
  expect(html).toContain('href="/dashboard/cases?state=decided&amp;case=b"')
  expect(html).toContain('href="/dashboard/cases?case=c"')
})
