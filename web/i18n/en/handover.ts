// English messages for the seller who types the handover code.
import { windowHours } from '#contract/deals/deadlines.ts'
import { codeLockMinutes, codeTriesBeforeLock } from '#contract/deals/handover-code.ts'

/** Used in the messages of paying. */
export const handover = {
  /** For a seller who gets no code, or does not want to sell after all. */
  wayOut: 'No code, or something is wrong?',
  wayOutLink: 'Propose another time, or cancel',
  title: 'Hand over the bike',
  heading: (name: string) => `Type ${name}’s code`,
  lead: 'Hand over the keys only when this page says “The code is right”.',
  code: (name: string) => `Code from ${name}`,
  codeHint: `Six digits, or scan the buyer’s QR code with your camera. After ${codeTriesBeforeLock} wrong tries you wait ${codeLockMinutes} minutes.`,
  cash: 'Cash you received, in Taka',
  allCash: (rest: string) => `I have all of it: ${rest}`,
  cashHint: (rest: string) => `${rest} is left of the price. Count it first.`,
  submit: 'Check the code and hand over',
  submitting: 'Checking the code',
  success: 'The code is right. Hand over the keys.',
  giveNow: (name: string) => `Now give the keys and the papers to ${name}.`,
  paidHere: (taka: string) =>
    `The ${taka} paid here is yours ${windowHours} hours after the handover, if no problem is reported.`,
  scanned: 'The buyer’s code is scanned.',
  scannedText: 'Nothing is sent until you press “Check the code and hand over”.',
  typeInstead: 'Type the six digits instead',
  less: {
    heading: (missing: string) => `${missing} is missing`,
    text: (cash: string, rest: string) =>
      `You typed ${cash}, and ${rest} is left of the price. Motohaat does not collect what is missing. Go on only if you agreed on less.`,
    confirm: 'Hand over for less',
    cancel: 'Go back',
  },
  notPaid: (missing: string, price: string) => `${missing} of the price of ${price} was not paid.`,
  missing: { code: 'Type the six digits.', cashTaka: 'Enter how much cash you received, in whole Taka.' },
  wrong: { cashTaka: 'Enter the amount in whole Taka.' },
}
