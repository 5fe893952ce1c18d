// English messages of deals: the meeting, the seller's list.
import { createNamespace } from '#web/i18n/namespace.ts'
import { dealRecord as record } from './deal-record.ts'
import { englishTimes } from '#web/i18n/deal-times.ts'

const endings = ['th', 'st', 'nd', 'rd']
const ordinal = (number: number): string => {
  const [tens, ones] = [number % 100, number % 10]
  return `${number}${(tens < 11 || tens > 13 ? endings[ones] : undefined) ?? 'th'}`
}

const en = {
  times: englishTimes,
  ordinal,
  record,
  orderTitle: (bike: string) => `Order: ${bike}`,
  dealTitle: (bike: string) => `Deal: ${bike}`,
  back: 'Back to',
  retry: 'Try again',
  loading: 'Loading',
  money: {
    price: 'Price',
    paid: 'Paid here',
    rest: 'Left to pay, here or in cash',
    cash: 'Paid in cash',
    notPaid: 'Not paid',
    refundStates: {
      due: 'being prepared',
      requested: 'on its way',
      succeeded: 'sent',
      failed: 'did not work; we are on it',
      by_hand: 'sent by our team',
    },
  },
  inspections: {
    heading: 'Inspection of the bike',
    begin: 'Check the bike point by point',
    resume: 'Go on with the list of points',
    found: { buyer: 'What you found', seller: 'What the buyer found' },
    mechanic: 'What the mechanic found',
  },
  list: {
    heading: 'Deals',
    place: 'Place:',
    answerNow: 'Answer now',
    timeMissing: 'Paid: agree on a time',
    /** An answer is due; whose is said above it. */
    answeredBy: (when: string) => `Answer by ${when}`,
    /** Of a buyer who waits for the seller. */
    endsUnanswered: (when: string) => `Without an answer by ${when} the booking ends.`,
    openUntil: (when: string) => `Until ${when}`,
    reportBy: (when: string) => `Report a problem until ${when}`,
    decidedBy: (when: string) => `We decide by ${when}`,
    applyBy: (when: string) => `Apply at BRTA by ${when}`,
    tellBrta: 'How to tell BRTA',
    tellBrtaBy: (when: string) => `Tell BRTA by ${when}`,
    waiting: 'Waiting',
    /** Sold bikes of which BRTA has to hear. */
    stillToDo: 'Still to do',
    ended: 'Ended',
    count: (count: number) => `${count}`,
    meetAt: (time: string, place: string) => `${time}, ${place}`,
    answer: 'Answer',
    acceptOrDecline: 'Accept or decline',
    isFine: 'Check and confirm',
    paidHere: (taka: string) => `${taka} paid here`,
    moneyOn: (when: string, taka: string) =>
      `${taka ? `${taka} is yours` : 'Yours'} on ${when}, if no problem is reported`,
    buyerCount: (count: string) => `${count} buyers want it. Accept one; the others stay in line.`,
    open: 'See deal',
    openOrder: 'See order',
    problem: 'Problem reported',
    putInName: 'Put it in your name',
    allEnded: 'Show all ended deals',
    allEndedOrders: 'Show all ended orders',
    onlyNewest: (count: number) => `Only the newest ${count} are shown.`,
    emptyHeading: 'No bookings yet',
    emptyText: 'People who book your bike appear here. More photos, and a price near that of similar bikes, help.',
    emptyAction: 'See My Products',
    ofSeller: (name: string) => `Seller: ${name}`,
    similar: 'See bikes like it',
    labelled: (action: string, bike: string) => `${action}: ${bike}`,
  },
}

export const dealMessages = createNamespace('deals', en)
