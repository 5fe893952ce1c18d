// Who has the bike after a decision about a problem, for both sides.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import DealPage from './deal-page.tsx'
import DealProblem from './deal-problem-page.tsx'

const bangla = await loadBangla()
const later = new Date(new Date(shownAt).getTime() + 1).toISOString()

test('the decision says to both sides who has the bike', () => {
  const read = (side: 'buyer' | 'seller', toSeller: number, changes: Partial<Deal> = {}, language?: typeof bangla) => {
    const decision = { decidedAt: later, toBuyer: 8_000, toSeller, reason: null }
    const closed: Partial<Deal> = { state: 'closed', closedAt: later, acts: [], nextAct: null, closeReason: 'released' }
    const deal = { ...closed, heldAt: shownAt, handedOverAt: shownAt, disputedAt: shownAt, side, decision, ...changes }
    return readText(DealPage, toDealPageData(deal), language)
  }
  expect(read('buyer', 0)).toContain('The bike goes back to Rahim.')
  expect(read('seller', 0)).toContain('The bike goes back to you. You can offer it again.')
  expect(read('buyer', 170_000)).toContain('You keep the bike.')
  expect(read('seller', 170_000)).toContain('Rahim keeps the bike.')
  expect(read('buyer', 0, { handedOverAt: null })).toContain('The bike is Rahim’s.')
  // The decision itself counts as the handover of a bike that was not handed over.
  expect(read('buyer', 170_000, { handedOverAt: later })).toContain('The bike is yours.')
  expect(read('seller', 170_000, { handedOverAt: later }, bangla)).toMatch(/বাইক Rahim-\u2060?এর কাছে বিক্রি হয়েছে।/)
})

test('the page of the problem says who has the bike too, but not of one that was taken back', () => {
  const dispute = {
    dealId: 'deal',
    reason: 'damaged',
    note: null,
    openedBy: 'buyer',
    openedAt: shownAt,
    buyerName: 'Karim Sheikh',
    sellerName: 'Rahim Uddin',
    evidenceUntil: later,
    decideUntil: later,
    decidedAt: later,
    takaToBuyer: 8_000,
    decisionNote: 'A new clutch',
    isHandedOver: true,
    evidence: [],
  }
  const { deal } = toDealPageData({ state: 'closed', disputedAt: shownAt }).value
  const read = (decision: string) => readText(DealProblem, { id: 'deal', deal, dispute: { ...dispute, decision } })
  expect(read('part')).toContain('the rest to the seller. The buyer keeps the bike. A new clutch')
  expect(read('refunded')).toContain('The bike goes back to the seller, who can offer it again.')
  expect(read('withdrawn')).toContain('The problem was taken back. A new clutch')
})
