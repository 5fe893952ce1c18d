// The way to the inspections of a bike from the page of its deal.
import { expect, test } from 'vitest'
import { listButtons, loadBangla, readHtml } from '#tests/support/deals/read-page.ts'
import { toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import DealPage from './deal-page.tsx'
import type { DealInspections } from './deal-inspections.tsx'

const bangla = await loadBangla()
const { deal } = toDealPageData().value

const signed: DealInspections['inspections'][number] = {
  _id: 'inspection',
  kind: 'buyer',
  state: 'signed',
  isMine: false,
  isPublic: false,
  dealId: deal._id,
  by: 'Karim',
  workshop: null,
  invitedBy: null,
  signedAt: '2026-11-27T10:41:00.000Z',
  good: 40,
  worn: 5,
  bad: 0,
  notLookedAt: 0,
  score: 94,
  confidence: 100,
  condition: 'Good',
}
const read = (
  side: Deal['side'],
  { mayMake = null, inspections = [] }: Partial<DealInspections>,
  language?: typeof bangla,
) => {
  const data = toDealPageData({ side })
  const found = { productName: deal.productName, condition: 'Good', mayMake, inspections, invitations: [] }
  return readHtml(DealPage, { ...data, value: { ...data.value, inspections: found } }, language)
}

test('a buyer checks the bike point by point, and goes on with what is not signed', () => {
  expect(listButtons(read('buyer', { mayMake: 'buyer' }))).toContain('Check the bike point by point')
  const draft = { ...signed, state: 'draft' as const, isMine: true, signedAt: null }
  expect(listButtons(read('buyer', { mayMake: 'buyer', inspections: [draft] }))).toContain(
    'Go on with the list of points',
  )
  expect(listButtons(read('buyer', { mayMake: 'buyer' }, bangla))).toContain('এক এক করে বাইক দেখুন')
  expect(listButtons(read('seller', { mayMake: 'seller' }))).not.toContain('Check the bike point by point')
})

test('both sides read what the buyer and the mechanic found in this deal', () => {
  const ofMechanic = { ...signed, _id: 'mechanic', kind: 'mechanic' as const }
  const ofOther = { ...signed, _id: 'other', dealId: 'another deal' }
  const inspections = [ofMechanic, signed, ofOther]
  const html = read('seller', { inspections })
  expect(listButtons(html)).toEqual(expect.arrayContaining(['What the buyer found', 'What the mechanic found']))
  expect(html).toContain('href="/dashboard/inspections/inspection"')
  expect(html).not.toContain('/dashboard/inspections/other')
  expect(listButtons(read('buyer', { inspections }))).toContain('What you found')
  expect(listButtons(read('seller', { inspections }, bangla))).toContain('ক্রেতা যা পেয়েছেন')
})
