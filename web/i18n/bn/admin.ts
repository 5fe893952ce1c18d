// Bangla messages of the admin screens.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { count: formatCount } = banglaFormat

export const adminMessages: Namespaces['admin'] = {
  people: {
    columns: { number: 'নং', name: 'নাম', email: 'ই-মেইল', verify: 'যাচাই', action: 'কাজ' },
    search: 'নাম বা ই-মেইল',
    searchSubmit: 'খুঁজুন',
    searchReset: 'সবাইকে দেখুন',
    shown: (first, last, total) => `${total} জনের মধ্যে ${first} থেকে ${last}`,
    pages: 'পাতা',
    firstPage: 'প্রথম পাতা',
    nextPage: 'পরের পাতা',
    delete: 'মুছুন',
    deleteLabel: (name) => `${name}-কে মুছুন`,
    deleteHeading: (name) => `${name}-কে মুছবেন?`,
    deleting: 'মোছা হচ্ছে',
    cancel: 'থাকুক',
    nobodyFound: (search) => `কারও নামে বা ই-মেইলে “${search}” নেই`,
    nobodyFoundText: 'নাম বা ঠিকানার একটি অংশ লিখলেই চলে।',
  },
  sellers: {
    heading: (count) => `বিক্রেতা: ${formatCount(count)}`,
    title: 'সব বিক্রেতা',
    caption: 'বিক্রেতা',
    verify: 'যাচাই করুন',
    verifyLabel: (name) => `${name}-কে যাচাই করুন`,
    verified: 'যাচাইকৃত',
    verifySuccess: 'যাচাই সফল হয়েছে।',
    deleteText:
      'তাঁর বাইকগুলো এখনই বিক্রি থেকে সরে যাবে, আর তিনি লগ আউট হবেন। যা বিক্রি হয়েছে তা ক্রেতার কাছে থাকবে। পরে আর ফেরানো যাবে না।',
    deleteSuccess: 'বিক্রেতাকে মোছা হয়েছে',
    emptyHeading: 'এখনো কোনো বিক্রেতা নেই',
    emptyText: 'নতুন বিক্রেতাদের এখানে দেখা যাবে।',
  },
  buyers: {
    heading: (count) => `ক্রেতা: ${formatCount(count)}`,
    title: 'সব ক্রেতা',
    caption: 'ক্রেতা',
    deleteText:
      'তাঁর যে বুকিংয়ের টাকা দেওয়া হয়নি সেগুলো বাতিল হবে, আর তিনি লগ আউট হবেন। যার টাকা দিয়েছেন তা থাকবে। পরে আর ফেরানো যাবে না।',
    deleteSuccess: 'ক্রেতাকে মোছা হয়েছে',
    emptyHeading: 'এখনো কোনো ক্রেতা নেই',
    emptyText: 'নতুন ক্রেতাদের এখানে দেখা যাবে।',
  },
  messages: {
    heading: (count) => `বার্তা: ${formatCount(count)}`,
    title: 'বার্তা',
    noSubject: 'মোটোহাটের কাছে বার্তা',
    noName: 'নাম দেওয়া হয়নি',
    noText: 'কিছু লেখা হয়নি।',
    handle: 'দেখা হয়েছে',
    handleLabel: (from) => `দেখা হয়েছে: ${from}-এর বার্তা`,
    handled: 'দেখা শেষ',
    handleSuccess: 'বার্তাটি দেখা হয়েছে।',
    emptyHeading: 'কোনো বার্তা নেই',
    emptyText: 'যোগাযোগ ফর্মের বার্তা এখানে আসে।',
  },
  suspicious: {
    title: 'সন্দেহজনক দাম',
    heading: 'সন্দেহজনক দাম',
    lead: 'একই রকম বাইকের চেয়ে এগুলোর দাম অনেক কম; বাইকের পাতায় ক্রেতাকে সতর্ক করা হয়। দাম সত্যিও হতে পারে: বাইকটি দেখুন, বিক্রেতার সঙ্গে কথা বলুন।',
    columns: {
      bike: 'বাইক',
      price: 'দাম',
      range: 'একই রকম বাইকের দাম',
      seller: 'বিক্রেতা',
      since: 'কবে দেওয়া',
    },
    below: (percent, bikes) => `${percent}% কম, ${bikes}টি বাইকের তুলনায়`,
    emptyHeading: 'সন্দেহজনক কোনো দাম নেই',
    emptyText: 'একই রকম বাইকের চেয়ে অনেক কম দামের বাইক এখানে দেখা যাবে।',
  },
  home: 'হোমে যান',
}
