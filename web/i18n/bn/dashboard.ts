// Bangla messages of the dashboard's frame.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const dashboardMessages: Namespaces['dashboard'] = {
  label: 'ড্যাশবোর্ড',
  orders: 'আমার অর্ডার',
  wishlist: 'আমার পছন্দ',
  searches: 'সেভ করা সার্চ',
  deals: 'ডিল',
  money: 'টাকা',
  payouts: 'পাওনা পাঠানো',
  disputes: 'সমস্যা',
  products: 'আমার বাইক',
  addProduct: 'বাইক যোগ করুন',
  sellers: 'সব বিক্রেতা',
  buyers: 'সব ক্রেতা',
  account: 'আমার অ্যাকাউন্ট',
  secondFactorReminder: 'এই অ্যাডমিন অ্যাকাউন্ট শুধু একটি পাসওয়ার্ড দিয়ে সুরক্ষিত। দুই ধাপের লগইন থাকলে পাসওয়ার্ড জেনেও কেউ ঢুকতে পারবে না।',
  setUp: 'চালু করুন',
  later: 'পরে',
  messages: 'বার্তা',
  catalogue: 'কোম্পানি ও মডেল',
  suspicious: 'সন্দেহজনক দাম',
  answerNow: (count) => `${banglaFormat.digits(count)}টি আপনার উত্তরের অপেক্ষায়`,
  roles: { buyer: 'ক্রেতা', seller: 'বিক্রেতা', admin: 'অ্যাডমিন' },
}
