// Bangla messages of the admin's overview.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { toGenitive } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { count } = banglaFormat

export const overviewMessages: Namespaces['overview'] = {
  title: 'এক নজরে',
  retry: 'আবার চেষ্টা করুন',
  counted: (when) => `${toGenitive(when)} হিসাব। যেকোনো সংখ্যায় চাপ দিলে তালিকা খুলবে।`,
  period: 'সময়',
  periods: { '1': 'আজ', '7': '৭ দিন', '30': '৩০ দিন' },
  months: ['জানু', 'ফেব্রু', 'মার্চ', 'এপ্রিল', 'মে', 'জুন', 'জুলাই', 'আগস্ট', 'সেপ্টে', 'অক্টো', 'নভে', 'ডিসে'],
  waits: 'আপনার অপেক্ষায়',
  figures: 'দোকান কেমন চলছে',
  empty: (lists) => `${count(lists)}টি তালিকা খালি`,
  oldest: (days) => {
    if (days === 0) return 'সবচেয়ে পুরোনোটি আজকের'
    return `সবচেয়ে পুরোনোটি ${count(days)} দিন ধরে অপেক্ষায়`
  },
  more: (number) => `${number} বা আরও বেশি`,
  queues: {
    disputes: 'সমস্যার সিদ্ধান্ত',
    cases: 'অভিযোগের সিদ্ধান্ত',
    papers: 'কাগজ যাচাই',
    sellers: 'যাচাই বাকি বিক্রেতা',
    refunds: 'আটকে থাকা ফেরত',
    bank_disputes: 'কার্ড পেমেন্টে আপত্তি',
    payouts: 'পাঠানো বাকি পাওনা',
    messages: 'বার্তার উত্তর দেওয়া',
  },
  ages: 'কত দিন ধরে অপেক্ষায়',
  agesColumns: {
    queue: 'কাজ',
    waiting: 'বাকি',
    upToDay: '১ দিন পর্যন্ত',
    upToThreeDays: '৩ দিন পর্যন্ত',
    longer: 'তার বেশি',
  },
  counters: {
    bikes_added: 'নতুন বাইক',
    bikes_live: 'বিক্রির জন্য আছে',
    bikes_reserved: 'রিজার্ভ করা বাইক',
    bikes_sold: 'বিক্রি হওয়া বাইক',
    taka_held: 'ক্রেতাদের জমা টাকা',
    taka_released: 'বিক্রেতাদের নতুন পাওনা',
    taka_refunded: 'ক্রেতাদের ফেরত',
    members_joined: 'নতুন সদস্য',
    searches_empty: 'যে সার্চে কিছু মেলেনি',
    bikes_seen: 'বাইকের পাতা দেখা',
    deals_requested: 'বুক করা',
    deals_accepted: 'রাজি হওয়া',
    deals_held: 'টাকা জমা',
    deals_handed_over: 'বাইক দেওয়া',
  },
  before: { '1': 'গতকাল', '7': 'আগের ৭ দিন', '30': 'আগের ৩০ দিন' },
  levelBefore: 'গতকাল রাতে',
  compared: (value, when) => `${when}: ${value}`,
  zeroTiles: (numbers) => `${count(numbers)}টি সংখ্যা আগের মতোই ০`,
  charts: (days) => `শেষ ${count(days)} দিন, প্রতিদিনের হিসাব`,
  moreCharts: (charts) => `আরও ${charts}টি চার্ট`,
  legend: (days) => `টানা রেখা: এই ${count(days)} দিন; বিন্দু: আজ, দিন শেষ হয়নি। ভাঙা রেখা: তার আগের ${count(days)} দিন।`,
  zeros: (days, names) => `গত ${count(days * 2)} দিনে ০: ${names}।`,
  today: (value) => `আজ: ${value}`,
  chart: (name, values) => `${name}, প্রতিদিনের হিসাব, পুরোনো থেকে নতুন: ${values}।`,
  asTable: 'টেবিল আকারে',
  columns: { day: 'দিন', value: 'সংখ্যা', before: 'আগে' },
  csv: 'CSV ফাইল',
  allCounters: 'সব সংখ্যা, প্রতিদিনের হিসাব',
  csvLabel: (name) => `CSV ফাইল: ${name}`,
  steps: 'কেনাবেচায় কী হয়েছে',
  stepsNote: (days) =>
    `${days === 1 ? 'আজকের' : `এই ${count(days)} দিনের`} হিসাব: যে বাইক দেওয়া হয়েছে, তা আগেই বুক করা হতে পারে। নগদে বিক্রি “রাজি হওয়া” ধাপেই থামে।`,
  seen: (times) => `বাইকের পাতা দেখা হয়েছে ${times} বার।`,
  searches: 'খুঁজেছেন, কিন্তু পাননি',
  searchesColumns: { words: 'সার্চ', times: 'কতবার' },
  noSearches: 'এই সময়ে সব সার্চেই কিছু না কিছু পাওয়া গেছে।',
}
