// English messages of payments that a person should look at.
import { decisionHours, paymentReviewHours } from '#contract/deals/deadlines.ts'

export const attention = {
  title: 'Needs attention',
  lead: 'Payments that need a person, newest first.',
  none: 'No payment needs attention.',
  noneText:
    'A payment appears here when a bank disputes it, when it was refunded outside Motohaat, or when a refund fails, or a refund or a decision is late.',
  waits: {
    refund_failed: { name: 'Refund failed', text: 'You find it under “Waiting”: send it again, or by hand.' },
    refund_retried: { name: 'Refund did not go through', text: 'It is tried again by itself. Nothing to do yet.' },
    refund_late: {
      name: 'Refund late',
      text: 'It takes longer than the buyer was promised. You find it under “Waiting”.',
    },
    risk_undecided: {
      name: 'Doubtful payer',
      text: `The money is taken, and SSLCommerz doubts who paid. Ask the buyer, then decide within ${paymentReviewHours} hours; after that it goes back.`,
    },
    number_doubled: {
      name: 'Same transaction twice',
      text: 'SSLCommerz gave the bank’s number of another payment for this one. Look in its portal whether the money came once or twice.',
    },
    problem_undecided: {
      name: 'Not decided',
      text: `The buyer and the seller have waited for your decision for ${decisionHours} hours.`,
    },
  },
  risk: {
    accept: {
      open: 'Accept the payment',
      heading: (taka: string) => `Accept the payment of ${taka}?`,
      text: 'The bike is reserved for this buyer, and the money is kept for the seller. You cannot take this back.',
      confirm: 'Accept',
      busy: 'Saving',
      cancel: 'Not now',
      success: 'The payment is accepted.',
    },
    refuse: {
      open: 'Send the money back',
      heading: (taka: string) => `Send ${taka} back to the buyer?`,
      text: 'The bike is for sale to others again. You cannot take this back.',
      confirm: 'Send it back',
      busy: 'Saving',
      cancel: 'Not now',
      success: 'The money is being sent back.',
    },
  },
  doubled: {
    accept: {
      open: 'The money came twice',
      heading: (taka: string) => `Did ${taka} come a second time?`,
      text: 'It then buys the bike, or goes back to the buyer if the bike is gone. You cannot take this back.',
      confirm: 'Yes, twice',
      busy: 'Saving',
      cancel: 'Not now',
      success: 'The payment counts.',
    },
    refuse: {
      open: 'It came once',
      heading: (taka: string) => `Did the ${taka} of this payment never come?`,
      text: 'This payment then ends without money, and nothing is sent back. You cannot take this back.',
      confirm: 'It came once',
      busy: 'Saving',
      cancel: 'Not now',
      success: 'The payment has ended without money.',
    },
  },
  see: 'See the payment',
  disputes: {
    open: { name: 'Disputed', text: 'The buyer’s bank disputes this payment. Answer it at the card provider.' },
    won: { name: 'Dispute won', text: 'The bank decided for the shop.' },
    lost: { name: 'Dispute lost', text: 'The bank has taken the money back.' },
  },
  reasons: {
    mismatch: { name: 'Wrong amount', text: 'It was not the amount of the order, so it goes back to the buyer.' },
    at_provider: { name: 'Refunded elsewhere', text: 'It was refunded at the card provider, not here.' },
  },
  partly: (taka: string) => ({ name: 'Partly refunded', text: `${taka} went back to the buyer outside Motohaat.` }),
  lost: (taka: string) => `The shop has lost ${taka} by this.`,
  transaction: (id: string) => `transaction ${id}`,
  decide: 'Decide the problem',
  charge: {
    open: 'Charge the seller',
    heading: (taka: string) => `Charge the seller with ${taka}?`,
    text: 'It is kept back from what we pay this seller next. You cannot take this back.',
    confirm: 'Charge',
    busy: 'Saving',
    cancel: 'Not now',
    success: 'Charged. It is kept back from the next payouts.',
  },
}
