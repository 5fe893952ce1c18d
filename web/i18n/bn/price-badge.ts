import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const priceBadgeMessages: Namespaces['priceBadge'] = {
  verdicts: {
    great: 'দারুণ দাম',
    good: 'ভালো দাম',
    fair: 'ন্যায্য দাম',
    high: 'দাম বেশি',
    above: 'বাজারের ওপরে',
    unknown: 'যথেষ্ট তথ্য নেই',
  },
  farBelow: 'বাজারের অনেক নিচে',
  comparedWith: (count) => `${count}টি একই রকম বাইকের তুলনায়`,
}
