// Reasons: sentences that say more than the code of an error, such as which field is wrong. Each has a key.
import { type FieldName, fieldNames, type Sentence } from './field-names.ts'
import { groupBangla, groupInLakhs, type LanguageCode, toBanglaDigits } from '#contract/language.ts'
import {
  earliestYear,
  maxContactDigits,
  maxEngineCc,
  maxKilometres,
  maxNumberChecksPerDay,
  maxNumbersPerDay,
  maxNumbersPerDayUnproven,
  maxOwners,
  maxPasswordLength,
  maxPriceTaka,
  maxYearsOfUse,
  minContactDigits,
  minEngineCc,
  minPasswordLength,
  minPriceTaka,
} from '#contract/limits.ts'

const [minPrice, maxPrice] = [groupInLakhs(minPriceTaka), groupInLakhs(maxPriceTaka)]
const [minPriceBangla, maxPriceBangla] = [groupBangla(minPriceTaka), groupBangla(maxPriceTaka)]

const sentences = {
  invalid_day: ['Choose a day.', 'একটি তারিখ বেছে নিন।'],
  invalid_slip: [
    'Enter the number on the slip: 4 to 30 English characters and digits, with - or / between them.',
    'স্লিপের নম্বরটি ইংরেজি অক্ষর ও অঙ্কে লিখুন, ৪ থেকে ৩০টি; মাঝে - বা / থাকতে পারে।',
  ],
  address_has_number: ['Leave phone and NID numbers out of the address.', 'ঠিকানায় ফোন নম্বর বা এনআইডি নম্বর দেবেন না।'],
  choose_report_reason: ['Choose what is wrong.', 'সমস্যাটি বেছে নিন।'],
  choose_paper: ['Choose one of the five papers.', 'পাঁচটি কাগজের একটি বেছে নিন।'],
  choose_paper_answer: ['Choose an answer.', 'একটি উত্তর বেছে নিন।'],
  invalid_token_day: ['Enter the last day on the tax token.', 'ট্যাক্স টোকেনের শেষ তারিখটি দিন।'],
  choose_decision: ['Choose what to do.', 'কী করবেন বেছে নিন।'],
  report_one_thing: [
    'Report one bike, one seller or one conversation.',
    'একটি বাইক, একজন বিক্রেতা বা একটি কথোপকথনের কথা জানান।',
  ],
  prove_address_for_numbers: [
    `You have seen ${maxNumbersPerDayUnproven} numbers today. Confirm your e-mail address in My Account, and you can see ${maxNumbersPerDay} a day.`,
    `আজ আপনি ${toBanglaDigits(maxNumbersPerDayUnproven)}টি নম্বর দেখেছেন। ‘আমার অ্যাকাউন্ট’-এ ই-মেইল নিশ্চিত করলে দিনে ${toBanglaDigits(maxNumbersPerDay)}টি দেখতে পারবেন।`,
  ],
  proof_links_today: [
    'We have sent five links to your address today. Look among the unwanted e-mails too, or try again tomorrow.',
    'আজ আপনার ঠিকানায় পাঁচটি লিংক পাঠিয়েছি। স্প্যাম ফোল্ডারও দেখুন, অথবা কাল আবার চেষ্টা করুন।',
  ],
  proof_links_used_up: [
    'We have sent ten links to your address, and nobody opened one. “Forgot your password?” on the login page confirms it too.',
    'আপনার ঠিকানায় দশটি লিংক পাঠিয়েছি, একটিও খোলা হয়নি। লগইন পাতার ‘পাসওয়ার্ড ভুলে গেছেন?’ দিয়েও ঠিকানা নিশ্চিত হয়।',
  ],
  number_checks_used_up: [
    `You have checked ${maxNumberChecksPerDay} numbers. Check more tomorrow.`,
    `আপনি ${toBanglaDigits(maxNumberChecksPerDay)}টি নম্বর দেখেছেন। কাল আবার দেখতে পারবেন।`,
  ],
  not_whole_vehicle_number: [
    'Enter {field} in full, as it is on the bike or the papers.',
    '{field} পুরোটা লিখুন, বাইকে বা কাগজে যেমন আছে।',
  ],
  invalid_mobile_number: ['Enter a mobile number such as 01712345678.', '০১৭১২৩৪৫৬৭৮-এর মতো একটি মোবাইল নম্বর লিখুন।'],
  invalid_sms_code: ['Enter the six digits from the message.', 'মেসেজের ছয়টি অঙ্ক লিখুন।'],
  sms_just_sent: [
    'We have just sent a code. Wait a minute before you ask for another one.',
    'এইমাত্র একটি কোড পাঠিয়েছি। আরেকটি চাওয়ার আগে এক মিনিট অপেক্ষা করুন।',
  ],
  sms_used_up: [
    'Enough codes were sent for now. Ask for another one later today or tomorrow.',
    'আপাতত যথেষ্ট কোড পাঠানো হয়েছে। আজ পরে বা কাল আবার চান।',
  ],
  // Days that a list is limited to.
  invalid_day_of_list: ['Write {name} as a day like 2026-11-22.', '{name}-এ 2026-11-22-এর মতো একটি তারিখ লিখুন।'],
  days_reversed: ['The last day cannot be before the first one.', 'শেষ দিন প্রথম দিনের আগে হতে পারে না।'],
  // Any field.
  missing: ['Enter {field}.', '{field} লিখুন।'],
  invalid_idempotency_key: [
    'The header Idempotency-Key must have 1 to 255 visible characters.',
    'Idempotency-Key হেডারে দেখা যায় এমন ১ থেকে ২৫৫টি অক্ষর থাকতে হবে।',
  ],
  too_long: ['Use at most {max} characters for {field}.', '{field} বড়জোর {max} অক্ষরে লিখুন।'],
  invisible: ['Use visible characters for {field}.', '{field} চোখে দেখা যায় এমন অক্ষরে লিখুন।'],
  not_whole: ['Enter {field} as a whole number.', '{field} পুরো সংখ্যায় লিখুন।'],
  not_whole_taka: ['Enter {field} in whole Taka.', '{field} পুরো টাকায় লিখুন।'],
  out_of_range: ['Enter {field} from {min} to {max}.', '{field} {min} থেকে {max}-এর মধ্যে লিখুন।'],
  unknown_field: ['Unknown field: {name}.', 'অজানা ঘর: {name}।'],
  duplicate_field: ['A field appears twice.', 'একটি ঘর দুবার এসেছে।'],
  on_or_off: ['Set {name} to “on” or “off”.', '{name}-এ “on” বা “off” দিন।'],
  not_value: ['Set {name} to {value}.', '{name}-এ {value} দিন।'],
  not_boolean: ['Set {name} to true or false.', '{name}-এ true বা false দিন।'],
  invalid_id: ['That is not a valid id.', 'আইডিটি ঠিক নয়।'],
  invalid_limit: ['The limit is a number from 1 to 100.', 'সীমা ১ থেকে ১০০-এর একটি সংখ্যা।'],
  invalid_cursor: ['That cursor is not valid.', 'কার্সরটি ঠিক নয়।'],
  not_id_list: ['List the ids of the bikes with commas between them.', 'কমা দিয়ে বাইকগুলোর আইডি দিন।'],
  invalid_id_list: [
    'List the ids of 1 to {max} bikes with commas between them.',
    'কমা দিয়ে ১ থেকে {max}টি বাইকের আইডি দিন।',
  ],

  // Members and accounts.
  email_too_long: ['That e-mail address is too long.', 'ই-মেইল ঠিকানাটি বেশি লম্বা।'],
  invalid_email: [
    'Enter an e-mail address such as name@example.com.',
    'name@example.com-এর মতো একটি ই-মেইল ঠিকানা লিখুন।',
  ],
  reserved_name: [
    'Leave words such as “official”, “verified” or “Motohaat” out of {field}: only Motohaat can say that of somebody.',
    '{field} লেখার সময় “অফিসিয়াল”, “যাচাইকৃত” বা “মোটোহাট”-এর মতো শব্দ বাদ দিন: এ কথা শুধু মোটোহাটই বলতে পারে।',
  ],
  name_has_badge: [
    'Leave check marks, emoji and other signs out of {field}.',
    '{field} লেখার সময় টিক চিহ্ন, ইমোজি বা অন্য চিহ্ন বাদ দিন।',
  ],
  contact_in_public_text: [
    'Leave phone numbers, e-mail addresses and links out of {field}.',
    '{field} লেখার সময় ফোন নম্বর, ই-মেইল ঠিকানা বা লিংক বাদ দিন।',
  ],
  name_mixes_scripts: [
    'Write {field} in Bangla or English only, without characters of other alphabets.',
    '{field} বাংলা বা ইংরেজি অক্ষরে লিখুন, অন্য ভাষার অক্ষর বাদ দিন।',
  ],
  name_looks_like_another: [
    'This name looks like the name of a verified seller. If it is your name too, write it in plain English or Bangla, without accents.',
    'নামটি দেখতে একজন যাচাইকৃত বিক্রেতার নামের মতো। এটি আপনারও নাম হলে সাধারণ অক্ষরে লিখুন।',
  ],
  contact_number_too_long: ['That contact number is too long.', 'যোগাযোগ নম্বরটি বেশি লম্বা।'],
  invalid_contact_number: [
    `Enter a contact number with ${minContactDigits} to ${maxContactDigits} digits, such as 01712-345678.`,
    `${toBanglaDigits(minContactDigits)} থেকে ${toBanglaDigits(maxContactDigits)} অঙ্কের নম্বর লিখুন, যেমন ০১৭১২-৩৪৫৬৭৮।`,
  ],
  invalid_photo_link: ['Enter a photo link that starts with https://.', 'https:// দিয়ে শুরু এমন একটি ছবির লিংক দিন।'],
  photo_is_gone: ['That photo is gone. Choose it again.', 'ছবিটি আর নেই। আবার বেছে নিন।'],
  link_too_long: ['That link is too long.', 'লিংকটি বেশি লম্বা।'],
  invalid_role: ['Choose Seller or Buyer.', 'বিক্রেতা বা ক্রেতা বেছে নিন।'],
  password_too_long: [
    `Use a password of at most ${maxPasswordLength} characters.`,
    `বড়জোর ${toBanglaDigits(maxPasswordLength)} অক্ষরের পাসওয়ার্ড দিন।`,
  ],
  password_too_short: [
    `Use a password of at least ${minPasswordLength} characters.`,
    `কমপক্ষে ${toBanglaDigits(minPasswordLength)} অক্ষরের পাসওয়ার্ড দিন।`,
  ],
  // What the link under the login form is called, in both languages.
  login_tries_used_up: [
    'Too many tries for this e-mail address. Wait a little, or press “Forgot your password?”: with the link in our e-mail you can log in on this device at once.',
    'এই ই-মেইল ঠিকানা দিয়ে অনেকবার চেষ্টা হয়েছে। একটু পরে আবার চেষ্টা করুন, অথবা “পাসওয়ার্ড ভুলে গেছেন?” চাপুন: ই-মেইলের লিংক দিয়ে এই ফোন বা কম্পিউটার থেকে এখনই লগইন করতে পারবেন।',
  ],
  invalid_backup_code: ['Enter a backup code such as aB3dE-fG5hI.', 'একটি ব্যাকআপ কোড লিখুন, যেমন aB3dE-fG5hI।'],
  invalid_email_link: ['Open the link in the e-mail again.', 'ই-মেইলের লিংকটি আবার খুলুন।'],

  // Bikes and their pictures.
  invalid_meeting_time: ['Choose a day and a time.', 'একটি দিন ও সময় বেছে নিন।'],
  invalid_routing_number: ['A routing number has nine digits.', 'রাউটিং নম্বরে নয়টি অঙ্ক থাকে।'],
  price_too_low: [`The lowest price is ${minPrice} Taka.`, `সবচেয়ে কম দাম ${minPriceBangla} টাকা।`],
  price_too_high: [`The highest price is ${maxPrice} Taka.`, `সবচেয়ে বেশি দাম ${maxPriceBangla} টাকা।`],
  original_price_too_low: [`The lowest original price is ${minPrice} Taka.`, `নতুনের দাম কমপক্ষে ${minPriceBangla} টাকা।`],
  original_price_too_high: [`The highest original price is ${maxPrice} Taka.`, `নতুনের দাম বড়জোর ${maxPriceBangla} টাকা।`],
  invalid_purchase_year: ['Enter the year of purchase, such as 2021.', 'কেনার বছর লিখুন, যেমন ২০২১।'],
  purchase_year_too_early: [
    `Enter a year of purchase from ${earliestYear} on.`,
    `কেনার বছর ${toBanglaDigits(earliestYear)} বা তার পরের লিখুন।`,
  ],
  purchase_year_in_future: ['The year of purchase is in the future.', 'কেনার বছরটি এখনো আসেনি।'],
  invalid_registration_year: ['Enter the year of registration, such as 2021.', 'রেজিস্ট্রেশনের বছর লিখুন, যেমন ২০২১।'],
  registration_year_too_early: [
    `Enter a year of registration from ${earliestYear} on.`,
    `রেজিস্ট্রেশনের বছর ${toBanglaDigits(earliestYear)} বা তার পরের লিখুন।`,
  ],
  registration_year_in_future: ['The year of registration is in the future.', 'রেজিস্ট্রেশনের বছরটি এখনো আসেনি।'],
  years_of_use_too_low: ['The years of use cannot be less than 0.', 'ব্যবহারের বছর শূন্যের কম হয় না।'],
  years_of_use_too_high: [
    `The years of use cannot be more than ${maxYearsOfUse}.`,
    `ব্যবহারের বছর ${toBanglaDigits(maxYearsOfUse)}-র বেশি হয় না।`,
  ],
  used_one_year_at_most: [
    'A bike bought in {year} was used for at most 1 year.',
    '{year} সালে কেনা বাইক বড়জোর ১ বছর চলেছে।',
  ],
  used_longer_than_owned: [
    'A bike bought in {year} was used for at most {max} years.',
    '{year} সালে কেনা বাইক বড়জোর {max} বছর চলেছে।',
  ],
  kilometres_too_low: ['The kilometres cannot be less than 0.', 'কিলোমিটার শূন্যের কম হয় না।'],
  kilometres_too_high: [
    `The kilometres cannot be more than ${groupInLakhs(maxKilometres)}.`,
    `কিলোমিটার ${groupBangla(maxKilometres)}-এর বেশি হয় না।`,
  ],
  invalid_owners: ['Enter the number of owners, such as 1.', 'কয়জন মালিক ছিলেন লিখুন, যেমন ১।'],
  too_few_owners: ['A bike has at least 1 owner.', 'বাইকের কমপক্ষে ১ জন মালিক থাকেন।'],
  too_many_owners: [`Enter at most ${maxOwners} owners.`, `বড়জোর ${toBanglaDigits(maxOwners)} জন মালিক লিখুন।`],
  invalid_condition: ['Choose Excellent, Good or Fair.', 'চমৎকার, ভালো বা মোটামুটি বেছে নিন।'],
  invalid_category: ['Choose Yamaha, Suzuki, TVS or another brand.', 'Yamaha, Suzuki, TVS বা অন্য কোম্পানি বেছে নিন।'],
  brand_not_of_category: [
    'The brand is {brand} and the category is {category}. Choose the same for both.',
    'কোম্পানি লেখা {brand}, অথচ ধরন {category}। দুটিতে একই বেছে নিন।',
  ],
  invalid_district: ['Choose one of the 64 districts.', '৬৪ জেলার একটি বেছে নিন।'],
  missing_version: ['Give the version of the bike that was changed.', 'বাইকের কোন সংস্করণ বদলানো হয়েছে দিন।'],
  missing_picture: ['Choose a picture first.', 'আগে একটি ছবি বেছে নিন।'],
  duplicate_picture: ['Use each picture only once.', 'একটি ছবি একবারই দিন।'],
  missing_more_pictures: ['Choose the other pictures again.', 'বাকি ছবিগুলো আবার বেছে নিন।'],
  too_many_pictures: ['A bike has at most {max} pictures.', 'একটি বাইকের বড়জোর {max}টি ছবি থাকে।'],
  picture_not_processed: [
    'We could not process this picture. Try again in a minute, or choose another one.',
    'ছবিটি তৈরি করা গেল না। এক মিনিট পরে আবার চেষ্টা করুন, অথবা অন্য ছবি নিন।',
  ],
  not_one_file: ['Send this as a form with one file.', 'এটি একটি ফাইলসহ ফর্ম হিসেবে পাঠান।'],

  // The catalogue of brands and models.
  invalid_engine_cc: ['Enter the engine size in whole cc.', 'ইঞ্জিনের সিসি পুরো সংখ্যায় লিখুন।'],
  engine_too_small: [
    `The smallest engine has ${minEngineCc} cc.`,
    `সবচেয়ে ছোট ইঞ্জিন ${toBanglaDigits(minEngineCc)} সিসির।`,
  ],
  engine_too_large: [
    `The largest engine that may be registered has ${maxEngineCc} cc.`,
    `রেজিস্ট্রেশন হয় বড়জোর ${toBanglaDigits(maxEngineCc)} সিসির।`,
  ],
  too_many_spellings: ['Enter at most {max} other spellings.', 'বড়জোর {max}টি অন্য বানান লিখুন।'],
  invalid_year: ['Enter a year, such as 2019.', 'একটি বছর লিখুন, যেমন ২০১৯।'],
  year_too_early: [`Enter a year from ${earliestYear} on.`, `${toBanglaDigits(earliestYear)} বা তার পরের বছর লিখুন।`],
  year_too_late: ['That year is too far in the future.', 'বছরটি অনেক দূরের।'],
  years_reversed: ['The last year cannot be before the first one.', 'শেষ বছর প্রথম বছরের আগে হতে পারে না।'],
  invalid_model_kind: ['Choose what kind of bike it is.', 'কী ধরনের বাইক, বেছে নিন।'],

  // Searches.
  search_too_long: ['Use at most {max} characters to search.', 'খুঁজতে বড়জোর {max} অক্ষর লিখুন।'],
  search_invisible: ['Use visible characters to search.', 'খুঁজতে চোখে দেখা যায় এমন অক্ষর লিখুন।'],
  invalid_brands: ['Choose up to {max} brands.', 'বড়জোর {max}টি কোম্পানি বেছে নিন।'],
  invalid_models: ['Choose up to {max} models.', 'বড়জোর {max}টি মডেল বেছে নিন।'],
  invalid_lowest_cc: ['Enter the lowest engine size in whole cc.', 'সবচেয়ে কম সিসি পুরো সংখ্যায় লিখুন।'],
  invalid_highest_cc: ['Enter the highest engine size in whole cc.', 'সবচেয়ে বেশি সিসি পুরো সংখ্যায় লিখুন।'],
  invalid_first_year: ['Enter the first year, such as 2018.', 'প্রথম বছরটি লিখুন, যেমন ২০১৮।'],
  invalid_last_year: ['Enter the last year, such as 2022.', 'শেষ বছরটি লিখুন, যেমন ২০২২।'],
  invalid_division: ['Choose one of the 8 divisions.', '৮ বিভাগের একটি বেছে নিন।'],
  invalid_areas: ['Choose up to {max} areas.', 'বড়জোর {max}টি এলাকা বেছে নিন।'],
  invalid_sort: [
    'Sort by newest, price, price-down, km, year, nearest or value.',
    'newest, price, price-down, km, year, nearest বা value দিয়ে সাজান।',
  ],
  invalid_owners_choice: ['Choose 1, 2 or 3 owners.', '১, ২ বা ৩ জন মালিক বেছে নিন।'],
  empty_search: ['Search for something first, then save the search.', 'আগে কিছু খুঁজুন, তারপর সার্চ সেভ করুন।'],

  // Messages and payments.
  not_handled: ['A message can only be marked as handled.', 'বার্তাকে শুধু ‘দেখা হয়েছে’ করা যায়।'],
  invalid_transaction_id: ['That is not a transaction id.', 'এটি কোনো লেনদেন নম্বর নয়।'],
  not_one_purchase: ['Give either the order or the wishlist item.', 'অর্ডার বা পছন্দের বাইক, যেকোনো একটি দিন।'],
  refund_bike_sold: [
    'This bike was sold to another buyer. Your money is being sent back.',
    'বাইকটি আরেকজন ক্রেতার কাছে বিক্রি হয়েছে। আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_bike_withdrawn: [
    'The seller withdrew this bike while you were paying. Your money is being sent back.',
    'আপনি টাকা দেওয়ার সময় বিক্রেতা বাইকটি তুলে নিয়েছেন। আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_hold_released: [
    'The time to pay had run out. Your money is being sent back.',
    'টাকা দেওয়ার সময় শেষ হয়ে গিয়েছিল। আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_mismatch: [
    'The payment did not match the order. Your money is being sent back.',
    'পেমেন্টটি অর্ডারের সঙ্গে মেলেনি। আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_buyer_removed: [
    'This account was removed during the payment. The money is being sent back.',
    'টাকা দেওয়ার সময় এই অ্যাকাউন্ট সরানো হয়েছে। আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_promised_to_another: [
    'The bike was promised to another buyer, so your money is being sent back.',
    'বাইকটি অন্য ক্রেতাকে দেওয়ার কথা হয়ে গেছে, তাই আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_deal_closed: [
    'This deal had already ended, so your money is being sent back.',
    'অর্ডারটি আগেই শেষ হয়ে গেছে, তাই আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_deal_cancelled: [
    'The deal was cancelled, so your money is being sent back.',
    'অর্ডারটি বাতিল হয়েছে, তাই আপনার টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_not_owed: [
    'The agreed price was paid already, so this money is being sent back.',
    'ঠিক করা দাম আগেই পরিশোধ হয়ে গেছে, তাই এই টাকা ফেরত পাঠানো হচ্ছে।',
  ],
  refund_at_provider: [
    'This payment was sent back to you, so the bike is not sold to you.',
    'এই পেমেন্ট আপনার কাছে ফেরত গেছে, তাই বাইকটি আপনার কাছে বিক্রি হয়নি।',
  ],
  refund_dispute_lost: [
    'Your bank took this payment back, so the bike is not sold to you.',
    'আপনার ব্যাংক এই টাকা ফেরত নিয়েছে, তাই বাইকটি আপনার কাছে বিক্রি হয়নি।',
  ],
} as const satisfies Record<string, Sentence>

type ReasonKey = keyof typeof sentences

/** The key of a sentence; what fills its braces follows as a query string: `too_long?max=80&field=your_name`. */
export type Reason = ReasonKey | `${ReasonKey}?${string}`

type ReasonParams = { field?: FieldName; [name: string]: string | number | undefined }

/** Builds a reason. Its type is text, because zod keeps the message of a schema as text. */
export const toReason = (key: ReasonKey, params: ReasonParams = {}): Reason => {
  const pairs = Object.entries(params).map(([name, value]) => [name, String(value)])
  return pairs.length === 0 ? key : `${key}?${new URLSearchParams(pairs)}`
}

const isReasonKey = (text: string): text is ReasonKey => Object.hasOwn(sentences, text)
const isFieldName = (text: string): text is FieldName => Object.hasOwn(fieldNames, text)

/** Whether the message of a zod issue is a reason, and not a sentence of zod. */
export const isReason = (message: string): message is Reason => isReasonKey(message.split('?', 1)[0] ?? '')

// Everything else in braces was sent by the caller and stays as it is.
const numberParams = new Set(['min', 'max', 'year'])
const banglaNumber = new Intl.NumberFormat('bn', { useGrouping: false })

/** Writes a reason as a sentence. */
export const formatReason = (reason: Reason, language: LanguageCode): string => {
  const [key = '', query] = reason.split('?')
  if (!isReasonKey(key)) return reason
  const [english, bangla] = sentences[key]
  const params = new URLSearchParams(query)
  return (language === 'bn' ? bangla : english).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name) ?? ''
    if (name === 'field' && isFieldName(value)) return fieldNames[value][language === 'bn' ? 1 : 0]
    return language === 'bn' && numberParams.has(name) ? banglaNumber.format(Number(value)) : value
  })
}
