// English messages of the order at a handover: both sides read the same words.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'In this order',
  leftToPay: (rest: string) => `Left to pay: ${rest}, here or in cash.`,
  look: 'Look at the bike and the papers together.',
  pay: (rest: string) => `The buyer pays the rest, ${rest}, here or in cash.`,
  paid: (price: string) => `Everything is paid: ${price}.`,
  read: 'The buyer reads the code aloud.',
  green: (words: string) => `The seller’s page turns green: “${words}”`,
  keys: 'Keys and papers change hands.',
  earlier: (name: string) =>
    `Do you meet earlier? Propose the new time. When ${name} agrees, the code appears two hours before it, or at once.`,
  unpaid: 'Nothing is paid here yet.',
  unpaidText: 'Your code comes when you have paid the deposit or the whole price here.',
}

export const handoverOrderMessages = createNamespace('handoverOrder', en)
