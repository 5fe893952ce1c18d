// Bangla messages of notifications and their settings.
import { banglaCaseNotices, banglaNotices, banglaSuspendedUntil } from '#contract/notices/bangla.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const notificationMessages: Namespaces['notifications'] = {
  sentences: banglaNotices,
  caseSentences: banglaCaseNotices,
  suspendedUntil: banglaSuspendedUntil,
  other: 'আপনার কেনাবেচায় নতুন কিছু হয়েছে',
  heading: 'নোটিফিকেশন',
  allSeen: 'সব দেখেছি',
  empty: 'নতুন কিছু নেই।',
  all: 'সব নোটিফিকেশন',
  settings: 'ই-মেইলের সেটিংস',
  isNew: '(নতুন)',
  task: 'আপনার কাজ বাকি',
  news: 'যা হয়েছে',
  tasks: {
    answer: 'উত্তর দিন',
    look: 'দেখুন',
    decide: 'সিদ্ধান্ত দিন',
    add: 'টাকা কোথায় যাবে জানান',
    putInName: 'নিজের নামে করুন',
    tellBrta: 'বিআরটিএকে কীভাবে জানাবেন',
    rate: 'রেটিং দিন',
  },
  destinationAsked: 'টাকা কোথায় পাঠাব, আপনি তা জানিয়েছেন।',
  more: 'আরও দেখুন',
  retry: 'আবার চেষ্টা করুন',
  loading: 'লোড হচ্ছে',
  close: 'বন্ধ করুন',
  ago: {
    now: 'এইমাত্র',
    minutes: (count) => `${digits(count)} মিনিট আগে`,
    hours: (count) => `${digits(count)} ঘণ্টা আগে`,
  },
  emails: {
    heading: 'কেনাবেচার ই-মেইল',
    lead: 'কিছু হলে আমরা লিখে জানাই। টাকার ই-মেইল সব সময় যায়।',
    kinds: {
      requested: 'কেউ আমার বাইক বুক করলে, বা আমার বুকিংয়ের উত্তর এলে',
      meeting: 'দেখা করার সময় বলা বা ঠিক হলে',
      reminder: 'দেখা করার আগে মনে করিয়ে দেওয়া',
      line: 'লাইনে আমার পালা এলে',
      bike: 'আমার বুক করা বাইকের তথ্য বদলালে',
      message: 'কেউ বাইক নিয়ে আমাকে লিখলে',
    },
    language: 'ই-মেইলের ভাষা',
    english: 'ইংরেজি',
    bangla: 'বাংলা',
    save: 'ই-মেইলের পছন্দ সেভ করুন',
    saving: 'সেভ হচ্ছে',
    saved: 'সেভ হয়েছে',
  },
}
