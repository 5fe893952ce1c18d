// Bangla messages of every form.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const formMessages: Namespaces['forms'] = {
  optional: 'না দিলেও চলে',
  showPassword: 'পাসওয়ার্ড দেখান',
  hidePassword: 'পাসওয়ার্ড লুকান',
  oddMobileNumber: (count) => `নম্বরটিতে ${count}টি অঙ্ক আছে; মোবাইল নম্বরে ১১টি থাকে। নম্বরটি ঠিক হলে আবার বোতাম চাপুন।`,
}
