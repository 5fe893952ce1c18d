// English messages of offers.
import { bookHours, offerHours } from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  make: 'Make an offer',
  heading: 'Make an offer',
  asks: (name: string, taka: string) => `${name} asks ${taka}.`,
  yours: (taka: string) => `You ask ${taka}.`,
  similar: (low: string, high: string) => `Similar bikes: ${low}–\u2060${high}.`,
  quick: 'Quick amounts',
  less: (percent: string) => `${percent} % less`,
  label: 'Your offer',
  hint: (name: string, from: string, to: string) =>
    `From ${from} to ${to}. ${name} has ${offerHours} hours to answer. You can take it back until then.`,
  send: 'Offer',
  sending: 'Sending',
  close: 'Close',
  sent: (name: string) => `Sent. ${name} has ${offerHours} hours to answer.`,
  acceptedAtOnce: `Accepted. The price is yours for ${bookHours} hours.`,
  missing: { price: 'Enter a price.' },
  wrong: { price: 'Enter whole Taka, for example 165000.' },
  /** Who made the offer, on its card. */
  yourOffer: 'You offer',
  theirOffer: (name: string) => `${name} offers`,
  youOffered: 'You offered',
  theyOffered: (name: string) => `${name} offered`,
  left: (hours: string) => `${hours} h left`,
  below: (taka: string) => `${taka} below the asking price`,
  fullPrice: 'The whole asking price',
  states: {
    countered: 'Answered',
    refused: 'Not accepted',
    withdrawn: 'Taken back',
    lapsed: 'Expired',
    unavailable: 'Not possible any more',
    cheaper: 'It costs less now',
    accepted: 'Accepted',
  },
  timeOver: 'Time is over',
  accept: (taka: string) => `Accept ${taka}`,
  another: 'Another price',
  refuse: 'No, thanks',
  refused: (name: string) => `${name} is told.`,
  withdraw: 'Take it back',
  withdrawn: 'Taken back.',
  confirm: {
    buyer: (name: string) =>
      `${name} keeps the bike for you at this price for ${bookHours} hours. You pay nothing now. ${name} sees your number once you have booked.`,
    seller: (name: string) =>
      `Nobody else can take the bike while ${name} has ${bookHours} hours to book. You see the number of ${name} then.`,
    done: 'Accepted. You both agreed on a price.',
  },
  keptUntil: (when: string, taka: string) => `Price for you until ${when}. Others still see ${taka}.`,
  untilSeller: (name: string, when: string) => `${name} can book until ${when}.`,
  book: (taka: string) => `Book at ${taka}`,
  seeDeal: 'See the deal',
  inList: {
    mine: (taka: string) => `You offered ${taka}`,
    theirs: (taka: string) => `Offers ${taka}`,
    accepted: (taka: string) => `Accepted ${taka}`,
  },
  why: {
    fixed: 'The price is fixed.',
    tomorrow: 'Too low for this bike. Next offer: tomorrow.',
    rounds: 'You have both offered eight prices. Write to each other.',
  },
  settings: {
    title: 'Offers',
    link: 'Offers and lowest price',
    heading: 'Offers',
    lead: (bike: string, taka: string) => `${bike}, ${taka}`,
    fixed: 'Fixed price',
    fixedHint: 'Nobody can offer another price.',
    floor: 'Lowest price',
    optional: 'optional',
    floorHint:
      'Only you ever see it. We accept an offer from this price at once, and say no to a lower one for you, once a day for each buyer.',
    save: 'Save',
    saving: 'Saving',
    saved: 'Saved.',
    back: 'My Products',
    retry: 'Try again',
    wrongFloor: { floor: 'Enter whole Taka, for example 165000.' },
  },
}

export const offerMessages = createNamespace('offers', en)
