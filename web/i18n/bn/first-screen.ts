// Bangla messages of the first screen of the home page.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const firstScreenMessages: Namespaces['firstScreen'] = {
  heading: 'পুরোনো বাইক, ন্যায্য দামে',
  forSale: (count) => `${count}টি বাইক বিক্রির জন্য আছে`,
  aboutForSale: (count) => `প্রায় ${count}টি বাইক বিক্রির জন্য আছে`,
  searchLabel: 'কী খুঁজছেন?',
  placeholder: 'মডেল, এলাকা বা বাজেট',
  submit: 'খুঁজুন',
  chips: {
    label: 'যা বেশি খোঁজা হয়',
    price: (_taka, lakhs) => `${lakhs} লাখের নিচে`,
    cc: (cc) => `${cc} সিসি`,
    scooters: 'স্কুটার',
    dhaka: 'ঢাকা',
    firstOwner: 'প্রথম মালিক',
  },
  newest: 'নতুন আসা বাইক',
  seeAll: 'সব বাইক দেখুন',
  valuationLead: '১০ সেকেন্ডে দামের ধারণা। লগইন লাগে না।',
  promises: ['আগে বাইক দেখুন, পছন্দ হলে টাকা দিন।', 'বাইক হাতে না পাওয়া পর্যন্ত টাকা আমাদের কাছে থাকে।'],
}
