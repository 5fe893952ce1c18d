// Bangla messages of the page on which a member proves a mobile number.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { phoneCodeMinutes } from '#contract/time/lifetimes.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

const numberMessage = '০১৭১২৩৪৫৬৭৮-এর মতো একটি মোবাইল নম্বর লিখুন।'
const codeMessage = 'মেসেজের ছয়টি অঙ্ক লিখুন।'

export const phoneMessages: Namespaces['phone'] = {
  title: 'মোবাইল নম্বর',
  lead: 'আপনার ফোনে একটি কোড পাঠাব, আপনি সেটি এখানে লিখবেন। তাতে বুঝব নম্বরটি আপনার।',
  open: 'মোবাইল নম্বর যাচাই করুন',
  retry: 'আবার চেষ্টা করুন',
  unavailable: 'এখানে এখন মেসেজ পাঠানো যায় না।',
  proven: 'আপনার নম্বর যাচাই করা হয়েছে',
  since: (when) => `যাচাই করেছেন ${when}`,
  one: 'একটি নম্বর একটিই অ্যাকাউন্টের। অন্য নম্বর যাচাই করলে এটি আর আপনার অ্যাকাউন্টে থাকবে না।',
  remove: 'নম্বরটি সরান',
  removed: 'নম্বরটি সরানো হয়েছে।',
  another: 'অন্য নম্বর যাচাই করুন',
  number: 'মোবাইল নম্বর',
  numberHint: 'যেমন ০১৭১২৩৪৫৬৭৮।',
  send: 'কোড পাঠান',
  sending: 'পাঠানো হচ্ছে',
  sentTo: (number) => `${number} নম্বরে একটি কোড পাঠিয়েছি`,
  code: 'মেসেজের কোড',
  codeHint: `ছয়টি অঙ্ক। ${digits(phoneCodeMinutes)} মিনিট চলবে।`,
  submit: 'নম্বর যাচাই করুন',
  submitting: 'দেখা হচ্ছে',
  success: 'আপনার নম্বর যাচাই করা হয়েছে।',
  resend: 'নতুন কোড পাঠান',
  resendIn: (seconds) => `${seconds} সেকেন্ড পরে নতুন কোড`,
  resent: 'নতুন কোড পাঠিয়েছি। আগেরটি আর চলবে না।',
  change: 'অন্য নম্বর দিন',
  back: 'কোড লিখতে ফিরে যান',
  elsewhere: 'এই নম্বর অন্য একটি অ্যাকাউন্টে যাচাই করা আছে',
  moveText: 'নম্বরটি এই অ্যাকাউন্টে আনতে পারেন। তখন অন্যটিতে আর থাকবে না, আর সেটির মালিককে জানানো হবে।',
  move: 'নম্বরটি এখানে আনুন',
  keep: 'যেখানে আছে থাকুক',
  missing: { number: 'আপনার মোবাইল নম্বর লিখুন।', code: codeMessage },
  wrong: { number: numberMessage, code: codeMessage },
}
