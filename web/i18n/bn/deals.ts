// Bangla messages of deals: the meeting, the steps, the seller's list.
import { payoutDays, windowHours } from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
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
  steps: {
    heading: 'ধাপগুলো',
    now: '(এখন)',
    requested: 'বুকিং পাঠানো',
    priceAgreed: 'দাম ঠিক',
    book: 'বুক করা',
    buyerBooks: (name) => `${toGenitive(name)} বুক করা`,
    answer: 'আপনার উত্তর',
    answeredBy: (when) => `${when} পর্যন্ত`,
    sellersAnswer: (name) => `${toGenitive(name)} উত্তর`,
    inLine: (place) => `অপেক্ষায় থাকা ক্রেতাদের মধ্যে ${place}`,
    accepted: { buyer: (name) => `${name} রাজি`, seller: () => 'আপনি রাজি' },
    meet: 'দেখা করা',
    meetText: {
      buyer: () => 'বাইকটি দেখুন, চালান। চেসিস আর ইঞ্জিন নম্বর স্মার্ট কার্ডের সঙ্গে মেলান।',
      seller: (name) => `স্মার্ট কার্ড আর দুটি চাবি আনুন। ${name} বাইক দেখবেন, চালাবেন।`,
    },
    paid: 'টাকা জমা',
    depositPaid: 'অগ্রিম জমা',
    paidTextBuyer:
      'এখানে, এখন বা দেখা করার সময়: বাইক হাতে পাওয়া পর্যন্ত টাকা আমাদের কাছে থাকবে। পুরোটা নগদেও দিতে পারেন; তখন কোড লাগবে না।',
    paidTextSeller: (name) =>
      `${name} আগে বা দেখা করার সময় এখানে টাকা দিতে পারেন। পুরোটা নগদে পেলে কোড লাগবে না: “${name} নগদে কিনেছেন” চাপুন।`,
    rest: 'বাকি টাকা',
    restTextBuyer: 'বাইক নেওয়ার সময়, কোড বলার আগে: নগদে বা মোটোহাটে।',
    restTextSeller: (name) => `${name} বড়জোর দেখা করার সময় দেবেন, এখানে বা নগদে। কোড লেখার আগে নগদ টাকা গুনে নিন।`,
    handedOver: { buyer: 'বাইক হাতে পাওয়া', seller: 'বাইক বুঝিয়ে দেওয়া' },
    handedOverTextBuyer: (name) => `আপনার ৬ অঙ্কের কোড ${toObjective(name)} পড়ে শোনাবেন।`,
    handedOverTextSeller: (name) => `${name} আপনাকে ৬টি অঙ্ক পড়ে শোনাবেন। সেগুলো এখানে লিখবেন।`,
    released: { buyer: (name) => `টাকা ${toGenitive(name)} পাওনা`, seller: () => 'টাকা আপনার পাওনা' },
    releasedTextBuyer: (name) => `সমস্যা থাকলে ${digits(windowHours)} ঘণ্টার মধ্যে জানান। তারপর টাকা ${toGenitive(name)}।`,
    releasedTextSeller: `বাইক দেওয়ার ${digits(windowHours)} ঘণ্টা পর টাকা আপনার। আমরা ${digits(payoutDays)} দিনের মধ্যে পাঠাই।`,
    problem: 'সমস্যা জানানো',
    decision: 'আমাদের সিদ্ধান্ত',
    decided: 'আমরা সিদ্ধান্ত দিয়েছি',
    decisionText: 'ততক্ষণ টাকা আমাদের কাছে থাকবে।',
    bank: 'ব্যাংক পেমেন্টটি দেখছে',
    bankText: 'ব্যাংক উত্তর না দেওয়া পর্যন্ত টাকা যেখানে আছে সেখানেই থাকবে।',
    ended: 'শেষ',
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
    answeredBy: (when) => `${when} পর্যন্ত`,
    reportBy: (when) => `${when} পর্যন্ত সমস্যা জানাতে পারবেন`,
    decidedBy: (when) => `${toGenitive(when)} মধ্যে সিদ্ধান্ত জানাব`,
    applyBy: (when) => `বিআরটিএতে আবেদনের শেষ দিন ${when}`,
    tellBrtaBy: (when) => `বিআরটিএকে জানানোর শেষ দিন ${when}`,
    answerNow: 'এখনই উত্তর দিন',
    timeMissing: 'টাকা জমা: সময় ঠিক করুন',
    waiting: 'অপেক্ষায়',
    ended: 'শেষ হয়েছে',
    count: (count) => digits(count),
    meetAt: (time, place) => `${time}, ${place}`,
    answer: 'উত্তর দিন',
    isFine: 'সব ঠিক আছে কি না জানান',
    paidHere: (taka) => `এখানে পেমেন্ট হয়েছে ${taka}`,
    moneyOn: (when, taka) => `সমস্যা না জানালে ${taka || 'টাকা'} আপনার হবে ${toLocative(when)}`,
    buyerCount: (count) => `${count} জন নিতে চান। একজনকে হ্যাঁ বললে অন্যরা লাইনে থাকবেন।`,
    open: 'ডিল দেখুন',
    putInName: 'নিজের নামে করুন',
    openOrder: 'অর্ডার দেখুন',
    allEnded: 'শেষ হওয়া সব ডিল দেখুন',
    allEndedOrders: 'শেষ হওয়া সব অর্ডার দেখুন',
    onlyNewest: (count) => `শুধু নতুন ${digits(count)}টি দেখানো হচ্ছে।`,
    emptyHeading: 'এখনো কোনো বুকিং নেই',
    emptyText: 'কেউ বুক করলে এখানে দেখা যাবে, ই-মেইলেও জানাব। ভালো ছবি কাজে লাগে।',
    emptyAction: 'ছবি যোগ করুন',
    similar: 'একই রকম বাইক দেখুন',
    labelled: (action, bike) => `${action}: ${bike}`,
  },
}
