// English messages of every form. Loaded with the first form.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  oddMobileNumber: (count: string) =>
    `This number has ${count} digits; a mobile number has 11. If it is right, press the button again.`,
}

export const formMessages = createNamespace('forms', en)
