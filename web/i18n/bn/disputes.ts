// Bangla messages of deciding about a reported problem.
import { decisionHours } from '#contract/deals/deadlines.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'

const { digits } = banglaFormat

export const disputes: Namespaces['money']['disputes'] = {
  title: 'সমস্যা',
  none: 'কোনো সমস্যা খোলা নেই।',
  noneText: `ক্রেতা বা বিক্রেতা সমস্যা জানালে এখানে দেখা যাবে। সিদ্ধান্ত দিতে ${digits(decisionHours)} ঘণ্টা সময় থাকে।`,
  paid: 'মোটোহাটে জমা',
  price: (price) => `দাম ${price}`,
  toDeal: 'ডিল দেখুন',
  toDealLabel: (bike) => `ডিল দেখুন: ${bike}`,
  call: (number) => `ফোন: ${number}`,
  callLabel: (number, name) => `ফোন: ${number}, ${name}`,
  noPictures: { buyer: 'ক্রেতা কোনো ছবি দেননি।', seller: 'বিক্রেতা কোনো ছবি দেননি।' },
  cash: (cash) => `বিক্রেতার কথায় নগদ ${cash}`,
  tooMuch: (taka) => `০ থেকে ${taka}-এর মধ্যে লিখুন।`,
  toSeller: (taka) => `বিক্রেতা পাবেন ${taka}।`,
  question: 'এই সিদ্ধান্ত দেবেন?',
  send: 'সিদ্ধান্ত দিয়ে দুজনকে জানান',
  keep: 'এখন না',
  toBuyer: 'অথবা অন্য অঙ্ক লিখুন (টাকা)',
  dueBy: (when) => `সিদ্ধান্তের শেষ সময়: ${when}।`,
  note: 'কারণ (দুজনেই পড়বেন)',
  decided: 'সিদ্ধান্ত হয়েছে। দুজনকে জানানো হলো।',
  decidedOnes: 'সিদ্ধান্ত হয়ে গেছে',
  chips: { decided: 'সিদ্ধান্ত হয়েছে', withdrawn: 'মিটে গেছে' },
  partToBuyer: (taka) => `ক্রেতা ${taka} ফেরত পাবেন, বাকি টাকা বিক্রেতার।`,
  allToBuyer: (taka) => `পুরো ${taka} ক্রেতা ফেরত পাবেন।`,
  allToSeller: 'পুরো টাকা বিক্রেতা পাবেন।',
  decisionReason: 'কারণ',
  confirm: (toBuyer, buyer, toSeller, seller) => `${buyer} পাবেন ${toBuyer}, ${seller} পাবেন ${toSeller}। দুজনকে জানাব?`,
  questionEarly: 'এখনই সিদ্ধান্ত দেবেন?',
  early: (when) => `দুজনেই এখনো ${when} পর্যন্ত উত্তর দিতে পারেন।`,
  earlyOne: (name, when) => `${name} এখনো ${when} পর্যন্ত উত্তর দিতে পারেন।`,
  sums: (toBuyer, toSeller) => `ক্রেতা ${toBuyer} · বিক্রেতা ${toSeller}`,
  bike: {
    goesBack: 'বাইক বিক্রেতার কাছে ফেরত যাবে, তিনি চাইলে আবার বিক্রিতে দেবেন।',
    stays: 'বাইক বিক্রেতার, আবার বিক্রিতে উঠবে।',
    kept: 'বাইক ক্রেতার কাছেই থাকবে।',
    sold: 'বাইক ক্রেতার: বিক্রি হয়েছে বলে ধরা হবে।',
  },
  advertisement: {
    heading: 'বিজ্ঞাপনে যা লেখা',
    year: 'কেনার বছর',
    kilometres: 'কিলোমিটার',
    notSaid: 'লেখা নেই',
    description: 'বিবরণ',
  },
  missing: { takaToBuyer: 'পুরো টাকায় লিখুন।', note: 'কারণ লিখুন, দুজনেই পড়বেন।' },
  submit: 'সিদ্ধান্ত দিন',
  give: {
    all: (taka) => `ক্রেতাকে পুরো ${taka} ফেরত দিন`,
    part: (taka) => `ক্রেতাকে ${taka} ফেরত দিন`,
    nothing: 'পুরো টাকা বিক্রেতাকে দিন',
  },
  submitting: 'সেভ হচ্ছে',
  look: 'দুজন কী বলছেন',
  lookBoth: 'দুজন কী বলছেন (দুজনেই উত্তর দিয়েছেন)',
  lookAway: 'দুজনের কথা লুকান',
}
