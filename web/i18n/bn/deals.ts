// Bangla messages of deals: the meeting, the seller's list.
import { toGenitive } from '#contract/names/bangla-endings.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { dealRecord as record } from './deal-record.ts'
import { banglaTimes, toLocative } from './deal-times.ts'

type DealMessages = Namespaces['deals']

const { digits } = banglaFormat

const endings = ['', 'ম', 'য়', 'য়', 'র্থ', 'ম', 'ষ্ঠ', 'ম', 'ম', 'ম', 'ম']
const ordinal = (number: number): string => `${digits(number)}${endings[number] ?? 'তম'}`

export const dealMessages: DealMessages = {
  times: banglaTimes,
  ordinal,
  record,
  orderTitle: (bike) => `অর্ডার: ${bike}`,
  dealTitle: (bike) => `ডিল: ${bike}`,
  back: 'ফিরে যান:',
  retry: 'আবার চেষ্টা করুন',
  loading: 'লোড হচ্ছে',
  money: {
    price: 'দাম',
    paid: 'মোটোহাটে দেওয়া',
    rest: 'বাকি (নগদে বা মোটোহাটে)',
    cash: 'নগদ দেওয়া হয়েছে',
    notPaid: 'দেওয়া হয়নি',
    refundStates: {
      due: 'তৈরি হচ্ছে',
      requested: 'পাঠানো হচ্ছে',
      succeeded: 'পাঠানো হয়েছে',
      failed: 'যায়নি; আমরা দেখছি',
      by_hand: 'আমাদের লোক পাঠিয়েছেন',
    },
  },
  inspections: {
    heading: 'বাইক পরীক্ষা',
    begin: 'এক এক করে বাইক দেখুন',
    resume: 'বাকি পয়েন্টগুলো দেখুন',
    found: { buyer: 'আপনি যা পেয়েছেন', seller: 'ক্রেতা যা পেয়েছেন' },
    mechanic: 'মেকানিক যা পেয়েছেন',
  },
  list: {
    heading: 'ডিল',
    place: 'জায়গা:',
    answeredBy: (when) => `${when} পর্যন্ত\u00A0সময়`,
    endsUnanswered: (when) => `${when} পর্যন্ত উত্তর না এলে বুকিং শেষ।`,
    openUntil: (when) => `${when} পর্যন্ত`,
    reportBy: (when) => `${when} পর্যন্ত সমস্যা জানাতে পারবেন`,
    decidedBy: (when) => `${toGenitive(when)} মধ্যে সিদ্ধান্ত জানাব`,
    applyBy: (when) => `বিআরটিএতে আবেদনের শেষ দিন ${when}`,
    tellBrta: 'বিআরটিএকে কীভাবে জানাবেন',
    tellBrtaBy: (when) => `বিআরটিএকে জানানোর শেষ দিন ${when}`,
    answerNow: 'এখনই উত্তর দিন',
    timeMissing: 'টাকা জমা: সময় ঠিক করুন',
    waiting: 'অপেক্ষায়',
    stillToDo: 'আরও কাজ আছে',
    ended: 'শেষ হয়েছে',
    count: (count) => digits(count),
    meetAt: (time, place) => `${time}, ${place}`,
    answer: 'উত্তর দিন',
    acceptOrDecline: 'হ্যাঁ বা না বলুন',
    isFine: 'সব ঠিক আছে কি না জানান',
    paidHere: (taka) => `এখানে পেমেন্ট হয়েছে ${taka}`,
    moneyOn: (when, taka) => `সমস্যা না জানালে ${taka || 'টাকা'} আপনার হবে ${toLocative(when)}`,
    buyerCount: (count) => `${count} জন নিতে চান। একজনকে হ্যাঁ বললে অন্যরা লাইনে থাকবেন।`,
    open: 'ডিল দেখুন',
    problem: 'সমস্যা জানানো',
    putInName: 'নিজের নামে করুন',
    openOrder: 'অর্ডার দেখুন',
    allEnded: 'শেষ হওয়া সব ডিল দেখুন',
    allEndedOrders: 'শেষ হওয়া সব অর্ডার দেখুন',
    onlyNewest: (count) => `শুধু নতুন ${digits(count)}টি দেখানো হচ্ছে।`,
    emptyHeading: 'এখনো কোনো বুকিং নেই',
    emptyText: 'কেউ বুক করলে এখানে দেখা যাবে। বেশি ছবি আর একই রকম বাইকের কাছাকাছি দাম কাজে লাগে।',
    emptyAction: 'আমার বাইক দেখুন',
    ofSeller: (name) => `বিক্রেতা: ${name}`,
    similar: 'একই রকম বাইক দেখুন',
    labelled: (action, bike) => `${action}: ${bike}`,
  },
}
