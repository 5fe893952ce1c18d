// English messages of deals: what is now.
import {
  acceptedAfterMeetingHours,
  bookHours,
  dayBeginsHour,
  dayEndsHour,
  payoutDays,
  turnHours,
  windowHours,
} from '#contract/deals/deadlines.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

/**
 * A sentence about now, and one that explains it. `name` is the other side, `when` a day, a time, a place in line or empty,
 * `taka` what was paid here and stayed, or, where all of it goes back, that; empty for nothing. `back`: whether it was sent.
 */
type Situation = {
  heading: (name: string, when: string, taka?: string) => string
  say: (name: string, when: string, taka: string, back: 'soon' | 'sent' | null) => string
}
const text = (heading: Situation['heading'], say: Situation['say']): Situation => ({ heading, say })

const didYouMeet: Situation['heading'] = (name) => `Did you meet ${name}?`

const sayBackToYou: Situation['say'] = (_, __, taka, back) => {
  if (back === null) return 'You had paid nothing here.'
  return `You paid ${taka} here. All of it ${back === 'sent' ? 'went' : 'goes'} back to you.`
}
const sayBackToBuyer: Situation['say'] = (name, _, taka, back) => {
  if (back === null) return `${name} had paid nothing here.`
  return `${name} paid ${taka} here. All of it ${back === 'sent' ? 'went' : 'goes'} back.`
}

/** Cash is the seller's already: the shop speaks of what was paid here. */
const sayWhichMoney = (taka: string, verb: 'is' | 'belongs'): string =>
  `${taka ? `The ${taka} paid here` : 'The money'} ${verb}`

const buyer = {
  requested: text(
    (name) => `Waiting for ${name}’s answer`,
    (name, when) =>
      when === ''
        ? 'We tell you at once.'
        : `${name} can answer until ${when}; then the booking ends. You need not pay yet; paying reserves the bike at once.`,
  ),
  changed: text(
    (name) => `${name} changed the bike`,
    (_, when) => `Look at it again. Say until ${when} whether you still want it.`,
  ),
  othersPay: text(
    () => 'Another buyer is paying right now',
    (name, when) => `Until ${when} at the latest. If nothing is paid by then, ${name} can answer you and you can pay.`,
  ),
  cashSale: text(
    (name) => `${name} says that you bought the bike for cash`,
    (_, when) => `Tell us until ${when} whether that is right. Until then nobody else can buy it.`,
  ),
  inLine: text(
    (_, when) => `You are ${when} of those who wait`,
    () =>
      `Another buyer comes first. If they do not buy, the first who waits gets ${turnHours} hours to take the bike, then the next. Night hours from ${dayEndsHour - 12} PM to ${dayBeginsHour} AM do not count.`,
  ),
  turn: text(
    (_, when) => `It is your turn until ${when}`,
    (name) =>
      `Nobody else can take the bike until then. Pay here to keep it, or wait for ${name}’s yes. Without either your place goes to the end of the line.`,
  ),
  toBook: text(
    () => 'You agreed on a price. Book now.',
    (_, when) => `This price is only for you, until ${when}. Give your number and a place to meet.`,
  ),
  noTime: text(
    (name) => `${name} accepted. Agree on a time.`,
    (_, when) =>
      `Propose a day, a time and a public place. Without an agreed time by ${when} the deal ends. You both see the other’s number now.`,
  ),
  proposedToMe: text(
    (name, when) => `${name} proposes ${when}`,
    () => 'Agree, or propose another time.',
  ),
  proposedByMe: text(
    (_, when) => `You proposed ${when}`,
    (name) => `${name} has not agreed yet.`,
  ),
  meet: text(
    (name, when) => `${name} accepted. You meet ${when}.`,
    () => `The bike is kept for you until ${acceptedAfterMeetingHours} hours after the meeting.`,
  ),
  met: text(didYouMeet, () => 'Tell us what happened. If you take the bike, pay for it here or in cash.'),
  depositMet: text(
    didYouMeet,
    (name) =>
      `Tell us what happened. If you take the bike, pay the rest, here or in cash, and read your code to ${name}.`,
  ),
  paidMet: text(
    didYouMeet,
    (name) => `Tell us what happened. If you take the bike, read your code to ${name}; nothing is left to pay.`,
  ),
  paidNoTime: text(
    (_, __, taka = '') => `Paid and protected${taka && `: ${taka}`}. Agree on a time.`,
    (_, when) =>
      `The bike is reserved for you, and we keep the money until you have it. If no time is agreed by ${when}, we ask you both whether the sale goes on.`,
  ),
  paidMeet: text(
    (_, when, taka = '') => `Paid and protected${taka && `: ${taka}`}. You meet ${when}.`,
    () => 'We keep the money until you have the bike.',
  ),
  asked: text(
    didYouMeet,
    (_, when) => `Tell us what happened until ${when}. Without an answer the money goes back to you.`,
  ),
  frozen: text(
    () => 'The bank is checking the payment',
    () => 'Nothing can be done until it has answered.',
  ),
  handedOver: text(
    () => 'The bike is yours',
    (name, when, taka) =>
      `Is everything as agreed? If you say so, ${taka ? `the ${taka} paid here is` : 'the money is'} ${name}’s at once, otherwise on ${when}. Until then you can report a problem.`,
  ),
  disputed: text(
    () => 'We are looking at the problem',
    (_, when) => `We decide by ${when}: you get back all, a part or nothing. The money stays with us until then.`,
  ),
  released: text(
    () => 'Done. Now put the bike in your name.',
    (name, when, taka) => `${when && `Apply at BRTA by ${when}. `}${sayWhichMoney(taka, 'belongs')} to ${name} now.`,
  ),
  transferred: text(
    () => 'Done. You have applied at BRTA.',
    (name, _, taka) => `${sayWhichMoney(taka, 'belongs')} to ${name} now.`,
  ),
  declined: text(
    (name) => `${name} declined`,
    () => 'Nothing was paid. Other bikes like it are for sale.',
  ),
  cancelled_by_buyer: text(
    () => 'You cancelled',
    (name, _, taka) => (taka ? `${taka} of what you paid here stays with ${name}.` : 'This deal has ended.'),
  ),
  cancelled_by_seller: text((name) => `${name} cancelled`, sayBackToYou),
  expired: text(
    (name) => `${name} did not answer`,
    () => 'The booking ended by itself. Nothing was paid.',
  ),
  no_meeting: text(
    () => 'You did not meet',
    () => 'The booking ended by itself. Nothing was paid.',
  ),
  not_booked: text(
    () => 'The agreed price is over',
    () => `You did not book within ${bookHours} hours. Nothing was paid.`,
  ),
  no_deal: text(() => 'No deal at the meeting', sayBackToYou),
  buyer_no_show: text(
    () => 'You did not come to the meeting',
    (name, _, taka) =>
      `${taka && `${taka} of what you paid here stays with ${name}. `}Half of the deposit stays with the seller the first time in a year, after that all of it.`,
  ),
  seller_no_show: text((name) => `${name} did not come to the meeting`, sayBackToYou),
  unavailable: text(
    () => 'The bike is no longer for sale',
    () => 'Another buyer took it, or the seller withdrew it.',
  ),
  changed_ended: text(
    () => 'The bike was changed',
    () => 'You did not confirm the change in time, so the booking ended.',
  ),
  sold_for_cash: text(
    () => 'Bought for cash',
    (name) => `You paid ${name} yourself. Motohaat kept no money.`,
  ),
  refunded: text(
    () => 'Your money is sent back',
    () => 'This deal has ended.',
  ),
  charged_back: text(
    () => 'Your bank took the payment back',
    () => 'This deal has ended.',
  ),
  buyer_removed: text(
    () => 'Your account was closed',
    () => 'This deal has ended.',
  ),
  seller_removed: text((name) => `${name} is no longer on Motohaat`, sayBackToYou),
  review_refused: text(() => 'The payment was refused', sayBackToYou),
}

/** What stays with the seller after a late cancellation or a buyer who did not come. */
const sayKept = (name: string, taka: string): string =>
  taka && `${taka} of what ${name} paid here is yours; we send it within ${payoutDays} days. `

const seller: typeof buyer = {
  requested: text(
    (name) => `${name} wants to see your bike`,
    (_, when) => (when === '' ? 'Other buyers come first.' : `Answer until ${when}. After that the booking ends.`),
  ),
  changed: text(
    (name) => `${name} has to confirm your change`,
    (_, when) => `Without an answer until ${when} the booking ends.`,
  ),
  othersPay: text(
    (name) => `${name} wants to see your bike`,
    (_, when) =>
      `Another buyer is paying for it right now, until ${when} at the latest. If nothing is paid by then, you can accept.`,
  ),
  cashSale: text(
    (name) => `${name} has to confirm the cash sale`,
    (_, when) => `Until ${when}. The bike is off the market.`,
  ),
  inLine: text(
    (name, when) => `${name} is ${when} of those who wait`,
    () => `Another buyer comes first. If they do not buy, the next in line gets ${turnHours} hours.`,
  ),
  turn: text(
    (name, when) => `It is ${name}’s turn until ${when}`,
    (name) => `Accept, and the bike is kept for ${name}.`,
  ),
  toBook: text(
    (name) => `You agreed on a price with ${name}`,
    (name, when) => `${name} books until ${when}. Nobody else can take the bike until then.`,
  ),
  noTime: text(
    (name) => `You accepted. Agree on a time with ${name}.`,
    (_, when) =>
      `Propose a day, a time and a public place. Without an agreed time by ${when} the deal ends. You both see the other’s number now.`,
  ),
  proposedToMe: text(
    (name, when) => `${name} proposes ${when}`,
    () => 'Agree, or propose another time.',
  ),
  proposedByMe: text(
    (_, when) => `You proposed ${when}`,
    (name) => `${name} has not agreed yet.`,
  ),
  meet: text(
    (name, when) => `You meet ${name} ${when}`,
    () =>
      `The bike is kept until ${acceptedAfterMeetingHours} hours after the meeting. Bring the papers and both keys.`,
  ),
  met: text(didYouMeet, () => 'Tell us what happened.'),
  depositMet: text(
    didYouMeet,
    (name) => `Tell us what happened. If ${name} takes the bike and has paid the rest, enter the code.`,
  ),
  paidMet: text(
    didYouMeet,
    (name) => `Tell us what happened. If ${name} takes the bike, enter the code; nothing is left to pay.`,
  ),
  paidNoTime: text(
    (name, _, taka = '') => `${name} paid${taka && ` ${taka}`}. Agree on a time.`,
    (_, when) =>
      `If no time is agreed by ${when}, we ask you both whether the sale goes on. The money is yours ${windowHours} hours after the handover, if no problem is reported.`,
  ),
  paidMeet: text(
    (name, when, taka = '') => `${name} paid${taka && ` ${taka}`}. You meet ${when}.`,
    () => `Hand over when the code is right. The money is yours ${windowHours} hours later, if no problem is reported.`,
  ),
  asked: text(
    didYouMeet,
    (_, when) => `Tell us what happened until ${when}. Without an answer the money goes back to the buyer.`,
  ),
  frozen: text(
    () => 'The buyer’s bank is checking the payment',
    () => 'Do not hand over the bike. Nothing can be done until the bank has answered.',
  ),
  handedOver: text(
    () => 'Handed over',
    (name, when, taka) =>
      `${taka ? `The ${taka} paid here is` : 'The money is'} yours on ${when}, if ${name} reports no problem until then.`,
  ),
  disputed: text(
    (name) => `${name} reported a problem`,
    (_, when) =>
      `We decide by ${when}: the buyer gets back all, a part or nothing. The money stays with us until then.`,
  ),
  released: text(
    (name, when) => `Sold to ${name}${when && '. Tell BRTA.'}`,
    (_, when, taka) =>
      `${sayWhichMoney(taka, 'is')} yours. We tell you when it is sent.${when && ` Tell BRTA by ${when} that you sold it.`}`,
  ),
  transferred: text(
    (name) => `Sold to ${name}. BRTA knows of it.`,
    (_, __, taka) => `${sayWhichMoney(taka, 'is')} yours. We tell you when it is sent.`,
  ),
  declined: text(
    () => 'You declined',
    () => 'This deal has ended.',
  ),
  cancelled_by_buyer: text(
    (name) => `${name} cancelled`,
    (name, _, taka) => `${sayKept(name, taka)}The bike is for sale again. If somebody waits in line, it is their turn.`,
  ),
  cancelled_by_seller: text(() => 'You cancelled', sayBackToBuyer),
  expired: text(
    (name) => `You did not answer ${name}`,
    () => 'The booking ended by itself.',
  ),
  no_meeting: text(
    () => 'You did not meet',
    () => 'The bike is for sale again.',
  ),
  not_booked: text(
    (name) => `${name} did not book`,
    () => 'The agreed price is over. The bike is for sale again.',
  ),
  no_deal: text(
    () => 'No deal at the meeting',
    () => 'The bike is for sale again.',
  ),
  buyer_no_show: text(
    (name) => `${name} did not come to the meeting`,
    (name, _, taka) => `${sayKept(name, taka)}The bike is for sale again.`,
  ),
  seller_no_show: text(() => 'You did not come to the meeting', sayBackToBuyer),
  unavailable: text(
    () => 'The bike is no longer for sale',
    () => 'This deal has ended.',
  ),
  changed_ended: text(
    (name) => `${name} did not confirm your change`,
    () => 'This deal has ended.',
  ),
  sold_for_cash: text(
    (name) => `Sold to ${name} for cash`,
    () => 'You got the money yourself. Motohaat kept none.',
  ),
  refunded: text(
    (name) => `The money went back to ${name}`,
    () => 'This deal has ended.',
  ),
  charged_back: text(
    () => 'The buyer’s bank took the payment back',
    () => 'We write to you about what happens next.',
  ),
  buyer_removed: text(
    (name) => `${name} is no longer on Motohaat`,
    () => 'The bike is for sale again.',
  ),
  seller_removed: text(
    () => 'Your account was closed',
    () => 'This deal has ended.',
  ),
  review_refused: text(
    () => 'The payment was refused',
    () => 'The bike is for sale again.',
  ),
}

export const dealSituationMessages = createNamespace('dealSituations', { buyer, seller })
