import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { confirmAddressMessages } from '#web/i18n/en/confirm-address.ts'
import type { Language } from '#web/i18n/language.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { describeAllowance, UnprovenLine } from './address-line.tsx'

test.each([
  [60, 10, 'Open the link in our e-mail to nila@example.com. Until then we send only a few e-mails a day.'],
  [53, 3, 'Open the link in our e-mail to nila@example.com. Without it you get only 3 e-mails more today.'],
  [1, 1, 'Open the link in our e-mail to nila@example.com. Without it you get only one e-mail more today.'],
  [
    0,
    0,
    'We cannot write to you any more. Open the link that we e-mail to nila@example.com, and you hear of your deals again.',
  ],
  [
    50,
    0,
    'We cannot write to you any more today. Open the link that we e-mail to nila@example.com, and you hear of your deals again.',
  ],
])('with %i e-mails left in all and %i today the line about the address says it', (left, leftToday, text) => {
  const values = { email: 'nila@example.com', left, leftToday, count: String }
  expect(describeAllowance(confirmAddressMessages.en, values)).toBe(text)
})

const nila = { uid: 'nila', email: 'nila@example.com', displayName: 'Nila', photoURL: null, emailVerified: true }

const read = (user: SessionUser, isLinkSent = false, language?: Language): string => {
  const Line = () =>
    createElement(UnprovenLine, {
      user,
      allowance: { noticesLeft: 60, noticesLeftToday: 10, linksLeft: 3, isLinkSent },
    })
  return readText(Line, null, language)
}

test('to an address that refuses e-mails the line says why nothing arrives, whether or not it was confirmed once', async () => {
  const text =
    'We cannot write to you. Our e-mails to nila@example.com come back, because the mailbox does not exist or is closed. Confirm the address when it works again.'
  for (const emailVerified of [true, false]) {
    expect(read({ ...nila, emailVerified, emailBounced: true })).toBe(`${text} Send the link`)
    expect(read({ ...nila, emailVerified, emailBounced: true }, true)).toBe(`${text} Send again`)
  }
  expect(read({ ...nila, emailBounced: true }, false, await loadBangla())).toContain(
    'nila@example.com ঠিকানায় পাঠানো ই-মেইল ফেরত আসছে',
  )
})

test('an address that is not confirmed has another line than one that refuses e-mails', () => {
  const text = read({ ...nila, emailVerified: false })
  expect(text).toContain('Open the link in our e-mail to nila@example.com. Until then we')
  expect(text).not.toContain('come back')
})
