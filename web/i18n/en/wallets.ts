// English messages of paying by a wallet, and of the page after it.
import { maxHoldMinutes, paymentReviewHours } from '#contract/deals/deadlines.ts'
import { payWays } from './pay-ways.ts'
import type { paymentFailures } from '#contract/payments.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const failures: Record<(typeof paymentFailures)[number], string> = {
  no_balance: 'There is not enough money in this bKash account.',
  wrong_pin: 'The PIN was wrong.',
  otp_expired: 'The code had expired.',
  cancelled: 'The payment was cancelled.',
  refused: 'The payment was not accepted.',
  hold_ended: `The ${maxHoldMinutes} minutes to pay were over.`,
  bike_gone: 'The bike was no longer for sale, so we did not take your money.',
  price_changed: 'The price changed while you were paying, so we did not take your money.',
}

const bkash = {
  text: 'You type your number, the code and your PIN on the page of bKash, and come back here.',
  safe: 'bKash takes the money only when we have checked that the bike is still yours to buy.',
  payWith: (amount: string) => `Pay ${amount} with bKash`,
  going: 'Opening bKash',
  tooMuch: (max: string) =>
    `bKash takes at most ${max} at once. Choose another way, or pay a deposit here and the rest in cash.`,
  depositInstead: (deposit: string) => `Deposit ${deposit} by bKash, the rest at the meeting`,
  title: 'Payment with bKash',
  waiting: 'We ask bKash…',
  waitingText: 'This takes a few seconds. You may close this page: My Orders says Paid as soon as bKash has answered.',
}

const sslcommerz: typeof bkash = {
  text: 'You choose Nagad, Rocket, Upay, another wallet or your bank on the page of SSLCommerz, pay there, and come back here.',
  safe: 'If the bike is gone before your money arrives, all of it goes back to you.',
  payWith: (amount: string) => `Pay ${amount} by wallet or bank`,
  going: 'Opening SSLCommerz',
  tooMuch: (max: string) => `SSLCommerz takes at most ${max} at once.`,
  depositInstead: (deposit: string) => `Deposit ${deposit} now, the rest at the meeting`,
  title: 'Payment by wallet or bank',
  waiting: 'We ask SSLCommerz…',
  waitingText:
    'Some banks need a few minutes. You may close this page: My Orders says Paid as soon as SSLCommerz has answered.',
}

const en = {
  testMode: 'Test mode: no real money moves.',
  how: 'How do you pay?',
  ways: payWays,
  wallets: { bkash, sslcommerz },
  review: 'Your payment is being checked',
  reviewText: `SSLCommerz asks us to look at this payment first. The bike stays yours meanwhile. We decide within ${paymentReviewHours} hours; if we cannot accept the payment, all of your money goes back.`,
  unpaid: 'No money was taken',
  failures,
  again: 'Try again',
  refunded: 'Your money is being sent back',
  transactionId: 'Transaction id:',
  orders: 'My Orders',
  see: 'See my order',
}

export const walletMessages = createNamespace('wallets', en)
