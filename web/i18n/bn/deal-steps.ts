// Bangla messages of the steps on the page of a deal.
import { payoutDays, windowHours } from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const dealStepMessages: Namespaces['dealSteps'] = {
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
    'এখানে টাকা দিন, এখন বা দেখা করার সময়। বাইক হাতে পাওয়া পর্যন্ত টাকা আমাদের কাছে থাকবে। পুরোটা নগদেও দিতে পারেন; তখন কোড লাগবে না।',
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
  releasedTextSeller: `বাইক দেওয়ার ${digits(windowHours)} ঘণ্টায় কোনো সমস্যা জানানো না হলে টাকা আপনার। আমরা ${digits(payoutDays)} দিনের মধ্যে পাঠাই।`,
  problem: 'সমস্যা জানানো',
  decision: 'আমাদের সিদ্ধান্ত',
  decided: 'আমরা সিদ্ধান্ত দিয়েছি',
  decisionText: 'ততক্ষণ টাকা আমাদের কাছে থাকবে।',
  bank: 'ব্যাংক পেমেন্টটি দেখছে',
  bankText: 'ব্যাংক উত্তর না দেওয়া পর্যন্ত টাকা যেখানে আছে সেখানেই থাকবে।',
  ended: 'শেষ',
}
