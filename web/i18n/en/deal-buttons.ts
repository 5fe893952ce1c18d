// English messages of the buttons of a deal, on its page and in lists.
import { createNamespace } from '#web/i18n/namespace.ts'

export const buttons = {
  accept: 'Accept',
  decline: 'Decline',
  cancel: 'Cancel deal',
  cancelBooking: 'Cancel booking',
  leaveLine: 'Leave the line',
  pass: 'I do not want it',
  propose: 'Propose a time',
  changeTime: 'Another time',
  agree: 'Agree',
  pay: 'Pay',
  takeBike: 'Pay and keep the bike',
  payRest: 'Pay the rest',
  contact: 'Enter number and place',
  book: (taka: string) => `Book at ${taka}`,
  code: 'Show my code',
  handOver: (name: string) => `Enter ${name}’s code`,
  cash: 'Check the cash amount',
  problem: 'Something is wrong',
  fine: 'Everything is fine',
  outcome: 'Tell us what happened',
  notBought: (name: string) => `Not bought, or ${name} did not come`,
  price: 'Change the price',
  priceAfter: 'Give some money back',
  agreePrice: (taka: string) => `Agree to ${taka}`,
  confirmChange: 'I still want it',
  lowerPrice: (taka: string) => `Take it for ${taka}`,
  cashSale: (name: string) => `${name} bought it for cash`,
  answerCashSale: 'Did you buy it for cash?',
  evidence: 'Tell your side',
  moreEvidence: 'Add words or pictures',
  withdraw: 'Withdraw the report',
  receipt: 'Receipt',
}

export const dealButtonMessages = createNamespace('dealButtons', buttons)
