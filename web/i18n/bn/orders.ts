// Bangla messages of the booked panel and of removing a wish.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { answerHours, turnHours } from '#contract/deals/deadlines.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const orderMessages: Namespaces['orders'] = {
  booked: {
    lead: (bike) => `বিক্রেতা এখনো উত্তর দেননি। আপনি ${bike} দেখতে চান, তা তাঁকে জানিয়েছি।`,
    answer: 'বিক্রেতা উত্তর দেন',
    answerText: `${digits(answerHours)} ঘণ্টার মধ্যে। উত্তর এলেই জানাব।`,
    numbers: 'বিক্রেতা আপনার নম্বর দেখেন',
    numbersText: 'শুধু রাজি হওয়ার পর।',
    meet: 'দেখা করে বাইকটি দেখেন',
    pay: 'টাকা দেন',
    payText: 'দেখার পর। বিক্রেতা রাজি হলেই বাইকটি আপনার জন্য রাখা থাকে; তার আগে রাখতে চাইলে অগ্রিম দিন।',
    free: 'টাকা না দেওয়া পর্যন্ত বাতিল করতে কোনো খরচ নেই।',
    see: 'অর্ডার দেখুন',
    line: {
      lead: (bike) => `${bike} আরেকজন ক্রেতা আগে নিচ্ছেন। এখন কোনো টাকা দিতে হবে না।`,
      other: 'আগের ক্রেতা ঠিক করেন',
      otherText: 'তিনি কিনলে আপনাকে জানাব, লাইনও শেষ।',
      turn: 'না কিনলে আপনার পালা',
      turnText: `সঙ্গে সঙ্গে জানাব। অপেক্ষায় থাকা প্রথমজন দিনের বেলা ${digits(turnHours)} ঘণ্টা সময় পান।`,
      free: 'যেকোনো সময় লাইন ছাড়তে পারেন।',
    },
  },
  removeWish: {
    button: 'বাদ দিন',
    label: (bike) => `${bike} বাদ দিন`,
    heading: 'পছন্দের তালিকা থেকে বাদ দেবেন?',
    text: (bike) => `${bike}-এর দাম কমলে আর ই-মেইল পাবেন না।`,
    busy: 'বাদ দেওয়া হচ্ছে',
    keep: 'রেখে দিন',
    success: 'পছন্দের তালিকা থেকে বাদ দেওয়া হয়েছে',
    orderStays: 'শুধু তালিকা থেকে বাদ যাবে। অর্ডার আর রসিদ থাকবে।',
    youBought: 'বাইকটি আপনি কিনেছেন।',
  },
}
