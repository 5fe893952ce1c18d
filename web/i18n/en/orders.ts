// English messages of the booked panel and of removing a wish.
import { answerHours, turnHours } from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  booked: {
    lead: (bike: string) => `The seller has not answered yet. We told them that you want to see the ${bike}.`,
    answer: 'The seller answers',
    answerText: `Within ${answerHours} hours. We tell you at once.`,
    numbers: 'The seller sees your number',
    numbersText: 'Only after saying yes.',
    meet: 'You meet and look at the bike',
    pay: 'You pay',
    payText: 'After you have seen it. The seller’s yes keeps the bike for you; a deposit keeps it before that.',
    free: 'Cancelling is free while nothing is paid.',
    see: 'See my order',
    line: {
      lead: (bike: string) => `Another buyer comes first for the ${bike}. You pay nothing now.`,
      other: 'The other buyer decides',
      otherText: 'If they buy the bike, we tell you, and your place ends.',
      turn: 'Else it is your turn',
      turnText: `We tell you at once. The first who waits has ${turnHours} hours, by day.`,
      free: 'You can leave the line at any time.',
    },
  },
  removeWish: {
    button: 'Remove',
    label: (bike: string) => `Remove ${bike}`,
    heading: 'Remove from your wishlist?',
    text: (bike: string) => `You get no more e-mails when the price of ${bike} falls.`,
    busy: 'Removing',
    keep: 'Keep',
    success: 'Removed from your wishlist',
    orderStays: 'It leaves the list. Your order and its receipt stay.',
    youBought: 'You bought this bike.',
  },
}

export const orderMessages = createNamespace('orders', en)
