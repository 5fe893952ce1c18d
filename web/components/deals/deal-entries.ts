// The buttons of a deal: the act that the server names first, one quiet act, and the others.
import type { z } from 'zod'
import type { DealAct as DealActShape } from '#contract/deals/deals.ts'
import type { Deal, DealSummary } from './describe-deal.ts'

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

/** What may stand beside it. */
const quietOrder: readonly DealEntry[] = ['decline', 'problem', 'cancel', 'receipt']

/** Before the handover, whoever has paid, or was paid for, cancels or says that something is wrong under "More". */
const paidQuiet = quietOrder.filter((entry) => entry !== 'cancel' && entry !== 'problem')

/** Beside a proposed time stands another one; cancelling waits below. */
const meetingQuiet: readonly DealEntry[] = ['propose']

/** Whoever has not said yes to the buyer who has paid finds the way to say no beside it. */
const unpromisedQuiet: readonly DealEntry[] = ['cancel']

/** Beside the code there is nothing but that something is wrong. */
const handoverQuiet: readonly DealEntry[] = ['problem']

// On the way from the booking to the bike nobody needs them.
const asideEntries: ReadonlySet<DealEntry> = new Set<DealEntry>([
  'price',
  'outcome',
  'cashSale',
  'cancel',
  'decline',
  'withdraw',
  'problem',
  'receipt',
])

export type DealEntries = {
  primary: DealEntry | undefined
  quiet: DealEntry | undefined
  /** Further steps on the way to the bike. */
  others: DealEntry[]
  /** What most deals do without; at the handover all but the code. */
  asides: DealEntry[]
  /** Another time may be proposed; that button stands beside the time. */
  mayChangeTime: boolean
}

/**
 * The next act, one quiet act beside it, and the others. Without a next act there is no quiet one either.
 * @param isCodeEarly the code is not shown yet, so the handover is not now
 * @param isTimeMissing nothing is paid and no time is agreed: the seller enters the code only where both stand together already
 * @param isUnpromised the seller has not said yes to the buyer who has paid
 */
export const sortEntries = (
  { acts, nextAct }: Pick<DealSummary, 'acts' | 'nextAct'>,
  {
    isCodeEarly,
    isTimeMissing = false,
    isUnpromised = false,
  }: { isCodeEarly: boolean; isTimeMissing?: boolean; isUnpromised?: boolean },
): DealEntries => {
  const entries = [...new Set(acts.map((act): DealEntry => entryByAct[act]))]
  const primary = nextAct === null ? undefined : entryByAct[nextAct]
  const isHandover = primary === 'handOver' || (primary === 'code' && !isCodeEarly)
  const isPaid = entries.includes('code') || entries.includes('handOver')
  const isTimeAsked = primary === 'agreeMeeting'
  const beforeHandover = isUnpromised ? unpromisedQuiet : isTimeAsked ? meetingQuiet : isPaid ? paidQuiet : quietOrder
  const quietEntries = isHandover ? handoverQuiet : beforeHandover
  const quiet = primary && quietEntries.find((entry) => entries.includes(entry) && entry !== primary)
  const mayChangeTime = primary !== 'propose' && quiet !== 'propose' && entries.includes('propose')
  const rest = entries.filter((entry) => entry !== primary && entry !== quiet && entry !== 'propose')
  // Whoever has not said yes finds a way to say no without opening a fold.
  const isAside = (entry: DealEntry) =>
    isHandover ||
    ((isTimeMissing || isUnpromised) && entry === 'handOver') ||
    (asideEntries.has(entry) && !(isUnpromised && entry === 'cancel'))
  // The rest is paid before the code is read out.
  const others = rest.filter((entry) => !isAside(entry))
  return {
    primary,
    quiet,
    others: [...others.filter((entry) => entry === 'payRest'), ...others.filter((entry) => entry !== 'payRest')],
    asides: rest.filter(isAside),
    mayChangeTime,
  }
}

/**
 * Whether more words and pictures are added from the panel that says what was reported, and nowhere else. The side that has said
 * nothing yet is asked in the bar, which is always in view.
 */
export const isAddedInPanel = ({ acts, nextAct, problem }: Pick<Deal, 'acts' | 'nextAct' | 'problem'>): boolean =>
  problem !== null && acts.includes('add_evidence') && nextAct !== 'add_evidence'

/** The entry that a row of a list offers beside the way to the deal; a receipt is found there. */
export const getListEntry = ({ nextAct }: Pick<DealSummary, 'nextAct'>): DealEntry | null =>
  nextAct === null || nextAct === 'receipt' ? null : entryByAct[nextAct]
