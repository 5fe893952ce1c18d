// English messages of choosing how much to pay, and of what comes back.
import { groupInLakhs } from '#contract/language.ts'
import { maxCardTaka } from '#contract/limits.ts'

export const pay = {
  seller: 'Seller:',
  /** Until the seller has said yes. */
  notAnswered: (name: string) => `${name} has not answered yet. If the answer is no, you get everything back.`,
  /** Of a saved bike without a booking. */
  freeFirst: 'You need not pay yet.',
  bookFirst: 'Book it free of charge first',
  howMuch: 'How much do you pay now?',
  deposit: 'Deposit',
  depositHint: (rest: string) =>
    `Reserves the bike until you meet. You pay the other ${rest} then, in cash or at Motohaat.`,
  /** Where the seller has said yes already. */
  depositHintAccepted: (rest: string) =>
    `The bike is kept for you already. A deposit shows that you come; we keep it until you have the bike. You pay the other ${rest} then, in cash or at Motohaat.`,
  full: 'Full price',
  fullHint: 'Reserves the bike until you meet. Nothing is left to pay then.',
  rest: 'The rest',
  toForm: 'Continue to payment',
  now: 'You pay now',
  back: 'What comes back',
  backWithRest: 'What comes back if you also pay the rest now',
  cases: {
    seller_fails: 'The seller cancels or does not come',
    buyer_cancels_early: 'You cancel more than a day before the meeting',
    buyer_cancels_late: 'You cancel later, or do not come',
    no_deal_at_meeting: 'You look and do not like it',
    handed_over: 'You take the bike',
  },
  /** Until the seller has said yes. */
  sellerDeclines: (name: string) => `${name} does not want to sell`,
  /** Once the meeting is less than a day ahead. */
  cancelledNow: 'You cancel from now on, or do not come',
  allBack: (taka: string) => `${taka} back`,
  toSeller: (taka: string) => `${taka} to the seller`,
  protection: 'We keep the money. It becomes the seller’s a day after you read your code aloud and take the bike.',
  tooMuch: `A card takes at most ৳${groupInLakhs(maxCardTaka)} at once, so this bike is reserved with a deposit.`,
}
