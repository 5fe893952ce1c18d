// English messages of the lower part of the home page. Loaded when that part is hydrated.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  why: {
    heading: 'Why Choose Our Services',
    lead: 'At a haat you see the bike, hear the price and meet the owner. Here too.',
    reasons: {
      checked: {
        title: 'You see who is checked',
        text: 'A tick beside a name means that an admin has verified the seller. If not, the card says so.',
      },
      prices: {
        title: 'Both prices, always',
        text: 'Original Price and Resale Price side by side, so you see how far the price has fallen.',
      },
      meeting: {
        title: 'Meet before you pay',
        text: 'Booking asks only for your number and a meeting place. Pay once you have seen the bike.',
      },
      receipt: {
        title: 'A receipt for every payment',
        text: 'After a payment here you get a transaction id to save, print and show.',
      },
    },
  },
  contact: {
    heading: 'Contact us',
    address: '12 Bangla Motor, Dhaka 1000',
    emails: ['hello@motohaat.example', 'sellers@motohaat.example'],
    hours: 'Opening hours',
    days: [
      { day: 'Sat–Sun', time: '8.00 pm–9.00 pm' },
      { day: 'Mon–Thu', time: '9:00 am–10:00 pm' },
    ],
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    subject: 'Subject',
    message: 'Message',
    submit: 'Send Message',
    submitting: 'Sending',
    success: 'Message sent',
    missing: { email: 'Enter your e-mail address.' },
    wrong: { email: 'Enter an e-mail address such as name@example.com.' },
  },
}

export const homeBelowFoldMessages = createNamespace('homeBelowFold', en)
