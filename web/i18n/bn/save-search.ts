// Bangla messages of the button that saves a search.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const saveSearchMessages: Namespaces['saveSearch'] = {
  save: 'সার্চ সেভ করুন',
  saved: 'সার্চ সেভ করা আছে',
  success: 'সার্চ সেভ হয়েছে। মিলে যায় এমন নতুন বাইক এলে ই-মেইলে জানাব।',
  login: 'সার্চ সেভ করতে লগইন করুন',
}
