// Pure. Advice and buttons of the Bangla e-mails about deals.
import { toBanglaDigits } from '#contract/language.ts'
import { bookHours, offerHours, windowHours } from '#contract/deals/deadlines.ts'
import { type DealNotice, leadsToOtherBikes, type NoticeAdvice } from './templates/template.ts'

const openOffer = `মেনে নিন, অন্য দাম বলুন বা না বলুন। ${toBanglaDigits(offerHours)} ঘণ্টার মধ্যে উত্তর দিন।`
const checkCalendar = 'ক্যালেন্ডার থেকে দেখা করার সময়টি মুছে গেছে কি না দেখে নিন।'

/** What to do next, for the kinds of notices after which something is to be done. */
export const noticeAdvice: NoticeAdvice = {
  message: {
    buyer: 'মোটোহাটে পড়ে উত্তর দিন। বাইক আর কাগজ না দেখে মোটোহাটের বাইরে কাউকে টাকা পাঠাবেন না।',
    seller: 'মোটোহাটে পড়ে উত্তর দিন। দাম ঠিক না হওয়া পর্যন্ত আপনার নম্বর লুকানো থাকবে।',
  },
  requested: { seller: 'তাড়াতাড়ি উত্তর দিন। না দিলে বুকিং নিজে থেকেই শেষ হয়ে যাবে।' },
  offer_made: { buyer: openOffer, seller: openOffer },
  offer_accepted: {
    buyer: `এই দাম ${toBanglaDigits(bookHours)} ঘণ্টা শুধু আপনার। নম্বর আর দেখা করার জায়গা দিয়ে বুক করুন; এখন টাকা দিতে হবে না।`,
    seller: `এই দামে বাইকটি ক্রেতার জন্য রাখা হলো। বুক করতে তাঁর ${toBanglaDigits(bookHours)} ঘণ্টা সময় আছে।`,
  },
  accepted: { buyer: 'সময় আর জায়গা ঠিক করুন। টাকা দিন শুধু মোটোহাটে, অথবা বাইক সামনে দেখে।' },
  cancelled_by_buyer: { buyer: checkCalendar },
  cancelled_by_seller: { seller: checkCalendar },
  unavailable: { seller: checkCalendar },
  turn: { buyer: 'সময়ের মধ্যে টাকা দিয়ে বাইকটি রাখুন, না হলে লাইনের পরের জন পাবেন।' },
  paid: {
    buyer: 'বাইক হাতে না পাওয়া পর্যন্ত টাকা মোটোহাটের কাছে থাকে। বিক্রেতার সঙ্গে বাইক আর কাগজ দেখুন, তারপর অর্ডারের পাতার কোডটি পড়ে শোনান।',
    seller: 'টাকা মোটোহাটের কাছে আছে। দেখা হলে ক্রেতা যে কোড পড়ে শোনান সেটি লিখুন। কোড মিললে চাবি আর কাগজপত্র দিন।',
  },
  handed_over: {
    buyer: `আজই বাইকটি ভালো করে দেখুন। সমস্যা থাকলে ${toBanglaDigits(windowHours)} ঘণ্টার মধ্যে জানান।`,
    seller: `ক্রেতা ${toBanglaDigits(windowHours)} ঘণ্টা পর্যন্ত সমস্যা জানাতে পারেন। তারপর টাকা আপনার।`,
  },
  payout_destination_missing: { seller: 'টাকার পাতায় বিকাশ নম্বর বা ব্যাংক অ্যাকাউন্ট লিখুন।' },
  asked: { buyer: 'কী হলো জানান, যাতে অর্ডার এগোতে পারে।', seller: 'কী হলো জানান, যাতে ডিল এগোতে পারে।' },
}

/** What the button of a notice says. */
export const toNoticeButton = (notice: DealNotice): string => {
  if (notice.kind.startsWith('offer_') && notice.chatId !== null) return 'দামটি দেখুন'
  if (notice.chatId !== null) return 'মেসেজ পড়ুন'
  if (notice.kind === 'requested') return 'উত্তর দিন'
  if (notice.kind.startsWith('payout_')) return 'আমার টাকা দেখুন'
  if (leadsToOtherBikes(notice)) return 'অন্য বাইক দেখুন'
  return notice.side === 'buyer' ? 'অর্ডার দেখুন' : 'ডিল দেখুন'
}
