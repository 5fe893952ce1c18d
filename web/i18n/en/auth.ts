// English messages of log-in. Loaded with these pages, because most visits need neither.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  login: {
    title: 'Login',
    description: 'Log in to see the sellers’ numbers, book a bike and pay for it.',
    /** After the registration. */
    ready: 'Your account is ready: one tap on “Login” is left. ',
    goBack: (page: string) => `After you log in we take you back to: ${page}.`,
    // By the beginning of the path; the first that fits.
    pages: {
      '/dashboard/wishlist': 'your wishlist',
      '/dashboard/pay': 'the payment',
      '/dashboard/deal': 'your deal',
      '/dashboard/chats': 'your messages',
      '/dashboard/ask': 'your message to the seller',
      '/dashboard': 'your dashboard',
      '/categoryDetails': 'the bikes of this brand',
      '/bikes/': 'the bike you were looking at',
      '/bikes': 'your search',
      '/compare': 'your comparison',
      '/sellers': 'the seller’s page',
    },
    lastPage: 'the page you were on',
    demo: 'Demonstration: log in as',
    people: ['Karim, a buyer', 'Rahim, a seller', 'Ayesha, the admin'],
    social: 'Continue with Google',
    socialFailed: 'The login did not finish. Try again, or use your e-mail and password.',
    // By error code of the social provider's redirect; same sentences as in contract/errors/api-errors.ts.
    socialErrors: {
      social_cancelled: 'You cancelled the login.',
      social_expired: 'That login took too long or was started in another window. Please try again.',
      social_failed: 'That login did not work. Please try again, or use your password.',
      social_email_unusable: 'That account has no e-mail address that we can use. Please register with a password.',
      social_unavailable: 'That login service is not answering right now. Try again in a minute, or use your password.',
      account_not_joined: 'There is already an account with this e-mail address. Log in the way you did before.',
      account_removed: 'This account was removed from Motohaat.',
    },
    or: 'or with e-mail',
    email: 'Email',
    password: 'Password',
    submit: 'Login',
    submitting: 'Logging in',
    forgot: 'Forgot your password?',
    isNew: 'New here?',
    register: 'Register',
    success: 'Login Successful!',
    missing: { email: 'Enter your e-mail address.', password: 'Enter your password.' },
    wrong: { email: 'Enter an e-mail address such as name@example.com.' },
  },
  code: {
    heading: 'One more step',
    lead: 'Your account uses two-step login.',
    code: 'Code from your app',
    codeHint: 'The six digits that your authenticator app shows now.',
    backup: 'Backup code',
    backupHint: 'One of the ten that you saved, such as aB3dE-fG5hI. Each works once.',
    submit: 'Login',
    submitting: 'Logging in',
    useBackup: 'Use a backup code',
    useApp: 'Use a code from your app',
    startOver: 'Log in to another account',
    missing: { code: 'Enter the code.' },
  },
}

export const authMessages = createNamespace('auth', en)
