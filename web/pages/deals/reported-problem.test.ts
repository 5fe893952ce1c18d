// The panel of a deal that says what was reported, and what can be added to it.
import { expect, test } from 'vitest'
import { listButtons, loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { shownAt, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import DealPage from './deal-page.tsx'

const disputed: Partial<Deal> = {
  state: 'disputed',
  heldAt: shownAt,
  handedOverAt: shownAt,
  disputedAt: shownAt,
  problem: { by: 'buyer', reason: 'damaged', note: 'It leaks oil.', saidBy: ['buyer'] },
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
