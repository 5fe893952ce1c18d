// Bangla messages for a seller without a badge: how to get one, and what Motohaat asks for before giving it.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const badgeQuestionMessages: Namespaces['badgeQuestion'] = {
  notVerified: 'ক্রেতারা আপনার বাইকে “বিক্রেতা যাচাই হয়নি” দেখেন। কাগজ দেখে, দোকানে গিয়ে বা ফোন করে আমরা বিক্রেতা যাচাই করি।',
  writeToUs: 'যাচাইয়ের জন্য আমাদের লিখুন',
  heading: 'মোটোহাটের অনুরোধ',
  bikeFirst: 'আগে আপনার বাইক যোগ করুন, তারপর রেজিস্ট্রেশনের কাগজের ছবি দিন।',
  asked: {
    papers: 'বাইকের রেজিস্ট্রেশনের কাগজের ছবি দিন।',
    phone: 'কোড দিয়ে আপনার মোবাইল নম্বরটি নিশ্চিত করুন।',
    call: 'আপনাকে ফোনে পাইনি। কখন ফোন করব, লিখে জানান।',
    bike: 'বিক্রির জন্য একটি বাইক যোগ করুন।',
  },
  links: {
    papers: 'কাগজের ছবি দিন',
    phone: 'নম্বর নিশ্চিত করুন',
    call: 'আমাদের লিখুন',
    bike: 'বাইক যোগ করুন',
  },
  brings: 'আমরা দেখে ঠিক পেলে ক্রেতারা আপনার নামের পাশে “যাচাইকৃত” দেখবেন।',
  done: 'করে ফেলেছি',
  sending: 'পাঠানো হচ্ছে',
  thanks: 'ধন্যবাদ। আমরা দেখছি; দেখা হলে নোটিফিকেশনে আর ই-মেইলে জানাব।',
}
