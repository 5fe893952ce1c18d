// The sentences of log-in and registration: fetched with these screens, since most visits need neither.
const en = {
  login: {
    title: 'Login',
    lead: 'Then straight back to the page you came from.',
    social: 'Continue with Google',
    socialFailed: 'The sign-in did not finish. Try again, or use your e-mail and password.',
    needsCode: 'This account asks for a second code, which this page cannot take yet.',
    or: 'or with email',
    email: 'Email',
    password: 'Password',
    submit: 'Login',
    submitting: 'Logging in',
    isNew: 'New here?',
    register: 'Register',
    success: 'Login Successful!',
    missing: { email: 'Enter your e-mail address.', password: 'Enter your password.' },
    wrong: { email: 'Enter an e-mail address such as name@example.com.' },
  },
  register: {
    title: 'Register',
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

/** By language, for `useChapter`. */
export const entrance = { en }
