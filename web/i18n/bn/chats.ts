// Bangla messages of conversations.
import { toObjective } from '#contract/names/bangla-endings.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

const facts = { papers: 'কাগজ সব ঠিক আছে।', accident: 'কখনো অ্যাকসিডেন্ট হয়নি।' }

export const chatMessages: Namespaces['chats'] = {
  heading: 'মেসেজ',
  back: 'সব মেসেজ',
  retry: 'আবার চেষ্টা করুন',
  loading: 'লোড হচ্ছে',
  list: {
    filters: 'কোন মেসেজ',
    all: 'সব',
    unread: 'না-পড়া',
    selling: 'বেচছি',
    more: 'আরও দেখুন',
    yourBike: 'আপনার বাইক',
    you: (text) => `আপনি: ${text}`,
    newCount: (count) => `${digits(count)}টি নতুন`,
    emptyHeading: 'এখনো কোনো মেসেজ নেই',
    emptyText: 'বাইক নিয়ে বিক্রেতাকে জিজ্ঞেস করুন। দাম ঠিক না হওয়া পর্যন্ত আপনার নম্বর লুকানো থাকবে।',
    emptyAction: 'বাইক খুঁজুন',
    noneText: 'এখানে কিছু নেই।',
    showAll: 'সব মেসেজ দেখুন',
    choose: 'একটা কথোপকথন বেছে নিন',
    chooseText: 'প্রতিটি বাইকের জন্য একটা। দাম ঠিক হলে দুজনেই দুজনের নম্বর দেখবেন।',
  },
  title: (name, bike) => `${name}, ${bike}`,
  log: 'কথাবার্তা',
  older: 'আগের মেসেজ দেখুন',
  newMessages: (count) => `${digits(count)}টি নতুন মেসেজ`,
  first: (name) => `বাইকটি নিয়ে ${toObjective(name)} জিজ্ঞেস করুন। উত্তর এখানেই আসবে।`,
  today: 'আজ',
  read: 'পড়েছেন',
  sending: 'যাচ্ছে',
  waiting: 'এখানে আছে, নিজে থেকেই যাবে',
  failed: 'যায়নি।',
  sendAgain: 'আবার পাঠান',
  sentBy: (name) => `${name}:`,
  own: 'আপনি:',
  safety: {
    buyer: 'বাইক আর কাগজ না দেখে মোটোহাটের বাইরে কাউকে টাকা পাঠাবেন না।',
    seller: 'মোটোহাট “কোড মিলেছে” না বলা পর্যন্ত চাবি আর কাগজপত্র দেবেন না।',
  },
  masked: 'নম্বরটি এখন লুকানো। দাম ঠিক হলে দুজনেই দুজনের নম্বর দেখবেন।',
  shown: 'দাম ঠিক হয়েছে। এখন থেকে নম্বর লিখলে দেখা যাবে।',
  seeDeal: 'বুকিং দেখুন',
  write: 'মেসেজ লিখুন',
  send: 'পাঠান',
  missing: 'আগে মেসেজ লিখুন।',
  ready: { buyer: 'তৈরি প্রশ্ন', seller: 'তৈরি উত্তর' },
  readyTexts: {
    buyer: [
      'শেষ দাম কত?',
      'কাগজ সব ঠিক আছে?',
      'বিক্রি করছেন কেন?',
      'অ্যাকসিডেন্ট হয়েছে?',
      'টেস্ট রাইড দেওয়া যাবে?',
      'কোথায় এসে দেখব?',
    ],
    seller: [
      'হ্যাঁ, এখনো আছে।',
      facts.papers,
      facts.accident,
      'চালিয়ে দেখতে পারবেন।',
      'দাম একটু কমাতে পারি।',
      'কবে দেখতে আসবেন?',
    ],
  },
  facts,
  addToAdvertisement: 'বিজ্ঞাপনেও লিখবেন?',
  shut: {
    sold: 'বাইকটি বিক্রি হয়ে গেছে। পড়া যাবে, লেখা যাবে না।',
    withdrawn: 'বাইকটি আর বিক্রির জন্য নেই। পড়া যাবে, লেখা যাবে না।',
    blocked: (name) => `আপনি ${toObjective(name)} ব্লক করেছেন।`,
    closed: 'এখানে আর লেখা যাবে না।',
  },
  report: (name) => `${toObjective(name)} নিয়ে সমস্যা জানান`,
  block: {
    open: (name) => `${toObjective(name)} ব্লক করুন`,
    text: 'কোনো বাইক নিয়েই আপনাদের মধ্যে আর মেসেজ যাবে না, নতুন বুকিংও হবে না। আপনাদের যে অর্ডার চলছে, তা চলবে। তাঁকে জানানো হবে না।',
    confirm: 'ব্লক করুন',
    busy: 'ব্লক হচ্ছে',
    cancel: 'থাক',
    undo: 'ব্লক তুলে নিন',
    done: 'ব্লক করা হয়েছে।',
    undone: 'আবার একে অন্যকে লিখতে পারবেন।',
  },
}
