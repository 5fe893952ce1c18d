// Bangla messages of the page that says what a bike is worth.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const valuationMessages: Namespaces['valuation'] = {
  title: 'আমার বাইকের দাম কত?',
  description: 'বাইকের কোম্পানি, মডেল, কেনার বছর আর কিলোমিটার লিখুন, বাংলাদেশে পুরোনো দাম দেখুন। লগইন লাগে না।',
  heading: 'আমার বাইকের দাম কত?',
  lead: '১০ সেকেন্ডে দামের ধারণা। লগইন লাগে না।',
  bike: 'কোম্পানি ও মডেল',
  bikeHint: 'যেমন Suzuki Gixxer 155',
  year: 'কেনার বছর',
  chooseYear: 'বছর বেছে নিন',
  yearMissing: 'কেনার বছর বেছে নিন।',
  bikeMissing: 'বাইকের কোম্পানি ও মডেল লিখুন।',
  kilometres: 'কিলোমিটার',
  kilometresWrong: 'কিলোমিটার পূর্ণ সংখ্যায় লিখুন, যেমন ২২,০০০।',
  submit: 'দাম দেখুন',
  resultHeading: (bike, year) => `${bike}, ${year}`,
  range: (low, high) => `${low}–${high}`,
  typical: (price) => `সাধারণ দাম: ${price}`,
  basedOn: (count, sellers) =>
    `মোটোহাটে ${sellers} জন বিক্রেতার ${count}টি বাইক দেখে, আপনার কেনার বছর আর কিলোমিটার মিলিয়ে। দাম সাধারণত এই সীমার মধ্যে।`,
  withoutKilometres: 'কিলোমিটার না লিখলে এই বয়সের গড় কিলোমিটার ধরা হয়।',
  adjusted: (year, kilometres) => `এক বছরে দাম কমে ${year}%, দ্বিগুণ কিলোমিটারে ${kilometres}%।`,
  tooFew: 'টাকায় দাম বলার মতো যথেষ্ট এমন বাইক মোটোহাটে এখন নেই।',
  retained: (low, high, bikes) => `এই বয়সের বাইক নতুন দামের ${low}–${high}%-এ বিক্রি হয় (সব মডেলের ${bikes}টি বাইক দেখে)।`,
  guide: (bike) => `পুরোনো ${bike} বাইকের দাম, বছর অনুযায়ী`,
  list: 'মোটোহাটে বিক্রি করুন',
  listAtPrice: (price) => `${price} দামে বিক্রি করুন`,
  listAtPriceText: 'কোম্পানি, মডেল, কেনার বছর আর দাম লেখা থাকবে, সবই বদলানো যাবে। বাইক তুলতে টাকা লাগে না।',
  listText: 'ছবি দিন, দাম লিখুন, ক্রেতা বুকিং দেবেন। বাইক তুলতে টাকা লাগে না।',
  suggestionsHeading: 'কোনটি আপনার বাইক?',
  unknown: 'মডেলটি আমাদের এখনো চেনা নয়। বানান দেখুন, অথবা শুধু কোম্পানির নাম লিখুন।',
}
