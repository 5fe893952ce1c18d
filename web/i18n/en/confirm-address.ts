// English messages of the notice about an unconfirmed address. Kept small, because the search page loads it.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'Your address is not confirmed',
  searches: (email: string) => `Confirm your address to get the e-mails. We send none to ${email} until then.`,
  account: (email: string) =>
    `We send e-mails about your bikes and searches only to confirmed addresses. Is ${email} yours?`,
  bounced: (email: string) =>
    `Our e-mails to ${email} come back, because the mailbox does not exist or is closed. Confirm the address when it works again.`,
  send: 'Send the link',
  sent: (email: string) => `We have e-mailed a link to ${email}. It works for 24 hours, and only once.`,
}

export const confirmAddressMessages = createNamespace('confirmAddress', en)
