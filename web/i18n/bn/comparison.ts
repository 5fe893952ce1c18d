// Bangla messages of the comparison of bikes.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const comparisonMessages: Namespaces['comparison'] = {
  description: 'পুরোনো মোটরসাইকেল পাশাপাশি।',
  heading: 'পাশাপাশি',
  back: 'বাইকের তালিকায় ফিরুন',
  onlyDifferent: 'শুধু যা আলাদা',
  against: 'একই রকম বাইকের তুলনায়',
  less: (price) => `${price} কম`,
  more: (price) => `${price} বেশি`,
  equal: 'সমান',
  seller: 'বিক্রেতা',
  notVerified: 'এখনো যাচাই হয়নি',
  best: {
    price: 'সবচেয়ে কম দাম',
    against: 'সবচেয়ে লাভের',
    kilometres: 'সবচেয়ে কম চলেছে',
    condition: 'সবচেয়ে ভালো',
    yearsOfUse: 'সবচেয়ে কম',
    yearsOfBuy: 'সবচেয়ে নতুন',
    owners: 'সবচেয়ে কম',
  },
  property: 'বিষয়',
  unknown: 'জানানো হয়নি',
  removeLabel: (bike) => `${bike} সরান`,
  missing: 'এর মধ্যে একটি বাইক এখন আর নেই।',
  emptyHeading: 'তুলনা করার মতো কিছু নেই',
  emptyText: 'পাশাপাশি দেখতে দুই থেকে চারটি বাইকে “তুলনা করুন” টিক দিন।',
}
