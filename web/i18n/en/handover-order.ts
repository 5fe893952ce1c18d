// English messages of the order at a handover: each side reads what it does itself, and what the other one does.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'In this order',
  leftToPay: (rest: string) => `Left to pay: ${rest}, here or in cash.`,
  look: 'Look at the bike and the papers together.',
  paid: (price: string) => `Everything is paid: ${price}.`,
  buyer: {
    pay: (_name: string, rest: string) => `You pay the rest, ${rest}, here or in cash.`,
    read: (name: string) => `You read the code aloud to ${name}.`,
    green: (name: string, words: string) => `${name}’s page turns green: “${words}”`,
    keys: (name: string) => `${name} gives you the keys and the papers.`,
  },
  seller: {
    pay: (name: string, rest: string) => `${name} pays the rest, ${rest}, here or in cash.`,
    read: (name: string) => `${name} reads you the code, and you enter it.`,
    green: (_name: string, words: string) => `Your page turns green: “${words}”`,
    keys: (name: string) => `You give ${name} the keys and the papers.`,
  },
  earlier: (name: string) =>
    `Do you meet earlier? Propose the new time. When ${name} agrees, the code appears two hours before it, or at once.`,
  unpaid: 'Nothing is paid here yet.',
  unpaidText: 'Your code comes when you have paid the deposit or the whole price here.',
}

export const handoverOrderMessages = createNamespace('handoverOrder', en)
