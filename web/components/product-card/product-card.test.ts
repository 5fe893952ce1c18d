// The badges of a card: the verdict on the price, what is true of the papers and of inspections, and nothing else.
import { createElement } from 'react'
import { assert, beforeAll, expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { MiniCard } from '#web/components/mini-card.tsx'
import type { Language } from '#web/i18n/language.ts'
import type { Marked } from '#web/ui/bike-marks.tsx'
import { ProductCard } from './product-card.tsx'

const bangla = await loadBangla()

type Cards = (
  marked: Marked & { priceVerdict?: 'good' | 'far_below'; kilometres?: number | null; verification?: boolean },
  language?: Language,
) => string[]
let read: Cards
beforeAll(async () => {
  const testApp = await createTestApp({ manualClose: true })
  const [listed] = await testApp.visitor('GET /allbikes', { query: { limit: '1' } })
  await testApp.close()
  assert(listed, 'needs a bike on sale')
  const summary = { ...listed, kilometres: 22_150, year: 2021 }
  read = (marked, language) =>
    [
      createElement(ProductCard, { bike: { ...listed, priceVerdict: null, ...marked } }),
      createElement(MiniCard, { bike: { ...summary, ...marked } }),
    ].map((card) => readHtml(() => card, null, language))
})

/** The badges of a card, each with its colour. */
const listBadges = (html: string): string[] =>
  [...html.matchAll(/<span class="badge badge--(\w+)">(.*?)<\/span>/g)].map(
    ([, colour = '', text = '']) => `${toText(text)}, ${colour}`,
  )

test.each<[Marked, string[], string[]]>([
  [{ papersLevel: 'complete', isInspected: false }, ['Papers complete, good'], ['কাগজ ঠিক আছে, good']],
  [{ papersLevel: 'unregistered', isInspected: false }, ['Unregistered, plain'], ['রেজিস্ট্রেশন ছাড়া, plain']],
  [{ papersLevel: 'not_said', isInspected: true }, ['Inspected, info'], ['পরীক্ষা করা, info']],
  [
    { papersLevel: 'complete', isInspected: true },
    ['Papers complete, good', 'Inspected, info'],
    ['কাগজ ঠিক আছে, good', 'পরীক্ষা করা, info'],
  ],
])('%j is said on both cards, and green is only what Motohaat has checked', (marked, english, inBangla) => {
  for (const html of read(marked)) expect(listBadges(html)).toEqual(english)
  for (const html of read(marked, bangla)) expect(listBadges(html)).toEqual(inBangla)
})

test('a card says nothing of papers that are not complete, and has no empty line for it', () => {
  for (const papersLevel of ['mostly', 'not_said'] as const)
    for (const html of read({ papersLevel, isInspected: false })) {
      expect(listBadges(html)).toEqual([])
      expect(html).not.toContain('card__fair')
    }
})

test('the card of the home page and of a category has the verdict on the price', () => {
  const unmarked = { papersLevel: 'not_said', isInspected: false } as const
  const [good = ''] = read({ ...unmarked, priceVerdict: 'good' })
  expect(toText(good)).toContain('Good price')
  const [tooLow = ''] = read({ ...unmarked, priceVerdict: 'far_below' })
  expect(listBadges(tooLow)).toEqual(['Very low price, warn'])
  const [inBangla = ''] = read({ ...unmarked, priceVerdict: 'good' }, bangla)
  expect(toText(inBangla)).toContain('ভালো দাম')
})

test('the card of the home page and of a category says the kilometres where its seller has said them', () => {
  const unmarked = { papersLevel: 'not_said', isInspected: false } as const
  const [said = ''] = read({ ...unmarked, kilometres: 12_000 })
  expect(toText(said)).toContain('Kilometres 12,000 km Upload Time')
  const [inBangla = ''] = read({ ...unmarked, kilometres: 12_000 }, bangla)
  expect(toText(inBangla)).toContain('কিলোমিটার ১২,০০০ কিমি')
  const [unsaid = ''] = read({ ...unmarked, kilometres: null })
  expect(toText(unsaid)).not.toContain('Kilometres')
})

test('both cards say that their seller is verified, and nothing of one who is not', () => {
  const unmarked = { papersLevel: 'not_said', isInspected: false } as const
  const [card = '', small = ''] = read({ ...unmarked, verification: true })
  expect([toText(card), toText(small)]).toEqual([
    expect.stringContaining('Verified'),
    expect.stringContaining('Verified seller'),
  ])
  for (const html of read({ ...unmarked, verification: true }, bangla)) expect(toText(html)).toContain('যাচাইকৃত')
  for (const html of read({ ...unmarked, verification: false })) expect(toText(html)).not.toContain('Verified')
})
