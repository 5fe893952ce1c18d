// English messages of payouts that did not arrive, or came back after they had arrived.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: (taka: string) => `Did ${taka} come back?`,
  text: (name: string) => `The payout is due again, under a new number. We tell ${name} why.`,
  missing: 'Write why it came back.',
  reference: 'The bank’s reference for the money that came back',
  missingReference: 'Write the reference from the bank’s statement.',
  submit: 'Yes, it came back',
  success: 'Done. It waits to be paid again.',
  /** Above a payout that repeats another one. */
  repeats: (reference: string, why: string) => `Sent before with reference ${reference}. It came back: ${why}`,
  repeatsFailed: (reference: string, why: string) =>
    `Sent before with reference ${reference}. It did not arrive: ${why}`,
  returnedBy: (name: string, reference: string) =>
    `${name} says so, with the bank’s reference ${reference}. Somebody else approves it now.`,
  failedBy: (name: string) => `${name} says so. Somebody else approves it now.`,
}

export const returnedPayoutMessages = createNamespace('returnedPayouts', en)
