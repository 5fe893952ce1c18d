// Bangla messages of the seller's money after a deal: where it goes, and how far it is.
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const dealPayoutMessages: Namespaces['dealPayout'] = {
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
