// Bangla messages of the price badge.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const priceBadgeMessages: Namespaces['priceBadge'] = {
  verdicts: {
    great: 'দারুণ দাম',
    good: 'ভালো দাম',
    fair: 'ন্যায্য দাম',
    high: 'দাম বেশি',
    above: 'বাজারদরের বেশি',
  },
  farBelow: 'দাম অনেক কম',
  checkFirst: 'আগে কাগজ আর চেসিস নম্বর মিলিয়ে নিন।',
  comparedWith: (count) => `একই রকম ${count}টি বাইকের তুলনায়`,
}
