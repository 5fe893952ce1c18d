// Pure. The act that comes first for a side, of all that it may do. Every screen shows it as its main button: the page of the
// deal, the order, the wish and the seller's list.
import type { z } from 'zod'
import type { DealAct } from '#contract/deals/deals.ts'
import { countDhakaDays } from '#contract/time/dhaka.ts'
import { getCodeFrom } from './state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import type { Side } from './transitions.ts'

type Act = z.output<typeof DealAct>

/** What comes first when several are possible. */
const order: readonly Act[] = [
  'book',
  'confirm_change',
  'answer_cash_sale',
  'give_contact',
  'agree_meeting',
  'agree_price',
  'accept',
  'show_code',
  'hand_over',
  'everything_fine',
  'confirm_cash',
  'add_evidence',
  'take_lower_price',
  'pay_deposit',
  'pay_full',
  'propose_meeting',
  'receipt',
]

const outcomes: readonly Act[] = ['say_no_deal', 'say_no_show', 'say_handed_over']

const isOutcomeAsked = ({ askedAt, meetAt }: Deal, now: Date): boolean =>
  askedAt !== null || (meetAt !== null && meetAt < now)

const isCodeReady = (deal: Deal, side: Side, now: Date): boolean => {
  const from = side === 'buyer' && deal.heldAt !== null ? getCodeFrom(deal) : null
  return from !== null && from <= now
}

/** From the day of the meeting in Dhaka on, or as soon as the code is shown; at any time without a meeting. */
const isHandoverNear = (deal: Deal, now: Date): boolean => {
  const from = getCodeFrom(deal)
  return deal.meetAt === null || countDhakaDays(now, deal.meetAt) === 0 || (from !== null && from <= now)
}

const isTurn = ({ turnUntil }: Deal, now: Date): boolean => turnUntil !== null && turnUntil > now

/** What comes before the usual order: what happened at the meeting, or the time of it. */
const listFirst = (deal: Deal, side: Side, now: Date): readonly Act[] => {
  if (deal.acceptedAt === null || deal.handedOverAt !== null) return []
  return isOutcomeAsked(deal, now) && !isCodeReady(deal, side, now)
    ? outcomes
    : ['book', 'give_contact', 'propose_meeting']
}

type Asked = {
  deal: Deal
  side: Side
  /** This side has reported the problem or answered it. */
  hasSaid: boolean
  now: Date
}

/** The act of these that comes first for this side now; null where only others are left. */
export const getNextAct = (acts: readonly Act[], { deal, side, hasSaid, now }: Asked): Act | null => {
  const mayComeFirst = (act: Act): boolean => {
    if (!acts.includes(act)) return false
    // Until the day of the meeting the meeting itself is next: neither the code, nor the rest, which may be paid in cash.
    if (act === 'show_code') return isHandoverNear(deal, now)
    // A seller with a time to wait for is not asked for the code of a meeting that nobody has agreed to.
    if (act === 'hand_over') return deal.meetAt !== null && isHandoverNear(deal, now)
    // A buyer pays after seeing the bike. Who has the turn may pay at once, because time runs.
    if (act === 'pay_deposit' || act === 'pay_full') return deal.acceptedAt !== null || isTurn(deal, now)
    // Whoever has reported the problem, or answered it, waits for the decision and may add to it.
    if (act === 'add_evidence') return !hasSaid
    // With a time, another one is proposed beside it.
    return act !== 'propose_meeting' || (deal.meetAt === null && deal.proposedMeetAt === null)
  }
  return [...listFirst(deal, side, now), ...order].find(mayComeFirst) ?? null
}
