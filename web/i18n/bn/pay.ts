// Bangla messages of choosing how much to pay, and of what comes back.
import { groupBangla } from '#contract/language.ts'
import { lateCancellationHours } from '#contract/deals/deadlines.ts'
import { maxCardTaka } from '#contract/limits.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const pay: Namespaces['money']['pay'] = {
  seller: 'বিক্রেতা:',
  notAnswered: (name) => `${name} এখনো উত্তর দেননি। রাজি না হলে আপনার পুরো টাকা ফেরত।`,
  freeFirst: 'এখনই টাকা দিতে হবে না।',
  bookFirst: 'আগে বিনা খরচে বুক করুন',
  howMuch: 'এখন কত টাকা দেবেন?',
  deposit: 'অগ্রিম',
  depositHint: (rest) => `দেখা করা পর্যন্ত বাইকটি আপনার জন্য রিজার্ভ। বাকি ${rest} তখন দেবেন, নগদে বা মোটোহাটে।`,
  depositHintAccepted: (rest) =>
    `বাইকটি এমনিতেই আপনার জন্য রাখা আছে। অগ্রিম দিলে বিক্রেতা জানেন আপনি আসবেন; বাইক হাতে না পাওয়া পর্যন্ত টাকা আমাদের কাছে থাকে। বাকি ${rest} তখন দেবেন, নগদে বা মোটোহাটে।`,
  full: 'পুরো টাকা',
  fullHint: 'বাইকটি আপনার জন্য রিজার্ভ। দেখা করার সময় আর কিছু দিতে হবে না।',
  rest: 'বাকি টাকা',
  toForm: 'পেমেন্টে যান',
  now: 'এখন দিচ্ছেন',
  back: 'কখন কত ফেরত পাবেন',
  backWithRest: 'বাকি টাকাও এখন দিলে কখন কত ফেরত পাবেন',
  cases: {
    seller_fails: 'বিক্রেতা বাতিল করলে বা না এলে',
    buyer_cancels_early: `দেখা করার ${digits(lateCancellationHours)} ঘণ্টা আগে পর্যন্ত আপনি বাতিল করলে`,
    buyer_cancels_late: 'এর পরে আপনি বাতিল করলে বা না এলে',
    no_deal_at_meeting: 'দেখে পছন্দ না হলে',
    handed_over: 'বাইক নিলে',
  },
  sellerDeclines: (name) => `${name} বেচতে রাজি না হলে`,
  cancelledNow: 'এখন থেকে বাতিল করলে, বা না গেলে',
  allBack: (taka) => `${taka} ফেরত`,
  toSeller: (taka) => `${taka} বিক্রেতার`,
  protection: 'টাকা আমাদের কাছে থাকে। আপনি কোড বলে বাইক নিলে, তার এক দিন পর টাকা বিক্রেতার পাওনা হয়।',
  tooMuch: `কার্ডে একবারে বড়জোর ৳${groupBangla(maxCardTaka)} দেওয়া যায়, তাই এই বাইক অগ্রিম দিয়ে রিজার্ভ করতে হয়।`,
}
