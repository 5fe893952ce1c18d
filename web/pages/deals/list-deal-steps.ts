// The steps of a deal as its page shows them: only what happened is ticked.
import { type Deal, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

type Messages = Pick<Namespaces['deals'], 'ordinal' | 'times'> & { steps: Namespaces['dealSteps'] }

type DealOfSteps = Pick<
  Deal,
  | 'side'
  | 'otherName'
  | 'requestedAt'
  | 'acceptedAt'
  | 'heldAt'
  | 'handedOverAt'
  | 'disputedAt'
  | 'releasedAt'
  | 'closedAt'
  | 'closeReason'
  | 'meetAt'
  | 'answerDueAt'
  | 'linePlace'
  | 'turnUntil'
  | 'bookUntil'
  | 'isFrozen'
  | 'rest'
> & { payments: readonly Pick<Deal['payments'][number], 'purpose'>[] }

export type Step = { key: string; title: string; at: string | null; isDone: boolean; isBad?: boolean; text?: string }

const isAfter = (iso: string, other: string): boolean => new Date(iso) > new Date(other)

/** Whether the seller said yes. A payment without an answer accepts the deal at the same moment. */
export const isAcceptedBySeller = ({ acceptedAt, heldAt }: Pick<Deal, 'acceptedAt' | 'heldAt'>): boolean =>
  acceptedAt !== null && acceptedAt !== heldAt

/** A buyer has paid, and the seller has neither said yes nor agreed on a time, which is a promise too. */
export const isUnpromised = (deal: Pick<Deal, 'state' | 'meetAt' | 'acceptedAt' | 'heldAt'>): boolean =>
  deal.state === 'held' && deal.meetAt === null && !isAcceptedBySeller(deal)

/** An accepted offer, and the booking at its price, which is still ahead. */
const listOfferSteps = (
  { side, otherName, acceptedAt, bookUntil }: DealOfSteps,
  { steps, times }: Pick<Messages, 'steps' | 'times'>,
): Step[] => {
  const title = toMessageSide(side) === 'buyer' ? steps.book : steps.buyerBooks(toFirstName(otherName))
  const text = bookUntil === null ? {} : { text: steps.answeredBy(times.at(bookUntil)) }
  return [
    { key: 'price', title: steps.priceAgreed, at: acceptedAt, isDone: true },
    { key: 'book', title, at: null, isDone: false, ...text },
  ]
}

/** Requested, then the answer of the seller or the place in line; none for a buyer who paid before the answer. */
const listFirstSteps = (deal: DealOfSteps, { steps, ordinal, times }: Messages): Step[] => {
  const isBuyer = toMessageSide(deal.side) === 'buyer'
  const name = toFirstName(deal.otherName)
  if (deal.bookUntil !== null || deal.closeReason === 'not_booked') return listOfferSteps(deal, { steps, times })
  const requested = { key: 'requested', title: steps.requested, at: deal.requestedAt, isDone: true }
  if (isAcceptedBySeller(deal))
    return [
      requested,
      { key: 'accepted', title: steps.accepted[toMessageSide(deal.side)](name), at: deal.acceptedAt, isDone: true },
    ]
  if (deal.acceptedAt !== null) return [requested]
  const answer = {
    key: 'answer',
    title: isBuyer ? steps.sellersAnswer(name) : steps.answer,
    at: null,
    isDone: false,
    ...(deal.answerDueAt !== null && { text: steps.answeredBy(times.at(deal.answerDueAt)) }),
  }
  const line = {
    key: 'line',
    title: steps.inLine(ordinal(deal.linePlace ?? 1)),
    at: null,
    isDone: deal.turnUntil !== null,
  }
  return [requested, ...(deal.linePlace === null ? [] : [line]), answer]
}

/** When the code was typed; null where the admin decided that the bike counts as handed over. */
const getHandedOverAt = ({ handedOverAt, disputedAt }: DealOfSteps): string | null =>
  handedOverAt !== null && disputedAt !== null && isAfter(handedOverAt, disputedAt) ? null : handedOverAt

/** What a deposit left to pay; none where the price was paid at once, or nothing is paid yet. */
const listRestSteps = ({ side, otherName, payments, rest }: DealOfSteps, { steps }: Messages): Step[] => {
  if (payments[0]?.purpose !== 'deposit') return []
  const text = toMessageSide(side) === 'buyer' ? steps.restTextBuyer : steps.restTextSeller(toFirstName(otherName))
  return [{ key: 'rest', title: steps.rest, at: null, isDone: rest === 0, text }]
}

/** Paid and meet, in the order in which they happened; both may be ahead. A handover without the agreed meeting has none. */
const listMiddleSteps = (deal: DealOfSteps, messages: Messages): Step[] => {
  const { steps } = messages
  const isBuyer = toMessageSide(deal.side) === 'buyer'
  const { meetAt } = deal
  const handedOverAt = getHandedOverAt(deal)
  const hasMet = handedOverAt !== null
  const meet = {
    key: 'meet',
    title: steps.meet,
    at: meetAt,
    isDone: hasMet,
    text: steps.meetText[toMessageSide(deal.side)](toFirstName(deal.otherName)),
  }
  const paid = {
    key: 'paid',
    title: deal.payments[0]?.purpose === 'deposit' ? steps.depositPaid : steps.paid,
    at: deal.heldAt,
    isDone: deal.heldAt !== null,
    text: isBuyer ? steps.paidTextBuyer : steps.paidTextSeller(toFirstName(deal.otherName)),
  }
  const rest = listRestSteps(deal, messages)
  if (handedOverAt !== null && (meetAt === null || isAfter(meetAt, handedOverAt))) return [paid, ...rest]
  if (deal.heldAt === null) return [meet, paid]
  return deal.rest === 0 && !hasMet ? [paid, ...rest, meet] : [paid, meet, ...rest]
}

/** A problem, what the bank checks, and the decision, instead of the day after which the money moves by itself. */
const listProblemSteps = ({ disputedAt, closedAt, isFrozen }: DealOfSteps, { steps }: Messages): Step[] => {
  const bank = { key: 'bank', title: steps.bank, at: null, isDone: false, text: steps.bankText }
  const bankSteps = isFrozen ? [bank] : []
  if (disputedAt === null) return bankSteps
  const problem = { key: 'problem', title: steps.problem, at: disputedAt, isDone: true }
  const decision = {
    key: 'decision',
    title: closedAt === null ? steps.decision : steps.decided,
    at: closedAt,
    isDone: closedAt !== null,
  }
  return [problem, ...bankSteps, { ...decision, text: steps.decisionText }]
}

const listLastSteps = (deal: DealOfSteps, { steps }: Messages): Step[] => {
  const isBuyer = toMessageSide(deal.side) === 'buyer'
  const name = toFirstName(deal.otherName)
  const handedOverAt = getHandedOverAt(deal)
  const handedOver = {
    key: 'handed-over',
    title: steps.handedOver[toMessageSide(deal.side)],
    at: handedOverAt,
    isDone: handedOverAt !== null,
    text: isBuyer ? steps.handedOverTextBuyer(name) : steps.handedOverTextSeller(name),
  }
  const released = {
    key: 'released',
    title: steps.released[toMessageSide(deal.side)](name),
    at: deal.releasedAt,
    isDone: deal.releasedAt !== null,
    text: isBuyer ? steps.releasedTextBuyer(name) : steps.releasedTextSeller,
  }
  return [handedOver, released]
}

/** The steps of a deal; one that ended shows what happened, then how it ended. */
export const listSteps = (deal: DealOfSteps, messages: Messages, endingTitle: string): Step[] => {
  const problems = listProblemSteps(deal, messages)
  const usual = [
    ...listFirstSteps(deal, messages),
    ...listMiddleSteps(deal, messages),
    ...listLastSteps(deal, messages),
  ]
  // While the money is kept, nothing says what comes or when it moves.
  const known = problems.length === 0 ? usual : usual.filter(({ isDone }) => isDone)
  const all = [
    ...known.filter(({ key }) => key !== 'released'),
    ...problems,
    ...known.filter(({ key }) => key === 'released'),
  ]
  const happened = all.filter(({ isDone }) => isDone)
  if (deal.closedAt === null) return all
  if (deal.closeReason === 'released') return happened
  const isBad = deal.closeReason !== 'sold_for_cash'
  const ending = { key: 'ended', title: endingTitle, at: deal.closedAt, isDone: !isBad, isBad }
  return [...happened, ending]
}
