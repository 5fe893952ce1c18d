// English messages of what stays on the page of a deal and on its receipt: a decision, money that went back, cash.
import { payoutDays, refundDays } from '#contract/deals/deadlines.ts'

export const dealRecord = {
  decision: {
    heading: 'What we decided',
    toYou: 'To you',
    toName: (name: string) => `To ${name}`,
    reason: 'Why',
    date: 'Decided',
    look: 'What both sides said',
    nothingBack: 'We decided: nothing goes back to you',
    backToYou: (taka: string) => `We decided: ${taka} goes back to you`,
    allBack: (name: string) => `We decided: all of it goes back to ${name}`,
    yours: (taka: string) => `We decided: ${taka} is yours`,
    bike: {
      buyer: {
        goesBack: (name: string) => `The bike goes back to ${name}.`,
        stays: (name: string) => `The bike is ${name}’s.`,
        kept: () => 'You keep the bike.',
        sold: () => 'The bike is yours.',
      },
      seller: {
        goesBack: () => 'The bike goes back to you. You can offer it again.',
        stays: () => 'The bike is yours.',
        kept: (name: string) => `${name} keeps the bike.`,
        sold: (name: string) => `The bike is sold to ${name}.`,
      },
    },
  },
  presets: { label: 'The buyer gets back', all: 'All', half: 'Half', nothing: 'Nothing' },
  refund: {
    /** While it is on its way, and after that. */
    toYou: 'Goes back to you',
    toName: (name: string) => `Goes back to ${name}`,
    wentToYou: 'Went back to you',
    wentToName: (name: string) => `Went back to ${name}`,
    soon: (taka: string) => `${taka}, within ${refundDays} days`,
  },
  /** What stays with the seller after a late cancellation. */
  kept: {
    yours: 'Yours',
    ofName: (name: string) => `Stays with ${name}`,
    sent: (taka: string) => `${taka}, sent within ${payoutDays} days`,
  },
  cash: {
    open: { buyer: 'you have not confirmed it yet', seller: 'the buyer has not confirmed it yet' },
    denied: { buyer: 'you say that it is wrong', seller: 'the buyer says that it is wrong' },
    unanswered: {
      buyer: 'You did not answer; the amount is the seller’s word.',
      seller: 'The buyer did not answer; the amount is your word.',
    },
    receiptDenied: 'Cash, as the seller said. The buyer says that it is wrong.',
    receiptUnanswered: 'Cash. The buyer did not answer; the amount is the seller’s word.',
  },
}
