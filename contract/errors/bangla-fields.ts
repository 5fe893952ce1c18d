// The sentences about single fields in Bangla, by their English. A test asks for each sentence of the contract.

/** What a field is called, as it stands in "Enter ….". */
const fieldNames: Record<string, string> = {
  'your name': 'আপনার নাম',
  'a product name': 'বাইকের নাম',
  'a seller name': 'বিক্রেতার নাম',
  'a location': 'এলাকা',
  'a meeting location': 'দেখা করার জায়গা',
  'a subject': 'বিষয়',
  'a message': 'বার্তা',
  'a password': 'পাসওয়ার্ড',
  'a brand': 'কোম্পানির নাম',
  'a model': 'মডেলের নাম',
  'the year': 'বছর',
  'the engine size in cc': 'ইঞ্জিনের সিসি',
  'the kilometres': 'কিলোমিটার',
  'a description': 'বিবরণ',
  'a spelling': 'বানান',
  'the name of the brand': 'কোম্পানির নাম',
  'the name of the model': 'মডেলের নাম',
  'the name of the line': 'মডেলের সিরিজের নাম',
  'the name in Bangla': 'বাংলা নাম',
  'a name for the search': 'সার্চের নাম',
  'an e-mail address': 'ই-মেইল ঠিকানা',
  'a contact number': 'যোগাযোগ নম্বর',
}

const banglaZero = '০'.charCodeAt(0)
const toBanglaDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(banglaZero + Number(digit)))

const photoMessage = 'https:// দিয়ে শুরু এমন একটি ছবির লিংক দিন।'
const refundMessage = 'টাকা আপনার কার্ডে ফেরত পাঠানো হচ্ছে।'

export const fieldMessages: Record<string, string> = {
  'That is not a valid id.': 'আইডিটি ঠিক নয়।',
  'Enter the price in whole Taka.': 'পুরো টাকায় দাম লিখুন।',
  'The lowest price is 1,000 Taka.': 'সবচেয়ে কম দাম ১,০০০ টাকা।',
  'The highest price is 999,999 Taka.': 'সবচেয়ে বেশি দাম ৯,৯৯,৯৯৯ টাকা।',
  'Enter the original price in whole Taka.': 'নতুনের দাম পুরো টাকায় লিখুন।',
  'The lowest original price is 1,000 Taka.': 'নতুনের দাম কমপক্ষে ১,০০০ টাকা।',
  'The highest original price is 9,999,999 Taka.': 'নতুনের দাম বড়জোর ৯৯,৯৯,৯৯৯ টাকা।',
  'That e-mail address is too long.': 'ই-মেইল ঠিকানাটি বেশি লম্বা।',
  'Enter an e-mail address such as name@example.com.': 'name@example.com-এর মতো একটি ই-মেইল ঠিকানা লিখুন।',
  'That contact number is too long.': 'যোগাযোগ নম্বরটি বেশি লম্বা।',
  'Enter a contact number with 6 to 15 digits, such as 01712-345678.': '৬ থেকে ১৫ অঙ্কের নম্বর লিখুন, যেমন ০১৭১২-৩৪৫৬৭৮।',
  'Enter a photo link that starts with https://.': photoMessage,
  'That link is too long.': 'লিংকটি বেশি লম্বা।',
  'Choose Seller or Buyer.': 'বিক্রেতা বা ক্রেতা বেছে নিন।',
  'The limit is a number from 1 to 100.': 'সীমা ১ থেকে ১০০-এর একটি সংখ্যা।',
  'That cursor is not valid.': 'কার্সরটি ঠিক নয়।',
  'Enter the year of purchase, such as 2021.': 'কেনার বছর লিখুন, যেমন ২০২১।',
  'Enter a year of purchase from 1950 on.': 'কেনার বছর ১৯৫০ বা তার পরের লিখুন।',
  'The year of purchase is in the future.': 'কেনার বছরটি এখনো আসেনি।',
  'Enter the years of use as a whole number.': 'কত বছর চলেছে, পুরো সংখ্যায় লিখুন।',
  'The years of use cannot be less than 0.': 'ব্যবহারের বছর শূন্যের কম হয় না।',
  'The years of use cannot be more than 100.': 'ব্যবহারের বছর ১০০-র বেশি হয় না।',
  'Choose a picture first.': 'আগে একটি ছবি বেছে নিন।',
  'Use each picture only once.': 'একটি ছবি একবারই দিন।',
  'Choose Excellent, Good or Fair.': 'চমৎকার, ভালো বা মোটামুটি বেছে নিন।',
  'Choose Yamaha, Suzuki or TVS.': 'Yamaha, Suzuki বা TVS বেছে নিন।',
  'List the ids of the bikes with commas between them.': 'কমা দিয়ে বাইকগুলোর আইডি দিন।',
  'List the ids of 1 to 100 bikes with commas between them.': 'কমা দিয়ে ১ থেকে ১০০টি বাইকের আইডি দিন।',
  'Enter the year as a whole number.': 'বছর পুরো সংখ্যায় লিখুন।',
  'Enter the year from 1950 to 2200.': '১৯৫০ থেকে ২২০০ সালের মধ্যে লিখুন।',
  'Enter the engine size in cc as a whole number.': 'ইঞ্জিনের সিসি পুরো সংখ্যায় লিখুন।',
  'Enter the engine size in cc from 50 to 375.': 'ইঞ্জিনের সিসি ৫০ থেকে ৩৭৫-এর মধ্যে লিখুন।',
  'Enter the kilometres from 0 to 999999.': 'কিলোমিটার ০ থেকে ৯৯৯৯৯৯-এর মধ্যে লিখুন।',
  'Enter the kilometres as a whole number.': 'কিলোমিটার পুরো সংখ্যায় লিখুন।',
  'The kilometres cannot be less than 0.': 'কিলোমিটার শূন্যের কম হয় না।',
  'The kilometres cannot be more than 999,999.': 'কিলোমিটার ৯,৯৯,৯৯৯-এর বেশি হয় না।',
  'Choose one of the 64 districts.': '৬৪ জেলার একটি বেছে নিন।',
  'Enter the year of registration, such as 2021.': 'রেজিস্ট্রেশনের বছর লিখুন, যেমন ২০২১।',
  'Enter a year of registration from 1950 on.': 'রেজিস্ট্রেশনের বছর ১৯৫০ বা তার পরের লিখুন।',
  'The year of registration is in the future.': 'রেজিস্ট্রেশনের বছরটি এখনো আসেনি।',
  'Enter the number of owners, such as 1.': 'কয়জন মালিক ছিলেন লিখুন, যেমন ১।',
  'A bike has at least 1 owner.': 'বাইকের কমপক্ষে ১ জন মালিক থাকেন।',
  'Enter at most 9 owners.': 'বড়জোর ৯ জন মালিক লিখুন।',
  'Choose the other pictures again.': 'বাকি ছবিগুলো আবার বেছে নিন।',
  'Give the version of the bike that was changed.': 'বাইকের কোন সংস্করণ বদলানো হয়েছে দিন।',
  'Set advertise to “on”.': 'advertise-এ “on” দিন।',
  'Enter the engine size in whole cc.': 'ইঞ্জিনের সিসি পুরো সংখ্যায় লিখুন।',
  'The smallest engine has 50 cc.': 'সবচেয়ে ছোট ইঞ্জিন ৫০ সিসির।',
  'The largest engine that may be registered has 375 cc.': 'রেজিস্ট্রেশন হয় বড়জোর ৩৭৫ সিসির।',
  'Enter the other spellings.': 'অন্য বানানগুলো লিখুন।',
  'Enter a year, such as 2019.': 'একটি বছর লিখুন, যেমন ২০১৯।',
  'Enter a year from 1950 on.': '১৯৫০ বা তার পরের বছর লিখুন।',
  'That year is too far in the future.': 'বছরটি অনেক দূরের।',
  'Choose what kind of bike it is.': 'কী ধরনের বাইক, বেছে নিন।',
  'The last year cannot be before the first one.': 'শেষ বছর প্রথম বছরের আগে হতে পারে না।',
  'Set retired to true or false.': 'retired-এ true বা false দিন।',
  'Enter what you are looking for.': 'কী খুঁজছেন লিখুন।',
  'Choose up to 20 brands.': 'বড়জোর ২০টি কোম্পানি বেছে নিন।',
  'Choose up to 20 models.': 'বড়জোর ২০টি মডেল বেছে নিন।',
  'Enter the lowest engine size in whole cc.': 'সবচেয়ে কম সিসি পুরো সংখ্যায় লিখুন।',
  'Enter the highest engine size in whole cc.': 'সবচেয়ে বেশি সিসি পুরো সংখ্যায় লিখুন।',
  'Enter the lowest price in whole Taka.': 'সবচেয়ে কম দাম পুরো টাকায় লিখুন।',
  'Enter the highest price in whole Taka.': 'সবচেয়ে বেশি দাম পুরো টাকায় লিখুন।',
  'Enter the first year, such as 2018.': 'প্রথম বছরটি লিখুন, যেমন ২০১৮।',
  'Enter the last year, such as 2022.': 'শেষ বছরটি লিখুন, যেমন ২০২২।',
  'Enter the fewest kilometres as a whole number.': 'সবচেয়ে কম কিলোমিটার পুরো সংখ্যায় লিখুন।',
  'Enter the most kilometres as a whole number.': 'সবচেয়ে বেশি কিলোমিটার পুরো সংখ্যায় লিখুন।',
  'Choose one of the 8 divisions.': '৮ বিভাগের একটি বেছে নিন।',
  'Set verified to “on”.': 'verified-এ “on” দিন।',
  'Sort by newest, price, price-down, km or year.': 'newest, price, price-down, km বা year দিয়ে সাজান।',
  'Use visible characters to search.': 'খুঁজতে চোখে দেখা যায় এমন অক্ষর লিখুন।',
  'A message can only be marked as handled.': 'বার্তাকে শুধু ‘দেখা হয়েছে’ করা যায়।',
  'Set verify to true.': 'verify-এ true দিন।',
  'Use a password of at most 128 characters.': 'বড়জোর ১২৮ অক্ষরের পাসওয়ার্ড দিন।',
  'Use a password of at least 8 characters.': 'কমপক্ষে ৮ অক্ষরের পাসওয়ার্ড দিন।',
  'That is not a transaction id.': 'এটি কোনো লেনদেন নম্বর নয়।',
  'Give either the order or the wishlist item.': 'অর্ডার বা পছন্দের বাইক, যেকোনো একটি দিন।',
  'Search for something first, then save the search.': 'আগে কিছু খুঁজুন, তারপর সার্চ সেভ করুন।',
  'Set paused to true or false.': 'paused-এ true বা false দিন।',
  'Set on to true or false.': 'on-এ true বা false দিন।',
  'Open the link in the e-mail again.': 'ই-মেইলের লিংকটি আবার খুলুন।',
  'Enter the six digits from your app.': 'অ্যাপে দেখানো ছয় অঙ্ক লিখুন।',
  'Enter a backup code such as aB3dE-fG5hI.': 'একটি ব্যাকআপ কোড লিখুন, যেমন aB3dE-fG5hI।',
  'We could not process this picture. Try again in a minute, or choose another one.':
    'ছবিটি তৈরি করা গেল না। এক মিনিট পরে আবার চেষ্টা করুন, অথবা অন্য ছবি নিন।',
  'Send this as a form with one file.': 'এটি একটি ফাইলসহ ফর্ম হিসেবে পাঠান।',
  'There is nothing at this address.': 'এই ঠিকানায় কিছু নেই।',
  'This bike was sold to another buyer. Your money is being sent back to your card.': `বাইকটি আরেকজন ক্রেতার কাছে বিক্রি হয়েছে। ${refundMessage}`,
  'The seller withdrew this bike while you were paying. Your money is being sent back to your card.': `আপনি টাকা দেওয়ার সময় বিক্রেতা বাইকটি তুলে নিয়েছেন। ${refundMessage}`,
  'The time to pay had run out. Your money is being sent back to your card.': `টাকা দেওয়ার সময় শেষ হয়ে গিয়েছিল। ${refundMessage}`,
  'The payment did not match the order. Your money is being sent back to your card.': `পেমেন্টটি অর্ডারের সঙ্গে মেলেনি। ${refundMessage}`,
  'This account was removed during the payment. The money is being sent back to the card.': `টাকা দেওয়ার সময় এই অ্যাকাউন্ট সরানো হয়েছে। ${refundMessage}`,
  'This payment was sent back to your card, so the bike is not sold to you.':
    'এই পেমেন্ট আপনার কার্ডে ফেরত গেছে, তাই বাইকটি আপনার কাছে বিক্রি হয়নি।',
  'Your bank took this payment back, so the bike is not sold to you.':
    'আপনার ব্যাংক এই টাকা ফেরত নিয়েছে, তাই বাইকটি আপনার কাছে বিক্রি হয়নি।',
}

type MessageTemplate = (...matches: (string | undefined)[]) => string | undefined

const createFieldTemplate =
  (render: (fieldName: string, max: string) => string): MessageTemplate =>
  (firstMatch = '', secondMatch = '') => {
    const [max, fieldName] = /^\d+$/.test(firstMatch) ? [firstMatch, secondMatch] : ['', firstMatch]
    const banglaName = fieldNames[fieldName]
    return banglaName === undefined ? undefined : render(banglaName, toBanglaDigits(max))
  }

/** Sentences with something filled in; a saying gives undefined for what it does not know. */
export const fieldPatterns: readonly (readonly [RegExp, MessageTemplate])[] = [
  [/^Enter (.+)\.$/, createFieldTemplate((fieldName) => `${fieldName} লিখুন।`)],
  [
    /^Use at most (\d+) characters for (.+)\.$/,
    createFieldTemplate((fieldName, max) => `${fieldName} বড়জোর ${max} অক্ষরে লিখুন।`),
  ],
  [
    /^Use visible characters for (.+)\.$/,
    createFieldTemplate((fieldName) => `${fieldName} চোখে দেখা যায় এমন অক্ষরে লিখুন।`),
  ],
  [/^Use at most (\d+) characters to search\.$/, (max = '') => `খুঁজতে বড়জোর ${toBanglaDigits(max)} অক্ষর লিখুন।`],
  [/^Enter at most (\d+) other spellings\.$/, (max = '') => `বড়জোর ${toBanglaDigits(max)}টি অন্য বানান লিখুন।`],
  [/^A bike has at most (\d+) pictures\.$/, (max = '') => `একটি বাইকের বড়জোর ${toBanglaDigits(max)}টি ছবি থাকে।`],
  [
    /^A bike bought in (\d+) was used for at most (\d+) years?\.$/,
    (year = '', max = '') => `${toBanglaDigits(year)} সালে কেনা বাইক বড়জোর ${toBanglaDigits(max)} বছর চলেছে।`,
  ],
  [
    /^The brand is (.+) and the category is (.+)\. Choose the same for both\.$/,
    (brand = '', category = '') => `কোম্পানি লেখা ${brand}, অথচ ধরন ${category}। দুটিতে একই বেছে নিন।`,
  ],
  [/^Unknown field: (.+)\.$/, (field = '') => `অজানা ঘর: ${field}।`],
]
