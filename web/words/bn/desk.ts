// The sentences of the admin's screens in Bangla.
import { banglaFigures } from '../../figures-bangla.ts'
import type { Chapters } from '../chapters.ts'

const { count: counted } = banglaFigures

export const desk: Chapters['desk'] = {
  people: {
    columns: { number: 'নং', name: 'নাম', email: 'ই-মেইল', verify: 'যাচাই', action: 'কাজ' },
    search: 'নাম বা ই-মেইল',
    searchGo: 'খুঁজুন',
    searchEnd: 'সবাইকে দেখুন',
    shown: (first, last, total) => `${total} জনের মধ্যে ${first} থেকে ${last}`,
    pages: 'পাতা',
    firstPage: 'প্রথম পাতা',
    nextPage: 'পরের পাতা',
    delete: 'মুছুন',
    deleteOf: (name) => `${name}-কে মুছুন`,
    deleteHeading: (name) => `${name}-কে মুছবেন?`,
    deleting: 'মোছা হচ্ছে',
    keep: 'থাকুক',
    nobodyFound: (search) => `কারও নামে বা ই-মেইলে “${search}” নেই`,
    nobodyFoundText: 'নাম বা ঠিকানার একটি অংশ লিখলেই চলে।',
  },
  sellers: {
    heading: (count) => `বিক্রেতা: ${counted(count)}`,
    title: 'সব বিক্রেতা',
    caption: 'বিক্রেতা',
    verify: 'যাচাই করুন',
    verifyOf: (name) => `${name}-কে যাচাই করুন`,
    verified: 'যাচাইকৃত',
    verifySuccess: 'যাচাই সফল হয়েছে।',
    deleteText: 'তাঁর বাইকগুলো এখনই দোকান থেকে যাবে, আর তিনি লগ আউট হবেন। যা বিক্রি হয়েছে তা ক্রেতার কাছে থাকবে। এটি ফেরানো যায় না।',
    deleteSuccess: 'বিক্রেতাকে মোছা হয়েছে',
    emptyHeading: 'এখনো কোনো বিক্রেতা নেই',
    emptyText: 'যিনি বিক্রেতা হিসেবে নিবন্ধন করবেন, তাঁকে এখানে দেখা যাবে।',
  },
  buyers: {
    heading: (count) => `ক্রেতা: ${counted(count)}`,
    title: 'সব ক্রেতা',
    caption: 'ক্রেতা',
    deleteText: 'তাঁর যে বুকিংয়ের টাকা দেওয়া হয়নি সেগুলো বাতিল হবে, আর তিনি লগ আউট হবেন। যার টাকা দিয়েছেন তা থাকবে। এটি ফেরানো যায় না।',
    deleteSuccess: 'ক্রেতাকে মোছা হয়েছে',
    emptyHeading: 'এখনো কোনো ক্রেতা নেই',
    emptyText: 'যিনি ক্রেতা হিসেবে নিবন্ধন করবেন, তাঁকে এখানে দেখা যাবে।',
  },
  messages: {
    heading: (count) => `বার্তা: ${counted(count)}`,
    title: 'বার্তা',
    noSubject: 'দোকানের কাছে বার্তা',
    noName: 'নাম দেওয়া হয়নি',
    noText: 'কিছু লেখা হয়নি।',
    handle: 'দেখা হয়েছে লিখুন',
    handleOf: (from) => `দেখা হয়েছে লিখুন: ${from}-এর বার্তা`,
    handled: 'দেখা হয়েছে',
    handleSuccess: 'দেখা হয়েছে লেখা হলো।',
    emptyHeading: 'কোনো বার্তা নেই',
    emptyText: 'হোম পাতার যোগাযোগ ফর্মে মানুষ যা লেখে, তা এখানে আসে।',
  },
  home: 'হোমে যান',
}
