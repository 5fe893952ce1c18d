// Bangla messages of what stays on the page of a deal and on its receipt: a decision, money that went back, cash.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { payoutDays, refundDays } from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const dealRecord: Namespaces['deals']['record'] = {
  decision: {
    heading: 'আমাদের সিদ্ধান্ত',
    toYou: 'আপনাকে',
    toName: toObjective,
    reason: 'কেন',
    date: 'সিদ্ধান্তের সময়',
    look: 'দুজনের কথা দেখুন',
    nothingBack: 'সিদ্ধান্ত: কোনো টাকা ফেরত পাবেন না',
    backToYou: (taka) => `সিদ্ধান্ত: আপনি ${taka} ফেরত পাবেন`,
    allBack: (name) => `সিদ্ধান্ত: ${name} পুরো টাকা ফেরত পাবেন`,
    yours: (taka) => `সিদ্ধান্ত: আপনি ${taka} পাবেন`,
    bike: {
      buyer: {
        goesBack: (name) => `বাইক ${toObjective(name)} ফেরত দেবেন।`,
        stays: (name) => `বাইক ${toGenitive(name)}।`,
        kept: () => 'বাইক আপনার কাছেই থাকবে।',
        sold: () => 'বাইক আপনার।',
      },
      seller: {
        goesBack: () => 'বাইক আপনি ফেরত পাবেন। চাইলে আবার বিক্রিতে দিতে পারেন।',
        stays: () => 'বাইক আপনারই।',
        kept: (name) => `বাইক ${toGenitive(name)} কাছেই থাকবে।`,
        sold: (name) => `বাইক ${toGenitive(name)} কাছে বিক্রি হয়েছে।`,
      },
    },
  },
  presets: { label: 'ক্রেতা কত ফেরত পাবেন', all: 'পুরোটা', half: 'অর্ধেক', nothing: 'কিছুই না' },
  refund: {
    toYou: 'আপনি ফেরত পাচ্ছেন',
    toName: (name) => `${name} ফেরত পাচ্ছেন`,
    wentToYou: 'আপনাকে ফেরত',
    wentToName: (name) => `${toObjective(name)} ফেরত`,
    soon: (taka) => `${taka}, ${digits(refundDays)} দিনের মধ্যে`,
  },
  kept: {
    yours: 'আপনার',
    ofName: (name) => `${name} পাবেন`,
    sent: (taka) => `${taka}, ${digits(payoutDays)} দিনের মধ্যে পাঠানো হয়`,
  },
  cash: {
    open: { buyer: 'আপনি এখনো নিশ্চিত করেননি', seller: 'ক্রেতা এখনো নিশ্চিত করেননি' },
    denied: { buyer: 'আপনি বলছেন ঠিক নয়', seller: 'ক্রেতা বলছেন ঠিক নয়' },
    unanswered: {
      buyer: 'আপনি উত্তর দেননি; অঙ্কটি বিক্রেতা জানিয়েছেন।',
      seller: 'ক্রেতা উত্তর দেননি; অঙ্কটি আপনি জানিয়েছেন।',
    },
    receiptDenied: 'নগদ (বিক্রেতা জানিয়েছেন)। ক্রেতা বলছেন ঠিক নয়।',
    receiptUnanswered: 'নগদ (বিক্রেতা জানিয়েছেন)। ক্রেতা উত্তর দেননি।',
  },
}
