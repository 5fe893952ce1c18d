// The inspections of a bike, and the links for mechanics.
import { expect, test } from 'vitest'
import {
  listButtons,
  listMainButtons,
  loadBangla,
  readHtml,
  readTranslatable,
  toText,
} from '#tests/support/deals/read-page.ts'
import { loadInspectionMessages } from '#web/i18n/load-inspection-messages.ts'
import BikeInspectionsPage from './bike-inspections-page.tsx'
import type { BikeInspections } from './inspection-types.ts'

const bangla = await loadBangla()
await loadInspectionMessages(bangla)

const own: BikeInspections['inspections'][number] = {
  _id: 'own',
  kind: 'seller',
  state: 'signed',
  isMine: true,
  isPublic: true,
  dealId: null,
  by: 'Rahim',
  workshop: null,
  invitedBy: null,
  signedAt: '2026-11-27T10:41:00.000Z',
  good: 12,
  worn: 2,
  bad: 0,
  notLookedAt: 1,
  score: 93,
  confidence: 93,
  condition: 'Excellent',
}
const link = { _id: 'link', createdAt: '2026-11-20T04:00:00.000Z', expiresAt: '2026-12-04T04:00:00.000Z' }
const read = (changes: Partial<BikeInspections> = {}, language?: typeof bangla) => {
  const page: BikeInspections = {
    productName: 'Suzuki Gixxer 155',
    condition: 'Good',
    mayMake: 'seller',
    side: 'seller',
    inspections: [],
    invitations: [],
    ...changes,
  }
  return readHtml(BikeInspectionsPage, { ok: true, value: { slug: 'suzuki-gixxer-155', ...page } }, language)
}

test('a seller looks over 15 points and a buyer checks all 45, and a draft or a signed one is named on the button', () => {
  expect(listMainButtons(read())).toEqual(['Look over your bike'])
  expect(toText(read())).toContain('15 points, no tools.')
  expect(listMainButtons(read({ mayMake: 'buyer' }))).toEqual(['Check the bike point by point'])
  expect(toText(read({ mayMake: 'buyer' }))).toContain('45 points, also without internet.')
  expect(listMainButtons(read({ inspections: [{ ...own, state: 'draft', signedAt: null }, own] }))).toEqual([
    'Go on with the list',
  ])
  expect(listMainButtons(read({ inspections: [own] }))).toEqual(['Make a new one'])
  expect(listMainButtons(read({ mayMake: null, inspections: [own] }))).toEqual([])
  expect(toText(read({}, bangla))).toContain('১৫টি পয়েন্ট')
})

test('each inspection says who looked, when, and what was found, and leads to its report', () => {
  const older = { ...own, _id: 'older', state: 'superseded' as const }
  const html = read({ inspections: [{ ...own, _id: 'draft', state: 'draft', signedAt: null }, own, older] })
  expect(toText(html)).toContain('Rahim Seller · 27 Nov 2026, 4:41 PM 12 good, 2 worn, 1 not looked at')
  expect(toText(html)).toContain('Not signed yet')
  expect(toText(html)).toContain('There is a newer one')
  for (const path of ['/dashboard/inspections/draft', '/inspections/own', '/inspections/older'])
    expect(html).toContain(`href="${path}"`)
  expect(readTranslatable(html)).not.toMatch(/Gixxer|Rahim/)
  expect(toText(read())).toContain('Nobody has looked yet.')
})

test('a link for a mechanic says until when it works, and only an open one can be revoked', () => {
  const invitations = (['open', 'signed', 'expired', 'revoked'] as const).map((state) => ({
    ...link,
    _id: state,
    state,
  }))
  const html = read({ invitations })
  expect(toText(html)).toContain('Link of 20 Nov 2026, 10:00 AM Open Works until 4 Dec 2026, 10:00 AM')
  expect(listButtons(html).filter((text) => text === 'Revoke')).toHaveLength(1)
  expect(html).toContain('aria-label="Revoke: link of 20 Nov 2026, 10:00 AM"')
  expect(toText(html)).toContain('You pay the mechanic yourself. A link works for 14 days.')
  expect(toText(read({ mayMake: null }))).not.toContain('Ask a mechanic')
  expect(toText(read({ invitations }, bangla))).toContain('লিংক ১৪ দিন চলে।')
})
