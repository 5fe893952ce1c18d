// English messages of every form. Loaded with the first form.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  oddMobileNumber: (count: string) =>
    `This number has ${count} digits; a mobile number has 11. If it is right, press the button again.`,
  noScripts:
    'This form needs JavaScript and a browser of 2022 or newer. Turn it on or update the browser, and open the page again.',
}

export const formMessages = createNamespace('forms', en)
