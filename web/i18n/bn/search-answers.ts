// Bangla messages of the search page alone: what is excluded, what was not used or is not on sale, and who a bike is for.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const searchAnswerMessages: Namespaces['searchAnswers'] = {
  excluded: (what) => `${what} নয়`,
  unverified: 'যাচাই না করা বিক্রেতা',
  pasts: {
    accident: 'দুর্ঘটনা নেই',
    fall: 'পড়েনি',
    repaint: 'রিপেইন্ট নয়',
    dent: 'ডেন্ট নেই',
    scratch: 'দাগ নেই',
    rust: 'মরিচা নেই',
    modified: 'মডিফাই করা নয়',
    problem: 'সমস্যা নেই',
  },
  elsewhere: (place) => `আগে ${place} এলাকার বাইক, তারপর একই মডেল অন্য জায়গায়, কাছেরটা আগে।`,
  unused: (words) => `খোঁজায় কাজে লাগেনি: ${words}`,
  notOnSale: (model) => `${model} এখন বিক্রিতে নেই`,
  notOnSaleNext: 'সার্চটা সেভ করুন, এলে ই-মেইলে জানাব। কাছাকাছি যা আছে:',
  audiences: {
    short: 'সিট ৭৮০ মিমি পর্যন্ত',
    women: 'স্কুটার, হালকা কমিউটার',
    learner: 'নতুন চালক: ১২৫ সিসি পর্যন্ত',
    family: 'দুজন আর পরিবারের জন্য',
    delivery: 'ডেলিভারি: ১২৫ সিসি পর্যন্ত',
  },
  mileage: (km) => `লিটারে ${km} কিমি থেকে`,
  audience: 'কার জন্য',
  widenedTo: { kind: 'একই ধরনের বাইক', similarKind: 'কাছাকাছি ধরনের বাইক' },
  anyAudience: 'সবার জন্য',
}
