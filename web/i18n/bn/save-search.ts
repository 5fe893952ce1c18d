// The sentences of the button that saves a search in Bangla.
import type { Chapters } from '#web/i18n/en/namespaces.ts'

export const saveSearch: Chapters['saveSearch'] = {
  save: 'এই খোঁজ রাখুন',
  saved: 'খোঁজ রাখা আছে',
  success: 'খোঁজ রাখা হলো। মিলে যায় এমন নতুন বাইক এলে চিঠি পাবেন।',
  login: 'এই খোঁজ রাখতে লগইন করুন',
}
