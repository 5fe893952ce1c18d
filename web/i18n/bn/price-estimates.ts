// Bangla messages of the price estimate on a bike's page, in the seller's form and in the price guide.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const priceEstimateMessages: Namespaces['priceEstimates'] = {
  heading: 'দামটি কি ন্যায্য?',
  fairRange: (count, low, high) => `এমন ${count}টি বাইক দেখে, এটির বছর আর কিলোমিটারের হিসাবে দাম হয় ${low}–${high}।`,
  stillFair: (typical, most) => `সাধারণ দাম ${typical}; ${most} পর্যন্ত ন্যায্য।`,
  retained: (low, high, bikes) => `এই বয়সের বাইক নতুন দামের ${low}–${high}%-এ বিক্রি হয় (সব মডেলের ${bikes}টি বাইক দেখে)।`,
  retainedHere: (low, high) => `এই বাইকের বেলায় তা প্রায় ${low}–\u2060${high}।`,
  againstRetained: {
    above: (taka) => `এটির দাম তার চেয়ে ${taka} বেশি।`,
    below: (taka) => `এটির দাম তার চেয়ে ${taka} কম।`,
    within: 'এটির দাম এর মধ্যেই।',
  },
  distance: {
    below: (taka) => `সাধারণ দামের চেয়ে ${taka} কম`,
    above: (taka) => `সাধারণ দামের চেয়ে ${taka} বেশি`,
  },
  atMiddle: 'সাধারণ দামেই',
  noEstimate: {
    bikes: 'এর মতো বাইক খুব কম, তাই দাম ন্যায্য কি না বলা যাচ্ছে না।',
    model: 'মডেলটি আমাদের চেনা নয়, তাই দামের তুলনা করা যাচ্ছে না।',
  },
  warning: 'একই রকম বাইকের চেয়ে এই দাম অনেক কম। দাম সত্যিও হতে পারে, তবু সাবধান: আগে বাইক ও কাগজ দেখুন, কাউকে আগাম টাকা পাঠাবেন না।',
  chart: (count, lowest, highest, low, high, price) =>
    `একই রকম ${count}টি বাইকের দাম ${lowest} থেকে ${highest}, সাধারণত ${low} থেকে ${high}; এটির চাওয়া দাম ${price}`,
  thisBike: (price) => `এই বাইক ${price}`,
  dots: 'প্রতিটি বিন্দু একটি বাইক।',
  explanation: 'কীভাবে হিসাব করি',
  reasons: {
    sameModel: 'শুধু একই মডেলের বাইক ধরা হয়; ইঞ্জিনে ১২ সিসি আর বয়সে ২ বছরের বেশি তফাত নয়।',
    adjusted: (year, kilometres) =>
      `প্রতিটি দাম এই বাইকের বছর ও কিলোমিটারে মেলানো: এক বছরে ${year}%, দ্বিগুণ কিলোমিটারে ${kilometres}%।`,
    sellers: (sellers) => `বাইকগুলো ${sellers} জন বিক্রেতার; প্রত্যেককে একবার ধরা হয়, এই বাইকের বিক্রেতাকে ধরা হয় না।`,
    sold: (count) => `এর মধ্যে ${count}টি গত এক বছরে এখানে বিক্রি হয়েছে। যে দামে বিক্রি হয়েছে, তা দুবার ধরা হয়।`,
    noneSold: 'সবগুলোই এখন বিক্রির জন্য আছে: শেষ দাম একটু কম হতে পারে।',
    kilometres: 'কিলোমিটার লেখা নেই বা ঠিক মনে হয় না, তাই এই বয়সের বাইকের গড় কিলোমিটার ধরা হয়েছে।',
  },
  similar: 'যেসব বাইকের সঙ্গে তুলনা',
  adjustedPrice: (price) => `এই বাইকের হিসাবে: ${price}`,
  sold: 'বিক্রি হয়েছে',
  km: (count) => `${count}\u{a0}কিমি`,
  guideLink: (model) => `পুরোনো ${model} বাইকের দাম`,
  suggest: {
    heading: 'একই রকম বাইকের দাম',
    range: (low, high, count) => `আপনার বাইকের মতো বাইকের দাম সাধারণত ${low}–${high}, অন্য বিক্রেতাদের ${count}টি বাইক দেখে।`,
    retained: (low, high, bikes) => `এই বয়সের বাইক নতুন দামের ${low}–${high}%-এ বিক্রি হয় (সব মডেলের ${bikes}টি বাইক দেখে)।`,
    retainedTaka: (low, high) => `আপনারটির জন্য তা প্রায় ${low}–${high}।`,
    noEstimate: {
      bikes: 'দাম বলার মতো যথেষ্ট বাইক এখনো নেই।',
      model: 'মডেলটি আমাদের এখনো চেনা নয়, তাই দাম বলছি না।',
    },
  },
  guide: {
    title: (model) => `পুরোনো ${model} বাইকের দাম`,
    description: (model) => `বাংলাদেশে পুরোনো ${model} বাইকের ন্যায্য দাম বছর অনুযায়ী, দাম কত কমে, আর এখন কোনগুলো বিক্রি হচ্ছে।`,
    heading: (model) => `পুরোনো ${model} বাইকের দাম`,
    lead: (onSale, sold) => `এখন বিক্রির জন্য: ${onSale}টি। গত এক বছরে এখানে বিক্রি: ${sold}টি।`,
    byYear: 'বছর অনুযায়ী',
    byYearText: 'বয়স অনুযায়ী গড় কিলোমিটার চলা বাইকের দাম। তুলনার মতো যথেষ্ট বাইক না থাকলে আমরা আন্দাজ করি না।',
    year: 'বছর',
    bikes: 'এখানে আছে',
    range: 'ন্যায্য দাম',
    typicalPrice: 'সাধারণ দাম',
    kilometres: 'কিলোমিটার',
    tooFew: 'যথেষ্ট তথ্য নেই',
    depreciation: 'দাম যেভাবে কমে',
    depreciationText: (year, kilometres) =>
      `এক বছরে দাম কমে প্রায় ${year}%, কিলোমিটার দ্বিগুণ হলে প্রায় ${kilometres}%। হিসাবটি ২০২২ সালের জানুয়ারিতে বাংলাদেশের ১,৯৩৫টি বিজ্ঞাপন থেকে।`,
    after: (years) => `${years} বছর পর`,
    afterOne: '১ বছর পর',
    onSale: 'এখন বিক্রির জন্য',
    emptyHeading: 'এই মডেলের বাইক এখনো নেই',
    emptyText: 'বিক্রেতারা বাইক যোগ করলে দাম এখানে দেখা যাবে।',
    emptyAction: 'সব বাইক দেখুন',
  },
}
