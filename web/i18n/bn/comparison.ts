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
  notAllPapers: 'সব যাচাই হয়নি',
  inspection: 'বাইক পরীক্ষা',
  notInspected: 'এখনো হয়নি',
  seller: 'বিক্রেতা',
  notVerified: 'বিক্রেতা যাচাই হয়নি',
  best: {
    price: 'দাম কম',
    against: 'দামে সুবিধা',
    kilometres: 'কম চলেছে',
    registered: 'বেশি নতুন',
    owners: 'কম',
  },
  property: 'বিষয়',
  unknown: 'জানানো হয়নি',
  removeLabel: (bike) => `${bike} সরান`,
  missing: 'এর মধ্যে একটি বাইক এখন আর নেই।',
  emptyHeading: 'তুলনা করার মতো কিছু নেই',
  emptyText: 'পাশাপাশি দেখতে দুই থেকে চারটি বাইকে “তুলনা করুন” টিক দিন।',
}
