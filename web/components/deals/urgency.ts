// Which deals wait for the person who reads the list, and which of them waits the shortest.
import { type DealSummary, getWaitEnd } from './describe-deal.ts'

// Paying may be done any time.
const unhurried: ReadonlySet<DealSummary['nextAct']> = new Set(['pay_deposit', 'pay_full', 'pay_rest', 'receipt'])

/** Whether the reader is the one who is waited for: with an answer, a time, the turn, or at BRTA. */
export const isToDo = ({ nextAct, turnUntil, state, transferDueOn }: DealSummary): boolean =>
  state === 'closed' ? transferDueOn !== null : turnUntil !== null || (nextAct !== null && !unhurried.has(nextAct))

/**
 * Sorts deals: those in which the reader is waited for, and open problems, come first, the one that ends the soonest on top.
 */
export const compareByUrgency = (nowMs: number) => {
  const getRank = (deal: DealSummary | undefined): [number, number] =>
    deal !== undefined && (isToDo(deal) || deal.state === 'disputed') ? [0, getWaitEnd(deal, nowMs)] : [1, 0]
  return (a: DealSummary | undefined, b: DealSummary | undefined): number => {
    const [[groupA, endA], [groupB, endB]] = [getRank(a), getRank(b)]
    if (groupA !== groupB) return groupA - groupB
    return endA === endB ? 0 : endA - endB
  }
}
