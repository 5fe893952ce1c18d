// Bangla messages of the registration.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { minPasswordLength } from '#contract/limits.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

const wrongEmailMessage = 'name@example.com-এর মতো একটি ই-মেইল ঠিকানা লিখুন।'
const photoMessage = 'https:// দিয়ে শুরু এমন একটি ছবির লিংক দিন।'

export const registerMessages: Namespaces['register'] = {
  social: 'Google দিয়ে অ্যাকাউন্ট খুলুন',
  or: 'অথবা ই-মেইল দিয়ে',
  title: 'অ্যাকাউন্ট খুলুন',
  description: 'বাংলাদেশে পুরোনো মোটরসাইকেলের ক্রেতা বা বিক্রেতা হিসেবে অ্যাকাউন্ট খুলুন। কোনো টাকা লাগে না।',
  lead: 'কোনো টাকা লাগে না।',
  goBack: 'এরপর আগের পাতায় ফিরবেন।',
  goBackToBike: 'এরপর বাইকটির পাতায় ফিরবেন।',
  name: 'আপনার নাম',
  photoLink: 'ছবির বদলে লিংক দিন',
  photo: 'ছবির লিংক',
  photoHint: 'https:// দিয়ে শুরু এমন একটি ছবির লিংক।',
  email: 'ই-মেইল ঠিকানা',
  password: 'পাসওয়ার্ড',
  passwordHint: `কমপক্ষে ${digits(minPasswordLength)} অক্ষর। নিজের নাম বা ই-মেইল দেবেন না।`,
  role: 'আপনি',
  roleHint: 'সবাই কিনতে পারেন। বেচতে হলে বিক্রেতা বেছে নিন; পরেও হওয়া যায়।',
  seller: 'বিক্রেতা',
  buyer: 'ক্রেতা',
  submit: 'অ্যাকাউন্ট খুলুন',
  submitting: 'অ্যাকাউন্ট খোলা হচ্ছে',
  hasAccount: 'অ্যাকাউন্ট আছে?',
  login: 'লগইন',
  agree: {
    before: 'অ্যাকাউন্ট খুললে আপনি ',
    terms: 'নিয়মকানুন',
    between: ' আর ',
    privacy: 'গোপনীয়তার শর্ত',
    after: ' মেনে নিচ্ছেন।',
  },
  success: 'অ্যাকাউন্ট খোলা হয়েছে! এবার লগইন করুন।',
  missing: {
    name: 'আপনার নাম লিখুন।',
    // Without a photo the form sends the initials.
    image: '',
    email: 'আপনার ই-মেইল ঠিকানা লিখুন।',
    password: `কমপক্ষে ${digits(minPasswordLength)} অক্ষরের একটি পাসওয়ার্ড দিন।`,
  },
  wrong: {
    image: photoMessage,
    email: wrongEmailMessage,
    password: `কমপক্ষে ${digits(minPasswordLength)} অক্ষরের পাসওয়ার্ড দিন।`,
  },
}
