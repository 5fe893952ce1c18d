// English messages of the page on which a member proves a mobile number.
import { phoneCodeMinutes } from '#contract/time/lifetimes.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  title: 'Mobile number',
  lead: 'We send a code to your phone, and you type it here. So we know that the number is yours.',
  open: 'Prove a mobile number',
  retry: 'Try again',
  unavailable: 'No text messages can be sent here at present.',
  proven: 'Your number is proven',
  since: (when: string) => `Proven on ${when}`,
  one: 'A number belongs to one account. If you prove another one, this one is free again.',
  remove: 'Remove the number',
  removed: 'The number was removed.',
  another: 'Prove another number',
  number: 'Mobile number',
  numberHint: 'For example 01712345678.',
  send: 'Send me a code',
  sending: 'Sending',
  sentTo: (number: string) => `We have sent a code to ${number}`,
  code: 'Code from the message',
  codeHint: `Six digits. It works for ${phoneCodeMinutes} minutes.`,
  submit: 'Prove the number',
  submitting: 'Checking',
  success: 'Your number is proven.',
  resend: 'Send a new code',
  resendIn: (seconds: string) => `New code in ${seconds} s`,
  resent: 'We have sent a new code. The one before does not work any more.',
  change: 'Use another number',
  back: 'Back to the code',
  elsewhere: 'Another account has proven this number',
  moveText: 'You can move it to this account. It is then no longer proven in the other one, whose owner is told.',
  move: 'Move the number here',
  keep: 'Leave it there',
  missing: { number: 'Enter your mobile number.', code: 'Enter the six digits from the message.' },
  wrong: { number: 'Enter a mobile number such as 01712345678.', code: 'Enter the six digits from the message.' },
}

export const phoneMessages = createNamespace('phone', en)
