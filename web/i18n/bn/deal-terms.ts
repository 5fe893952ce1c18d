// Bangla messages of the page of a deal: what costs nothing, what comes back, and who waits.
import { acceptedAfterMeetingHours, lateCancellationHours, windowHours } from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const dealTermMessages: Namespaces['dealTerms'] = {
  line: {
    before: (count) => (count === 0 ? 'যিনি আগে আছেন তাঁর পরেই আপনি।' : `আপনার আগে ${digits(count)} জন আছেন।`),
    others: (count) => `আরও ${digits(count)} জন ক্রেতা লাইনে থাকবেন; এই ডিলে বিক্রি না হলে তাঁদের পালা আসবে।`,
    free: 'অপেক্ষায় কোনো খরচ নেই। আপনার পালা এলেই জানাব।',
  },
  unanswered: {
    ends: '। উত্তর না দিলে বুকিংটি শেষ হয়ে যায়।',
    passes: '। উত্তর না দিলে এই ক্রেতার পালা শেষ হয়ে যায়।',
  },
  price: {
    holds: (yours, now) => `আপনি ${yours} দেবেন, যেমন ঠিক হয়েছে। বাইকের দাম এখন ${now}; তাতে আপনার দাম বদলায় না।`,
    lower: (yours, now) => `বাইকের দাম এখন ${now}। কম দামটি না নেওয়া পর্যন্ত আপনার বুকিংয়ের দাম ${yours}।`,
  },
  terms: {
    free: 'টাকা না দেওয়া পর্যন্ত বাতিল করতে কোনো খরচ নেই।',
    freeText: `এখানে টাকা দিলেও দেখা করার ${digits(lateCancellationHours)} ঘণ্টা আগে পর্যন্ত খরচ নেই।`,
    freeUnpaid: 'টাকা না দেওয়া পর্যন্ত বাতিল করতে কোনো খরচ নেই।',
    freeLate: `দেখা হতে ${digits(lateCancellationHours)} ঘণ্টারও কম বাকি: এখন টাকা দিয়ে পরে বাতিল করলে পুরো টাকা ফেরত পাবেন না।`,
    freeUntil: (name) =>
      `দেখা করার ${digits(lateCancellationHours)} ঘণ্টা আগে পর্যন্ত আপনি বাতিল করলে, বা ${name} বাতিল করলে, পুরো টাকা ফেরত পাবেন।`,
    ifNow: 'এখন বাতিল করলে',
    ifNowBuyer: (taka) => `আপনি ${taka} ফেরত পাবেন।`,
    ifNowSeller: (name) => `${name} পুরো টাকা ফেরত পাবেন।`,
    notPromisedToYou: (name) => `${name} এখনো হ্যাঁ বলেননি। সময় ঠিক হলে তাঁর হ্যাঁ ধরা হবে।`,
    notPromised: (name) =>
      `আপনি ${toObjective(name)} এখনো হ্যাঁ বলেননি। সময় ঠিক হলে আপনার হ্যাঁ ধরা হবে। রাজি না হলে কেনাবেচা বাতিল করুন।`,
    ifWithdrawn: 'মিটে গেলে',
    ifWithdrawnText: (name) => `অর্ডার চলবে। বাইক দেওয়ার ${digits(windowHours)} ঘণ্টা পর ${name} টাকা পাবেন।`,
    accepting: 'রাজি হলে:',
    acceptingText: (name) =>
      `আপনি ${toGenitive(name)} নম্বর দেখবেন, আর দেখা করার পরও ${digits(acceptedAfterMeetingHours)} ঘণ্টা বাইকটি ${toGenitive(name)} জন্য রাখা থাকবে।`,
  },
}
