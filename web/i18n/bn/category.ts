// Bangla messages of the page of a category.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const categoryMessages: Namespaces['category'] = {
  other: 'অন্য কোম্পানি',
  lead: (isWhole, count) =>
    `${isWhole ? `${digits(count)}টি বাইক: হোম পেজে তোলাগুলো` : 'হোম পেজে তোলাগুলো'} আগে, তারপর নতুনগুলো। বিক্রি হয়ে যাওয়া বাইক দেখানো হয় না।`,
  shown: (count) => `${digits(count)}টি বাইক দেখানো হচ্ছে।`,
  emptyHeading: (name) => `এখন বিক্রির জন্য কোনো ${name} নেই`,
  emptyText: 'এখানে বাইক তাড়াতাড়ি বিক্রি হয়। কাল আবার দেখুন, অথবা অন্য কোম্পানির বাইক দেখুন।',
  emptyAction: 'অন্য কোম্পানি দেখুন',
  chips: {
    label: 'সাজান ও বাছাই করুন',
    cheapest: 'কম দাম আগে',
    fewestKilometres: 'কম কিলোমিটার আগে',
    under: (_price, lakhs) => `${lakhs} লাখের নিচে`,
    dhaka: 'ঢাকা',
    all: 'সব ফিল্টার',
  },
}
