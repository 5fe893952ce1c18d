// What members are told of their deals, in Bangla: on screens and in e-mails.
import { badgeReminderDays, lookWithinHours } from '#contract/time/lifetimes.ts'
import { toBanglaDigits } from '#contract/language.ts'
import { firstReminderHours, lastReminderHours } from '#contract/deals/deadlines.ts'
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import type { CaseEventKind } from './events.ts'
import type { englishNotices } from './english.ts'

/** What a member is told of a step of a deal, by the kind of the step and the member's side. */
export const banglaNotices: typeof englishNotices = {
  requested: { seller: (name) => `${name} আপনার বাইক দেখতে চান` },
  accepted: { buyer: (name) => `${name} আপনার বুকিংয়ে রাজি` },
  offer_accepted: {
    buyer: (name, taka) => `${name} ${taka || 'আপনার'} দামে রাজি`,
    seller: (name, taka) => `${name} ${taka || 'আপনার'} দামে রাজি`,
  },
  not_booked: {
    buyer: () => 'ঠিক করা দামের সময় শেষ, বুক করা হয়নি',
    seller: (name) => `${name} ঠিক করা দামে বুক করেননি`,
  },
  declined: { buyer: (name) => `${name} রাজি হননি` },
  expired: { buyer: (name) => `${name} উত্তর দেননি` },
  cancelled_by_buyer: {
    buyer: (name) => `${toGenitive(name)} সঙ্গে দেখা আপনি বাতিল করেছেন`,
    seller: (name, taka) => `${name} বাতিল করেছেন${taka && `। ${taka} আপনার`}`,
  },
  cancelled_by_seller: {
    buyer: (name) => `${name} বাতিল করেছেন`,
    seller: (name) => `${toGenitive(name)} সঙ্গে দেখা আপনি বাতিল করেছেন`,
  },
  unavailable: {
    buyer: () => 'অন্য কেউ কিনেছেন, অথবা তুলে নেওয়া হয়েছে',
    seller: (name) => `${toGenitive(name)} সঙ্গে দেখা হচ্ছে না`,
  },
  changed: {
    buyer: () => 'আপনার বুকিং শেষ: বাইকের তথ্য বদলেছে',
    seller: (name) => `${name} আপনার বদল মেনে নেননি`,
  },
  turn: { buyer: () => 'এবার আপনার পালা' },
  turn_ended: { buyer: () => 'আপনার পালা শেষ' },
  meeting_proposed: {
    buyer: (name) => `${name} দেখা করার সময় বলেছেন`,
    seller: (name) => `${name} দেখা করার সময় বলেছেন`,
  },
  meeting_agreed: {
    buyer: (name) => `${toGenitive(name)} সঙ্গে দেখা ঠিক হয়েছে`,
    seller: (name) => `${toGenitive(name)} সঙ্গে দেখা ঠিক হয়েছে`,
  },
  reminder_24h: {
    buyer: (name) => `${toBanglaDigits(firstReminderHours)} ঘণ্টার মধ্যে ${toGenitive(name)} সঙ্গে দেখা`,
    seller: (name) => `${toBanglaDigits(firstReminderHours)} ঘণ্টার মধ্যে ${toGenitive(name)} সঙ্গে দেখা`,
  },
  reminder_2h: {
    buyer: (name) => `${toBanglaDigits(lastReminderHours)} ঘণ্টার মধ্যে ${toGenitive(name)} সঙ্গে দেখা`,
    seller: (name) => `${toBanglaDigits(lastReminderHours)} ঘণ্টার মধ্যে ${toGenitive(name)} সঙ্গে দেখা`,
  },
  bike_changed: { buyer: (name) => `${name} বাইকের তথ্য বদলেছেন। এখনো চান?` },
  change_confirmed: { seller: (name) => `${name} এখনো বাইকটি চান` },
  price_lowered: { buyer: (_, taka) => `দাম কমেছে${taka && `: এখন ${taka}`}` },
  lower_price_taken: { seller: (name, taka) => `${name} কম দামটি নিয়েছেন${taka && `: ${taka}`}` },
  price_offered: {
    buyer: (name, taka) => `${name} বলছেন ${taka || 'অন্য দাম'}`,
    seller: (name, taka) => `${name} বলছেন ${taka || 'অন্য দাম'}`,
  },
  price_agreed: {
    buyer: (name, taka) => `${name} ${taka || 'আপনার'} দামে রাজি`,
    seller: (name, taka) => `${name} ${taka || 'আপনার'} দামে রাজি`,
  },
  contact_given: { seller: (name) => `${name} ফোন নম্বর দিয়েছেন` },
  paid: {
    buyer: (_, taka) => `টাকা নিরাপদে জমা${taka && `: ${taka}`}`,
    seller: (name, taka) => `${name} ${taka || 'টাকা'} দিয়েছেন`,
  },
  rest_paid: {
    buyer: (_, taka) => `বাকি টাকা দেওয়া হয়েছে${taka && `: ${taka}`}`,
    seller: (name, taka) => `${name} বাকি টাকা দিয়েছেন${taka && `: ${taka}`}`,
  },
  asked: {
    buyer: (name) => `${toGenitive(name)} সঙ্গে দেখা হয়েছে?`,
    seller: (name) => `${toGenitive(name)} সঙ্গে দেখা হয়েছে?`,
  },
  said_no_deal: {
    buyer: (name) => `${name} বলছেন কেনাবেচা হয়নি`,
    seller: (name) => `${name} বলছেন কেনাবেচা হয়নি`,
  },
  said_no_show: {
    buyer: (name) => `${name} বলছেন আপনি যাননি`,
    seller: (name) => `${name} বলছেন আপনি যাননি`,
  },
  no_deal: { buyer: () => 'দেখা হয়েছে, কেনাবেচা হয়নি', seller: () => 'দেখা হয়েছে, কেনাবেচা হয়নি' },
  no_meeting: {
    buyer: (name) => `${toGenitive(name)} সঙ্গে দেখা হয়নি`,
    seller: (name) => `${toGenitive(name)} সঙ্গে দেখা হয়নি`,
  },
  buyer_no_show: {
    buyer: () => 'আপনি দেখা করতে যাননি',
    seller: (name, taka) => `${name} দেখা করতে আসেননি${taka && `। ${taka} আপনার`}`,
  },
  seller_no_show: { buyer: (name) => `${name} দেখা করতে আসেননি`, seller: () => 'আপনি দেখা করতে যাননি' },
  handed_over: { buyer: () => 'বাইক এখন আপনার', seller: (name) => `আপনি ${toObjective(name)} বাইক দিয়েছেন` },
  cash_confirmed: { seller: (name) => `${name} নগদ টাকার হিসাব মেনেছেন` },
  cash_denied: { seller: (name) => `${name} বলছেন নগদ টাকার হিসাব ঠিক নয়` },
  new_code: { buyer: () => 'আপনার নতুন কোড হয়েছে' },
  code_closed: {
    buyer: () => 'কোড অনেকবার ভুল লেখা হয়েছে। আমরা দেখছি।',
    seller: () => 'কোড অনেকবার ভুল লেখা হয়েছে। আমরা দেখছি।',
  },
  code_opened: {
    buyer: () => 'আপনার নতুন কোড হয়েছে, আবার লেখা যাবে',
    seller: () => 'কোড আবার লেখা যাবে',
  },
  disputed: { buyer: () => 'একটি সমস্যা জানানো হয়েছে', seller: (name) => `${name} একটি সমস্যা জানিয়েছেন` },
  evidence_added: {
    buyer: (name) => `${name} সমস্যাটি নিয়ে নতুন কিছু দিয়েছেন`,
    seller: (name) => `${name} সমস্যাটি নিয়ে নতুন কিছু দিয়েছেন`,
  },
  dispute_withdrawn: {
    buyer: () => 'সমস্যাটি মিটে গেছে',
    seller: (name) => `${name} বলছেন, সমস্যা মিটে গেছে`,
  },
  decided: {
    buyer: (_, taka) => `সমস্যাটির সিদ্ধান্ত হয়েছে${taka && `: ${taka} আপনি ফেরত পাবেন`}`,
    seller: (_, taka) => `সমস্যাটির সিদ্ধান্ত হয়েছে${taka && `: ${taka} আপনার`}`,
  },
  released: {
    buyer: (name) => `কেনাবেচা শেষ। টাকা এখন ${toGenitive(name)}।`,
    seller: (_, taka) => `কেনাবেচা শেষ। ${taka || 'টাকা'} এখন আপনার।`,
  },
  cash_sale_claimed: { buyer: (name) => `${name} বলছেন আপনি নগদে কিনেছেন` },
  sold_for_cash: { seller: (name) => `${name} নগদে কেনার কথা মেনেছেন` },
  cash_sale_denied: { seller: (name) => `${name} নগদে কেনেননি` },
  cash_sale_unconfirmed: {
    buyer: () => 'নগদে বিক্রির কথা নিশ্চিত হয়নি',
    seller: () => 'নগদে বিক্রির কথা নিশ্চিত হয়নি',
  },
  frozen: { buyer: () => 'ব্যাংক পেমেন্টটি দেখছে', seller: () => 'ক্রেতার ব্যাংক পেমেন্টটি দেখছে' },
  thawed: { buyer: () => 'অর্ডার আবার চলছে', seller: () => 'ডিল আবার চলছে' },
  charged_back: {
    buyer: () => 'আপনার ব্যাংক টাকা ফেরত নিয়েছে',
    seller: () => 'ক্রেতার ব্যাংক টাকা ফেরত নিয়েছে',
  },
  buyer_removed: { seller: (name) => `${name} আর মোটোহাটে নেই` },
  seller_removed: { buyer: (name) => `${name} আর মোটোহাটে নেই` },
  review_refused: { buyer: () => 'পেমেন্টটি নেওয়া হয়নি', seller: () => 'পেমেন্টটি নেওয়া হয়নি' },
  refund_succeeded: { buyer: (_, taka) => `${taka || 'আপনার টাকা'} ফেরত পাঠানো হয়েছে` },
  refund_failed: { buyer: (_, taka) => `${taka || 'আপনার টাকা'} এখনো ফেরত পাঠানো যায়নি। আমরা দেখছি।` },
  saved_cheaper: { buyer: (_, taka) => `পছন্দের তালিকার একটি বাইকের দাম কমেছে${taka && `: এখন ${taka}`}` },
  message: { buyer: (name) => `${name} আপনাকে লিখেছেন`, seller: (name) => `${name} আপনাকে লিখেছেন` },
  offer_made: {
    buyer: (name, taka) => `${name} ${taka || 'একটি দাম'} বলেছেন`,
    seller: (name, taka) => `${name} ${taka || 'একটি দাম'} বলেছেন`,
  },
  offer_refused: {
    buyer: (name, taka) => `${name} ${taka || 'আপনার দাম'} মানেননি`,
    seller: (name, taka) => `${name} ${taka || 'আপনার দাম'} মানেননি`,
  },
  offer_lapsed: {
    buyer: (_, taka) => `আপনার বলা ${taka || 'দামের'} সময় শেষ`,
    seller: (_, taka) => `আপনার বলা ${taka || 'দামের'} সময় শেষ`,
  },
  offer_unavailable: { buyer: () => 'আপনার বলা দাম আর নেই: বাইকটি এখন কেনা যাচ্ছে না' },
  offer_cheaper: { buyer: () => 'আপনি যা বলেছেন, এখন দাম তার সমান বা আরও কম' },
  floor_accepted: { seller: (name, taka) => `আপনার সর্বনিম্ন দাম ${toGenitive(name)} ${taka || 'প্রস্তাব'} মেনে নিয়েছে` },
  waits: {
    buyer: (_, __, place) => `আরেকজন ক্রেতা আগে আছেন। অপেক্ষায় আপনি ${place} নম্বরে; অপেক্ষা করতে কোনো খরচ নেই।`,
  },
  rate_deal: {
    buyer: (name) => `${toGenitive(name)} সঙ্গে কেনাবেচা কেমন হলো?`,
    seller: (name) => `${toGenitive(name)} সঙ্গে কেনাবেচা কেমন হলো?`,
  },
  rating_shown: {
    buyer: (name) => `${name} আপনাকে রেটিং দিয়েছেন`,
    seller: (name) => `${name} আপনাকে রেটিং দিয়েছেন`,
  },
  transfer_notice: { seller: (_, __, days) => `বাইক বিক্রির কথা বিআরটিএকে জানান${days && `: ${days} দিন বাকি`}` },
  transfer_notice_late: { seller: () => 'দেরি হয়ে গেছে: বাইক বিক্রির কথা বিআরটিএ এখনো জানে না' },
  transfer_apply: { buyer: (_, __, days) => `বিআরটিএতে বাইকটি নিজের নামে করুন${days && `: ${days} দিন বাকি`}` },
  transfer_apply_late: { buyer: () => 'দেরি হয়ে গেছে: বাইকটি এখনো আপনার নামে হয়নি' },
  inspection_signed: { seller: (name) => `${name} বাইকটি পরীক্ষা করেছেন` },
  mechanic_signed: {
    buyer: () => 'আপনার মেকানিক বাইকটি পরীক্ষা করেছেন',
    seller: (name) => `${toGenitive(name)} মেকানিক বাইকটি পরীক্ষা করেছেন`,
  },
  transfer_done: { seller: (name) => `আপনার বেচা বাইকের জন্য ${name} বিআরটিএতে আবেদন করেছেন` },
  payout_destination_missing: { seller: (_, taka) => `কোথায় টাকা পাঠাব জানান, তাহলে ${taka || 'আপনার টাকা'} পাঠাতে পারব` },
  payout_sent: { seller: (_, taka) => `${taka || 'আপনার টাকা'} পাঠানো হয়েছে` },
  payout_confirmed: { seller: (_, taka) => `${taka || 'আপনার টাকা'} পৌঁছেছে` },
  payout_failed: { seller: (_, taka) => `${taka || 'আপনার টাকা'} পাঠানো যায়নি। কোথায় টাকা নেবেন দেখে নিন।` },
}

/** What a member is told of reports and decisions, by kind. */
export const banglaCaseNotices: Record<CaseEventKind, string> = {
  ad_waits: `আপনার বিজ্ঞাপন অপেক্ষায়: ${toBanglaDigits(lookWithinHours)} ঘণ্টার মধ্যে দেখব`,
  ad_published: 'আপনার বিজ্ঞাপন এখন অনলাইনে',
  bike_waits: `আপনার বাইক নিয়ে অভিযোগ এসেছে, তাই অপেক্ষায়: ${toBanglaDigits(lookWithinHours)} ঘণ্টার মধ্যে দেখব`,
  bike_shown: 'আপনার বাইক আবার দেখা যাচ্ছে',
  case_words: 'মোটোহাটের একটি কথা',
  case_hidden: 'আপনার বাইক লুকানো হয়েছে',
  case_warned: 'মোটোহাটের সতর্কবার্তা',
  case_suspended: 'আপনার অ্যাকাউন্ট কিছুদিনের জন্য বন্ধ',
  appeal_answered: 'আমরা আবার দেখেছি',
  badge_given: 'আপনি এখন যাচাইকৃত বিক্রেতা',
  badge_ends_soon: `আপনার ব্যাজ ${toBanglaDigits(badgeReminderDays)} দিনের মধ্যে শেষ হবে`,
  badge_expired: 'আপনার ব্যাজের মেয়াদ শেষ',
  badge_taken_back: 'আপনার ব্যাজ তুলে নেওয়া হয়েছে',
  badge_question_papers: 'বাইকের রেজিস্ট্রেশনের কাগজের ছবি দিন, তাহলে আপনাকে যাচাই করতে পারব',
  badge_question_phone: 'মোবাইল নম্বরটি কোড দিয়ে নিশ্চিত করুন, তাহলে আপনাকে যাচাই করতে পারব',
  badge_question_call: 'ফোনে আপনাকে পাইনি। কখন ফোন করব লিখে জানান, তাহলে আপনাকে যাচাই করতে পারব।',
  badge_question_bike: 'বিক্রির জন্য একটি বাইক যোগ করুন, তাহলে আপনাকে যাচাই করতে পারব',
  paper_checked: 'আপনার বাইকের একটি কাগজ যাচাই হয়েছে',
  paper_unreadable: 'কাগজের ছবি পড়া যায় না। আবার তুলে দিন।',
  paper_other_name: 'কাগজের নাম আপনার নামের সঙ্গে মেলে না',
  paper_other_number: 'কাগজের নম্বর আপনার লেখা নম্বরের সঙ্গে মেলে না',
  paper_covered: 'কাগজের কিছু অংশ ঢাকা পড়েছে। ছবিটি আবার তুলুন।',
  paper_changed: 'কাগজটি বদলানো মনে হচ্ছে, তাই যাচাই করা যায়নি',
  tax_token_30_days: 'ট্যাক্স টোকেনের মেয়াদ আর ৩০ দিন বা তার কম',
  tax_token_7_days: 'ট্যাক্স টোকেনের মেয়াদ আর ৭ দিন বা তার কম',
  phone_moved: 'আপনার মোবাইল নম্বর অন্য অ্যাকাউন্টে প্রমাণ করা হয়েছে',
  report_answered: 'আপনি যা জানিয়েছিলেন, তার সিদ্ধান্ত হয়েছে',
  stolen_active: 'আপনার জানানো বাইক আমাদের চোরাই বাইকের তালিকায় উঠেছে',
  stolen_refused: 'আপনার চোরাই বাইকের রিপোর্ট আমরা নিতে পারিনি',
  own_mechanic_signed: 'আপনার মেকানিক আপনার বাইক পরীক্ষা করেছেন',
  stolen_match: 'একটি বিজ্ঞাপনের নম্বর চোরাই বলে জানানো বাইকের নম্বরের সঙ্গে মেলে',
  problem_to_decide: 'একটি ডিলের সমস্যা আপনার সিদ্ধান্তের অপেক্ষায়',
  removal_to_decide: 'একজন সদস্যকে বাদ দেওয়ার প্রস্তাব এসেছে',
}

/** What a suspended member is told while it is known until when. */
export const banglaSuspendedUntil = (time: string): string => `আপনার অ্যাকাউন্ট ${time} পর্যন্ত বন্ধ`
