// Pure. Advice and buttons of the English e-mails about deals.
import { bookHours, offerHours, windowHours } from '#contract/deals/deadlines.ts'
import { type DealNotice, leadsToOtherBikes, type NoticeAdvice } from './templates/template.ts'

const openOffer = `Accept it, name another price or say no. The offer is open for ${offerHours} hours.`
const checkCalendar = 'Please check that the meeting is gone from your calendar.'
const sayWhatHappened = 'Tell us what happened, so that the deal can go on.'

/** What to do next, for the kinds of notices after which something is to be done. */
export const noticeAdvice: NoticeAdvice = {
  message: {
    buyer:
      'Read it and answer on Motohaat. Never send anybody money outside Motohaat before you have seen the bike and its papers.',
    seller: 'Read it and answer on Motohaat. Your number stays hidden until you both agree.',
  },
  requested: { seller: 'Answer soon. If you do not, the booking ends by itself.' },
  offer_made: { buyer: openOffer, seller: openOffer },
  offer_accepted: {
    buyer: `The price is yours for ${bookHours} hours. Book with your number and a place to meet; you pay nothing yet.`,
    seller: `The bike is promised at this price. The buyer has ${bookHours} hours to book.`,
  },
  accepted: { buyer: 'Agree on a time and a place. Pay only on Motohaat or when you stand in front of the bike.' },
  cancelled_by_buyer: { buyer: checkCalendar },
  cancelled_by_seller: { seller: checkCalendar },
  unavailable: { seller: checkCalendar },
  turn: { buyer: 'Pay in time to keep the bike, or the next in line gets it.' },
  paid: {
    buyer:
      'Motohaat keeps the money until you have the bike. Look at bike and papers with the seller, then read the code of the order page aloud.',
    seller:
      'Motohaat keeps the money. At the meeting, type the code that the buyer reads aloud. When it is right, hand over keys and papers.',
  },
  handed_over: {
    buyer: `Check the bike today. If something is wrong, report it within ${windowHours} hours.`,
    seller: `The buyer may report a problem for ${windowHours} hours. Then the money is yours.`,
  },
  payout_destination_missing: { seller: 'Enter a bKash number or a bank account on the page of your money.' },
  asked: { buyer: sayWhatHappened, seller: sayWhatHappened },
}

/** What the button of a notice says. */
export const toNoticeButton = (notice: DealNotice): string => {
  if (notice.kind.startsWith('offer_') && notice.chatId !== null) return 'See the offer'
  if (notice.chatId !== null) return 'Read the message'
  if (notice.kind === 'requested') return 'Answer the booking'
  if (notice.kind.startsWith('payout_')) return 'See my money'
  if (leadsToOtherBikes(notice)) return 'See other bikes'
  return notice.side === 'buyer' ? 'See my order' : 'See the deal'
}
