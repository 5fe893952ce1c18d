// Bangla messages of the order at a handover: both sides read the same words.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const handoverOrderMessages: Namespaces['handoverOrder'] = {
  heading: 'ধাপে ধাপে',
  look: 'দুজনে একসঙ্গে বাইক আর কাগজপত্র দেখুন।',
  leftToPay: (rest) => `বাকি আছে ${rest}: মোটোহাটে দিন, নয়তো নগদে।`,
  pay: (rest) => `ক্রেতা বাকি ${rest} দেন, মোটোহাটে নয়তো নগদে।`,
  paid: (price) => `পুরো ${price} দেওয়া হয়েছে।`,
  read: 'ক্রেতা কোডটি পড়ে শোনান।',
  green: (words) => `বিক্রেতার পাতা সবুজ হয়: “${words}”`,
  keys: 'চাবি আর কাগজপত্র হাতে তুলে দেওয়া হয়।',
  earlier: (name) => `আগেই দেখা করছেন? নতুন সময় বলুন। ${name} রাজি হলে কোড দুই ঘণ্টা আগে দেখা যাবে, সময় কাছে হলে তখনই।`,
  unpaid: 'এখানে এখনো কোনো টাকা দেওয়া হয়নি।',
  unpaidText: 'এখানে অগ্রিম বা পুরো টাকা দিলে আপনার কোড আসবে।',
}
