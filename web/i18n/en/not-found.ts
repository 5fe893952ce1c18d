// English messages of the 404 and 403 pages.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  pageNotFound: {
    title: 'Not found',
    heading: "Look like you're lost",
    text: 'The page you are looking for not available!',
    // On the milestone illustration.
    milestone: { town: 'DHAKA', number: '404', unit: 'km' },
    home: 'Go to Home',
    dashboard: 'Go to Dashboard',
  },
  notAllowed: {
    title: 'Not allowed',
    heading: 'This page is not for your account',
    text: 'You are logged in, but this page is for people with another role.',
    anotherAccount: 'Log in with another account',
    home: 'Go to Home',
    selling: {
      title: 'Sell your bike',
      heading: 'Sell with this account',
      text: 'You buy with this account. Prove your mobile number once, and you can list your bike with it too.',
      sell: 'Sell with this account',
      anotherAccount: 'Log in with another account',
    },
  },
}

export const notFoundMessages = createNamespace('notFound', en)
