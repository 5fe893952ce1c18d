// Bangla messages of the admin screens.
import { badgeMonths } from '#contract/time/lifetimes.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

const { count: formatCount } = banglaFormat

export const adminMessages: Namespaces['admin'] = {
  people: {
    columns: { number: 'নং', name: 'নাম', email: 'ই-মেইল', verify: 'যাচাই', action: 'কাজ' },
    search: 'নাম, ই-মেইল বা নম্বর',
    searchSubmit: 'খুঁজুন',
    searchReset: 'সবাইকে দেখুন',
    shown: (first, last, total) => `${total} জনের মধ্যে ${first} থেকে ${last}`,
    pages: 'পাতা',
    firstPage: 'প্রথম পাতা',
    nextPage: 'পরের পাতা',
    delete: 'মুছুন',
    deleteLabel: (name) => `${toObjective(name)} মুছুন`,
    deleteHeading: (name) => `${toObjective(name)} মুছবেন?`,
    deleting: 'মোছা হচ্ছে',
    cancel: 'থাকুক',
    nobodyFound: (search) => `কারও নামে, ই-মেইলে বা নম্বরে “${search}” নেই`,
    nobodyFoundText: 'একটি অংশ লিখলেই চলে; নম্বরের চারটি সংখ্যা।',
  },
  sellers: {
    heading: (count) => `বিক্রেতা: ${formatCount(count)}`,
    title: 'সব বিক্রেতা',
    views: {
      all: 'সব',
      unverified: (count) => `যাচাই বাকি (${count})`,
      nobodyHeading: 'সব বিক্রেতা যাচাইকৃত',
      nobodyText: 'নতুন কারও যাচাই বাকি থাকলে এখানে দেখা যাবে।',
    },
    caption: 'বিক্রেতা',
    verify: 'যাচাই করুন',
    verifyLabel: (name) => `${toObjective(name)} যাচাই করুন`,
    verified: 'যাচাইকৃত',
    verifySuccess: 'যাচাই সফল হয়েছে।',
    facts: {
      portrait: (name) => `${toGenitive(name)} ছবি`,
      noPhone: 'কোনো ফোন নম্বর নেই',
      nothingYet: 'নম্বর নেই। এখনো বাইক নেই।',
      proven: 'নম্বর যাচাই করা',
      emailProven: 'ই-মেইল নিশ্চিত',
      emailNotProven: 'ই-মেইল নিশ্চিত হয়নি',
      since: (day) => `সদস্য ${day} থেকে`,
      waits: (days, shown) => (days === 0 ? 'আজ যোগ দিয়েছেন' : `${shown} দিন ধরে অপেক্ষায়`),
      counts: (onSale, sold) =>
        `${onSale === formatCount(0) ? 'এখন বাইক নেই' : `${onSale}টি বাইক আছে`}, ${sold === formatCount(0) ? 'একটিও বেচেননি' : `${sold}টি বেচেছেন`}`,
      reports: (count, shown) => (count === 0 ? 'কোনো অভিযোগ নেই' : `${shown}টি অভিযোগ`),
    },
    badge: {
      verifiedBy: {
        shop_visited: 'দোকান দেখে যাচাই করা',
        papers_seen: 'কাগজ দেখে যাচাই করা',
        phone_called: 'ফোন করে যাচাই করা',
      },
      verifiedUntil: (how, day) => `${how}, মেয়াদ ${day} পর্যন্ত`,
      again: 'আবার যাচাই',
      againLabel: (name) => `আবার যাচাই করুন: ${name}`,
      takeBack: 'যাচাই বাতিল',
      takeBackLabel: (name) => `${toGenitive(name)} যাচাই বাতিল করুন`,
      taken: 'যাচাই বাতিল হয়েছে।',
      evidence: 'কী দেখে যাচাই করলেন?',
      kinds: { shop_visited: 'দোকান দেখেছি', papers_seen: 'কাগজ দেখেছি', phone_called: 'ফোন করেছি' },
      note: 'কী কী দেখলেন?',
      noteOptional: 'না লিখলেও চলে',
      noteHint: 'অ্যাডমিনরা এটি পড়বেন, আর বিক্রেতা নিজের তথ্যের কপিতে পাবেন; ক্রেতারা দেখবেন না।',
      hint: `সবচেয়ে জোরালোটি বেছে নিন, বাকিটা নিচে লিখুন। কোনটি বেছেছেন, ক্রেতারা পড়বেন। ব্যাজ ${digits(badgeMonths)} মাস থাকে।`,
      missingEvidence: 'কী দেখেছেন, বেছে নিন।',
      reason: 'কেন?',
      reasonHint: 'বিক্রেতা এটি পড়বেন।',
      missingReason: 'কেন, লিখুন।',
      saving: 'সেভ হচ্ছে',
      close: 'বন্ধ করুন',
      cancel: 'থাকুক',
    },
    deleteText:
      'তাঁর বাইকগুলো এখনই বিক্রি থেকে সরে যাবে, আর তিনি লগ আউট হবেন। যা বিক্রি হয়েছে তা ক্রেতার কাছে থাকবে। বিক্রেতাকে ই-মেইলে জানানো হবে। পরে আর ফেরানো যাবে না।',
    deleteSuccess: 'বিক্রেতাকে মোছা হয়েছে',
    emptyHeading: 'এখনো কোনো বিক্রেতা নেই',
    emptyText: 'নতুন বিক্রেতাদের এখানে দেখা যাবে।',
  },
  buyers: {
    heading: (count) => `ক্রেতা: ${formatCount(count)}`,
    title: 'সব ক্রেতা',
    caption: 'ক্রেতা',
    deleteText:
      'তাঁর যে বুকিংয়ের টাকা দেওয়া হয়নি সেগুলো বাতিল হবে, আর তিনি লগ আউট হবেন। যার টাকা দিয়েছেন তা থাকবে। ক্রেতাকে ই-মেইলে জানানো হবে। পরে আর ফেরানো যাবে না।',
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
    reply: 'ই-মেইলে উত্তর দিন',
    replyLabel: (to) => `${to}-কে ই-মেইলে উত্তর দিন`,
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
