// What was decided about a member, and what that means for the bike.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import Standing from './standing-page.tsx'

const suspended = {
  _id: 'case',
  productName: 'Suzuki Gixxer 155',
  decision: 'suspend_7' as const,
  reason: 'You ask for money in advance.',
  decidedAt: '2026-11-20T04:00:00.000Z',
  suspendedUntil: '2026-11-27T04:00:00.000Z',
  isBikeHidden: true,
  appealUntil: null,
  appeal: null,
}
const empty = { items: [], next: null }
const toPage = (one: typeof suspended) => ({
  ok: true,
  value: { badge: null, cases: { items: [one], next: null }, reports: empty },
})

test('a bike that stays hidden after the suspension says so, and whom to write to', async () => {
  const page = toPage(suspended)
  expect(readText(Standing, page)).toContain('Until Fri 27 Nov, 10:00 AM')
  expect(readText(Standing, page)).toContain('The bike stays hidden until one of us shows it again.')
  expect(readHtml(Standing, page)).toContain('href="/#contact"')
  expect(readText(Standing, page, await loadBangla())).toContain('আমরা আবার না দেখানো পর্যন্ত বাইকটি লুকানো থাকবে।')
  const shown = toPage({ ...suspended, isBikeHidden: false })
  expect(readText(Standing, shown)).not.toContain('stays hidden')
})
