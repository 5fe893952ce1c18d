// A deal as the API tells it, for tests of what pages say.
import type { Purchase } from '#web/lib/purchase.ts'
import type { Deal, DealSummary } from '#web/components/deals/describe-deal.ts'

export const shownAt = '2026-11-20T08:00:00.000Z'
/** A moment after it. */
export const shownLater = '2026-11-20T08:00:00.001Z'

/** A request of now, in a list, as its buyer reads it. */
export const shownDeal: DealSummary = {
  _id: '01a21a7e-ac07-75a4-8c99-c7f3826e3754',
  side: 'buyer',
  state: 'requested',
  productId: '01a21a7e-ac07-75a4-8c99-c7f3826e3755',
  slug: 'bike',
  productName: 'Bike',
  image: '/bike.webp',
  status: 'available',
  price: 100_000,
  salePrice: 100_000,
  otherName: 'Rahim Uddin',
  isOtherVerified: false,
  requestedAt: shownAt,
  acceptedAt: null,
  heldAt: null,
  handedOverAt: null,
  disputedAt: null,
  closedAt: null,
  closeReason: null,
  meetAt: null,
  meetPlace: null,
  proposedMeetAt: null,
  proposedPlace: null,
  proposedBy: null,
  bookUntil: null,
  answerDueAt: null,
  turnUntil: null,
  linePlace: null,
  othersPayUntil: null,
  confirmDueAt: null,
  cashSaleUntil: null,
  askedAt: null,
  isFrozen: false,
  offeredPrice: null,
  isTransferDone: false,
  transferDueOn: null,
  refund: null,
  buyer: null,
  paid: 0,
  acts: ['pay_deposit', 'pay_full', 'cancel'],
  nextAct: 'pay_deposit',
}

/** The same on its own page. */
const shownDealPage: Deal = {
  ...shownDeal,
  otherNumber: null,
  chatId: null,
  buyerNumber: null,
  needsContact: false,
  offerId: null,
  lineLength: 0,
  codeFrom: null,
  windowUntil: null,
  meetingMovesLeft: 3,
  buyerOutcome: null,
  sellerOutcome: null,
  offeredBy: null,
  online: 0,
  deposit: 3_000,
  rest: 100_000,
  payments: [],
  cash: null,
  cashConfirmedAt: null,
  cashDeniedAt: null,
  releasedAt: null,
  refundedAt: null,
  closeChoice: null,
  closeNote: null,
  isStillListed: false,
  hasTransfer: false,
  problem: null,
  decision: null,
  payout: null,
  needsDestination: false,
  needsNumbers: false,
  buyer: null,
  meetingFile: null,
  steps: [],
}

const ratings = {
  mayRate: false,
  until: null,
  mine: null,
  theirs: null,
  mayReply: false,
  other: { ratings: 0, noShows: 0 },
}

/** The deposit of the deal, paid by card. */
export const shownDeposit: Purchase['payments'][number] = {
  transactionId: 'pi_deposit',
  purpose: 'deposit',
  way: 'card',
  amount: 3_000,
  paidAt: shownAt,
  isRefunded: false,
}

/** The order of the deal, as a row of My Orders. */
export const shownOrder: Purchase = {
  _id: shownDeal._id,
  bikeId: shownDeal.productId,
  dealId: shownDeal._id,
  from: 'order',
  productName: shownDeal.productName,
  email: 'karim@motohaat.test',
  salePrice: shownDeal.price,
  image: shownDeal.image,
  paid: false,
  status: 'available',
  transactionId: null,
  payments: [],
  rest: 0,
  refunded: false,
  payObstacle: null,
}

/** What the loader of the page of a deal gives. */
export const toDealPageData = (changes: Partial<Deal> = {}) => ({
  ok: true,
  value: {
    deal: { ...shownDealPage, ...changes },
    ratings,
    numbers: null,
    inspections: null,
    cancelTaka: null,
    nowMs: Date.parse(shownAt),
  },
})

/** A problem that the buyer reported and nobody has decided yet, as its own page shows it. */
export const shownDispute = {
  dealId: shownDeal._id,
  reason: 'damaged',
  note: 'It leaks oil.',
  openedBy: 'buyer',
  openedAt: shownAt,
  buyerName: 'Karim Sheikh',
  sellerName: 'Rahim Uddin',
  evidenceUntil: shownLater,
  decideUntil: shownLater,
  decidedAt: null,
  decision: null,
  takaToBuyer: null,
  decisionNote: null,
  isHandedOver: true,
  evidence: [],
}
