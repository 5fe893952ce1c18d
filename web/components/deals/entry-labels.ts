// The text of each button of a deal, and the screen that it leads to.
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealButtonMessages } from '#web/i18n/en/deal-buttons.ts'
import type { DealEntry } from './deal-entries.ts'
import { toDealPath, toDealPayPath } from './deal-paths.ts'
import { type DealSummary, toFirstName } from './describe-deal.ts'

/** The text of each button. */
export const useEntryLabel = (entry: DealEntry, deal: DealSummary): string => {
  const buttons = useMessages(dealButtonMessages)
  const { taka } = useFormat()
  const isMyTurn = deal.side === 'buyer' && deal.turnUntil !== null
  switch (entry) {
    case 'agreeMeeting':
      return buttons.agree
    case 'agreePrice':
      return buttons.agreePrice(taka(deal.offeredPrice ?? deal.price))
    case 'book':
      return buttons.book(taka(deal.price))
    case 'lowerPrice':
      return buttons.lowerPrice(taka(deal.salePrice))
    case 'handOver':
      return buttons.handOver(toFirstName(deal.otherName))
    case 'propose':
      return deal.meetAt === null && deal.proposedMeetAt === null ? buttons.propose : buttons.changeTime
    case 'pay':
      return isMyTurn ? buttons.takeBike : buttons.pay
    case 'cashSale':
      return buttons.cashSale(toFirstName(deal.otherName))
    case 'outcome':
      return deal.side === 'buyer' && deal.paid > 0 ? buttons.notBought(toFirstName(deal.otherName)) : buttons.outcome
    case 'price':
      return deal.state === 'handed_over' ? buttons.priceAfter : buttons.price
    case 'evidence':
      return deal.nextAct === 'add_evidence' ? buttons.evidence : buttons.moreEvidence
    case 'cancel':
      if (deal.side !== 'buyer' || deal.heldAt !== null) return buttons.cancel
      if (deal.bookUntil !== null) return buttons.refusePrice
      return isMyTurn ? buttons.pass : deal.linePlace === null ? buttons.cancelBooking : buttons.leaveLine
    default:
      return buttons[entry]
  }
}

/** The path of an entry that is a screen of its own. */
export const getEntryPath = (entry: DealEntry, id: string): string | null => {
  switch (entry) {
    case 'pay':
    case 'payRest':
      return toDealPayPath(id)
    case 'code':
      return toDealPath(id, 'code')
    case 'handOver':
      return toDealPath(id, 'handover')
    case 'problem':
    case 'evidence':
      return toDealPath(id, 'problem')
    case 'receipt':
      return toDealPath(id, 'receipt')
    default:
      return null
  }
}
