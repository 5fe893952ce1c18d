// The sentences that every form has: fetched with the first of them.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  noScripts: 'This form needs JavaScript. Turn it on and open the page again.',
}

/** For `useChapter`. */
export const formMessages = createNamespace('forms', en)
