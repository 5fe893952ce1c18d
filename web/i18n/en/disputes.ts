// English messages of deciding about a reported problem.
import { decisionHours } from '#contract/deals/deadlines.ts'

export const disputes = {
  title: 'Problems',
  none: 'No problem is open.',
  noneText: `When a buyer or a seller reports a problem, it appears here. You have ${decisionHours} hours to decide.`,
  paid: 'Paid here',
  price: (price: string) => `Price ${price}`,
  cash: (cash: string) => `Cash, as the seller said: ${cash}`,
  tooMuch: (taka: string) => `Enter 0 to ${taka}.`,
  toSeller: (taka: string) => `The seller gets ${taka}.`,
  question: 'Decide like this?',
  send: 'Decide and tell both',
  keep: 'Not yet',
  toBuyer: 'Or another amount for the buyer, in Taka',
  dueBy: (when: string) => `Decide by ${when}.`,
  note: 'Reason (both read it)',
  decided: 'Decided. We told both.',
  decidedOnes: 'Decided',
  chips: { decided: 'Decided', withdrawn: 'Taken back' },
  partToBuyer: (taka: string) => `${taka} goes back to the buyer, the rest to the seller.`,
  allToBuyer: (taka: string) => `All of it, ${taka}, goes back to the buyer.`,
  allToSeller: 'All of it goes to the seller.',
  decisionReason: 'Reason',
  confirm: (toBuyer: string, buyer: string, toSeller: string, seller: string) =>
    `${toBuyer} to ${buyer}, ${toSeller} to ${seller}. Tell both?`,
  /** Before the decision, while one side or both may still answer. */
  questionEarly: 'Decide now?',
  early: (when: string) => `Both may still answer until ${when}.`,
  earlyOne: (name: string, when: string) => `${name} may still answer until ${when}.`,
  sums: (toBuyer: string, toSeller: string) => `Buyer ${toBuyer} · Seller ${toSeller}`,
  bike: {
    goesBack: 'The bike goes back to the seller, who can offer it again.',
    stays: 'The bike is the seller’s and is for sale again.',
    kept: 'The buyer keeps the bike.',
    sold: 'The bike is the buyer’s: it counts as sold.',
  },
  advertisement: {
    heading: 'What the advertisement says',
    year: 'Bought in',
    kilometres: 'Kilometres',
    notSaid: 'Not said',
    description: 'Description',
  },
  missing: { takaToBuyer: 'Enter the amount in whole Taka.', note: 'Write why. Both sides read it.' },
  submit: 'Decide',
  /** The button once the amount is chosen. */
  give: {
    all: (taka: string) => `Give the buyer all of it back: ${taka}`,
    part: (taka: string) => `Give the buyer ${taka} back`,
    nothing: 'Give all of it to the seller',
  },
  submitting: 'Deciding',
  look: 'What both say',
  lookBoth: 'What both say (both have answered)',
  lookAway: 'Hide what both say',
}
