// The buttons of a deal: from what the server allows to one next act, one quiet act, and the others.
import type { z } from 'zod'
import type { DealAct as DealActShape } from '#contract/deals/deals.ts'
import { type Deal, isWaitingInLine } from '#web/components/deals/describe-deal.ts'

export type DealAct = z.output<typeof DealActShape>

/** A button; several acts share one. */
const entryByAct = {
  accept: 'accept',
  decline: 'decline',
  cancel: 'cancel',
  propose_meeting: 'propose',
  agree_meeting: 'agreeMeeting',
  pay_full: 'pay',
  pay_deposit: 'pay',
  pay_rest: 'payRest',
  give_contact: 'contact',
  show_code: 'code',
  hand_over: 'handOver',
  confirm_cash: 'cash',
  report_problem: 'problem',
  everything_fine: 'fine',
  say_no_deal: 'outcome',
  say_no_show: 'outcome',
  say_handed_over: 'outcome',
  offer_price: 'price',
  agree_price: 'agreePrice',
  confirm_change: 'confirmChange',
  take_lower_price: 'lowerPrice',
  book: 'book',
  claim_cash_sale: 'cashSale',
  answer_cash_sale: 'answerCashSale',
  add_evidence: 'evidence',
  withdraw_dispute: 'withdraw',
  receipt: 'receipt',
} as const satisfies Record<DealAct, string>

export type DealEntry = (typeof entryByAct)[DealAct]

/** What comes first when several are possible. The meeting card has the button that proposes a time. */
const primaryOrder: readonly DealEntry[] = [
  'book',
  'confirmChange',
  'answerCashSale',
  'contact',
  'agreeMeeting',
  'agreePrice',
  'accept',
  'code',
  'handOver',
  'cash',
  'fine',
  'evidence',
  'lowerPrice',
  'pay',
  'propose',
  'payRest',
  'receipt',
]

/** What may stand beside it. */
const quietOrder: readonly DealEntry[] = ['decline', 'problem', 'withdraw', 'cancel', 'receipt']

export type DealEntries = { primary: DealEntry | undefined; quiet: DealEntry | undefined; others: DealEntry[] }

const isOutcomeAsked = ({ askedAt, meetAt }: Deal, nowMs: number): boolean =>
  askedAt !== null || (meetAt !== null && new Date(meetAt).getTime() < nowMs)

/** Before its time the code is no next act: its screen says when it appears. */
const isCodeReady = ({ codeFrom }: Deal, nowMs: number): boolean =>
  codeFrom !== null && new Date(codeFrom).getTime() <= nowMs

/** Without a time to meet, proposing one is the next act; with one it is in the meeting card. */
const isTimeMissing = ({ meetAt, proposedMeetAt }: Deal): boolean => meetAt === null && proposedMeetAt === null

const mayComeFirst = (entry: DealEntry, deal: Deal, nowMs: number): boolean => {
  switch (entry) {
    case 'code':
      return isCodeReady(deal, nowMs)
    case 'propose':
      return isTimeMissing(deal)
    case 'pay':
      return !isWaitingInLine(deal)
    default:
      return true
  }
}

/** The entries that come first in this deal, before the usual order. */
const listFirstEntries = (deal: Deal, nowMs: number): DealEntry[] => {
  if (isOutcomeAsked(deal, nowMs) && !isCodeReady(deal, nowMs)) return ['outcome']
  return deal.state === 'accepted' || deal.state === 'held' ? ['book', 'contact', 'propose'] : []
}

/** The next act, one quiet act beside it, and the others. Without a next act there is no quiet one either. */
export const sortEntries = (deal: Deal, nowMs: number): DealEntries => {
  const entries = [...new Set(deal.acts.map((act): DealEntry => entryByAct[act]))].filter(
    (entry) => entry !== 'pay' || !isWaitingInLine(deal),
  )
  const order = [...listFirstEntries(deal, nowMs), ...primaryOrder]
  const primary = order.find((entry) => entries.includes(entry) && mayComeFirst(entry, deal, nowMs))
  if (primary === undefined) return { primary, quiet: undefined, others: entries }
  const quiet = quietOrder.find((entry) => entries.includes(entry) && entry !== primary)
  return { primary, quiet, others: entries.filter((entry) => entry !== primary && entry !== quiet) }
}
