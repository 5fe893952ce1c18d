// Bangla messages of the comparison of bikes.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const comparisonMessages: Namespaces['comparison'] = {
  description: 'পুরোনো মোটরসাইকেল পাশাপাশি।',
  heading: 'পাশাপাশি',
  lead: 'দুই থেকে চারটি বাইক, বিক্রেতারা যা যা জানিয়েছেন সব নিয়ে।',
  property: 'বিষয়',
  unknown: 'জানানো হয়নি',
  removeLabel: (bike) => `${bike} সরান`,
  removeShort: 'সরান',
  missing: 'এর মধ্যে একটি বাইক এখন আর নেই।',
  emptyHeading: 'তুলনা করার মতো কিছু নেই',
  emptyText: 'পাশাপাশি দেখতে দুই থেকে চারটি বাইকে “তুলনা করুন” টিক দিন।',
}
