// English messages of deals: the meeting, the steps, the seller's list.
import { payoutDays, windowHours } from '#contract/deals/deadlines.ts'
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
  steps: {
    heading: 'Steps',
    now: '(now)',
    requested: 'Requested',
    priceAgreed: 'Price agreed',
    book: 'Book',
    buyerBooks: (name: string) => `${name} books`,
    answer: 'Your answer',
    answeredBy: (when: string) => `until ${when}`,
    sellersAnswer: (name: string) => `${name}’s answer`,
    inLine: (place: string) => `${place} of those who wait`,
    accepted: { buyer: (name: string) => `${name} accepted`, seller: () => 'You accepted' },
    meet: 'Meet',
    meetText: {
      buyer: () => 'Look at the bike, ride it, compare the numbers with the smart card.',
      seller: (name: string) => `Bring the smart card and both keys. ${name} looks at the bike and rides it.`,
    },
    paid: 'Paid, protected',
    depositPaid: 'Deposit paid, protected',
    paidTextBuyer:
      'Here, now or at the meeting: we keep the money until you have the bike. Or all of it in cash; then there is no code.',
    paidTextSeller: (name: string) =>
      `${name} may pay here, before or at the meeting. All of it in cash needs no code: press “${name} bought it for cash”.`,
    rest: 'The rest paid',
    restTextBuyer: 'At the meeting, here or in cash, before you read your code.',
    restTextSeller: (name: string) =>
      `${name} pays it at the meeting, here or in cash. Count cash before you enter the code.`,
    handedOver: { buyer: 'Handed over', seller: 'Handed over' },
    handedOverTextBuyer: (name: string) => `You read your 6-digit code to ${name}.`,
    handedOverTextSeller: (name: string) => `${name} reads you 6 digits. You enter them here.`,
    released: { buyer: (name: string) => `Released to ${name}`, seller: () => 'Released to you' },
    releasedTextBuyer: (name: string) =>
      `You have ${windowHours} hours to report a problem. Then the money is ${name}’s.`,
    releasedTextSeller: `It is yours ${windowHours} hours later. We send it within ${payoutDays} days.`,
    problem: 'Problem reported',
    decision: 'We decide',
    decided: 'We decided',
    decisionText: 'The money stays with us until then.',
    bank: 'The bank checks the payment',
    bankText: 'The money stays here until the bank has answered.',
    ended: 'Ended',
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
    answeredBy: (when: string) => `Until ${when}`,
    reportBy: (when: string) => `Report a problem until ${when}`,
    decidedBy: (when: string) => `We decide by ${when}`,
    applyBy: (when: string) => `Apply at BRTA by ${when}`,
    tellBrtaBy: (when: string) => `Tell BRTA by ${when}`,
    waiting: 'Waiting',
    ended: 'Ended',
    count: (count: number) => `${count}`,
    meetAt: (time: string, place: string) => `${time}, ${place}`,
    answer: 'Answer',
    isFine: 'Check and confirm',
    paidHere: (taka: string) => `${taka} paid here`,
    moneyOn: (when: string, taka: string) =>
      `${taka ? `${taka} is yours` : 'Yours'} on ${when}, if no problem is reported`,
    buyerCount: (count: string) => `${count} buyers want it. Accept one, and the others stay in line.`,
    open: 'See deal',
    openOrder: 'See order',
    putInName: 'Put it in your name',
    allEnded: 'Show all ended deals',
    allEndedOrders: 'Show all ended orders',
    onlyNewest: (count: number) => `Only the newest ${count} are shown.`,
    emptyHeading: 'No bookings yet',
    emptyText: 'A booking appears here, and we e-mail you. Good photos help.',
    emptyAction: 'Add photos',
    similar: 'See bikes like it',
    labelled: (action: string, bike: string) => `${action}: ${bike}`,
  },
}

export const dealMessages = createNamespace('deals', en)
