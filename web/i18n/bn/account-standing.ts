import type { MemberNamespaces } from '#web/i18n/en/namespaces.ts'

export const accountStandingMessages: MemberNamespaces['accountStanding'] = {
  heading: 'সিদ্ধান্ত ও জানানো বিষয়',
  text: 'আপনাকে বা আপনার বাইক নিয়ে আমরা কী ঠিক করেছি, কেন, আর কবে পর্যন্ত।',
  open: 'সিদ্ধান্তগুলো পড়ুন',
}
