// Bangla messages of the notice about an unconfirmed address.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const confirmAddressMessages: Namespaces['confirmAddress'] = {
  heading: 'আপনার ঠিকানা এখনো নিশ্চিত হয়নি',
  searches: (email) => `ই-মেইল পেতে আপনার ঠিকানা নিশ্চিত করুন। তার আগে ${email} ঠিকানায় কিছু পাঠাব না।`,
  account: (email) => `আপনার বাইক আর সার্চের ই-মেইল শুধু নিশ্চিত করা ঠিকানায় পাঠাই। ${email} কি আপনার?`,
  bounced: (email) => `${email} ঠিকানায় পাঠানো ই-মেইল ফেরত আসছে, কারণ মেইলবক্সটি নেই বা বন্ধ। আবার চালু হলে ঠিকানাটি নিশ্চিত করুন।`,
  send: 'লিংক পাঠান',
  sent: (email) => `${email} ঠিকানায় একটি লিংক ই-মেইল করেছি। লিংকটি ২৪ ঘণ্টা চলে, আর একবারই কাজ করে।`,
}
