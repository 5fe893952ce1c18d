// English messages of why a deal was declined or cancelled.
import { createNamespace } from '#web/i18n/namespace.ts'
import { problemReasons } from './problem-reasons.ts'

const en = {
  chose: (name: string) => `${name} chose:`,
  wrote: (name: string) => `${name} wrote:`,
  /** As the other side reads them. */
  choices: {
    buyer: { time: 'I cannot come.', found: 'I found another bike.', mind: 'I changed my mind.' },
    seller: {
      sold: 'The bike is sold.',
      time: 'The time or place does not suit me.',
      another: 'I want to sell to somebody else first.',
      keep: 'I do not want to sell any more.',
    },
  },
  problem: {
    heading: {
      you: 'What you reported',
      other: (name: string) => `What ${name} reported`,
      system: 'Why we look at it',
    },
    reasons: problemReasons,
    answered: (name: string) => `${name} has answered.`,
    notAnswered: (name: string) => `${name} has not answered yet.`,
    mayAnswerUntil: (name: string, when: string) => `${name} has not answered yet, and can answer until ${when}.`,
    helps: 'optional, helps us decide',
    noteHint: 'What is wrong, since when, and how you noticed it.',
    youNotAnswered: 'You have not answered.',
    noPictures: 'You have added no pictures. They help us decide.',
    youMayAnswerUntil: (when: string) => `You have not answered yet. You can answer until ${when}.`,
    /** While the admin has entered no amount for the buyer. */
    sellerGetsRest: (taka: string) => `The seller gets what is left of ${taka}.`,
    /** Who has the bike after the decision: if the buyer has it already, and if the seller still has it. */
    bike: {
      buyer: {
        handedOver: (name: string) =>
          `If you get back all that you paid here, the bike goes back to ${name}. If you get back a part or nothing, you keep the bike.`,
        notYet: (name: string) =>
          `If you get back all that you paid here, the bike stays ${name}’s. If you get back a part or nothing, the bike is yours.`,
      },
      seller: {
        handedOver: (name: string) =>
          `If ${name} gets back all that was paid here, the bike goes back to you. If ${name} gets back a part or nothing, ${name} keeps the bike.`,
        notYet: (name: string) =>
          `If ${name} gets back all that was paid here, the bike stays yours. If ${name} gets back a part or nothing, the bike is sold to ${name}.`,
      },
      admin: {
        handedOver: () =>
          'If all of it goes back, the bike goes back to the seller. If a part or nothing goes back, the buyer keeps the bike.',
        notYet: () =>
          'If all of it goes back, the bike stays the seller’s. If a part or nothing goes back, the bike is the buyer’s.',
      },
    },
  },
  offMarket: {
    text: (name: string) => `You told ${name} that the bike is sold. It is still for sale here.`,
    keepText: (name: string) =>
      `You told ${name} that you do not want to sell any more. The bike is still for sale here.`,
    button: 'Take the bike off the market',
    heading: 'Take the bike off the market?',
    ask: 'Nobody finds it any more, and everybody who waits for it is told. To sell it later, list it again.',
    busy: 'Taking it off',
    keep: 'Leave it for sale',
    success: 'The bike is off the market.',
  },
}

export const dealReasonMessages = createNamespace('dealReasons', en)
