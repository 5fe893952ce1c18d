// Pure. Amounts and times in the English e-mails about deals.
import { refundDays } from '#contract/deals/deadlines.ts'
import type { NoticeWords } from './templates/notice-facts.ts'

const sayYourSide = { buyer: 'Say your side by', seller: 'Say your side by' }

export const noticeWords: NoticeWords = {
  when: 'When',
  proposed: 'Proposed time',
  where: 'Where',
  phone: 'Phone',
  paid: { buyer: 'You paid here', seller: 'Paid here' },
  left: 'Left to pay, here or in cash',
  cash: 'In cash',
  reason: 'Reason',
  until: {
    accepted: { buyer: 'Agree on a meeting by' },
    offer_accepted: { buyer: 'Book by', seller: 'The buyer books by' },
    turn: { buyer: 'Your turn ends' },
    handed_over: { buyer: 'Report a problem by' },
    disputed: sayYourSide,
    evidence_added: sayYourSide,
  },
  answer: 'Answer by',
  divided: {
    buyer: ({ paid, back, kept, isAllBack }) =>
      [
        `You paid ${paid}.`,
        ...(back === '' ? [] : [`${isAllBack ? 'All of it' : back} comes back to you within ${refundDays} days.`]),
        ...(kept === '' ? [] : [`${kept} goes to the seller.`]),
      ].join(' '),
    seller: ({ paid, back, kept, isAllBack }) =>
      [
        `The buyer paid ${paid}.`,
        ...(kept === '' ? [] : [`${kept} is yours.`]),
        ...(back === '' ? [] : [`${isAllBack ? 'All of it' : back} goes back to the buyer.`]),
      ].join(' '),
  },
  askForDestination: 'We do not know yet where to send your money.',
  addDestination: 'Add where we pay you',
  askToRate: 'How was it?',
  rate: 'Rate this deal',
}
