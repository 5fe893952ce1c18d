// Bangla messages of the meeting on the page of a deal.
import { windowHours } from '#contract/deals/deadlines.ts'
import { toGenitive } from '#contract/names/bangla-endings.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { toLocative } from './deal-times.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const meetingMessages: Namespaces['meeting'] = {
  at: (time) => `দেখা ${toLocative(time)}`,
  proposed: (time) => `প্রস্তাব: ${time}`,
  contact: 'যোগাযোগ',
  none: 'এখনো সময় ঠিক হয়নি',
  afterDark: {
    buyer: 'তখন অন্ধকার। দিনের আলোয় দেখা করা নিরাপদ।',
    seller: 'তখন অন্ধকার। ক্রেতারা সাধারণত দিনে আসেন।',
  },
  beforeAnswer: { buyer: 'বিক্রেতা রাজি হলে দুজনে সময় ঠিক করবেন', seller: 'আপনি রাজি হলে সময় ঠিক করবেন' },
  noneText: 'দিনের বেলা, লোকজন আছে এমন জায়গায় দেখা করুন।',
  place: 'জায়গা:',
  buyer: 'ক্রেতা',
  seller: 'বিক্রেতা',
  since: (month) => `মোটোহাটে আছেন ${month}`,
  bought: (bikes, count) => (bikes === 0 ? 'এখানে আগে বাইক কেনেননি' : `এখানে ${count}টি বাইক কিনেছেন`),
  provenNumber: 'নম্বর যাচাই করা',
  numberLater: 'আপনি রাজি হলে ক্রেতার নম্বর এখানে দেখবেন।',
  numberWithBooking: 'ক্রেতা বুক করলে তাঁর নম্বর এখানে দেখবেন।',
  numberOnBike: (name) => `${toGenitive(name)} নম্বর দেখুন`,
  call: 'ফোন করুন',
  whatsapp: 'হোয়াটসঅ্যাপ',
  message: 'মেসেজ দিন',
  calendar: 'ক্যালেন্ডারে রাখুন',
  googleCalendar: 'গুগল ক্যালেন্ডার',
  entry: (bike) => `দেখা: ${bike}`,
  copy: 'জায়গা কপি করুন',
  copied: 'জায়গা কপি হয়েছে',
  bring: {
    buyer: 'আপনার এনআইডির কপি আনুন। বিক্রেতা আনবেন স্মার্ট কার্ড আর সই করা ফরম TTO। বিক্রয় রসিদে আপনারা দুজন আর দুজন সাক্ষী সই করবেন।',
    seller: 'স্মার্ট কার্ড, আপনার এনআইডির কপি আর সই করা ফরম TTO আনুন। বিক্রয় রসিদে আপনারা দুজন আর দুজন সাক্ষী সই করবেন।',
  },
  cashRisk: `এখানে দেওয়া টাকা বাইক পাওয়ার পরও ${digits(windowHours)} ঘণ্টা আমাদের কাছে থাকে। নগদ টাকা সরাসরি বিক্রেতার হাতে যায়।`,
  restFirst: (rest) => `${rest} বাকি। কোড লেখার আগে নগদে বা এখানে টাকাটা বুঝে নিন।`,
  movesLeft: (count) => `সময় আর ${digits(count)} বার বদলানো যাবে।`,
}
