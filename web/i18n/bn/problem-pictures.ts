// Bangla messages of the pictures of a problem: those that the buyer sends, and those of the advertisement.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const toDigits = (count: number): string => banglaFormat.digits(String(count))

export const problemPictureMessages: Namespaces['problemPictures'] = {
  label: 'ছবি',
  hint: (max) => `বড়জোর ${toDigits(max)}টি। আপনারা দুজন আর মোটোহাট ছাড়া কেউ দেখবেন না।`,
  choose: 'ছবি বেছে নিন',
  camera: 'ছবি তুলুন',
  chosen: (count) => `${toDigits(count)}টি ছবি বেছে নেওয়া হয়েছে।`,
  tooMany: (max) => `বড়জোর ${toDigits(max)}টি ছবি পাঠাতে পারবেন।`,
  picture: (number) => `আপনার ${toDigits(number)} নম্বর ছবি`,
  remove: (number) => `${toDigits(number)} নম্বর ছবি বাদ দিন`,
  noPreview: 'এখানে দেখানো যাচ্ছে না',
  preparing: 'ছবি তৈরি হচ্ছে',
  sending: (number, count) => `${toDigits(count)}টির মধ্যে ${toDigits(number)} নম্বর ছবি পাঠানো হচ্ছে`,
  unsent: (count) => `সমস্যাটি জানানো হয়েছে, তবে ${toDigits(count)}টি ছবি পাঠানো যায়নি।`,
  unsentAdded: 'সব ছবি পাঠানো যায়নি। আবার চেষ্টা করুন।',
  sendAgain: 'ছবি আবার পাঠান',
  sent: 'পাঠানো হয়েছে।',
  listed: 'বিজ্ঞাপনের ছবি',
  listedPicture: (number, bike) => `${bike}: ${toDigits(number)} নম্বর ছবি`,
}
