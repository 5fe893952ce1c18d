// English messages of the registration. Loaded with its page.
import { minPasswordLength } from '#contract/limits.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  social: 'Continue with Google',
  or: 'or with e-mail',
  title: 'Register',
  description: 'Register as a Buyer or as a Seller of used motorbikes in Bangladesh. It is free.',
  lead: 'It costs nothing.',
  goBack: 'After that you go back to where you were.',
  goBackToBike: 'After that you go back to the bike.',
  name: 'Your Name',
  photoLink: 'Link to a photo instead',
  photo: 'Photo URL',
  photoHint: 'A photo link that starts with https://.',
  email: 'Email address',
  password: 'Password',
  passwordHint: `At least ${minPasswordLength} characters; not your name or e-mail address.`,
  role: 'I am a',
  roleHint: 'Both can buy. A seller lists bikes too; you can add that later.',
  seller: 'Seller',
  buyer: 'Buyer',
  submit: 'Register',
  submitting: 'Registering',
  hasAccount: 'Have an account?',
  login: 'Login',
  agree: {
    before: 'By registering you agree to the ',
    terms: 'terms',
    between: ' and the ',
    privacy: 'privacy policy',
    after: '.',
  },
  success: ' SignUp successful !!! Go to login page for login.',
  missing: {
    name: 'Enter your name.',
    // Without a photo the form sends the initials.
    image: '',
    email: 'Enter your e-mail address.',
    password: `Choose a password of at least ${minPasswordLength} characters.`,
  },
  wrong: {
    image: 'Enter a photo link that starts with https://.',
    email: 'Enter an e-mail address such as name@example.com.',
    password: `Use a password of at least ${minPasswordLength} characters.`,
  },
}

export const registerMessages = createNamespace('register', en)
