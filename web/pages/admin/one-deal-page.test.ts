// One deal for the admin: what was found at its bike.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import OneDeal from './one-deal-page.tsx'

const id = '01900000-0000-7000-8000-000000000001'
const at = '2026-11-20T06:00:00.000Z'
const deal = {
  _id: id,
  state: 'disputed',
  closeReason: null,
  productId: id,
  slug: 'yamaha-fzs-0000000001',
  productName: 'Yamaha FZS',
  price: 149_000,
  held: 149_000,
  buyerId: id,
  buyerName: 'Karim Ali',
  buyerEmail: 'karim@motohaat.test',
  sellerId: id,
  sellerName: 'Rahim Uddin',
  sellerEmail: 'rahim@motohaat.test',
  requestedAt: at,
  dueAt: null,
  meetPlace: null,
  meetAt: null,
  closedAt: null,
  closeChoice: null,
  closeNote: null,
  codeClosedAt: null,
  steps: [],
  payments: [],
  entries: [],
  inspections: [],
}
const toPage = (inspections: object[]) => ({ ok: true, value: { ...deal, inspections } })
const inspection = { _id: 'one', kind: 'mechanic', by: 'Md. Selim', signedAt: '2026-11-27T10:41:00.000Z' }

test('the inspections of a deal say who looked and when, and lead to the reports', async () => {
  const html = readHtml(OneDeal, toPage([inspection, { ...inspection, _id: 'two', kind: 'buyer', by: null }]))
  expect(toText(html)).toContain(
    'What was found at the bike A mechanic · Md. Selim 27 Nov 2026, 4:41 PM The buyer 27 Nov 2026, 4:41 PM',
  )
  expect(html).toContain('href="/dashboard/inspections/one"')
  expect(readTranslatable(html)).not.toContain('Selim')
  expect(toText(readHtml(OneDeal, toPage([inspection]), await loadBangla()))).toContain('বাইক দেখে যা পাওয়া গেছে')
  expect(toText(readHtml(OneDeal, toPage([])))).not.toContain('What was found')
})
