// The panel of a deal that says what was reported, and what can be added to it.
import { expect, test } from 'vitest'
import { listButtons, loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { shownAt, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import DealPage from './deal-page.tsx'

const problem = {
  by: 'buyer',
  reason: 'damaged',
  note: 'It leaks oil.',
  saidBy: ['buyer'],
  picturesBy: ['buyer'],
} satisfies Deal['problem']
const disputed: Partial<Deal> = {
  state: 'disputed',
  heldAt: shownAt,
  handedOverAt: shownAt,
  disputedAt: shownAt,
  problem,
  acts: ['add_evidence', 'receipt'],
  nextAct: null,
}
const readPanel = (html: string): string => {
  const [, rest = ''] = html.split('<section class="panel" aria-labelledby="problem">')
  return rest.split('</section>')[0] ?? ''
}

test('who has told their side adds words or pictures from the panel of the problem, on both sides and nowhere else', async () => {
  const bangla = await loadBangla()
  for (const side of ['buyer', 'seller'] as const) {
    const data = toDealPageData({ ...disputed, side })
    const html = readHtml(DealPage, data)
    expect(toText(readPanel(html))).toContain('Add words or pictures What both sides said')
    expect(listButtons(html).filter((text) => text === 'Add words or pictures')).toHaveLength(1)
    expect(listButtons(html)).toContain('Receipt')
    expect(readText(DealPage, data, bangla).match(/আরও কথা বা ছবি দিন/g)).toHaveLength(1)
  }
})

test('who is asked for their side finds that in the bar, which is always in view, and once', () => {
  const data = toDealPageData({ ...disputed, side: 'seller', nextAct: 'add_evidence' })
  const html = readHtml(DealPage, data)
  expect(readPanel(html)).not.toContain('class="btn')
  expect(toText(html.split('class="actbar"')[1] ?? '')).toContain('Tell your side')
  expect(listButtons(html).filter((text) => text === 'Tell your side')).toHaveLength(1)
})

test('after the time to answer nothing is added, and what both sides said is still reached', () => {
  const panel = readPanel(readHtml(DealPage, toDealPageData({ ...disputed, acts: ['receipt'] })))
  expect(toText(panel)).toContain('What both sides said')
  expect(panel).not.toContain('class="btn')
})

test('where no panel of a problem is shown, words and pictures are added below', () => {
  const html = readHtml(DealPage, toDealPageData({ ...disputed, problem: null }))
  expect(listButtons(html)).toContain('Add words or pictures')
})

test('who reported it reads that there are no pictures from them, while some can be added', async () => {
  const read = (changes: Partial<Deal>, picturesBy: ('buyer' | 'seller')[]) =>
    toText(
      readPanel(readHtml(DealPage, toDealPageData({ ...disputed, ...changes, problem: { ...problem, picturesBy } }))),
    )
  const words = 'You have added no pictures. They help us decide. Add words or pictures'
  expect(read({}, ['seller'])).toContain(words)
  expect(read({}, ['buyer'])).not.toContain('no pictures')
  expect(read({ side: 'seller' }, [])).not.toContain('no pictures')
  expect(read({ acts: ['receipt'] }, [])).not.toContain('no pictures')
  const data = toDealPageData({ ...disputed, problem: { ...problem, picturesBy: [] } })
  expect(readText(DealPage, data, await loadBangla())).toContain('আপনি কোনো ছবি দেননি। ছবি দিলে সিদ্ধান্ত সহজ হয়।')
})
