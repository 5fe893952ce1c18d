// Bangla messages of the home page.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const homeMessages: Namespaces['home'] = {
  title: 'পুরোনো মোটরসাইকেল',
  description: 'বাংলাদেশে পুরোনো মোটরসাইকেল কিনুন ও বেচুন: দুটি দামই সবার সামনে, যাচাইকৃত বিক্রেতা, কার্ডে পেমেন্ট।',
  carousel: {
    label: 'সাত ছবিতে মোটোহাট',
    kind: 'ছবির সারি',
    slideKind: 'ছবি',
    previous: 'আগের ছবি',
    next: 'পরের ছবি',
    pause: 'ছবি থামান',
    play: 'ছবি চালান',
    slide: (number) => `ছবি ${digits(number)}`,
    position: (number, of) => `${digits(number)} / ${digits(of)}`,
  },
  slides: {
    prices: {
      title: 'নতুনের দাম, আজকের দাম।',
      text: 'প্রতিটি বাইকের পাতায় নতুনের আর এখনকার দাম।',
      action: 'বাইক দেখুন',
    },
    sell: {
      title: 'আপনার পুরোনো বাইক কারও প্রথম বাইক।',
      text: 'একটি ছবি আর কয়েকটি উত্তরেই বাইক হাটে উঠে যায়।',
      action: 'বাইক বেচুন',
    },
    verified: {
      title: 'এই টিকের মানে আছে।',
      text: 'অ্যাডমিন যাচাই করার পরেই বিক্রেতা এই চিহ্ন পান।',
      action: 'কীভাবে যাচাই করি',
    },
    meet: {
      title: 'দেখুন। বসে দেখুন। তারপর টাকা।',
      text: 'নম্বর আর দেখা করার জায়গা দিয়ে বুক করুন। নিশ্চিত হলে তবেই টাকা দিন।',
      action: 'যেভাবে চলে',
    },
    commuters: {
      title: 'ভরসার বাইক, খরচ কম।',
      text: 'মেট্রো, রেডিয়ন, অ্যাপাচি: যন্ত্রাংশ সব বাজারে, সারানোও সহজ।',
      action: 'TVS দেখুন',
    },
    scooters: {
      title: 'সরু গলির জন্য স্কুটার।',
      text: 'হালকা, গিয়ারের ঝামেলা নেই, রাখতেও সহজ। রে-জেডআর দেখুন।',
      action: 'স্কুটার দেখুন',
    },
    haat: {
      title: 'হাট মানেই দেখা হওয়া।',
      text: 'মিরপুর থেকে ময়মনসিংহ: কোন বাইক কোথায়, লেখা থাকে।',
      action: 'Suzuki দেখুন',
    },
  },
  categories: {
    heading: 'আমাদের বাইক',
    lead: 'কোম্পানি বেছে নিন।',
    otherBrands: 'অন্য কোম্পানি',
    viewAll: 'সব বাইক দেখুন',
    viewAllLabel: (name) => `${name}: সব বাইক দেখুন`,
    descriptions: {
      Yamaha: 'ঢাকার রাস্তায় সবচেয়ে চেনা: FZS, R15, MT-15, RayZR, Saluto',
      Suzuki: 'শহরের বাইক, দাম ধরে রাখে: Gixxer, Gixxer SF, Intruder, GSX, Hayate',
      TVS: 'যেকোনো মেকানিক সারাতে পারেন: Apache, Raider, Stryker, Metro, Radeon, Ntorq',
    },
    failed: 'কোম্পানিগুলোর তালিকা লোড হয়নি।',
    empty: 'এখনো কোনো কোম্পানি নেই।',
  },
  advertised: {
    heading: 'বিক্রেতাদের বাছাই করা বাইক',
    lead: 'বিক্রেতারা এগুলো হোম পেজে তুলেছেন।',
    failed: 'বাইকগুলো লোড হয়নি।',
    emptyHeading: 'কেউ এখনো বাইক তোলেননি',
    emptyText: 'কেউ তুললে এখানে আসে। ততক্ষণ কোম্পানি বেছে নিন।',
    emptyAction: 'আমাদের বাইক',
  },
}
