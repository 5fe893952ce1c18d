// Bangla messages of the lower part of the home page.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const homeBelowFoldMessages: Namespaces['homeBelowFold'] = {
  why: {
    heading: 'মোটোহাটে কেন কিনবেন',
    lead: 'হাটে জিনিস দেখা যায়, দাম শোনা যায়, মুখ চেনা যায়। এখানেও তা-ই।',
    reasons: {
      checked: {
        title: 'কে যাচাই করা, দেখা যায়',
        text: 'অ্যাডমিন যাচাই করলে নামের পাশে চিহ্ন বসে। না হলে তা-ও লেখা থাকে।',
      },
      prices: {
        title: 'দুটি দামই, সব সময়',
        text: 'নতুনের দাম আর বিক্রির দাম পাশাপাশি, কত কমেছে দেখুন।',
      },
      meeting: {
        title: 'আগে দেখা, পরে টাকা',
        text: 'নম্বর আর দেখা করার জায়গা দিয়ে বুক করুন। বাইক দেখে তবেই টাকা দিন।',
      },
      receipt: {
        title: 'প্রতিটি পেমেন্টের রসিদ',
        text: 'টাকা দিলে একটি লেনদেন নম্বর পান। সেভ বা প্রিন্ট করে রাখুন।',
      },
    },
  },
  contact: {
    heading: 'যোগাযোগ করুন',
    address: '১২ বাংলামোটর, ঢাকা ১০০০',
    emails: ['hello@motohaat.example', 'sellers@motohaat.example'],
    hours: 'খোলা থাকার সময়',
    days: [
      { day: 'শনি–রবি', time: 'রাত ৮টা–৯টা' },
      { day: 'সোম–বৃহস্পতি', time: 'সকাল ৯টা–রাত ১০টা' },
    ],
    name: 'নাম',
    email: 'ই-মেইল',
    phone: 'ফোন',
    subject: 'বিষয়',
    message: 'বার্তা',
    submit: 'বার্তা পাঠান',
    submitting: 'পাঠানো হচ্ছে',
    success: 'বার্তা পাঠানো হয়েছে',
    missing: { email: 'আপনার ই-মেইল ঠিকানা লিখুন।' },
    wrong: { email: 'name@example.com-এর মতো একটি ই-মেইল ঠিকানা লিখুন।' },
  },
}
