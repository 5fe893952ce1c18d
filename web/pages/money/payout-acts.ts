// What may be done with a payout, its words, and what is sent for it.
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import type { moneyMessages } from '#web/i18n/en/money.ts'
import { getSendByMs } from './payout-due.ts'

export type Payout = CallResponse<(typeof moneyCalls)['GET /payouts']>[number]
type PayoutMessages = typeof moneyMessages.en.payouts
export type PayoutAct = 'prepare' | 'prepare_by_hand' | 'approve' | 'confirm' | 'fail' | 'paid_already'

/** What the acts of a payout depend on. */
export type PayoutSituation = Pick<
  Payout,
  | 'state'
  | 'way'
  | 'requestedBy'
  | 'reference'
  | 'requestedById'
  | 'needsReview'
  | 'isFrozen'
  | 'isUnanswered'
  | 'destination'
  | 'destinationUsableAt'
  | 'canSendByBkash'
>

/** What this person may do with a payout now; the first is the usual one. Whoever prepared it does not approve it. */
export const listPayoutActs = (payout: PayoutSituation, ownId: string | null, nowMs: number): PayoutAct[] => {
  const { state, requestedBy, requestedById, needsReview, isFrozen, destination } = payout
  if (state === 'sent') return isBeingSent(payout) ? [] : ['confirm', 'fail']
  const review: PayoutAct[] = needsReview ? ['paid_already'] : []
  if (isFrozen || isAccountTooNew(payout, nowMs)) return review
  if (hasNoAccount(payout) && requestedBy === null) return review
  const preparations = listPreparations(payout)
  if (requestedBy !== null && !needsReview)
    return requestedById === ownId || isAwaitingReference(payout)
      ? preparations
      : payout.way === 'provider'
        ? ['approve', ...preparations]
        : ['approve']
  return destination === null ? [...review, ...preparations] : [...preparations, ...review]
}

/** The seller has changed the account a short while ago: it is not used yet. */
export const isAccountTooNew = ({ destinationUsableAt }: PayoutSituation, nowMs: number): boolean =>
  destinationUsableAt !== null && new Date(destinationUsableAt).getTime() > nowMs

/** Sent by hand by whoever prepared it, who has not saved the reference yet: there is nothing to compare and approve. */
export const isAwaitingReference = (
  payout: Pick<Payout, 'state' | 'way' | 'reference' | 'requestedBy' | 'needsReview'>,
) =>
  payout.state === 'due' &&
  payout.requestedBy !== null &&
  !payout.needsReview &&
  payout.way !== 'provider' &&
  payout.reference === null

/** The ways in which it can be prepared. On a prepared payout the way it goes comes first: there one saves the reference. */
const listPreparations = (payout: PayoutSituation): PayoutAct[] => {
  if (!payout.canSendByBkash) return ['prepare']
  const isPreparedByHand = toStep(payout) === 'prepared' && payout.way !== 'provider'
  // It is sent: bKash must not send it once more.
  if (isPreparedByHand && payout.reference !== null) return ['prepare_by_hand']
  return isPreparedByHand ? ['prepare_by_hand', 'prepare'] : ['prepare', 'prepare_by_hand']
}

/** bKash has not said yet what became of it. */
const isBeingSent = ({ state, way, isUnanswered }: PayoutSituation): boolean =>
  state === 'sent' && way === 'provider' && !isUnanswered

/** What the text field of a payout asks for; nothing while bKash has to send it. */
export const getFieldLabel = (payout: Payout, ownId: string | null, messages: PayoutMessages): string | null => {
  const { state, way } = payout
  if (isAwaitingReference(payout) && payout.requestedById !== ownId) return null
  if (isBeingSent(payout)) return null
  if (state === 'sent') return way === 'provider' ? messages.referenceOrReason : messages.reason
  if (toStep(payout) === 'due' && !payout.needsReview) return null
  return toStep(payout) === 'prepared' && way === 'provider' ? null : messages.reference
}

/** How far it is. */
export const toStep = ({ state, requestedBy, needsReview }: PayoutSituation): 'due' | 'prepared' | 'sent' =>
  state === 'sent' ? 'sent' : requestedBy !== null && !needsReview ? 'prepared' : 'due'

/** The words of each act. */
export const getLabels = (
  payout: Payout,
  ownId: string | null,
  messages: PayoutMessages,
): Record<PayoutAct, string> => {
  const { canSendByBkash, requestedById } = payout
  const isWithBkash = payout.way === 'provider'
  const isPrepared = toStep(payout) === 'prepared'
  // Whoever prepares it again is the one who sends it by hand.
  const sendAgain = requestedById === ownId ? messages.saveReference : messages.sendMyself
  const again = isWithBkash ? messages.prepareAgain : sendAgain
  const byHand = isPrepared ? (isWithBkash ? messages.byHandInstead : again) : messages.prepareByHand
  const withBkash = isPrepared ? (isWithBkash ? again : messages.bkashInstead) : messages.prepareForBkash
  return {
    prepare: canSendByBkash ? withBkash : isPrepared ? again : messages.prepare,
    prepare_by_hand: byHand,
    approve: isWithBkash ? messages.approveForBkash : messages.approve,
    confirm: isWithBkash ? messages.isInStatement : messages.confirm,
    fail: isWithBkash ? messages.isNotInStatement : messages.fail,
    paid_already: messages.paidAlready,
  }
}

const sendingActs: ReadonlySet<PayoutAct> = new Set(['prepare', 'prepare_by_hand', 'approve'])

/** The words of a button: of what sends money, with the sum. */
export const getButtonText = (label: string, act: PayoutAct, taka: string, messages: PayoutMessages): string =>
  sendingActs.has(act) && label !== messages.saveReference ? messages.withSum(label, taka) : label

/** A card has one main button. Whoever prepared a payout has one only until its reference is saved. */
export const getActClass = (
  payout: Payout,
  ownId: string | null,
  { act, index }: { act: PayoutAct; index: number },
): string => {
  if (index > 0 || (isAwaitingReference(payout) && payout.requestedById !== ownId)) return 'btn--quiet'
  if (toStep(payout) !== 'prepared' || act === 'approve') return 'btn--primary'
  if (payout.way === 'provider') return 'btn--quiet'
  return payout.reference === null ? 'btn--primary' : 'btn--line'
}

/** Who sends a prepared payout, and what the reader does: two people must not send the same money. */
export const getPreparedText = (payout: Payout, ownId: string | null, { prepared }: PayoutMessages): string => {
  const { way, destination, reference, requestedBy, requestedById } = payout
  if (requestedById === ownId) {
    if (way === 'provider') return prepared.you.bkash
    if (reference !== null) return prepared.you.sent(reference)
    return destination?.kind === 'bank' ? prepared.you.bank : prepared.you.byHand
  }
  const name = requestedBy ?? ''
  if (way === 'provider') return prepared.other.bkash(name)
  return reference === null ? prepared.other.byHand(name) : prepared.other.sent(name, reference)
}

/** What became of the payout; whoever prepared it by hand sends it now. */
export const getDoneText = (
  { canSendByBkash, sellerName }: Pick<Payout, 'canSendByBkash' | 'sellerName'>,
  act: PayoutAct,
  text: string,
  messages: PayoutMessages,
): string => {
  if (act === 'approve') return messages.approvedFor(sellerName)
  if (act !== 'prepare' && act !== 'prepare_by_hand') return messages.doneFor(sellerName)
  if (act === 'prepare' && canSendByBkash) return messages.preparedFor(sellerName)
  return text === '' ? messages.sendNow(sellerName) : messages.referenceSaved
}

/** Whether the act sends money that whoever prepared the payout by hand may have sent: it is asked about first. */
export const maySendTwice = (payout: PayoutSituation, ownId: string | null, act: PayoutAct): boolean =>
  isAwaitingReference(payout) &&
  (payout.requestedById === ownId ? payout.canSendByBkash && act === 'prepare' : act !== 'approve')

/** Whether the act asks bKash to send the money: it is asked about first, with the amount and the name. */
export const asksBkash = ({ canSendByBkash }: Pick<Payout, 'canSendByBkash'>, act: PayoutAct): boolean =>
  act === 'prepare' && canSendByBkash

/** What is sent for an act, with what was typed. Who prepares it in another's place says in whose. */
export const toBody = (
  { canSendByBkash, requestedById, needsReview }: Pick<Payout, 'canSendByBkash' | 'requestedById' | 'needsReview'>,
  act: PayoutAct,
  { text, ownId }: { text: string; ownId: string | null },
) => {
  const written = text === '' ? {} : act === 'fail' ? { reason: text } : { reference: text }
  if (act !== 'prepare' && act !== 'prepare_by_hand') return { act, ...written }
  const way = act === 'prepare' ? ('provider' as const) : ('by_hand' as const)
  const isOfAnother = requestedById !== null && requestedById !== ownId && !needsReview
  const instead = isOfAnother ? { instead: requestedById } : {}
  return { act: 'prepare' as const, ...(canSendByBkash && { way }), ...written, ...instead }
}

/** The seller has not said where to be paid. */
export const hasNoAccount = ({
  destination,
  destinationUsableAt,
}: Pick<Payout, 'destination' | 'destinationUsableAt'>): boolean => destination === null && destinationUsableAt === null

/** Whether the seller has said where to be paid; what was prepared goes on without it. */
export const canBePaid = (payout: PayoutSituation): boolean => !hasNoAccount(payout) || payout.requestedBy !== null

const isStillWaiting = (payout: PayoutSituation, nowMs: number): boolean =>
  !canBePaid(payout) || (payout.state === 'due' && isAccountTooNew(payout, nowMs))

/** This person has asked bKash to send it: it waits for another person, and keeps its place in this one's list. */
const isAskedByMe = (payout: PayoutSituation, ownId: string | null): boolean =>
  toStep(payout) === 'prepared' && payout.way === 'provider' && payout.requestedById === ownId

/** What waits for the second person first, then what can be prepared, then what waits for the seller; oldest first. */
export const sortPayouts = <One extends PayoutSituation>(
  payouts: readonly One[],
  ownId: string | null,
  nowMs: number,
): One[] => {
  const getRank = (payout: One): number => {
    if (isStillWaiting(payout, nowMs)) return 2
    return toStep(payout) === 'due' || isAskedByMe(payout, ownId) ? 1 : 0
  }
  return [...payouts].sort((a, b) => getRank(a) - getRank(b))
}

/** The payouts of each seller together, in the order of the list: a seller stands where their first payout stands. */
export const groupBySeller = <One extends Pick<Payout, 'sellerId'>>(payouts: readonly One[]): [One, ...One[]][] => {
  const groups = new Map<string, [One, ...One[]]>()
  for (const payout of payouts) {
    const group = groups.get(payout.sellerId)
    if (group) group.push(payout)
    else groups.set(payout.sellerId, [payout])
  }
  return [...groups.values()]
}

/**
 * The payouts of a seller that are prepared together: two or more that nobody has prepared and that may go the same ways.
 * Empty where each stands by itself. What came back once stands by itself too, because its reason must be read.
 */
export const listBatch = <One extends PayoutSituation & Pick<Payout, 'repeats'>>(
  payouts: readonly One[],
  ownId: string | null,
  nowMs: number,
): One[] => {
  const listWays = (payout: One): string =>
    toStep(payout) === 'due' && !payout.needsReview && payout.repeats === null
      ? listPayoutActs(payout, ownId, nowMs).join(' ')
      : ''
  const ways = payouts.map(listWays).find((text) => text !== '')
  const batch = ways === undefined ? [] : payouts.filter((payout) => listWays(payout) === ways)
  return batch.length > 1 ? batch : []
}

/** Until when it is promised to be sent, in ms since 1970; null where it is sent or waits for the seller or a bank. */
export const getPromisedMs = (payout: PayoutSituation & Pick<Payout, 'createdAt'>, nowMs: number): number | null =>
  payout.state === 'due' && !payout.isFrozen && !payout.needsReview && !isAccountTooNew(payout, nowMs)
    ? getSendByMs(payout.createdAt, payout.destinationUsableAt)
    : null

type CountedStep = 'due' | 'byHand' | 'prepared' | 'sent' | 'waiting' | 'accountTooNew' | 'frozen'

const toCountedStep = (payout: PayoutSituation, nowMs: number): CountedStep => {
  if (payout.state === 'sent') return 'sent'
  // A person decides what became of it, whatever else it waits for.
  if (payout.needsReview) return 'due'
  if (payout.isFrozen) return 'frozen'
  if (!canBePaid(payout)) return 'waiting'
  if (isAccountTooNew(payout, nowMs)) return 'accountTooNew'
  return isAwaitingReference(payout) ? 'byHand' : toStep(payout)
}

/** Nothing can be done before the seller says where to be paid. */
export const isWaitingForSeller = (payout: PayoutSituation, nowMs: number): boolean =>
  toCountedStep(payout, nowMs) === 'waiting'

/** How many payouts are at each step and how much they are, how much somebody can prepare, send or approve now, in whole Taka, how many are late, and how many sellers have not said where to be paid. */
export const summarizePayouts = (
  payouts: readonly (PayoutSituation & Pick<Payout, 'amount' | 'createdAt' | 'sellerId'>)[],
  nowMs: number,
) => {
  const counts = { due: 0, byHand: 0, prepared: 0, sent: 0, waiting: 0, accountTooNew: 0, frozen: 0 }
  const stepTaka = { due: 0, byHand: 0, prepared: 0, sent: 0, waiting: 0, accountTooNew: 0, frozen: 0 }
  let [readyTaka, late] = [0, 0]
  const waitingIds = new Set<string>()
  for (const payout of payouts) {
    const step = toCountedStep(payout, nowMs)
    counts[step] += 1
    stepTaka[step] += payout.amount
    if (step === 'waiting') waitingIds.add(payout.sellerId)
    if ((getPromisedMs(payout, nowMs) ?? nowMs) < nowMs) late += 1
    if (step === 'due' || step === 'byHand' || step === 'prepared') readyTaka += payout.amount
  }
  return { counts, stepTaka, readyTaka, late, waitingSellers: waitingIds.size }
}
