// Bangla messages of deals: what is now.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import {
  acceptedAfterMeetingHours,
  bookHours,
  dayBeginsHour,
  dayEndsHour,
  payoutDays,
  turnHours,
  windowHours,
} from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import { toLocative } from './deal-times.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

type Situations = Namespaces['dealSituations']['buyer']
type Situation = Situations['requested']

const text = (heading: Situation['heading'], say: Situation['say']): Situation => ({ heading, say })

const didYouMeet: Situation['heading'] = (name) => `${toGenitive(name)} সঙ্গে দেখা হয়েছে?`

const sayBackToYou: Situation['say'] = (_, __, taka, back) => {
  if (back === null) return 'আপনি এখানে কোনো টাকা দেননি।'
  return `আপনি এখানে ${taka} দিয়েছিলেন। পুরোটাই ${back === 'sent' ? 'ফেরত পাঠানো হয়েছে' : 'ফেরত পাবেন'}।`
}
const sayBackToBuyer: Situation['say'] = (name, _, taka, back) => {
  if (back === null) return `${name} এখানে কোনো টাকা দেননি।`
  return `${name} এখানে ${taka} দিয়েছিলেন। পুরোটাই ${back === 'sent' ? 'ফেরত পাঠানো হয়েছে' : 'ফেরত পাবেন'}।`
}

const sayWhichMoney = (taka: string): string => (taka ? `মোটোহাটে দেওয়া ${taka}` : 'টাকা')

const buyer: Situations = {
  requested: text(
    (name) => `${toGenitive(name)} উত্তরের অপেক্ষা`,
    (name, when) =>
      when === ''
        ? 'উত্তর এলেই আপনাকে জানাব।'
        : `${name} ${when} পর্যন্ত উত্তর দিতে পারেন, না দিলে বুকিং বাতিল। এখনই টাকা দিতে হবে না; দিলে বাইকটি আপনার জন্য রিজার্ভ হবে।`,
  ),
  changed: text(
    (name) => `${name} বাইকের তথ্য বদলেছেন`,
    (_, when) => `আবার দেখে নিন। এখনো চান কি না ${toGenitive(when)} মধ্যে জানান।`,
  ),
  othersPay: text(
    () => 'অন্য একজন ক্রেতা এখন টাকা দিচ্ছেন',
    (name, when) => `বড়জোর ${when} পর্যন্ত। এর মধ্যে টাকা না দিলে ${name} আপনাকে উত্তর দিতে পারবেন, আপনিও টাকা দিতে পারবেন।`,
  ),
  cashSale: text(
    (name) => `${name} বলছেন আপনি বাইকটি নগদে কিনেছেন`,
    (_, when) => `কথাটি ঠিক কি না ${toGenitive(when)} মধ্যে জানান। ততক্ষণ আর কেউ বাইকটি কিনতে পারবেন না।`,
  ),
  inLine: text(
    (_, when) => `অপেক্ষায় থাকা ক্রেতাদের মধ্যে আপনি ${when}`,
    () =>
      `আরেকজন ক্রেতা আগে আছেন। তিনি না কিনলে অপেক্ষায় থাকা প্রথমজন বাইকটি নিতে ${digits(turnHours)} ঘণ্টা পান, তারপর পরের জন। রাত ${digits(dayEndsHour - 12)}টা থেকে সকাল ${digits(dayBeginsHour)}টা হিসাবে ধরা হয় না।`,
  ),
  turn: text(
    (_, when) => `${when} পর্যন্ত আপনার পালা`,
    (name) =>
      `ততক্ষণ আর কেউ বাইকটি নিতে পারবেন না। এখানে টাকা দিয়ে বাইকটি রাখুন, অথবা ${toGenitive(name)} উত্তরের অপেক্ষা করুন। কোনোটিই না হলে আপনি লাইনের শেষে যাবেন।`,
  ),
  toBook: text(
    () => 'দাম ঠিক হয়েছে। এখন বুক করুন।',
    (_, when) => `এই দাম শুধু আপনার, ${when} পর্যন্ত। আপনার নম্বর আর দেখা করার জায়গা দিন।`,
  ),
  noTime: text(
    (name) => `${name} রাজি। সময় ঠিক করুন।`,
    (_, when) =>
      `দিন, সময় আর লোকজন আছে এমন জায়গা বলুন। ${toGenitive(when)} মধ্যে সময় ঠিক না হলে অর্ডার বাতিল। এখন দুজনেই দুজনের নম্বর দেখছেন।`,
  ),
  proposedToMe: text(
    (name, when) => `${name} ${toLocative(when)} দেখা করতে চান`,
    () => 'রাজি হোন, অথবা অন্য সময় বলুন।',
  ),
  proposedByMe: text(
    (_, when) => `আপনার বলা সময়: ${when}`,
    (name) => `${toGenitive(name)} উত্তরের অপেক্ষা।`,
  ),
  meet: text(
    (name, when) => `${name} রাজি। ${when} দেখা।`,
    () => `দেখা করার পরও ${digits(acceptedAfterMeetingHours)} ঘণ্টা বাইকটি আপনার জন্য রাখা থাকবে।`,
  ),
  met: text(didYouMeet, () => 'কী হলো জানান। বাইকটি নিলে এখানে বা নগদে টাকা দিন।'),
  depositMet: text(
    didYouMeet,
    (name) => `কী হলো জানান। বাইকটি নিলে এখানে বা নগদে বাকি টাকা দিয়ে ${toObjective(name)} কোড বলুন।`,
  ),
  paidMet: text(didYouMeet, (name) => `কী হলো জানান। বাইকটি নিলে ${toObjective(name)} কোড বলুন; আর কিছু দিতে হবে না।`),
  paidNoTime: text(
    (_, __, taka = '') => `${taka || 'টাকা'} নিরাপদে জমা। সময় ঠিক করুন।`,
    (_, when) =>
      `বাইকটি আপনার জন্য রিজার্ভ। বাইক হাতে পাওয়া পর্যন্ত টাকা আমাদের কাছে থাকবে। ${toGenitive(when)} মধ্যে সময় ঠিক না হলে দুজনকেই জিজ্ঞেস করব, কেনাবেচা হবে কি না।`,
  ),
  paidMeet: text(
    (_, when, taka = '') => `${taka || 'টাকা'} নিরাপদে জমা। ${when} দেখা।`,
    () => 'বাইক হাতে পাওয়া পর্যন্ত টাকা আমাদের কাছে থাকবে।',
  ),
  asked: text(didYouMeet, (_, when) => `কী হলো ${toGenitive(when)} মধ্যে জানান। উত্তর না দিলে টাকা আপনার কাছে ফেরত যাবে।`),
  frozen: text(
    () => 'ব্যাংক পেমেন্টটি দেখছে',
    () => 'ব্যাংকের উত্তর না আসা পর্যন্ত কিছু করা যাবে না।',
  ),
  handedOver: text(
    () => 'বাইক এখন আপনার',
    (name, when, taka) =>
      `সব ঠিক আছে তো? ঠিক আছে বললে ${taka ? `মোটোহাটে দেওয়া ${taka}` : 'টাকা'} তখনই ${toGenitive(name)} হবে। কিছু না জানালে হবে ${toLocative(when)}। সমস্যা থাকলে তার আগেই জানান।`,
  ),
  disputed: text(
    () => 'আমরা সমস্যাটি দেখছি',
    (_, when) => `কত টাকা ফেরত পাবেন (পুরোটা, কিছুটা, নাকি কিছুই না), তা ${toGenitive(when)} মধ্যে জানাব। ততক্ষণ টাকা আমাদের কাছে থাকবে।`,
  ),
  released: text(
    () => 'কেনাবেচা শেষ। এখন বাইকটি নিজের নামে করুন।',
    (name, when, taka) =>
      `${when && `বিআরটিএতে আবেদনের শেষ দিন ${when}। `}${sayWhichMoney(taka)} এখন ${toGenitive(name)}।`,
  ),
  transferred: text(
    () => 'কেনাবেচা শেষ। বিআরটিএতে আবেদন করেছেন।',
    (name, _, taka) => `${sayWhichMoney(taka)} এখন ${toGenitive(name)}।`,
  ),
  declined: text(
    (name) => `${name} রাজি হননি`,
    () => 'কোনো টাকা দেওয়া হয়নি। একই রকম আরও বাইক আছে।',
  ),
  cancelled_by_buyer: text(
    () => 'আপনি বাতিল করেছেন',
    (name, _, taka) => (taka ? `আপনি এখানে যা দিয়েছিলেন, তার ${taka} ${name} পাবেন।` : 'এই অর্ডার শেষ।'),
  ),
  cancelled_by_seller: text((name) => `${name} বাতিল করেছেন`, sayBackToYou),
  expired: text(
    (name) => `${name} উত্তর দেননি`,
    () => 'বুকিং নিজে থেকেই শেষ হয়েছে। কোনো টাকা দেওয়া হয়নি।',
  ),
  no_meeting: text(
    () => 'দেখা হয়নি',
    () => 'বুকিং নিজে থেকেই শেষ হয়েছে। কোনো টাকা দেওয়া হয়নি।',
  ),
  not_booked: text(
    () => 'ঠিক করা দামের সময় শেষ',
    () => `আপনি ${digits(bookHours)} ঘণ্টার মধ্যে বুক করেননি। কোনো টাকা দেওয়া হয়নি।`,
  ),
  no_deal: text(() => 'দেখা হয়েছে, কেনাবেচা হয়নি', sayBackToYou),
  buyer_no_show: text(
    () => 'আপনি দেখা করতে যাননি',
    (name, _, taka) =>
      `${taka && `আপনি এখানে যা দিয়েছিলেন, তার ${taka} ${name} পাবেন। `}বছরে প্রথমবার হলে অগ্রিমের অর্ধেক বিক্রেতা রাখেন, এরপর পুরোটা।`,
  ),
  seller_no_show: text((name) => `${name} দেখা করতে আসেননি`, sayBackToYou),
  unavailable: text(
    () => 'বাইকটি আর বিক্রির জন্য নেই',
    () => 'অন্য কেউ কিনেছেন, অথবা বিক্রেতা তুলে নিয়েছেন।',
  ),
  changed_ended: text(
    () => 'বাইকের তথ্য বদলেছে',
    () => 'সময়মতো জানাননি যে এখনো চান, তাই বুকিং শেষ হয়েছে।',
  ),
  sold_for_cash: text(
    () => 'নগদে কেনা হয়েছে',
    (name) => `আপনি নিজে ${toObjective(name)} টাকা দিয়েছেন। মোটোহাট কোনো টাকা রাখেনি।`,
  ),
  refunded: text(
    () => 'আপনার টাকা ফেরত পাঠানো হচ্ছে',
    () => 'এই অর্ডার শেষ।',
  ),
  charged_back: text(
    () => 'আপনার ব্যাংক টাকা ফেরত নিয়েছে',
    () => 'এই অর্ডার শেষ।',
  ),
  buyer_removed: text(
    () => 'আপনার অ্যাকাউন্ট বন্ধ হয়েছে',
    () => 'এই অর্ডার শেষ।',
  ),
  seller_removed: text((name) => `${name} আর মোটোহাটে নেই`, sayBackToYou),
  review_refused: text(() => 'পেমেন্টটি নেওয়া হয়নি', sayBackToYou),
}

const sayKept = (name: string, taka: string): string =>
  taka && `${name} এখানে যা দিয়েছিলেন, তার ${taka} আপনার; আমরা ${digits(payoutDays)} দিনের মধ্যে পাঠাব। `

const seller: Situations = {
  requested: text(
    (name) => `${name} আপনার বাইক দেখতে চান`,
    (_, when) => (when === '' ? 'আগে আরও ক্রেতা আছেন।' : `${when} পর্যন্ত উত্তর দিন। না দিলে বুকিং বাতিল হয়ে যাবে।`),
  ),
  changed: text(
    (name) => `${toObjective(name)} আপনার বদল মেনে নিতে হবে`,
    (_, when) => `${when} পর্যন্ত উত্তর না এলে বুকিং শেষ হয়ে যাবে।`,
  ),
  othersPay: text(
    (name) => `${name} আপনার বাইকটি দেখতে চান`,
    (_, when) => `অন্য একজন ক্রেতা এখন টাকা দিচ্ছেন, বড়জোর ${when} পর্যন্ত। এর মধ্যে টাকা না দিলে আপনি রাজি হতে পারবেন।`,
  ),
  cashSale: text(
    (name) => `নগদে কেনার কথা ${toObjective(name)} মানতে হবে`,
    (_, when) => `সময় ${when} পর্যন্ত। বাইকটি এখন বিক্রির তালিকায় নেই।`,
  ),
  inLine: text(
    (name, when) => `অপেক্ষায় থাকা ক্রেতাদের মধ্যে ${name} ${when}`,
    () => `আরেকজন ক্রেতা আগে আছেন। তিনি না কিনলে লাইনের পরের জন ${digits(turnHours)} ঘণ্টা পান।`,
  ),
  turn: text(
    (name, when) => `${when} পর্যন্ত ${toGenitive(name)} পালা`,
    (name) => `রাজি হলে বাইকটি ${toGenitive(name)} জন্য রাখা থাকবে।`,
  ),
  toBook: text(
    (name) => `${toGenitive(name)} সঙ্গে দাম ঠিক হয়েছে`,
    (name, when) => `${name} ${when} পর্যন্ত বুক করতে পারবেন। তার আগে আর কেউ বাইকটি নিতে পারবেন না।`,
  ),
  noTime: text(
    (name) => `আপনি রাজি। ${toGenitive(name)} সঙ্গে সময় ঠিক করুন।`,
    (_, when) =>
      `দিন, সময় আর লোকজন আছে এমন জায়গা বলুন। ${toGenitive(when)} মধ্যে সময় ঠিক না হলে ডিল শেষ। এখন দুজনেই দুজনের নম্বর দেখছেন।`,
  ),
  proposedToMe: text(
    (name, when) => `${name} ${toLocative(when)} দেখা করতে চান`,
    () => 'রাজি হোন, অথবা অন্য সময় বলুন।',
  ),
  proposedByMe: text(
    (_, when) => `আপনার বলা সময়: ${when}`,
    (name) => `${toGenitive(name)} উত্তরের অপেক্ষা।`,
  ),
  meet: text(
    (name, when) => `${when} ${toGenitive(name)} সঙ্গে দেখা`,
    () => `দেখা করার পরও ${digits(acceptedAfterMeetingHours)} ঘণ্টা বাইকটি রাখা থাকবে। কাগজপত্র আর দুটি চাবিই আনুন।`,
  ),
  met: text(didYouMeet, () => 'কী হলো জানান।'),
  depositMet: text(didYouMeet, (name) => `কী হলো জানান। ${name} বাকি টাকা দিয়ে বাইকটি নিলে কোড লিখুন।`),
  paidMet: text(didYouMeet, (name) => `কী হলো জানান। ${name} বাইকটি নিলে কোড লিখুন; আর কোনো টাকা বাকি নেই।`),
  paidNoTime: text(
    (name, _, taka = '') => `${name} মোটোহাটে ${taka || 'টাকা'} জমা দিয়েছেন। সময় ঠিক করুন।`,
    (_, when) =>
      `${toGenitive(when)} মধ্যে সময় ঠিক না হলে দুজনকেই জিজ্ঞেস করব, কেনাবেচা হবে কি না। বাইক দেওয়ার ${digits(windowHours)} ঘণ্টার মধ্যে ক্রেতা সমস্যা না জানালে টাকা আপনার।`,
  ),
  paidMeet: text(
    (name, when, taka = '') => `${name} ${taka || 'টাকা'} দিয়েছেন। ${when} দেখা।`,
    () => `কোড মিললে চাবি আর কাগজপত্র দেবেন। তার ${digits(windowHours)} ঘণ্টার মধ্যে ক্রেতা সমস্যা না জানালে টাকা আপনার।`,
  ),
  asked: text(didYouMeet, (_, when) => `কী হলো ${toGenitive(when)} মধ্যে জানান। উত্তর না দিলে টাকা ক্রেতার কাছে ফেরত যাবে।`),
  frozen: text(
    () => 'ক্রেতার ব্যাংক পেমেন্টটি দেখছে',
    () => 'বাইক দেবেন না। ব্যাংকের উত্তর না আসা পর্যন্ত কিছু করা যাবে না।',
  ),
  handedOver: text(
    () => 'বাইক দেওয়া হয়েছে',
    (name, when, taka) => `${when} পর্যন্ত ${name} সমস্যা না জানালে ${taka ? `এখানে দেওয়া ${taka}` : 'টাকা'} আপনার।`,
  ),
  disputed: text(
    (name) => `${name} একটি সমস্যা জানিয়েছেন`,
    (_, when) =>
      `ক্রেতা কত টাকা ফেরত পাবেন (পুরোটা, কিছুটা, নাকি কিছুই না), তা ${toGenitive(when)} মধ্যে জানাব। ততক্ষণ টাকা আমাদের কাছে থাকবে।`,
  ),
  released: text(
    (name, when) => `${toGenitive(name)} কাছে বিক্রি হয়েছে${when && '। বিআরটিএকে জানান।'}`,
    (_, when, taka) =>
      `${sayWhichMoney(taka)} এখন আপনার। পাঠানো হলে জানাব।${when && ` বিক্রির কথা বিআরটিএকে জানানোর শেষ দিন ${when}।`}`,
  ),
  transferred: text(
    (name) => `${toGenitive(name)} কাছে বিক্রি হয়েছে, বিআরটিএ জানে`,
    (_, __, taka) => `${sayWhichMoney(taka)} এখন আপনার। পাঠানো হলে জানাব।`,
  ),
  declined: text(
    () => 'আপনি না বলেছেন',
    () => 'এই ডিল শেষ।',
  ),
  cancelled_by_buyer: text(
    (name) => `${name} বাতিল করেছেন`,
    (name, _, taka) => `${sayKept(name, taka)}বাইকটি আবার বিক্রির জন্য আছে। লাইনে কেউ থাকলে এখন তাঁর পালা।`,
  ),
  cancelled_by_seller: text(() => 'আপনি বাতিল করেছেন', sayBackToBuyer),
  expired: text(
    (name) => `আপনি ${toObjective(name)} উত্তর দেননি`,
    () => 'বুকিং নিজে থেকেই শেষ হয়েছে।',
  ),
  no_meeting: text(
    () => 'দেখা হয়নি',
    () => 'বাইকটি আবার বিক্রির জন্য আছে।',
  ),
  not_booked: text(
    (name) => `${name} বুক করেননি`,
    () => 'ঠিক করা দামের সময় শেষ। বাইকটি আবার বিক্রির জন্য আছে।',
  ),
  no_deal: text(
    () => 'দেখা হয়েছে, কেনাবেচা হয়নি',
    () => 'বাইকটি আবার বিক্রির জন্য আছে।',
  ),
  buyer_no_show: text(
    (name) => `${name} দেখা করতে আসেননি`,
    (name, _, taka) => `${sayKept(name, taka)}বাইকটি আবার বিক্রির জন্য আছে।`,
  ),
  seller_no_show: text(() => 'আপনি দেখা করতে যাননি', sayBackToBuyer),
  unavailable: text(
    () => 'বাইকটি আর বিক্রির জন্য নেই',
    () => 'এই ডিল শেষ।',
  ),
  changed_ended: text(
    (name) => `${name} আপনার বদল মেনে নেননি`,
    () => 'এই ডিল শেষ।',
  ),
  sold_for_cash: text(
    (name) => `${toGenitive(name)} কাছে নগদে বিক্রি হয়েছে`,
    () => 'টাকা আপনি নিজে পেয়েছেন। মোটোহাট কোনো টাকা রাখেনি।',
  ),
  refunded: text(
    (name) => `টাকা ${toGenitive(name)} কাছে ফেরত গেছে`,
    () => 'এই ডিল শেষ।',
  ),
  charged_back: text(
    () => 'ক্রেতার ব্যাংক টাকা ফেরত নিয়েছে',
    () => 'এরপর কী হবে আমরা আপনাকে লিখে জানাব।',
  ),
  buyer_removed: text(
    (name) => `${name} আর মোটোহাটে নেই`,
    () => 'বাইকটি আবার বিক্রির জন্য আছে।',
  ),
  seller_removed: text(
    () => 'আপনার অ্যাকাউন্ট বন্ধ হয়েছে',
    () => 'এই ডিল শেষ।',
  ),
  review_refused: text(
    () => 'পেমেন্টটি নেওয়া হয়নি',
    () => 'বাইকটি আবার বিক্রির জন্য আছে।',
  ),
}

export const dealSituationMessages: Namespaces['dealSituations'] = { buyer, seller }
