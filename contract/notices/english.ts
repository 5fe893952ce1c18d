// What members are told of their deals, in English: on screens and in e-mails.
import { badgeReminderDays, lookWithinHours } from '#contract/time/lifetimes.ts'
import { firstReminderHours, lastReminderHours } from '#contract/deals/deadlines.ts'
import { type CaseEventKind, caseEvents, type EventKind } from './events.ts'

/** `name` is the other side; `taka` an amount and `count` the same number without ৳, empty where the step has none. */
export type NoticeSentence = (name: string, taka: string, count: string) => string

/** The sentence of each side that is told. */
export type BySide = { buyer?: NoticeSentence; seller?: NoticeSentence }

/** What a member is told of a deal, a conversation or money, by the kind of event and the member's side. */
export const englishNotices = {
  requested: { seller: (name) => `${name} wants to see your bike` },
  accepted: { buyer: (name) => `${name} accepted your booking` },
  offer_accepted: {
    buyer: (name, taka) => `${name} accepted ${taka || 'your price'}`,
    seller: (name, taka) => `${name} accepted ${taka || 'your price'}`,
  },
  not_booked: {
    buyer: () => 'The agreed price is over: it was not booked',
    seller: (name) => `${name} did not book at the agreed price`,
  },
  declined: { buyer: (name) => `${name} declined your booking` },
  expired: { buyer: (name) => `${name} did not answer` },
  cancelled_by_buyer: {
    buyer: (name) => `You cancelled the meeting with ${name}`,
    seller: (name, taka) => `${name} cancelled${taka && `. ${taka} is yours`}`,
  },
  cancelled_by_seller: {
    buyer: (name) => `${name} cancelled`,
    seller: (name) => `You cancelled the meeting with ${name}`,
  },
  unavailable: {
    buyer: () => 'Sold to another buyer, or withdrawn',
    seller: (name) => `The meeting with ${name} is off`,
  },
  changed: {
    buyer: () => 'Your booking ended: the bike was changed',
    seller: (name) => `${name} did not confirm your change`,
  },
  turn: { buyer: () => 'It is your turn' },
  turn_ended: { buyer: () => 'Your turn is over' },
  meeting_proposed: {
    buyer: (name) => `${name} proposes a time to meet`,
    seller: (name) => `${name} proposes a time to meet`,
  },
  meeting_agreed: { buyer: (name) => `You meet ${name}`, seller: (name) => `You meet ${name}` },
  reminder_24h: {
    buyer: (name) => `You meet ${name} within ${firstReminderHours} hours`,
    seller: (name) => `You meet ${name} within ${firstReminderHours} hours`,
  },
  reminder_2h: {
    buyer: (name) => `You meet ${name} within ${lastReminderHours} hours`,
    seller: (name) => `You meet ${name} within ${lastReminderHours} hours`,
  },
  bike_changed: { buyer: (name) => `${name} changed the bike. Do you still want it?` },
  change_confirmed: { seller: (name) => `${name} still wants the bike` },
  price_lowered: { buyer: (_, taka) => `The price is down${taka && `: now ${taka}`}` },
  lower_price_taken: { seller: (name, taka) => `${name} takes the lower price${taka && ` of ${taka}`}` },
  price_offered: {
    buyer: (name, taka) => `${name} proposes ${taka || 'another price'}`,
    seller: (name, taka) => `${name} proposes ${taka || 'another price'}`,
  },
  price_agreed: {
    buyer: (name, taka) => `${name} agreed to ${taka || 'your price'}`,
    seller: (name, taka) => `${name} agreed to ${taka || 'your price'}`,
  },
  contact_given: { seller: (name) => `${name} gave a phone number` },
  paid: {
    buyer: (_, taka) => `Paid and protected${taka && `: ${taka}`}`,
    seller: (name, taka) => `${name} paid${taka && ` ${taka}`}`,
  },
  rest_paid: {
    buyer: (_, taka) => `The rest is paid${taka && `: ${taka}`}`,
    seller: (name, taka) => `${name} paid the rest${taka && `: ${taka}`}`,
  },
  asked: { buyer: (name) => `Did you meet ${name}?`, seller: (name) => `Did you meet ${name}?` },
  said_no_deal: {
    buyer: (name) => `${name} says that there is no deal`,
    seller: (name) => `${name} says that there is no deal`,
  },
  said_no_show: {
    buyer: (name) => `${name} says that you did not come`,
    seller: (name) => `${name} says that you did not come`,
  },
  no_deal: { buyer: () => 'No deal at the meeting', seller: () => 'No deal at the meeting' },
  no_meeting: { buyer: (name) => `You did not meet ${name}`, seller: (name) => `You did not meet ${name}` },
  buyer_no_show: {
    buyer: () => 'You did not come to the meeting',
    seller: (name, taka) => `${name} did not come to the meeting${taka && `. ${taka} is yours`}`,
  },
  seller_no_show: {
    buyer: (name) => `${name} did not come to the meeting`,
    seller: () => 'You did not come to the meeting',
  },
  handed_over: { buyer: () => 'The bike is yours', seller: (name) => `You handed the bike to ${name}` },
  cash_confirmed: { seller: (name) => `${name} confirmed the cash amount` },
  cash_denied: { seller: (name) => `${name} says the cash amount is wrong` },
  new_code: { buyer: () => 'You have a new code' },
  code_closed: {
    buyer: () => 'The code was typed wrongly too often. We look at it.',
    seller: () => 'The code was typed wrongly too often. We look at it.',
  },
  code_opened: {
    buyer: () => 'You have a new code, and it can be typed again',
    seller: () => 'The code can be typed again',
  },
  disputed: { buyer: () => 'A problem was reported', seller: (name) => `${name} reported a problem` },
  evidence_added: {
    buyer: (name) => `${name} added something to the problem`,
    seller: (name) => `${name} added something to the problem`,
  },
  dispute_withdrawn: {
    buyer: () => 'The problem was taken back',
    seller: (name) => `${name} took the problem back`,
  },
  decided: {
    buyer: (_, taka) => `We decided about the problem${taka && `: ${taka} comes back to you`}`,
    seller: (_, taka) => `We decided about the problem${taka && `: ${taka} is yours`}`,
  },
  released: {
    buyer: (name) => `Done. The money belongs to ${name} now.`,
    seller: (_, taka) => `Done. ${taka || 'The money'} is yours.`,
  },
  cash_sale_claimed: { buyer: (name) => `${name} says that you bought it for cash` },
  sold_for_cash: { seller: (name) => `${name} confirmed the sale for cash` },
  cash_sale_denied: { seller: (name) => `${name} did not buy it for cash` },
  cash_sale_unconfirmed: {
    buyer: () => 'The sale for cash was not confirmed',
    seller: () => 'The sale for cash was not confirmed',
  },
  frozen: {
    buyer: () => 'The bank is checking the payment',
    seller: () => 'The buyer’s bank is checking the payment',
  },
  thawed: { buyer: () => 'The deal goes on', seller: () => 'The deal goes on' },
  charged_back: {
    buyer: () => 'Your bank took the payment back',
    seller: () => 'The buyer’s bank took the payment back',
  },
  buyer_removed: { seller: (name) => `${name} is no longer on Motohaat` },
  seller_removed: { buyer: (name) => `${name} is no longer on Motohaat` },
  review_refused: { buyer: () => 'The payment was refused', seller: () => 'The payment was refused' },
  refund_succeeded: { buyer: (_, taka) => `${taka || 'Your money'} was sent back to you` },
  refund_failed: { buyer: (_, taka) => `${taka || 'Your money'} could not be sent back yet. We are on it.` },
  saved_cheaper: { buyer: (_, taka) => `A bike you saved costs less now${taka && `: ${taka}`}` },
  message: { buyer: (name) => `${name} wrote to you`, seller: (name) => `${name} wrote to you` },
  offer_made: {
    buyer: (name, taka) => `${name} offers ${taka || 'a price'}`,
    seller: (name, taka) => `${name} offers ${taka || 'a price'}`,
  },
  offer_refused: {
    buyer: (name, taka) => `${name} did not accept ${taka || 'your price'}`,
    seller: (name, taka) => `${name} did not accept ${taka || 'your price'}`,
  },
  offer_lapsed: {
    buyer: (_, taka) => `Your offer${taka && ` of ${taka}`} has expired`,
    seller: (_, taka) => `Your offer${taka && ` of ${taka}`} has expired`,
  },
  offer_unavailable: { buyer: () => 'Your offer is over: the bike cannot be bought now' },
  offer_cheaper: { buyer: () => 'It costs less now than you offered, or the same' },
  floor_accepted: { seller: (name, taka) => `Your lowest price accepted ${taka || 'the offer'} from ${name}` },
  waits: {
    buyer: (_, __, place) =>
      `Another buyer comes first. You are number ${place} of those who wait; waiting costs nothing.`,
  },
  rate_deal: { buyer: (name) => `How was it with ${name}?`, seller: (name) => `How was it with ${name}?` },
  rating_shown: { buyer: (name) => `${name} has rated you`, seller: (name) => `${name} has rated you` },
  transfer_notice: { seller: (_, __, days) => `Tell BRTA that you sold the bike${days && `: ${days} days left`}` },
  transfer_notice_late: { seller: () => 'Late: BRTA does not know yet that you sold the bike' },
  transfer_apply: { buyer: (_, __, days) => `Put the bike in your name at BRTA${days && `: ${days} days left`}` },
  transfer_apply_late: { buyer: () => 'Late: the bike is not in your name yet' },
  transfer_done: { seller: (name) => `${name} has applied at BRTA for the bike you sold` },
  inspection_signed: { seller: (name) => `${name} has inspected the bike` },
  mechanic_signed: {
    buyer: () => 'Your mechanic has inspected the bike',
    seller: (name) => `A mechanic has inspected the bike for ${name}`,
  },
  payout_destination_missing: {
    seller: (_, taka) => `Add where we pay you, so that ${taka || 'your money'} can be sent`,
  },
  payout_sent: { seller: (_, taka) => `${taka || 'Your money'} was sent to you` },
  payout_confirmed: { seller: (_, taka) => `${taka || 'Your money'} has reached you` },
  payout_failed: { seller: (_, taka) => `${taka || 'Your money'} could not be sent. Check where we pay you.` },
} satisfies Record<Exclude<EventKind, CaseEventKind | 'evidence_with_report'>, BySide>

/** What a member is told of reports and decisions, by kind; the admin of what waits for one. */
export const englishCaseNotices = {
  ad_waits: `Your advertisement waits: we look at it within ${lookWithinHours} hours`,
  ad_published: 'Your advertisement is online',
  bike_waits: `Your bike was reported and waits: we look at it within ${lookWithinHours} hours`,
  bike_shown: 'Your bike is shown again',
  case_words: 'A word from Motohaat',
  case_hidden: 'Your bike is hidden',
  case_warned: 'A warning from Motohaat',
  case_suspended: 'Your account is suspended',
  appeal_answered: 'We have looked again',
  badge_given: 'You are a verified seller',
  badge_ends_soon: `Your badge ends in ${badgeReminderDays} days or less`,
  badge_expired: 'Your badge has ended',
  badge_taken_back: 'Your badge was taken back',
  badge_question_papers: 'Please add photos of your bike’s registration paper, so that we can verify you',
  badge_question_phone: 'Please confirm your mobile number by a code, so that we can verify you',
  badge_question_call: 'We could not reach you by phone. Please write when we may call, so that we can verify you.',
  badge_question_bike: 'Please add a bike for sale, so that we can verify you',
  paper_checked: 'A paper of your bike is checked',
  paper_unreadable: 'The photo of a paper cannot be read. Please take it again.',
  paper_other_name: 'There is another name on the paper than yours',
  paper_other_number: 'There is another number on the paper than you typed',
  paper_covered: 'A part of the paper is covered. Please take the photo again.',
  paper_changed: 'A paper looks changed, so we could not check it',
  tax_token_30_days: 'The tax token ends in 30 days or less',
  tax_token_7_days: 'The tax token ends in 7 days or less',
  phone_moved: 'Your mobile number was proven in another account',
  report_answered: 'We have decided about your report',
  stolen_active: 'The bike you reported is in our register of stolen bikes',
  stolen_refused: 'We could not accept your report of a stolen bike',
  own_mechanic_signed: 'Your mechanic has inspected your bike',
  stolen_match: 'An advertisement has the number of a bike that was reported as stolen',
  problem_to_decide: 'A problem with a deal waits for your decision',
  removal_to_decide: 'Somebody proposes to remove a member',
} satisfies Record<CaseEventKind, string>

/** What a suspended member is told while it is known until when. */
export const englishSuspendedUntil = (time: string): string => `Your account is suspended until ${time}`

/** Whether a notification is about a report or a decision. */
export const isCaseNotice = (kind: string): kind is CaseEventKind => kind in caseEvents

/** Whether a notification is about a paper of a bike. */
export const isPaperNotice = (kind: string): boolean => /^(?:paper|tax_token)_/.test(kind) && isCaseNotice(kind)

// The list of own bikes says how the bike stands now, and leads to why it waits.
const kindsAboutOwnBike: ReadonlySet<string> = new Set([
  'ad_waits',
  'ad_published',
  'bike_waits',
  'bike_shown',
  'own_mechanic_signed',
  // What is asked for before a badge is given.
  'badge_question_papers',
  'badge_question_call',
  'badge_question_bike',
])

/** The page about such a notice. */
export const getCaseNoticePath = (kind: CaseEventKind, bikeId: string | null): string => {
  if (kind === 'phone_moved' || kind === 'badge_question_phone') return '/dashboard/phone'
  if (kind === 'problem_to_decide') return '/dashboard/disputes'
  if (kind === 'removal_to_decide' || kind === 'stolen_match') return '/dashboard/cases'
  if (kind === 'stolen_active' || kind === 'stolen_refused') return '/dashboard/stolen'
  if (isPaperNotice(kind) && bikeId !== null) return `/dashboard/myproducts/${bikeId}/papers`
  return isPaperNotice(kind) || kindsAboutOwnBike.has(kind) ? '/dashboard/myproducts' : '/dashboard/standing'
}
