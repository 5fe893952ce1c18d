// A model of a bike with its deals and a small ledger: the pure rules applied to rows in memory, with the expectations that
// hold after each act. Tests play histories on it.
import { addMs, hourMs } from '#contract/time/durations.ts'
import { expect } from 'vitest'
import { endByOthers } from '#market/deals/endings.ts'
import { getLineChanges } from '#market/deals/waiting-list.ts'
import type { DealContext, Effects } from '#market/deals/transitions.ts'
import type { Deal } from '#market/schema/deals/deals.ts'

type NewDeal = { id: string; priceTaka: number; now: Date; isWaiting: boolean }

/** A request of now; `isWaiting`: it stands in line behind another buyer. The price is in Taka. */
export const createDeal = ({ id, priceTaka, now, isWaiting }: NewDeal): Deal => ({
  id,
  bikeId: 'bike',
  buyerId: `buyer ${id}`,
  sellerId: 'seller',
  bookingId: id,
  wishId: null,
  offerId: null,
  bookDueAt: null,
  priceTaka,
  buyerNumber: '01712345678',
  meetPlace: 'Farmgate',
  requestedAt: now,
  queuedAt: now,
  answerDueAt: addMs(now, 48 * hourMs),
  waitingSince: isWaiting ? now : null,
  inLineSince: isWaiting ? now : null,
  inLineMs: 0,
  acceptedAt: null,
  turnUntil: null,
  hadTurn: false,
  confirmDueAt: null,
  proposedMeetAt: null,
  proposedPlace: null,
  proposedBy: null,
  meetAt: null,
  meetingMoves: 0,
  remindersSent: 0,
  heldAt: null,
  askedAt: null,
  buyerOutcome: null,
  buyerOutcomeAt: null,
  sellerOutcome: null,
  sellerOutcomeAt: null,
  offeredPriceTaka: null,
  offeredBy: null,
  handedOverAt: null,
  cashTaka: null,
  cashConfirmedAt: null,
  cashDeniedAt: null,
  disputedAt: null,
  frozenAt: null,
  releasedAt: null,
  refundedAt: null,
  closedAt: null,
  closeReason: null,
  closeChoice: null,
  closeNote: null,
  dueAt: null,
})

export type BikeState = { reserved: boolean; sold: boolean; withdrawn: boolean }

/** What an act does to the bike. */
export const changeBike = (bike: BikeState, change: NonNullable<Effects['bike']>): void => {
  if (change === 'reserve') bike.reserved = true
  if (change === 'free' || change === 'sell' || change === 'withdraw' || change === 'unsell') bike.reserved = false
  if (change === 'sell') Object.assign(bike, { sold: true, withdrawn: false })
  if (change === 'withdraw') bike.withdrawn = true
  if (change === 'unsell') Object.assign(bike, { sold: false, withdrawn: true })
}

/** Throws the rule that does not hold. */
export const check = (isRight: boolean, rule: string): void => {
  if (!isRight) throw new Error(`Not so: ${rule}.`)
}

/** The matrix of refunds in words of its own: what the seller keeps of a held deal that ends without a handover, in Taka. */
export const getKeptByMatrix = (
  deal: Deal,
  ending: { reason: string | null | undefined; heldTaka: number; hasFailed: boolean; now: Date },
): number => {
  const isLate = deal.meetAt !== null && ending.now.getTime() > deal.meetAt.getTime() - 24 * 60 * 60 * 1_000
  const isBuyersFault = ending.reason === 'buyer_no_show' || (ending.reason === 'cancelled_by_buyer' && isLate)
  if (!isBuyersFault) return 0
  const { priceTaka } = deal
  const depositTaka = priceTaka < 2_500 ? 0 : Math.min(Math.floor(priceTaka * 0.03), 5_000)
  const kept = Math.min(depositTaka, ending.heldTaka)
  return ending.hasFailed ? kept : Math.floor(kept / 2)
}

export type Account = 'provider' | 'held' | 'buyer' | 'seller' | 'chargeback'
/** What each account of one deal has, in Taka: plus is what we have, minus what we owe. */
export type Ledger = Record<Account, number>

/** Throws when the accounts of a deal do not fit its state. */
export const checkLedger = ({ provider, held, buyer, seller, chargeback }: Ledger, deal: Deal): void => {
  check(provider + held + buyer + seller + chargeback === 0, 'the entries sum to zero')
  check(held <= 0 && buyer <= 0 && seller <= 0, 'no account of the members is overdrawn')
  check(deal.closedAt === null || Math.abs(held) === 0, 'nothing is held of what ended')
  check(deal.heldAt !== null || provider === 0, 'nothing is taken without a payment')
  check(deal.releasedAt === null || deal.handedOverAt !== null, 'released after the handover')
  // What is not with the buyer again is held, with the seller, or with the bank.
  check(0 - held - seller <= deal.priceTaka, 'the buyer pays at most the price')
}

export type Purpose = 'full' | 'deposit' | 'rest'

/** One bike with all deals about it, what their ledgers have, and the payment that is open. */
export type History = {
  now: Date
  bike: BikeState
  deals: Map<string, Deal>
  ledgers: Map<string, Ledger>
  /** Whether the buyer of the deal cancelled late or did not come within the last year. */
  hasFailed: (deal: Deal) => boolean
  /** `priceTaka`: the price of the bike that the buyer saw; a small deposit is not told by its amount. */
  payment: { dealId: string; purpose: Purpose; taka: number; priceTaka?: number; until: Date } | null
}

export const getLedger = ({ ledgers }: Pick<History, 'ledgers'>, dealId: string): Ledger => {
  const ledger = ledgers.get(dealId) ?? { provider: 0, held: 0, buyer: 0, seller: 0, chargeback: 0 }
  ledgers.set(dealId, ledger)
  return ledger
}

/** Enters lines that sum to zero. */
export const enter = (history: History, dealId: string, lines: Partial<Ledger>): void => {
  check(Object.values(lines).reduce((sum, taka) => sum + taka, 0) === 0, 'an entry sums to zero')
  const ledger = getLedger(history, dealId)
  for (const [account, taka] of Object.entries(lines)) ledger[account as Account] += taka // oxlint-disable-line typescript/no-unsafe-type-assertion -- the keys of a ledger
}

export const listLive = ({ deals }: Pick<History, 'deals'>): Deal[] =>
  [...deals.values()].filter(({ closedAt }) => closedAt === null)

/** What is held of a deal's money, in Taka. */
export const getHeld = (history: History, dealId: string): number => 0 - getLedger(history, dealId).held

/** Whether another request stands in line: a deal of the bike is accepted, held or has its turn. */
export const hasLine = (history: History): boolean =>
  listLive(history).some(({ acceptedAt, turnUntil }) => acceptedAt !== null || turnUntil !== null)

export const toContext = (history: History, deal: Deal): DealContext => ({
  deal,
  others: listLive(history).filter(({ id }) => id !== deal.id),
  payingBuyerId: (history.payment && history.deals.get(history.payment.dealId)?.buyerId) ?? null,
  paidTaka: getHeld(history, deal.id),
  hasFailedBefore: history.hasFailed(deal),
  now: history.now,
})

/** What the money of this ending must do, from the tables of the product and not from the code. */
const expectSplit = (history: History, deal: Deal, effects: Effects): void => {
  const held = getHeld(history, deal.id)
  const reason = effects.changes.closeReason
  if (!effects.changes.closedAt) return expect(effects.split).toBeUndefined()
  if (reason === 'charged_back') return expect(effects.split).toBeUndefined()
  if (deal.heldAt === null) return expect([effects.split, held]).toEqual([undefined, 0])
  const expected =
    effects.decision !== undefined
      ? held - effects.decision.takaToBuyer
      : reason === 'released'
        ? held
        : getKeptByMatrix(deal, {
            reason,
            heldTaka: held,
            hasFailed: history.hasFailed(deal),
            now: history.now,
          })
  expect(effects.split).toEqual({ toBuyerTaka: held - expected, toSellerTaka: expected })
}

const applyToDeal = (history: History, deal: Deal, effects: Effects): void => {
  if (effects.steps.length === 0 && Object.keys(effects.changes).length === 0) return
  check(deal.closedAt === null, 'a closed deal stays as it is')
  const isDecided = effects.decision !== undefined && effects.decision.decision !== 'withdrawn'
  check(deal.frozenAt === null || !isDecided, 'nothing is decided while the bank disputes the payment')
  expectSplit(history, deal, effects)
  const { split, refundTaka = 0 } = effects
  if (split) {
    const { toBuyerTaka, toSellerTaka } = split
    enter(history, deal.id, { held: toBuyerTaka + toSellerTaka, buyer: -toBuyerTaka, seller: -toSellerTaka })
  }
  if (refundTaka > 0) enter(history, deal.id, { held: refundTaka, buyer: -refundTaka })
  if (effects.changes.closeReason === 'charged_back') {
    const held = getHeld(history, deal.id)
    enter(history, deal.id, { held, chargeback: -held })
  }
  if (effects.bike) changeBike(history.bike, effects.bike)
  history.deals.set(deal.id, { ...deal, ...effects.changes })
  if (effects.changes.closedAt && history.payment?.dealId === deal.id) history.payment = null
}

/** Applies the effects of an act: the deal, the deals that end with it, and the line behind it. */
export const apply = (history: History, deal: Deal, effects: Effects): void => {
  const wasPromised = hasLine(history)
  applyToDeal(history, deal, effects)
  if (effects.closesOthers)
    for (const other of listLive(history).filter(({ id }) => id !== deal.id))
      applyToDeal(history, other, endByOthers(toContext(history, other), 'unavailable'))
  const isOnSale = !history.bike.sold && !history.bike.withdrawn && !history.bike.reserved
  for (const { deal: waiting, changes } of getLineChanges(listLive(history), {
    wasPromised,
    isOnSale,
    now: history.now,
  }))
    history.deals.set(waiting.id, { ...waiting, ...changes })
}

/** Throws when the deals, the bike and the ledgers do not fit together. */
export const expectSound = (history: History): void => {
  const live = listLive(history)
  const promised = live.filter(({ acceptedAt }) => acceptedAt !== null)
  check(promised.length <= 1, 'one accepted deal')
  const turns = live.filter(({ turnUntil }) => turnUntil !== null && turnUntil > history.now)
  check(turns.length + promised.length <= 1, 'one turn')
  const isHeld = live.some(({ heldAt, handedOverAt }) => heldAt !== null && handedOverAt === null)
  check(history.bike.reserved === isHeld, 'reserved while a deal holds it')
  const isSold = [...history.deals.values()].some(
    ({ handedOverAt, refundedAt, closeReason }) =>
      (handedOverAt !== null && refundedAt === null) || closeReason === 'sold_for_cash',
  )
  check(history.bike.sold === isSold, 'sold when handed over')
  for (const deal of history.deals.values()) {
    checkLedger(getLedger(history, deal.id), deal)
  }
}
