// Bangla messages of the notice about an unconfirmed address.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { proofLinkHours } from '#contract/time/lifetimes.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const confirmAddressMessages: Namespaces['confirmAddress'] = {
  heading: 'আপনার ই-মেইল এখনো নিশ্চিত হয়নি।',
  searches: (email) => `ই-মেইলে খবর পেতে আপনার ই-মেইল নিশ্চিত করুন। তার আগে ${email} ঠিকানায় কিছু পাঠাব না।`,
  some: (email) => `${email} ঠিকানায় পাঠানো লিংকটি খুলুন। তার আগে দিনে অল্প কয়েকটি ই-মেইলই পাবেন।`,
  few: (email, count) => `${email} ঠিকানায় পাঠানো লিংকটি খুলুন। তা না হলে আজ আর ${count}টি ই-মেইলই পাবেন।`,
  none: (email, isToday) =>
    `${isToday ? 'আজ ' : ''}আপনাকে আর লিখতে পারছি না। ${email} ঠিকানায় পাঠানো লিংকটি খুলুন, তাহলে কেনাবেচার খবর আবার পাবেন।`,
  bouncedHeading: 'আপনাকে ই-মেইল পাঠানো যাচ্ছে না।',
  bounced: (email) => `${email} ঠিকানায় পাঠানো ই-মেইল ফেরত আসছে, কারণ মেইলবক্সটি নেই বা বন্ধ। আবার চালু হলে ঠিকানাটি নিশ্চিত করুন।`,
  send: 'লিংক পাঠান',
  again: 'আবার পাঠান',
  sent: (email) =>
    `${email} ঠিকানায় একটি লিংক ই-মেইল করেছি। লিংকটি ${digits(proofLinkHours)} ঘণ্টা চলে, আর একবারই কাজ করে। স্প্যাম ফোল্ডারও দেখুন।`,
}
