// English messages of the page of a deal: what costs nothing, what comes back, and who waits.
import { acceptedAfterMeetingHours, lateCancellationHours, windowHours } from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  line: {
    before: (count: number) =>
      count === 0
        ? 'You are the next after the buyer who comes first.'
        : `${count === 1 ? '1 person is' : `${count} people are`} before you.`,
    /** What becomes of the others when the seller accepts one. */
    others: (count: number) =>
      count === 1
        ? '1 other buyer stays in line, and gets a turn if this deal ends without a sale.'
        : `${count} other buyers stay in line, and get their turns if this deal ends without a sale.`,
    free: 'Waiting costs nothing. We tell you the moment it is your turn.',
  },
  /** After the time until which the seller answers. */
  unanswered: {
    ends: '. Otherwise the booking ends.',
    passes: '. Otherwise the turn of this buyer ends.',
  },
  /** The bike has another price now than this buyer has booked or agreed on. */
  price: {
    holds: (yours: string, now: string) =>
      `You pay ${yours}, as agreed. The bike costs ${now} now; that does not change your price.`,
    lower: (yours: string, now: string) =>
      `The bike costs ${now} now. Your booking stays at ${yours} until you take the lower price.`,
  },
  terms: {
    free: 'Cancelling is free',
    freeText: `while nothing is paid. After paying here it is free until ${lateCancellationHours} hours before the meeting.`,
    freeUnpaid: 'Cancelling is free while nothing is paid.',
    freeLate: `while nothing is paid. The meeting is in less than ${lateCancellationHours} hours: who pays here now and then cancels does not get all of it back.`,
    freeUntil: (name: string) =>
      `If you cancel up to ${lateCancellationHours} hours before the meeting, or ${name} cancels, you get everything back.`,
    ifNow: 'If you cancel now,',
    ifNowBuyer: (taka: string) => `you get back ${taka}.`,
    ifNowSeller: (name: string) => `${name} gets everything back.`,
    notPromisedToYou: (name: string) => `${name} has not said yes yet. Agreeing on a time is a yes.`,
    notPromised: (name: string) =>
      `You have not said yes to ${name}. Agreeing on a time is your yes; to say no, cancel the deal.`,
    ifWithdrawn: 'If you withdraw the report,',
    ifWithdrawnText: (name: string) =>
      `the deal goes on. The money is ${name}’s ${windowHours} hours after the handover.`,
    accepting: 'If you accept:',
    acceptingText: (name: string) =>
      `you see ${name}’s number, and the bike is kept for ${name} until ${acceptedAfterMeetingHours} hours after the meeting.`,
  },
}

export const dealTermMessages = createNamespace('dealTerms', en)
