import { expect, test } from 'vitest'
import { confirmAddressMessages } from '#web/i18n/en/confirm-address.ts'
import { describeAllowance } from './address-line.tsx'

test.each([
  [10, 'Open the link in our e-mail to nila@example.com.'],
  [3, 'Open the link in our e-mail to nila@example.com. Until then we can write to you 3 times more.'],
  [1, 'Open the link in our e-mail to nila@example.com. Until then we can write to you once more.'],
  [
    0,
    'We cannot write to you any more. Open the link that we e-mail to nila@example.com, and you hear of your deals again.',
  ],
])('with %i e-mails left the line about the address says it', (noticesLeft, text) => {
  const values = { email: 'nila@example.com', noticesLeft, count: String }
  expect(describeAllowance(confirmAddressMessages.en, values)).toBe(text)
})
