// A deal as a row, for tests of the pure rules.
import { addMs, hourMs } from '#market/deals/rules.ts'
import type { Effects } from '#market/deals/transitions/rules.ts'
import type { Deal } from '#market/deals/table.ts'

type NewDeal = { id: string; priceTaka: number; now: Date; isWaiting: boolean }

/** A request of now; `isWaiting`: it stands in line behind another buyer. The price is in Taka. */
export const createDeal = ({ id, priceTaka, now, isWaiting }: NewDeal): Deal => ({
  id,
  bikeId: 'bike',
  buyerId: `buyer ${id}`,
  sellerId: 'seller',
  bookingId: id,
  wishId: null,
  priceTaka,
  buyerNumber: '01712345678',
  meetPlace: 'Farmgate',
  requestedAt: now,
  queuedAt: now,
  answerDueAt: addMs(now, 48 * hourMs),
  waitingSince: isWaiting ? now : null,
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
  const depositTaka = priceTaka < 2_500 ? 0 : Math.min(Math.floor(priceTaka * 0.03), 5_000, Math.floor(priceTaka * 0.2))
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
}
