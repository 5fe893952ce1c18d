// Bangla messages of the 404 and 403 pages.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const notFoundMessages: Namespaces['notFound'] = {
  pageNotFound: {
    title: 'পাওয়া যায়নি',
    heading: 'মনে হচ্ছে আপনি পথ হারিয়েছেন',
    text: 'যে পাতাটি খুঁজছেন, সেটি এখানে নেই!',
    milestone: { town: 'ঢাকা', number: '৪০৪', unit: 'কিমি' },
    home: 'হোমে যান',
    dashboard: 'ড্যাশবোর্ডে যান',
  },
  notAllowed: {
    title: 'অনুমতি নেই',
    heading: 'এই পাতা আপনার অ্যাকাউন্টের জন্য নয়',
    text: 'আপনি লগইন করেছেন, তবে এই পাতা অন্য ধরনের অ্যাকাউন্টের জন্য।',
    anotherAccount: 'অন্য অ্যাকাউন্টে লগইন করুন',
    home: 'হোমে যান',
    selling: {
      title: 'বাইক বেচুন',
      heading: 'এই অ্যাকাউন্ট দিয়েই বাইক বেচুন',
      text: 'এই অ্যাকাউন্ট দিয়ে আপনি কেনেন। একবার মোবাইল নম্বর যাচাই করলে এটি দিয়ে বাইক বেচতেও পারবেন।',
      sell: 'এই অ্যাকাউন্ট দিয়ে বেচুন',
      anotherAccount: 'অন্য অ্যাকাউন্টে লগইন করুন',
    },
  },
}
