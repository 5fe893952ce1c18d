// English messages of the seller's money after a deal: where it goes, and how far it is.
import { createNamespace } from '#web/i18n/namespace.ts'

/** What is said once the money is on its way; before that the sentence of the deal is enough. `name` is the seller. */
type Says = Partial<Record<'sent' | 'confirmed' | 'set_off', (name: string) => string>>

const buyer: Says = {
  sent: (name) => `The money is on its way to ${name}.`,
  confirmed: (name) => `The money is with ${name}.`,
}

const seller: Says = {
  sent: () => 'The money is on its way to you.',
  confirmed: () => 'The money has reached you.',
  set_off: () => 'The money is kept for what you owe us.',
}

/** Of an ended sale in the list, in one line. `where` is the account, and null where it is not known any more. */
const sold = {
  cash: (taka: string) => `${taka} in cash`,
  yours: (taka: string) => `${taka} paid here is yours`,
  due: (taka: string) => `${taka} is yours, not sent yet`,
  sent: (taka: string, where: string | null) => `${taka} on its way${where === null ? '' : ` to ${where}`}`,
  confirmed: (taka: string, where: string | null, day: string | null) =>
    `${taka} paid out${where === null ? '' : ` to ${where}`}${day === null ? '' : ` on ${day}`}`,
  failed: (taka: string) => `${taka} did not arrive; Money says why`,
  frozen: (taka: string) => `${taka} stopped by a bank check`,
  setOff: (taka: string) => `${taka} kept for what you owe us`,
  where: {
    bkash: (last4: string) => `bKash …${last4}`,
    bank: (last4: string) => `bank account …${last4}`,
  },
}

const en = {
  sold,
  noDestination: 'We do not know yet where to send your money.',
  add: 'Add your bKash or bank account',
  buyer,
  seller,
}

export const dealPayoutMessages = createNamespace('dealPayout', en)
