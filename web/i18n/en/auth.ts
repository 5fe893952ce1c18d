// The sentences of log-in and registration: fetched with these screens, since most visits need neither.
import { chapter } from './namespaces.ts'

const en = {
  login: {
    title: 'Login',
    description: 'Log in to see every used motorbike with its owner’s number, to book one and to pay for it.',
    lead: 'Then straight back to the page you came from.',
    social: 'Continue with Google',
    socialFailed: 'The sign-in did not finish. Try again, or use your e-mail and password.',
    // By the code with which the provider's way back comes: the shop's own sentences (contract/errors/api-errors.ts).
    socialTroubles: {
      social_cancelled: 'You stopped before you were logged in.',
      social_expired: 'That login took too long or began in another window. Please try again.',
      social_failed: 'Logging in there did not work. Please try again, or use your password.',
      social_email_unusable:
        'That account has no e-mail address that this shop can use. Please register with a password.',
      social_unavailable: 'That login service does not answer right now. Try again in a minute, or use your password.',
      account_not_joined: 'There is already an account with this e-mail address. Log in the way you did before.',
      account_removed: 'This account was removed from the shop.',
    },
    needsCode: 'This account asks for a second code, which this page cannot take yet.',
    or: 'or with email',
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
    lead: 'Your account has a second factor.',
    code: 'Code of the app',
    codeHint: 'The six digits that your authenticator app shows now.',
    backup: 'Backup code',
    backupHint: 'One of the ten that you kept, such as aB3dE-fG5hI. Each works once.',
    submit: 'Login',
    submitting: 'Logging in',
    useBackup: 'I do not have my phone',
    useApp: 'I have my phone',
    again: 'Log in as somebody else',
    missing: { code: 'Enter the code.' },
  },
  register: {
    title: 'Register',
    description: 'Register as a Buyer or as a Seller of used motorbikes in Bangladesh. It costs nothing.',
    name: 'Your Name',
    photo: 'Photo URL',
    photoHint: 'A link to a photo of you that starts with https://. Buyers like to see a face.',
    email: 'Email address',
    password: 'Password',
    passwordHint: 'At least 8 characters.',
    role: 'I am a',
    seller: 'Seller',
    buyer: 'Buyer',
    submit: 'Register',
    submitting: 'Registering',
    hasAccount: 'Have an account?',
    login: 'Login',
    success: ' SignUp successful !!! Go to login page for login.',
    missing: {
      name: 'Enter your name.',
      image: 'Enter the address of a photo that starts with https://.',
      email: 'Enter your e-mail address.',
      password: 'Choose a password of at least 8 characters.',
    },
    wrong: {
      image: 'Enter the address of a photo that starts with https://.',
      email: 'Enter an e-mail address such as name@example.com.',
      password: 'Use a password of at least 8 characters.',
    },
  },
}

/** For `useChapter`. */
export const entrance = chapter('entrance', en)
