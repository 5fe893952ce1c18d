// Bangla messages of one bike for the admin, and of the bikes that were added.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const adminBikeMessages: Namespaces['adminBikes'] = {
  title: 'বাইক',
  added: 'নতুন বাইক',
  page: 'বাইকের পাতা',
  verified: 'যাচাইকৃত',
  states: { available: 'বিক্রির জন্য আছে', reserved: 'রিজার্ভ', sold: 'বিক্রি হয়েছে', withdrawn: 'সরিয়ে নেওয়া হয়েছে' },
  times: {
    created: 'বিজ্ঞাপন দেওয়া',
    edited: 'বদলানো',
    advertised: 'হোম পেজে তোলা',
    reserved: 'রিজার্ভ',
    sold: 'বিক্রি',
    withdrawn: 'সরানো',
  },
  hidden: {
    state: 'লুকানো',
    since: 'কবে থেকে লুকানো',
    by: {
      reports: 'অভিযোগের কারণে',
      rules: 'বিজ্ঞাপনের নিয়মের কারণে',
      moderator: 'মডারেটর লুকিয়েছেন',
      suspension: 'বিক্রেতার অ্যাকাউন্ট বন্ধ আছে বলে',
    },
  },
  cases: 'অভিযোগ',
  noCases: 'কেউ কিছু জানাননি, কোনো নিয়মেও আটকায়নি।',
  mended: 'শেষ: বিক্রেতা বিজ্ঞাপন বদলেছেন',
  prices: 'দাম, নতুনটি আগে',
  noDeals: 'কেউ বুক করেননি।',
  noActs: 'কিছু লেখা নেই।',
  allActs: 'এই বাইকের সব কাজ',
}
