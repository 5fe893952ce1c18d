// Everything that members are told, once: whom, which of their settings switches the e-mail off, with which icon, and what there
// is to do. The sentences are in english.ts and bangla.ts beside it. Without zod, because pages import it.
import type { mutableKinds } from '#contract/notices/mutable-kinds.ts'

type Event = {
  /** The setting that switches the e-mail off; e-mails about money, endings and problems are always sent. */
  setting?: (typeof mutableKinds)[number]
  /** A bell without one. */
  icon?: 'calendar' | 'check' | 'message' | 'money' | 'problem'
  /** It is told in the shop alone, without an e-mail. */
  hasNoEmail?: true
  /** What whoever is told has to do. */
  task?: 'answer' | 'look' | 'decide' | 'add' | 'putInName' | 'tellBrta' | 'rate'
}

type DealEvent = Event & {
  /** `other` is the side that did not act; both when the system acted. Nobody is told of the own act, except what both keep. */
  to: 'buyer' | 'seller' | 'both' | 'other' | 'nobody'
  /** The side that acted is told too while a meeting lies ahead: the e-mail takes it out of the calendar. */
  endsMeeting?: true
  /** The e-mail has the calendar file, where there was a meeting. */
  changesCalendar?: true
}

/** What happens in a deal; each is a step of its history. */
export const dealEvents = {
  requested: { to: 'seller', setting: 'requested', task: 'answer' },
  accepted: { to: 'buyer', setting: 'requested', icon: 'check' },
  offer_accepted: { to: 'other', setting: 'requested', icon: 'check' },
  not_booked: { to: 'both', setting: 'requested', changesCalendar: true },
  declined: { to: 'buyer', setting: 'requested' },
  expired: { to: 'buyer', setting: 'requested' },
  cancelled_by_buyer: { to: 'seller', endsMeeting: true, changesCalendar: true },
  cancelled_by_seller: { to: 'buyer', endsMeeting: true, changesCalendar: true },
  unavailable: { to: 'buyer', endsMeeting: true, setting: 'requested', changesCalendar: true },
  changed: { to: 'both', setting: 'bike', changesCalendar: true },
  turn: { to: 'buyer', setting: 'line', icon: 'calendar', task: 'look' },
  turn_ended: { to: 'buyer', setting: 'line', icon: 'calendar' },
  meeting_proposed: { to: 'other', setting: 'meeting', icon: 'calendar', task: 'answer' },
  meeting_agreed: { to: 'both', setting: 'meeting', icon: 'calendar', changesCalendar: true },
  reminder_24h: { to: 'both', setting: 'reminder', icon: 'calendar' },
  reminder_2h: { to: 'both', setting: 'reminder', icon: 'calendar' },
  bike_changed: { to: 'buyer', setting: 'bike', task: 'look' },
  change_confirmed: { to: 'seller', setting: 'bike' },
  price_lowered: { to: 'buyer', setting: 'bike', icon: 'money' },
  lower_price_taken: { to: 'seller', setting: 'bike', icon: 'money' },
  price_offered: { to: 'other', icon: 'money', task: 'answer' },
  price_agreed: { to: 'other', icon: 'money' },
  contact_given: { to: 'seller', setting: 'requested' },
  paid: { to: 'both', icon: 'money' },
  rest_paid: { to: 'both', icon: 'money' },
  asked: { to: 'both', setting: 'reminder', icon: 'calendar', task: 'answer' },
  said_no_deal: { to: 'other' },
  said_no_show: { to: 'other', icon: 'problem' },
  no_deal: { to: 'other' },
  no_meeting: { to: 'other', icon: 'calendar' },
  buyer_no_show: { to: 'both', icon: 'problem' },
  seller_no_show: { to: 'both', icon: 'problem' },
  handed_over: { to: 'both', icon: 'check' },
  cash_confirmed: { to: 'seller', icon: 'money' },
  cash_denied: { to: 'seller', icon: 'money' },
  new_code: { to: 'buyer' },
  code_closed: { to: 'both' },
  code_opened: { to: 'both' },
  disputed: { to: 'other', icon: 'problem' },
  evidence_added: { to: 'other', icon: 'problem' },
  // The report itself is told.
  evidence_with_report: { to: 'nobody', icon: 'problem' },
  dispute_withdrawn: { to: 'other' },
  decided: { to: 'both', icon: 'problem' },
  released: { to: 'both', icon: 'money' },
  cash_sale_claimed: { to: 'buyer', icon: 'money', task: 'answer' },
  sold_for_cash: { to: 'seller', icon: 'money' },
  cash_sale_denied: { to: 'seller', icon: 'money' },
  cash_sale_unconfirmed: { to: 'both', icon: 'money' },
  frozen: { to: 'both', icon: 'problem' },
  thawed: { to: 'both' },
  charged_back: { to: 'both', changesCalendar: true },
  buyer_removed: { to: 'seller', changesCalendar: true },
  seller_removed: { to: 'buyer', changesCalendar: true },
  review_refused: { to: 'both', changesCalendar: true },
  refund_succeeded: { to: 'buyer', icon: 'money' },
  refund_failed: { to: 'buyer', icon: 'money' },
  payout_sent: { to: 'seller', icon: 'money' },
  payout_confirmed: { to: 'seller', icon: 'money' },
  payout_failed: { to: 'seller', icon: 'money' },
} as const satisfies Record<string, DealEvent>

/** What else members are told of their deals, conversations and money. */
export const otherEvents = {
  saved_cheaper: { icon: 'money' },
  message: { setting: 'message', icon: 'message' },
  offer_made: { setting: 'message', task: 'answer' },
  offer_refused: { setting: 'message' },
  offer_lapsed: { setting: 'message' },
  offer_unavailable: { setting: 'message' },
  offer_cheaper: { setting: 'message', icon: 'money' },
  floor_accepted: { setting: 'requested', icon: 'check' },
  /** Another buyer comes first from now on. */
  waits: { hasNoEmail: true },
  rate_deal: { setting: 'reminder', task: 'rate' },
  rating_shown: { setting: 'reminder' },
  transfer_notice: { setting: 'reminder', task: 'tellBrta' },
  transfer_notice_late: { setting: 'reminder', task: 'tellBrta' },
  transfer_apply: { setting: 'reminder', task: 'putInName' },
  transfer_apply_late: { setting: 'reminder', task: 'putInName' },
  transfer_done: { setting: 'reminder' },
  /** The buyer's own, which the sides of the deal alone read. */
  inspection_signed: { setting: 'bike' },
  /** That of a mechanic whom the buyer invited. */
  mechanic_signed: { setting: 'bike', icon: 'check' },
  payout_destination_missing: { icon: 'money', task: 'add' },
} as const satisfies Record<string, Event>

/** What a member is told of reports, papers and decisions; the admin of what waits for one. */
export const caseEvents = {
  ad_waits: {},
  ad_published: {},
  bike_waits: {},
  bike_shown: {},
  case_words: {},
  case_hidden: {},
  case_warned: {},
  case_suspended: {},
  appeal_answered: {},
  badge_given: {},
  badge_ends_soon: {},
  badge_expired: {},
  badge_taken_back: {},
  /** What an admin asks a seller for before giving a badge. */
  badge_question_papers: { task: 'look' },
  badge_question_phone: { task: 'look' },
  badge_question_call: { task: 'look' },
  badge_question_bike: { task: 'look' },
  paper_checked: {},
  paper_unreadable: {},
  paper_other_name: {},
  paper_other_number: {},
  paper_covered: {},
  paper_changed: {},
  tax_token_30_days: {},
  tax_token_7_days: {},
  phone_moved: {},
  report_answered: {},
  stolen_active: {},
  stolen_refused: {},
  /** The inspection of a mechanic whom the seller invited. */
  own_mechanic_signed: { icon: 'check' },
  stolen_match: { icon: 'problem', task: 'decide' },
  problem_to_decide: { icon: 'problem', task: 'decide' },
  removal_to_decide: { icon: 'problem', task: 'decide' },
} as const satisfies Record<string, Event>

export type DealEventKind = keyof typeof dealEvents
export type CaseEventKind = keyof typeof caseEvents
/** The kind of a notification. */
export type EventKind = DealEventKind | keyof typeof otherEvents | CaseEventKind

type EventRows = typeof dealEvents & typeof otherEvents & typeof caseEvents
/** The kinds with something to do. */
export type TaskKind = { [Kind in EventKind]: EventRows[Kind] extends { task: string } ? Kind : never }[EventKind]

type Row = Event & Partial<DealEvent>
const events: Readonly<Record<string, Row>> = { ...dealEvents, ...otherEvents, ...caseEvents }

/** What is known of a kind; undefined of one that an older or newer version has. */
export const findEvent = (kind: string): Row | undefined => events[kind]
