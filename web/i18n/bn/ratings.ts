// Bangla messages of rating the other side of a deal.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { ratingDays } from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

const missing = 'হ্যাঁ বা না বেছে নিন।'

export const ratingMessages: Namespaces['ratings'] = {
  heading: 'রেটিং',
  retry: 'আবার চেষ্টা করুন',
  ask: (name) => `${toGenitive(name)} সঙ্গে কেনাবেচা কেমন হলো?`,
  lead: (name, until) => `${name} আপনার রেটিং এখনই দেখবেন না: তিনিও রেটিং দিলে দেখবেন, নয়তো ${until} তারিখে।`,
  open: (name) => `${toObjective(name)} রেটিং দিন`,
  yes: 'হ্যাঁ',
  no: 'না',
  questions: {
    buyer: {
      asDescribed: 'বাইক কি বর্ণনার মতো ছিল?',
      onTime: 'বিক্রেতা কি সময়মতো এসেছিলেন?',
      papersReady: 'কাগজপত্র কি তৈরি ছিল?',
      friendly: 'বিক্রেতার ব্যবহার কি ভালো ছিল?',
    },
    seller: {
      asDescribed: 'ক্রেতা কি ঠিক করা দাম দিয়েছেন?',
      onTime: 'ক্রেতা কি সময়মতো এসেছিলেন?',
      papersReady: 'নাম বদলানোর কাগজ কি ক্রেতার সঙ্গে ছিল?',
      friendly: 'ক্রেতার ব্যবহার কি ভালো ছিল?',
    },
  },
  buyerFacts: {
    asDescribed: 'ঠিক করা দাম দিয়েছেন',
    onTime: 'সময়মতো',
    papersReady: 'কাগজ সঙ্গে ছিল',
    friendly: 'ব্যবহার ভালো',
  },
  missing: { asDescribed: missing, onTime: missing, papersReady: missing, friendly: missing, reply: 'উত্তর লিখুন।' },
  words: 'নিজের কথায়',
  optional: 'না দিলেও চলে',
  hint: 'পাশে আপনার নামের প্রথম অংশ থাকবে। ফোন নম্বর, ঠিকানা আর লিংক লুকানো হয়।',
  final: 'রেটিং পরে বদলানো যায় না।',
  submit: 'রেটিং দিন',
  given: 'আপনার রেটিং জমা হয়েছে',
  givenBoth: 'জমা হয়েছে। এখন দুজনেই একে অন্যের কথা পড়তে পারবেন।',
  mine: 'আপনি যা বলেছেন',
  waits: (name, until) => `দুজনেই রেটিং দিলে, অথবা ${until} তারিখে ${name} এটি পড়তে পারবেন।`,
  shown: 'এটি সবাই দেখতে পান।',
  masked: 'অন্যরা ফোন নম্বর ও ঠিকানা ছাড়া পড়েন:',
  theirs: (name) => `${name} যা বলেছেন`,
  reply: 'উত্তর দিন',
  replyLabel: 'আপনার উত্তর',
  replyHint: 'একবারই দেওয়া যায়, সবাই পড়তে পারবেন।',
  replied: 'আপনার উত্তর দেখানো হচ্ছে',
  over: `রেটিং দেওয়ার ${digits(ratingDays)} দিন শেষ।`,
  record: (name) => `${name} সম্পর্কে অন্যরা যা বলেন`,
}
