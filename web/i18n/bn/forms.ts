// Bangla messages of every form.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const formMessages: Namespaces['forms'] = {
  optional: 'না দিলেও চলে',
  showPassword: 'পাসওয়ার্ড দেখান',
  hidePassword: 'পাসওয়ার্ড লুকান',
  noScripts: 'এই ফর্মে জাভাস্ক্রিপ্ট লাগে। চালু করে পাতাটি আবার খুলুন।',
}
