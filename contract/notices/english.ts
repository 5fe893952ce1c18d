// What members are told of their deals, in English: on screens and in e-mails.

/** `name` is the other side; `taka` an amount, empty where the step has none. */
export type NoticeSentence = (name: string, taka: string) => string

/** What a member is told of a step of a deal, by the kind of the step and the member's side. */
export const englishNotices = {
  requested: { seller: (name) => `${name} wants to see your bike` },
  accepted: { buyer: (name) => `${name} accepted your booking` },
  declined: { buyer: (name) => `${name} cannot sell it to you` },
  expired: { buyer: (name) => `${name} did not answer` },
  cancelled_by_buyer: { seller: (name) => `${name} cancelled` },
  cancelled_by_seller: { buyer: (name) => `${name} cancelled` },
  unavailable: { buyer: () => 'Sold to another buyer, or withdrawn' },
  changed: {
    buyer: () => 'Your booking ended: the bike was changed',
    seller: (name) => `${name} did not confirm your change`,
  },
  turn: { buyer: () => 'It is your turn' },
  turn_ended: { buyer: () => 'Your turn is over' },
  meeting_proposed: {
    buyer: (name) => `${name} proposes a time to meet`,
    seller: (name) => `${name} proposes a time to meet`,
  },
  meeting_agreed: { buyer: (name) => `You meet ${name}`, seller: (name) => `You meet ${name}` },
  reminder_24h: { buyer: (name) => `You meet ${name} in 24 hours`, seller: (name) => `You meet ${name} in 24 hours` },
  reminder_2h: { buyer: (name) => `You meet ${name} in 2 hours`, seller: (name) => `You meet ${name} in 2 hours` },
  bike_changed: { buyer: (name) => `${name} changed the bike. Do you still want it?` },
  change_confirmed: { seller: (name) => `${name} still wants the bike` },
  price_lowered: { buyer: (_, taka) => `The price is down${taka && `: now ${taka}`}` },
  lower_price_taken: { seller: (name, taka) => `${name} takes the lower price${taka && ` of ${taka}`}` },
  price_offered: {
    buyer: (name, taka) => `${name} proposes ${taka || 'another price'}`,
    seller: (name, taka) => `${name} proposes ${taka || 'another price'}`,
  },
  price_agreed: {
    buyer: (name, taka) => `${name} agreed to ${taka || 'your price'}`,
    seller: (name, taka) => `${name} agreed to ${taka || 'your price'}`,
  },
  contact_given: { seller: (name) => `${name} gave a phone number` },
  paid: {
    buyer: (_, taka) => `Paid and protected${taka && `: ${taka}`}`,
    seller: (name, taka) => `${name} paid${taka && ` ${taka}`}`,
  },
  rest_paid: {
    buyer: (_, taka) => `The rest is paid${taka && `: ${taka}`}`,
    seller: (name, taka) => `${name} paid the rest${taka && `: ${taka}`}`,
  },
  asked: { buyer: (name) => `Did you meet ${name}?`, seller: (name) => `Did you meet ${name}?` },
  said_no_deal: {
    buyer: (name) => `${name} says that there is no deal`,
    seller: (name) => `${name} says that there is no deal`,
  },
  said_no_show: {
    buyer: (name) => `${name} says that you did not come`,
    seller: (name) => `${name} says that you did not come`,
  },
  no_deal: { buyer: () => 'No deal at the meeting', seller: () => 'No deal at the meeting' },
  no_meeting: { buyer: (name) => `You did not meet ${name}`, seller: (name) => `You did not meet ${name}` },
  buyer_no_show: {
    buyer: () => 'You did not come to the meeting',
    seller: (name) => `${name} did not come to the meeting`,
  },
  seller_no_show: {
    buyer: (name) => `${name} did not come to the meeting`,
    seller: () => 'You did not come to the meeting',
  },
  handed_over: { buyer: () => 'The bike is yours', seller: () => 'Handed over' },
  cash_confirmed: { seller: (name) => `${name} confirmed the cash amount` },
  cash_denied: { seller: (name) => `${name} says the cash amount is wrong` },
  new_code: { buyer: () => 'You have a new code' },
  disputed: { buyer: () => 'A problem was reported', seller: (name) => `${name} reported a problem` },
  evidence_added: {
    buyer: (name) => `${name} added something to the problem`,
    seller: (name) => `${name} added something to the problem`,
  },
  dispute_withdrawn: {
    buyer: () => 'The problem was taken back',
    seller: (name) => `${name} took the problem back`,
  },
  decided: { buyer: () => 'We decided about the problem', seller: () => 'We decided about the problem' },
  released: {
    buyer: (name) => `Done. The money is with ${name}.`,
    seller: (_, taka) => `${taka || 'Your money'} is on its way to you`,
  },
  cash_sale_claimed: { buyer: (name) => `${name} says that you bought it for cash` },
  sold_for_cash: { seller: (name) => `${name} confirmed the sale for cash` },
  cash_sale_denied: { seller: (name) => `${name} did not buy it for cash` },
  cash_sale_unconfirmed: {
    buyer: () => 'The sale for cash was not confirmed',
    seller: () => 'The sale for cash was not confirmed',
  },
  frozen: {
    buyer: () => 'The bank is checking the payment',
    seller: () => 'The buyer’s bank is checking the payment',
  },
  thawed: { buyer: () => 'The deal goes on', seller: () => 'The deal goes on' },
  charged_back: {
    buyer: () => 'Your bank took the payment back',
    seller: () => 'The buyer’s bank took the payment back',
  },
  buyer_removed: { seller: (name) => `${name} is no longer on Motohaat` },
  seller_removed: { buyer: (name) => `${name} is no longer on Motohaat` },
  review_refused: { buyer: () => 'The payment was refused', seller: () => 'The payment was refused' },
  refund_succeeded: { buyer: (_, taka) => `${taka || 'Your money'} was sent back to you` },
  refund_failed: { buyer: (_, taka) => `${taka || 'Your money'} could not be sent back yet. We are on it.` },
  payout_sent: { seller: (_, taka) => `${taka || 'Your money'} was sent to you` },
  payout_confirmed: { seller: (_, taka) => `${taka || 'Your money'} has reached you` },
  payout_failed: { seller: (_, taka) => `${taka || 'Your money'} could not be sent. Check where we pay you.` },
} satisfies Record<string, { buyer?: NoticeSentence; seller?: NoticeSentence }>
