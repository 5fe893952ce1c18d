// Bangla messages of offers.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { bookHours, offerHours } from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const offerMessages: Namespaces['offers'] = {
  make: 'দাম বলুন',
  heading: 'দাম বলুন',
  asks: (name, taka) => `${name} চান ${taka}।`,
  yours: (taka) => `আপনি চান ${taka}।`,
  similar: (low, high) => `একই রকম বাইক: ${low}–\u2060${high}।`,
  quick: 'এক চাপে দাম',
  less: (percent) => `${percent}% কম`,
  label: 'আপনার দাম',
  hint: (name, from, to) =>
    `${from} থেকে ${to} পর্যন্ত। ${name} ${digits(offerHours)} ঘণ্টার মধ্যে উত্তর দেবেন। তার আগে ফিরিয়ে নিতে পারবেন।`,
  send: 'দাম বলুন',
  sending: 'যাচ্ছে',
  close: 'বন্ধ করুন',
  sent: (name) => `দাম বলা হয়েছে। ${name} ${digits(offerHours)} ঘণ্টার মধ্যে উত্তর দেবেন।`,
  acceptedAtOnce: `মেনে নিয়েছেন। দামটি ${digits(bookHours)} ঘণ্টা শুধু আপনার।`,
  missing: { price: 'একটি দাম লিখুন।' },
  wrong: { price: 'পুরো টাকায় লিখুন, যেমন ১৬৫০০০।' },
  yourOffer: 'আপনি বলছেন',
  theirOffer: (name) => `${name} বলছেন`,
  youOffered: 'আপনি বলেছেন',
  theyOffered: (name) => `${name} বলেছেন`,
  left: (hours) => `${hours} ঘণ্টা বাকি`,
  below: (taka) => `চাওয়া দামের চেয়ে ${taka} কম`,
  fullPrice: 'চাওয়া দামটাই',
  states: {
    countered: 'উত্তর এসেছে',
    refused: 'মানেননি',
    withdrawn: 'ফিরিয়ে নিয়েছেন',
    lapsed: 'সময় শেষ',
    unavailable: 'এখন আর সম্ভব নয়',
    cheaper: 'এখন দাম আরও কম',
    accepted: 'মেনে নিয়েছেন',
  },
  timeOver: 'সময় শেষ',
  accept: (taka) => `${taka} মেনে নিন`,
  another: 'অন্য দাম বলুন',
  refuse: 'না, থাক',
  refused: (name) => `${toObjective(name)} জানানো হয়েছে।`,
  withdraw: 'ফিরিয়ে নিন',
  withdrawn: 'ফিরিয়ে নেওয়া হয়েছে।',
  confirm: {
    buyer: (name) =>
      `${name} এই দামে বাইকটি ${digits(bookHours)} ঘণ্টা আপনার জন্য রাখবেন। এখন টাকা দিতে হবে না। আপনি বুক করলে ${name} আপনার নম্বর দেখবেন।`,
    seller: (name) =>
      `${name} ${digits(bookHours)} ঘণ্টার মধ্যে বুক করবেন, তার আগে আর কেউ বাইকটি নিতে পারবেন না। বুক করলে ${toGenitive(name)} নম্বর দেখবেন।`,
    done: 'মেনে নিয়েছেন। দাম ঠিক হয়েছে।',
  },
  keptUntil: (when, taka) => `এই দাম শুধু আপনার, ${when} পর্যন্ত। অন্যরা ${taka}-ই দেখছেন।`,
  untilSeller: (name, when) => `${name} ${when} পর্যন্ত বুক করতে পারবেন।`,
  book: (taka) => `${taka} দামে বুক করুন`,
  seeDeal: 'বুকিং দেখুন',
  inList: {
    mine: (taka) => `আপনি বলেছেন ${taka}`,
    theirs: (taka) => `বলছেন ${taka}`,
    accepted: (taka) => `${taka} দামে রাজি`,
  },
  why: {
    fixed: 'দাম একটাই, কমবে না।',
    tomorrow: 'এই বাইকের জন্য দামটা অনেক কম। কাল আবার বলতে পারবেন।',
    rounds: 'দুজনে মিলে আটবার দাম বলেছেন। এবার মেসেজে কথা বলুন।',
  },
  settings: {
    title: 'দাম বলা',
    link: 'দাম বলা আর সর্বনিম্ন দাম',
    heading: 'দাম বলা',
    lead: (bike, taka) => `${bike}, ${taka}`,
    fixed: 'এক দাম',
    fixedHint: 'কেউ অন্য দাম বলতে পারবেন না।',
    floor: 'সর্বনিম্ন দাম',
    optional: 'না দিলেও চলে',
    floorHint: 'শুধু আপনিই দেখবেন। এই দাম বা বেশি বললে সঙ্গে সঙ্গে মেনে নেব, কম বললে আপনার হয়ে না বলব, একজনকে দিনে একবার।',
    save: 'সেভ করুন',
    saving: 'সেভ হচ্ছে',
    saved: 'সেভ হয়েছে।',
    back: 'আমার বাইক',
    retry: 'আবার চেষ্টা করুন',
    wrongFloor: { floor: 'পুরো টাকায় লিখুন, যেমন ১৬৫০০০।' },
  },
}
