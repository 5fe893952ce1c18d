// English messages of every form. Loaded with the first form.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  noScripts: 'This form needs JavaScript. Turn it on and open the page again.',
}

export const formMessages = createNamespace('forms', en)
