// Bangla messages of why a deal was declined or cancelled.
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import { problemReasons } from './problem-reasons.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const dealReasonMessages: Namespaces['dealReasons'] = {
  chose: (name) => `${name} বলেছেন:`,
  wrote: (name) => `${name} লিখেছেন:`,
  choices: {
    buyer: { time: 'আমি আসতে পারছি না।', found: 'অন্য বাইক পেয়েছি।', mind: 'মত বদলেছি।' },
    seller: {
      sold: 'বাইক বিক্রি হয়ে গেছে।',
      time: 'সময় বা জায়গা আমার সুবিধার নয়।',
      another: 'আগে অন্য একজনকে দিতে চাই।',
      keep: 'এখন আর বেচতে চাই না।',
    },
  },
  problem: {
    heading: { you: 'আপনি যা জানিয়েছেন', other: (name) => `${name} যা জানিয়েছেন`, system: 'কেন দেখছি' },
    reasons: problemReasons,
    answered: (name) => `${name} উত্তর দিয়েছেন।`,
    notAnswered: (name) => `${name} এখনো উত্তর দেননি।`,
    mayAnswerUntil: (name, when) => `${name} এখনো উত্তর দেননি। উত্তর দেওয়ার সময় আছে ${when} পর্যন্ত।`,
    helps: 'দিলে সিদ্ধান্ত সহজ হয়',
    noteHint: 'কী ভুল, কবে থেকে, কীভাবে টের পেলেন।',
    youNotAnswered: 'আপনি উত্তর দেননি।',
    noPictures: 'আপনি কোনো ছবি দেননি। ছবি দিলে সিদ্ধান্ত সহজ হয়।',
    youMayAnswerUntil: (when) => `আপনি এখনো উত্তর দেননি। উত্তর দেওয়ার সময় আছে ${when} পর্যন্ত।`,
    sellerGetsRest: (taka) => `${taka} থেকে বাকিটা বিক্রেতা পাবেন।`,
    bike: {
      buyer: {
        handedOver: (name) =>
          `এখানে দেওয়া পুরো টাকা ফেরত পেলে বাইক ${toObjective(name)} ফেরত দেবেন। কিছুটা ফেরত পেলে বা না পেলে বাইক আপনার কাছেই থাকবে।`,
        notYet: (name) => `এখানে দেওয়া পুরো টাকা ফেরত পেলে বাইক ${toGenitive(name)} থাকবে। কিছুটা ফেরত পেলে বা না পেলে বাইক আপনার।`,
      },
      seller: {
        handedOver: (name) =>
          `${name} এখানে দেওয়া পুরো টাকা ফেরত পেলে বাইক আপনি ফেরত পাবেন। কিছুটা ফেরত পেলে বা না পেলে বাইক ${toGenitive(name)} কাছেই থাকবে।`,
        notYet: (name) =>
          `${name} এখানে দেওয়া পুরো টাকা ফেরত পেলে বাইক আপনারই থাকবে। কিছুটা ফেরত পেলে বা না পেলে বাইক ${toGenitive(name)} কাছে বিক্রি হয়েছে বলে ধরা হবে।`,
      },
      admin: {
        handedOver: () =>
          'ক্রেতা পুরো টাকা ফেরত পেলে বাইক বিক্রেতার কাছে ফেরত যাবে। কিছুটা ফেরত পেলে বা না পেলে বাইক ক্রেতার কাছেই থাকবে।',
        notYet: () => 'ক্রেতা পুরো টাকা ফেরত পেলে বাইক বিক্রেতারই থাকবে। কিছুটা ফেরত পেলে বা না পেলে বাইক ক্রেতার।',
      },
    },
  },
  offMarket: {
    text: (name) => `${toObjective(name)} বলেছেন বাইকটি বিক্রি হয়ে গেছে। এখানে এটি এখনো বিক্রির জন্য আছে।`,
    keepText: (name) => `${toObjective(name)} বলেছেন আর বেচতে চান না। বাইকটি এখানে এখনো বিক্রির জন্য আছে।`,
    button: 'বাইকটি বিক্রির তালিকা থেকে সরান',
    heading: 'বাইকটি বিক্রির তালিকা থেকে সরাবেন?',
    ask: 'আর কেউ এটি খুঁজে পাবেন না। যাঁরা অপেক্ষায় আছেন, তাঁদের জানাব। পরে বেচতে চাইলে আবার বিজ্ঞাপন দিন।',
    busy: 'সরানো হচ্ছে',
    keep: 'থাকুক',
    success: 'বাইকটি আর বিক্রির তালিকায় নেই।',
  },
}
