// English messages of the notice about an unconfirmed address. Kept small, because the search page loads it.
import { proofLinkHours } from '#contract/time/lifetimes.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'Your e-mail address is not confirmed.',
  searches: (email: string) => `Confirm your address to get the e-mails. We send none to ${email} until then.`,
  some: (email: string) => `Open the link in our e-mail to ${email}. Until then we send only a few e-mails a day.`,
  few: (email: string, count: string, isOne: boolean) =>
    `Open the link in our e-mail to ${email}. Without it you get only ${isOne ? 'one e-mail' : `${count} e-mails`} more today.`,
  none: (email: string, isToday: boolean) =>
    `We cannot write to you any more${isToday ? ' today' : ''}. Open the link that we e-mail to ${email}, and you hear of your deals again.`,
  bouncedHeading: 'We cannot write to you.',
  bounced: (email: string) =>
    `Our e-mails to ${email} come back, because the mailbox does not exist or is closed. Confirm the address when it works again.`,
  send: 'Send the link',
  again: 'Send again',
  sent: (email: string) =>
    `We have e-mailed a link to ${email}. It works for ${proofLinkHours} hours, and only once. Look among the unwanted e-mails too.`,
}

export const confirmAddressMessages = createNamespace('confirmAddress', en)
