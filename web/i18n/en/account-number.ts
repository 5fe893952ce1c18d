// English messages of a seller's whole account number, which a cashier sees on request.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  show: 'Show',
  showLabel: 'Show the whole number',
  showing: 'Getting the number',
  hide: 'Hide',
  hideLabel: 'Hide the number',
  copy: 'Copy',
  copyLabel: 'Copy the number',
  copied: 'Number copied',
  numbers: { bkash: 'bKash number', bank: 'Account number' },
  routing: 'Routing number',
  recorded: 'We have noted that you saw this number.',
}

export const accountNumberMessages = createNamespace('accountNumber', en)
