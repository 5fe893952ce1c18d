// Bangla messages of the papers of a bike: what its seller says and shows, and what moderators check.
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const toDigits = (count: number): string => banglaFormat.digits(String(count))

export const paperMessages: Namespaces['papers'] = {
  own: {
    title: 'কাগজপত্র',
    lead: (bike) => `${bike}। ক্রেতা আগে কাগজের কথাই জানতে চান। যা সত্যি তা বলুন; ছবি দিলে ভরসা বাড়ে।`,
    steps: 'পাঁচটি কাগজ',
    notSaid: 'বলেননি',
    said: 'যাচাই ছাড়া',
    shown: 'আমরা দেখছি',
    refused: 'নেওয়া যায়নি',
    kinds: {
      registration: { name: 'রেজিস্ট্রেশন', text: 'বিআরটিএর স্মার্ট কার্ড, যাতে মালিকের নাম আছে।' },
      tax_token: { name: 'ট্যাক্স টোকেন', text: 'রাস্তার ট্যাক্স কোন দিন পর্যন্ত দেওয়া আছে, তা এতে থাকে।' },
      plate: { name: 'নম্বর প্লেট', text: 'বিআরটিএর ডিজিটাল প্লেট, বাইকের পেছনে।' },
      loan: { name: 'ব্যাংক ঋণ', text: 'এই বাইকের ওপর কোনো ব্যাংকের পাওনা আছে কি না।' },
      purchase: { name: 'কেনার প্রথম কাগজ', text: 'শোরুমের রসিদ আর কাস্টমসের কাগজ।' },
    },
    questions: {
      registration: 'কার নামে?',
      tax_token: 'মেয়াদ আছে?',
      plate: 'বাইকে লাগানো আছে?',
      loan: 'ঋণ আছে?',
      purchase: 'কাগজগুলো আছে?',
    },
    answers: {
      registration: { mine: 'আমার', family: 'পরিবারের', earlier_owner: 'আগের মালিকের', none: 'রেজিস্ট্রেশন নেই' },
      tax_token: { valid: 'হ্যাঁ, মেয়াদ আছে', none: 'না' },
      plate: { fitted: 'হ্যাঁ', ordered: 'এখনো আসেনি', none: 'না' },
      loan: { none: 'ঋণ নেই', released: 'শোধ হয়েছে', running: 'এখনো বাকি' },
      purchase: { has: 'হ্যাঁ', none: 'না' },
    },
    choose: 'যা সত্যি তা বেছে নিন।',
    validUntil: 'কোন দিন পর্যন্ত',
    validUntilHint: 'ট্যাক্স টোকেনে লেখা শেষ দিন।',
    dayMissing: 'ট্যাক্স টোকেনে লেখা শেষ দিনটি লিখুন।',
    photo: 'ছবি',
    camera: 'ছবি তুলুন',
    pick: 'ছবি বেছে নিন',
    another: 'আরেকটি ছবি তুলুন',
    photoHint: 'সব কোনা যেন ছবিতে থাকে, আর সব লেখা যেন পড়া যায়।',
    privacy: `ক্রেতা ছবি দেখবেন না; শুধু দেখবেন কাগজটি যাচাই হয়েছে কি না, আর কবে। ছবি এনক্রিপ্ট করে রাখা হয়। মোটোহাটের যিনি যাচাই করেন, শুধু তিনিই ${toDigits(paperOpeningMinutes)} মিনিটের জন্য খুলতে পারেন।`,
    yourPhoto: 'আপনার তোলা কাগজের ছবি',
    noPreview: 'ছবিটি এখানে দেখানো যাচ্ছে না।',
    preparing: 'ছবি তৈরি হচ্ছে',
    remove: 'ছবি সরান',
    removed: 'সেভ করলে ছবিটি চলে যাবে।',
    keep: 'ছবি থাকুক',
    save: 'সেভ করুন',
    saving: 'সেভ হচ্ছে',
    saved: 'সেভ হয়েছে',
    skip: 'বাদ দিন',
    back: 'আমার বাইক',
    retry: 'আবার চেষ্টা করুন',
    done: 'পাঁচটি কাগজের কথাই বলা হয়েছে।',
    doneText: 'এখানে যেকোনোটি বদলাতে পারেন। বদলালে আমরা আবার দেখি।',
    states: {
      said: 'ক্রেতা এটি আপনার কথা হিসেবে পড়েন। ছবি দিলে আমরা যাচাই করতে পারি।',
      shown: 'আপনার ছবি পেয়েছি। দেখে আপনাকে জানাব।',
      checked: 'মোটোহাট যাচাই করেছে। বদলালে আবার যাচাই করতে হবে।',
      expired: 'এই ট্যাক্স টোকেনের মেয়াদ শেষ। নতুনটি দিন।',
    },
    faults: {
      unreadable: 'ছবিটি পড়া যায়নি। ভালো আলোয় আবার তুলুন।',
      other_name: 'কাগজের নাম আপনার নামের সঙ্গে মেলে না।',
      other_number: 'কাগজের নম্বর আপনার লেখা নম্বরের সঙ্গে মেলে না।',
      covered: 'কাগজের কিছু অংশ ঢাকা পড়েছে। ছবিটি আবার তুলুন।',
      changed: 'কাগজটি বদলানো মনে হচ্ছে, তাই যাচাই করা যায়নি।',
    },
  },
}
