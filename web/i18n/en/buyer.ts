// English messages of the buyer's screens.
import { maxContactDigits, minContactDigits } from '#contract/limits.ts'
import { answerHours, maxHoldMinutes } from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  booking: {
    heading: 'Book this bike',
    afterLogin: (bike: string) =>
      `After that we take you back to ${bike}, and the booking form opens. Booking is free.`,
    terms: `Booking is free. The seller has ${answerHours} hours to answer, and sees your number after saying yes. Until then others may book too.`,
    line: {
      heading: 'Stand in line',
      terms: 'Another buyer comes first. Waiting is free. If they do not buy, it is your turn.',
      success: 'You are in line',
    },
    product: 'Product',
    price: 'Price',
    name: 'Name',
    email: 'Email',
    contactNumber: 'Contact Number',
    contactHint: 'The seller calls this number.',
    meetingLocation: 'Meeting Location',
    meetingHint: 'A public place works best: a petrol pump, a police box, a BRTA office.',
    submit: 'Submit',
    submitting: 'Booking',
    close: 'Close',
    success: 'Booking confirmed',
    newPrice: (price: string, before: string) => `It is now ${price}; it was ${before}.`,
    withdrawn: 'The seller has withdrawn this bike.',
    missing: {
      contactNumber: 'Enter a number the seller can call, for example 01712345678.',
      meetingLocation: 'Enter a place to meet the seller.',
    },
    wrong: {
      contactNumber: `Enter a number of ${minContactDigits} to ${maxContactDigits} digits, for example 01712345678.`,
    },
  },
  purchases: {
    columns: { number: 'NO.', image: 'Image', name: 'Products Name', price: 'Price', payment: 'Payment' },
    pay: 'Pay',
    paid: 'Paid',
    /** Behind “Paid” while the rest is not. */
    ofDeposit: '(deposit)',
    sold: 'Sold',
    reserved: 'Reserved',
    withdrawn: 'No longer for sale',
    refunded: 'Refunded',
    obstacles: {
      deal_closed: 'Ended',
      bike_changed: 'Look at it again',
      promised_to_another: 'Another buyer comes first',
    },
    cheaper: (taka: string) => `${taka} less than when you saved it`,
    dearer: (taka: string) => `${taka} more than when you saved it`,
    kilometres: (count: string) => `${count}\u{a0}km`,
    standInLine: 'Stand in line',
    onlyNewest: (count: number) => `Only the newest ${count} are shown.`,
  },
  orders: {
    heading: (count: string) => `You have ${count} orders`,
    caption: 'My orders',
    /** While a seller has not answered. */
    mayWait:
      'You need not pay before the seller has answered. Paying reserves the bike; if the answer is no, you get all of it back.',
    emptyHeading: 'Nothing booked yet',
    emptyText: 'Book a bike with your number and a meeting place. You follow it here, step by step.',
    emptyAction: 'See the bikes',
  },
  wishlist: {
    heading: (count: string) => `Your wishlist have ${count} products`,
    caption: 'My wishlist',
    verifiedSeller: 'Verified seller',
    hint: 'Booking is free. A deposit or the full price reserves the bike at once; if the seller says no, all of it comes back.',
    emptyHeading: 'Nothing saved yet',
    emptyText: 'Tap the heart on any bike to save it here with its price.',
    emptyAction: 'See the bikes',
  },
  payment: {
    title: 'Payment',
    breadcrumb: 'You are here',
    heading: (bike: string) => `Payment for ${bike}`,
    price: 'Resale Price',
    card: 'Card',
    cardHint: 'Your card details go straight to the payment provider; we never see them.',
    payAmount: (taka: string) => `Pay ${taka}`,
    paying: 'Paying',
    gettingReady: 'Getting the payment ready',
    testMode: 'Test mode: no real money moves. Use card',
    testModeEnd: 'any future date, any CVC.',
    retry: 'Try again',
    cardsFailed: 'The payment provider’s card form did not load. Check your connection and try again.',
    newPrice: (price: string, before: string) => `The price of this bike has changed from ${before} to ${price}.`,
    payNewPrice: (price: string) => `Pay ${price} instead`,
    holdExpired: 'The time to pay had run out, so we held the bike for you again. Press Pay once more.',
    recording: 'The card was charged. We are recording your payment; stay on this page.',
    pendingHeading: 'Your payment is being recorded',
    pendingText:
      'The card was charged, but Motohaat did not answer. Do not pay again: My Orders will show Paid within a few minutes.',
    retryRecord: 'Check again',
    refundHeading: 'Your money is being sent back',
    refundText: 'The bike could not be sold to you, so your money is being sent back to your card.',
    soldHeading: 'This bike is sold',
    sold: 'Another buyer was faster.',
    withdrawnHeading: 'This bike is no longer for sale',
    withdrawn: 'The seller has withdrawn it.',
    /** Why nothing can be paid now. */
    obstacles: {
      deal_closed: { heading: 'This deal has ended', text: 'Nothing is to be paid for it any more.' },
      bike_changed: {
        heading: 'The seller changed the bike',
        text: 'Look at it again, and say whether you still want it.',
      },
      promised_to_another: {
        heading: 'Another buyer comes first',
        text: 'If they do not buy the bike, you can pay for it then.',
      },
      another_buyer_paying: {
        heading: 'Another buyer is paying for this bike right now',
        text: `That takes ${maxHoldMinutes} minutes at most. If they do not pay, you can.`,
      },
    },
    waitsUntil: (time: string) =>
      `They have until ${time} at the latest. If they do not pay, you can: this page looks again by itself.`,
    paid: 'Paid',
    success: 'your payment is completed',
    congrats: 'Congrats! your payment completed',
    alreadyPaid: 'You have paid for this bike',
    alreadyDeposit: 'You have paid the deposit',
    /** After a deposit: what is paid, and what is left. */
    depositAndRest: (paid: string, rest: string) => `Deposit ${paid} paid · ${rest} at the meeting`,
    restHere: 'You can also pay it here now.',
    paidHere: (paid: string) => `${paid} paid here`,
    proofs: 'Proof of payment',
    proof: { full: 'Full price', deposit: 'Deposit', rest: 'The rest' },
    sentBack: 'sent back',
    /** The result, in one line: what is paid, what is left, what comes next. */
    youPaid: (paid: string) => `You paid ${paid}.`,
    restAtMeeting: (rest: string) => `${rest} at the meeting.`,
    nextTime: 'Next: agree on a time.',
    nextMeeting: 'Next: meet at the agreed time.',
    saveNumber: 'Keep this number: it is your proof of payment.',
    transactionId: 'Transaction id:',
    paidBy: 'Paid by:',
    confirmLeave: 'A payment is in progress. Leave this page anyway?',
  },
}

export const buyerMessages = createNamespace('buyer', en)
