// English messages of the meeting on the page of a deal: when, where, and how both reach each other.
import { windowHours } from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  at: (time: string) => `Meet at ${time}`,
  proposed: (time: string) => `Proposed: ${time}`,
  none: 'No meeting agreed yet',
  afterDark: {
    buyer: 'It is dark then. By day is safer.',
    seller: 'It is dark then. Most buyers come by day.',
  },
  beforeAnswer: {
    buyer: 'You agree on a time after the seller says yes',
    seller: 'You agree on a time after you say yes',
  },
  contact: 'Contact',
  noneText: 'Meet in a public place, by day.',
  place: 'Place:',
  buyer: 'Buyer',
  seller: 'Seller',
  since: (month: string) => `On Motohaat since ${month}`,
  bought: (bikes: number, count: string) =>
    bikes === 0 ? 'No bike bought here yet' : bikes === 1 ? '1 bike bought here' : `${count}\u00a0bikes bought here`,
  provenNumber: 'number confirmed',
  numberLater: 'The buyer’s number appears here when you say yes.',
  numberWithBooking: 'The buyer’s number appears here with the booking.',
  numberOnBike: (name: string) => `See ${name}’s number`,
  call: 'Call',
  whatsapp: 'WhatsApp',
  message: 'Message',
  calendar: 'Add to calendar',
  googleCalendar: 'Google Calendar',
  entry: (bike: string) => `Meeting: ${bike}`,
  copy: 'Copy the place',
  copied: 'Place copied',
  bring: {
    buyer:
      'Bring a copy of your NID. The seller brings the smart card and the signed form TTO. Both of you and two witnesses sign the sale receipt.',
    seller:
      'Bring the smart card, a copy of your NID and form TTO, signed by you. Both of you and two witnesses sign the sale receipt.',
  },
  cashRisk: `What you pay here we keep until ${windowHours} hours after the handover. Cash goes straight to the seller.`,
  restFirst: (rest: string) => `${rest} is left to pay. Take it before you enter the code, in cash or here.`,
  movesLeft: (count: number) =>
    count === 1 ? 'The time can be changed once more.' : `The time can be changed ${count} times more.`,
}

export const meetingMessages = createNamespace('meeting', en)
