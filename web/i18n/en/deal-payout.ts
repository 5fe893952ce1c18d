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

const en = {
  noDestination: 'We do not know yet where to send your money.',
  add: 'Add your bKash or bank account',
  buyer,
  seller,
}

export const dealPayoutMessages = createNamespace('dealPayout', en)
