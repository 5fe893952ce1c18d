// Bangla messages of the seller's money after a deal: where it goes, and how far it is.
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const dealPayoutMessages: Namespaces['dealPayout'] = {
  sold: {
    cash: (taka) => `${taka} নগদে`,
    yours: (taka) => `এখানে দেওয়া ${taka} আপনার`,
    due: (taka) => `${taka} আপনার, এখনো পাঠানো হয়নি`,
    sent: (taka, where) => `${taka} পাঠানো হয়েছে${where === null ? '' : `: ${where}`}`,
    confirmed: (taka, where, day) =>
      `${taka} পৌঁছেছে${where === null ? '' : `: ${where}`}${day === null ? '' : `, ${day}`}`,
    failed: (taka) => `${taka} পৌঁছায়নি; কেন, তা টাকার পাতায় আছে`,
    frozen: (taka) => `${taka} ব্যাংকের যাচাইয়ের জন্য আটকে আছে`,
    setOff: (taka) => `আপনার দেনার জন্য ${taka} রাখা হয়েছে`,
    where: {
      bkash: (last4) => `বিকাশ …${last4}`,
      bank: (last4) => `ব্যাংক অ্যাকাউন্ট …${last4}`,
    },
  },
  noDestination: 'আপনার টাকা কোথায় পাঠাব, এখনো জানি না।',
  add: 'বিকাশ নম্বর বা ব্যাংক অ্যাকাউন্ট দিন',
  buyer: {
    sent: (name) => `টাকা ${toObjective(name)} পাঠানো হয়েছে।`,
    confirmed: (name) => `টাকা ${toGenitive(name)} কাছে।`,
  },
  seller: {
    sent: () => 'টাকা আপনাকে পাঠানো হয়েছে।',
    confirmed: () => 'টাকা আপনার কাছে পৌঁছেছে।',
    set_off: () => 'আমাদের কাছে আপনার যে দেনা, তার জন্য টাকা রাখা হয়েছে।',
  },
}
