// Bangla messages of the search page alone: the model of which none is on sale, and who a bike is for.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const searchAnswerMessages: Namespaces['searchAnswers'] = {
  notOnSale: (model) => `${model} এখন বিক্রিতে নেই`,
  notOnSaleNext: 'সার্চটা সেভ করুন, এলেই ই-মেইলে জানাব। আপাতত সবচেয়ে কাছাকাছি বাইকগুলো:',
  audiences: {
    short: 'খাটো চালকের জন্য: সিট ৭৮০ মিমি পর্যন্ত',
    women: 'মেয়েদের জন্য: স্কুটার আর হালকা কমিউটার',
    learner: 'নতুন চালকের জন্য: ১২৫ সিসি পর্যন্ত',
    family: 'দুজন আর পরিবারের জন্য',
    delivery: 'ডেলিভারির জন্য: ১২৫ সিসি পর্যন্ত কমিউটার',
  },
  mileage: (km) => `লিটারে ${km} কিমি থেকে`,
  audience: 'কার জন্য',
  widenedTo: { kind: 'একই ধরনের বাইক', similarKind: 'কাছাকাছি ধরনের বাইক' },
  anyAudience: 'সবার জন্য',
}
