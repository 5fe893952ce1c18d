// A problem on the page of its deal: who has the bike before and after a decision, and what withdrawing the report does.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDispute, shownLater, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import DealPage from './deal-page.tsx'
import DealProblem from './deal-problem-page.tsx'

const bangla = await loadBangla()

test('the decision says to both sides who has the bike', () => {
  const read = (side: 'buyer' | 'seller', toSeller: number, changes: Partial<Deal> = {}, language?: typeof bangla) => {
    const decision = { decidedAt: shownLater, toBuyer: 8_000, toSeller, reason: null }
    const closed: Partial<Deal> = {
      state: 'closed',
      closedAt: shownLater,
      acts: [],
      nextAct: null,
      closeReason: 'released',
    }
    const deal = { ...closed, heldAt: shownAt, handedOverAt: shownAt, disputedAt: shownAt, side, decision, ...changes }
    return readText(DealPage, toDealPageData(deal), language)
  }
  expect(read('buyer', 0)).toContain('The bike goes back to Rahim.')
  expect(read('seller', 0)).toContain('The bike goes back to you. You can offer it again.')
  expect(read('buyer', 170_000)).toContain('You keep the bike.')
  expect(read('seller', 170_000)).toContain('Rahim keeps the bike.')
  expect(read('buyer', 0, { handedOverAt: null })).toContain('The bike is Rahim’s.')
  // The decision itself counts as the handover of a bike that was not handed over.
  expect(read('buyer', 170_000, { handedOverAt: shownLater })).toContain('The bike is yours.')
  expect(read('seller', 170_000, { handedOverAt: shownLater }, bangla)).toMatch(/বাইক Rahim-\u2060?এর কাছে বিক্রি হয়েছে।/)
})

test('the page of the problem says who has the bike too, but not of one that was taken back', () => {
  const decided = { ...shownDispute, decidedAt: shownLater, takaToBuyer: 8_000, decisionNote: 'A new clutch' }
  const { deal } = toDealPageData({ state: 'closed', disputedAt: shownAt }).value
  const read = (decision: string) =>
    readText(DealProblem, { id: 'deal', deal, dispute: { ...decided, decision }, cancelTaka: null })
  expect(read('part')).toContain('the rest to the seller. The buyer keeps the bike. A new clutch')
  expect(read('refunded')).toContain('The bike goes back to the seller, who can offer it again.')
  expect(read('withdrawn')).toContain('The problem was taken back. A new clutch')
})

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
  disputedAt: shownAt,
  acts: [],
  nextAct: null,
  problem,
}

test('while a problem is open, both read who has the bike with all, a part or nothing back', () => {
  const read = (side: 'buyer' | 'seller', handedOverAt: string | null, language?: typeof bangla) => {
    return readText(DealPage, toDealPageData({ ...disputed, side, handedOverAt }), language)
  }
  expect(read('buyer', shownAt)).toContain(
    'If you get back all that you paid here, the bike goes back to Rahim. If you get back a part or nothing, you keep the bike.',
  )
  expect(read('buyer', null)).toContain('the bike stays Rahim’s. If you get back a part or nothing, the bike is yours.')
  expect(read('seller', shownAt)).toContain(
    'If Rahim gets back all that was paid here, the bike goes back to you. If Rahim gets back a part or nothing, Rahim keeps the bike.',
  )
  expect(read('seller', null)).toContain(
    'the bike stays yours. If Rahim gets back a part or nothing, the bike is sold to',
  )
  expect(read('buyer', shownAt, bangla)).toMatch(/পুরো টাকা ফেরত পেলে বাইক Rahim\S* ফেরত দেবেন। .* বাইক আপনার কাছেই থাকবে।/)
  expect(read('seller', shownAt, bangla)).toContain('পুরো টাকা ফেরত পেলে বাইক আপনি ফেরত পাবেন।')
  const { deal } = toDealPageData({ state: 'handed_over', handedOverAt: shownAt }).value
  expect(readText(DealPage, toDealPageData(deal))).not.toContain('a part or nothing')
})

test('the page of an open problem says who has the bike too', () => {
  const { deal } = toDealPageData({ state: 'disputed', disputedAt: shownAt, handedOverAt: shownAt }).value
  expect(readText(DealProblem, { id: 'deal', deal, dispute: shownDispute, cancelTaka: null })).toContain(
    'the bike goes back to Rahim. If you get back',
  )
})

test('the words of a report and who has not answered it yet are apart', () => {
  const html = readHtml(DealPage, toDealPageData(disputed))
  expect(html).toContain('<p dir="auto">It leaks oil.</p><p class="terms">Rahim has not answered yet')
})

test('what withdrawing a report does is said where its button is', () => {
  const read = (changes: Partial<Deal>) =>
    readHtml(DealPage, toDealPageData({ ...disputed, handedOverAt: shownAt, acts: ['withdraw_dispute'], ...changes }))
  const [before = '', folded = ''] = read({ acts: ['withdraw_dispute', 'receipt'], nextAct: 'receipt' }).split(
    '<details class="folded">',
  )
  expect(before).not.toContain('If you withdraw the report,')
  expect(folded).toMatch(/If you withdraw the report,.*Withdraw the report</)
  // A single act is not folded, and has the sentence after it.
  expect(read({})).toMatch(/Withdraw the report<.*If you withdraw the report,/)
})
