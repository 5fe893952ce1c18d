// Bangla messages of every screen. docs/glossary.md lists the terms in both languages.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Messages } from '#web/i18n/language.ts'
import { home } from './home.ts'

const { digits } = banglaFormat

export const bn: Messages = {
  home,
  shop: 'মোটোহাট',
  title: (page) => `${page} · মোটোহাট`,
  topBar: {
    skip: 'মূল অংশে যান',
    main: 'প্রধান',
    menu: 'মেনু',
    home: 'হোম',
    blog: 'ব্লগ',
    search: 'বাইক খুঁজুন',
    dashboard: 'ড্যাশবোর্ড',
    login: 'লগইন',
    registration: 'নিবন্ধন',
    logOut: 'লগ আউট',
    theme: 'থিম বদলান',
    signedInAs: (name) => `${name} নামে লগইন করা আছে`,
  },
  footer: {
    label: 'ফুটার',
    motto: 'বাংলাদেশে পুরোনো মোটরসাইকেলের হাট। দাম সবার সামনে, মালিক আপনার সামনে।',
    rights: '© ২০২৬ মোটোহাট',
    money: 'দাম টাকায়। কার্ডে পেমেন্ট এখন পরীক্ষামূলক।',
  },
  loading: {
    label: 'লোড হচ্ছে',
    noScripts: 'এই পাতায় জাভাস্ক্রিপ্ট লাগে। চালু করে পাতাটি আবার খুলুন।',
  },
  errorPage: {
    title: 'কিছু একটা ভুল হয়েছে',
    heading: 'কিছু একটা ভুল হয়েছে',
    text: 'পাতাটি দেখানো গেল না। আপনার কিছুই হারায়নি; একটু পরে আবার চেষ্টা করুন।',
    unexplained: 'কিছু একটা ভুল হয়েছে। আবার চেষ্টা করুন।',
    unreachable: 'মোটোহাট খুলছে না। ইন্টারনেট দেখে আবার চেষ্টা করুন।',
    retry: 'আবার চেষ্টা করুন',
    home: 'হোমে যান',
  },
  offline: {
    note: 'আপনি অফলাইনে আছেন। শেষবার যা দেখেছিলেন তা-ই দেখছেন; এর মধ্যে বদলে থাকতে পারে।',
    title: 'অফলাইন',
    heading: 'এই পাতা এখনো আপনার ফোনে নেই',
    text: 'এখন মোটোহাট খুলছে না। আগে যেসব পাতা খুলেছেন, সেগুলো পড়তে পারবেন।',
    retry: 'আবার চেষ্টা করুন',
    home: 'হোমে যান',
  },
  lists: {
    retry: 'আবার চেষ্টা করুন',
    more: 'আরও দেখুন',
    loadingMore: 'লোড হচ্ছে',
  },
  card: {
    resalePrice: 'বিক্রির দাম',
    originalPrice: 'নতুনের দাম',
    condition: 'অবস্থা',
    conditions: { Excellent: 'চমৎকার', Good: 'ভালো', Fair: 'মোটামুটি' },
    yearsOfUse: 'ব্যবহার',
    years: (count) => `${digits(count)} বছর`,
    yearsOfBuy: 'কেনার বছর',
    location: 'এলাকা',
    uploadTime: 'আপলোড',
    contactNumber: 'যোগাযোগ নম্বর',
    logInForNumber: 'যোগাযোগ নম্বর দেখতে লগইন করুন',
    verified: 'যাচাইকৃত',
    notVerified: 'এখনো যাচাই হয়নি',
    advertised: 'প্রমোটেড',
    sold: 'বিক্রি হয়েছে',
    photoAlt: (bike) => `${bike}, বাইকের ছবি`,
    enlarge: (bike) => `${bike}: ছবি বড় করে দেখুন`,
    closePhoto: 'ছবি বন্ধ করুন',
    bookNow: 'বুক করুন',
    addToWishlist: 'পছন্দে রাখুন',
    loginForBooking: 'বুক করতে লগইন করুন',
    loginForWishlist: 'পছন্দে রাখতে লগইন করুন',
    addedToWishlist: 'পছন্দের তালিকায় রাখা হয়েছে',
  },
}
