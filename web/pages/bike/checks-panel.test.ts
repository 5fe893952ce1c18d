// What was found at a bike, on its page.
import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readTranslatable, toText } from '#tests/support/deals/read-page.ts'
import { ChecksPanel } from './checks-panel.tsx'

type Inspections = ComponentProps<typeof ChecksPanel>['inspections']

const mechanic: Inspections[number] = {
  _id: 'one',
  kind: 'mechanic',
  state: 'signed',
  isMine: false,
  isPublic: true,
  dealId: null,
  by: 'Md. Selim',
  workshop: 'Selim Auto',
  invitedBy: 'seller',
  signedAt: '2026-11-27T10:41:00.000Z',
  good: 36,
  worn: 6,
  bad: 1,
  notLookedAt: 2,
  score: 91,
  confidence: 96,
  condition: 'Fair',
}
const bangla = await loadBangla()
const read = (inspections: Inspections, language?: typeof bangla) =>
  readHtml(() => createElement(ChecksPanel, { inspections }), null, language)

test('each report says who looked, when and what was found, and leads to it', () => {
  const removed = { ...mechanic, _id: 'two', kind: 'seller' as const, by: null, worn: 0, bad: 0 }
  const html = read([mechanic, removed])
  expect(toText(html)).toMatch(/Md\. Selim , mechanic 27 Nov 2026, 4:41 PM · 36 good, 6 worn, 1 bad, 2 not looked at/)
  expect(toText(html)).toContain('the seller 27 Nov 2026, 4:41 PM · 36 good, 2 not looked at')
  expect(html).toContain('href="/inspections/one"')
  expect(readTranslatable(html)).not.toContain('Selim')
  expect(toText(read([mechanic], bangla))).toContain('৩৬টি ভালো, ৬টি ক্ষয় হয়েছে, ১টি নষ্ট, ২টি দেখা হয়নি')
})

test('a bike that nobody looked over has no empty panel', () => {
  expect(read([])).toBe('')
})
