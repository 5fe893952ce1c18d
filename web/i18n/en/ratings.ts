// English messages of rating the other side of a deal.
import { ratingDays } from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const missing = 'Choose yes or no.'

const en = {
  heading: 'Ratings',
  retry: 'Try again',
  ask: (name: string) => `How was it with ${name}?`,
  lead: (name: string, until: string) =>
    `${name} sees it once you have both rated, or on ${until}. Until then only you see it.`,
  open: (name: string) => `Rate ${name}`,
  yes: 'Yes',
  no: 'No',
  /** The buyer about the seller, and the seller about the buyer. */
  questions: {
    buyer: {
      asDescribed: 'Was the bike as described?',
      onTime: 'Did the seller come on time?',
      papersReady: 'Were the papers ready?',
      friendly: 'Was the seller friendly?',
    },
    seller: {
      asDescribed: 'Did the buyer pay the agreed price?',
      onTime: 'Did the buyer come on time?',
      papersReady: 'Did the buyer have the papers for the transfer?',
      friendly: 'Was the buyer friendly?',
    },
  },
  /** The four facts of a buyer. */
  buyerFacts: {
    asDescribed: 'Paid the agreed price',
    onTime: 'On time',
    papersReady: 'Had the papers',
    friendly: 'Friendly',
  },
  missing: {
    asDescribed: missing,
    onTime: missing,
    papersReady: missing,
    friendly: missing,
    reply: 'Write your reply.',
  },
  words: 'In your words',
  optional: 'optional',
  hint: 'Your first name stands beside it. Phone numbers, addresses and links are hidden.',
  final: 'A rating cannot be changed afterwards.',
  submit: 'Give the rating',
  given: 'Your rating is saved',
  givenBoth: 'Saved. You can both read what the other says now.',
  mine: 'What you say',
  waits: (name: string, until: string) => `${name} sees it once you have both rated, or on ${until}.`,
  shown: 'It is shown.',
  masked: 'Others read it without the contact details:',
  theirs: (name: string) => `What ${name} says`,
  reply: 'Reply',
  replyLabel: 'Your reply',
  replyHint: 'Once, and for everybody to read.',
  replied: 'Your reply is shown',
  over: `The ${ratingDays} days for rating this deal are over.`,
  record: (name: string) => `What others say about ${name}`,
}

export const ratingMessages = createNamespace('ratings', en)
