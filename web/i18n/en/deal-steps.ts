// English messages of the steps on the page of a deal.
import { payoutDays, windowHours } from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'Steps',
  now: '(now)',
  requested: 'Requested',
  priceAgreed: 'Price agreed',
  book: 'Book',
  buyerBooks: (name: string) => `${name} books`,
  answer: 'Your answer',
  answeredBy: (when: string) => `until ${when}`,
  sellersAnswer: (name: string) => `${name}’s answer`,
  inLine: (place: string) => `${place} of those who wait`,
  accepted: { buyer: (name: string) => `${name} accepted`, seller: () => 'You accepted' },
  meet: 'Meet',
  meetText: {
    buyer: () => 'Look at the bike, ride it, compare the numbers with the smart card.',
    seller: (name: string) => `Bring the smart card and both keys. ${name} looks at the bike and rides it.`,
  },
  paid: 'Paid, protected',
  depositPaid: 'Deposit paid, protected',
  paidTextBuyer:
    'Pay here, now or at the meeting. We keep the money until you have the bike. You can pay all of it in cash too; then there is no code.',
  paidTextSeller: (name: string) =>
    `${name} may pay here, before or at the meeting. All of it in cash needs no code: press “${name} bought it for cash”.`,
  rest: 'The rest paid',
  restTextBuyer: 'At the meeting, here or in cash, before you read your code.',
  restTextSeller: (name: string) =>
    `${name} pays it at the meeting, here or in cash. Count cash before you enter the code.`,
  handedOver: { buyer: 'Handed over', seller: 'Handed over' },
  handedOverTextBuyer: (name: string) => `You read your 6-digit code to ${name}.`,
  handedOverTextSeller: (name: string) => `${name} reads you 6 digits. You enter them here.`,
  released: { buyer: (name: string) => `Released to ${name}`, seller: () => 'Released to you' },
  releasedTextBuyer: (name: string) =>
    `You have ${windowHours} hours to report a problem. Then the money is ${name}’s.`,
  releasedTextSeller: `It is yours ${windowHours} hours later, if no problem is reported. We send it within ${payoutDays} days.`,
  problem: 'Problem reported',
  decision: 'We decide',
  decided: 'We decided',
  decisionText: 'The money stays with us until then.',
  bank: 'The bank checks the payment',
  bankText: 'The money stays here until the bank has answered.',
  ended: 'Ended',
}

export const dealStepMessages = createNamespace('dealSteps', en)
