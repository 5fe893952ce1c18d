// What the shop says in Bangla: the refusals by their code, and the sentences about a field by their English.
import { type ApiErrorCode, apiErrors } from './api-errors.ts'
import { fieldPatterns, fieldMessages } from './bangla-fields.ts'

const messagesByCode: Record<ApiErrorCode, string> = {
  bad_request: 'তথ্য ঠিকমতো আসেনি। দেখে আবার পাঠান।',
  bad_json: 'অনুরোধটি ঠিক JSON নয়।',
  social_cancelled: 'আপনি লগইন বাতিল করেছেন।',
  social_expired: 'লগইনে বেশি সময় লেগেছে, অথবা সেটি অন্য উইন্ডোতে শুরু হয়েছিল। আবার চেষ্টা করুন।',
  social_failed: 'লগইন হয়নি। আবার চেষ্টা করুন, অথবা পাসওয়ার্ড দিন।',
  social_email_unusable: 'ওই অ্যাকাউন্টে এমন ই-মেইল নেই যা এখানে চলে। পাসওয়ার্ড দিয়ে নিবন্ধন করুন।',
  bad_signature: 'সইটি এই বার্তার সঙ্গে মেলে না।',
  picture_missing: 'আগে একটি ছবি বেছে নিন।',
  one_picture_only: 'একবারে একটি ছবি পাঠান, “image” নামের ঘরে, আর কিছু নয়।',
  picture_damaged: 'ছবিটি নষ্ট, অথবা পুরোটা পৌঁছায়নি। আবার চেষ্টা করুন, অথবা অন্য ছবি নিন।',
  picture_too_many_pixels: 'ছবিটি ২৪ মেগাপিক্সেলের বেশি। ছোট করে আবার চেষ্টা করুন।',
  picture_not_uploaded: 'এই বাইকের ছবিটি আর এখানে নেই। আবার বেছে নিন, তারপর বাইক যোগ করুন।',
  reset_expired: 'এই লিংক আগে ব্যবহার হয়েছে, অথবা এক ঘণ্টার বেশি পুরোনো। নতুন লিংক চান।',
  wrong_password: 'এটি আপনার পাসওয়ার্ড নয়।',
  wrong_code: 'কোডটি ঠিক নয়। অ্যাপে এখন যেটি দেখাচ্ছে সেটি লিখুন।',
  wrong_backup_code: 'ব্যাকআপ কোডটি ঠিক নয়, অথবা আগে ব্যবহার হয়েছে।',
  login_expired: 'লগইনে বেশি সময় লেগেছে, অথবা কোড অনেকবার ভুল হয়েছে। পাসওয়ার্ড দিয়ে আবার লগইন করুন।',
  common_password: 'এই পাসওয়ার্ড অনেকে ব্যবহার করেন, তাই সহজে আন্দাজ করা যায়। অন্য একটি দিন; পরপর কয়েকটি শব্দ ভালো।',
  guessable_password: 'এই পাসওয়ার্ড সহজে আন্দাজ করা যায়। এমন একটি দিন যা আপনার নাম, ই-মেইল বা “মোটোহাট” নয়।',
  not_signed_in: 'এটি করতে লগইন করুন।',
  wrong_login: 'ই-মেইল বা পাসওয়ার্ড ঠিক নয়',
  role_not_allowed: 'আপনার অ্যাকাউন্ট দিয়ে এটি করা যায় না।',
  not_your_email: 'এটি শুধু নিজের ই-মেইল দিয়ে করা যায়।',
  foreign_site: 'অনুরোধটি অন্য সাইট থেকে এসেছে।',
  foreign_address: 'লগইনের পর শুধু মোটোহাটের পাতায় যাওয়া যায়।',
  account_removed: 'এই অ্যাকাউন্ট মোটোহাট থেকে সরানো হয়েছে।',
  log_in_again: 'এর জন্য গত দশ মিনিটের মধ্যে লগইন করা থাকতে হবে। লগ আউট করে আবার লগইন করে ফিরে আসুন।',
  second_factor_needed: 'আগে দুই ধাপের লগইন চালু করুন। ‘আমার অ্যাকাউন্ট’-এ আছে।',
  not_found: 'এটি পাওয়া গেল না।',
  no_such_call: 'এই ঠিকানায় কিছু নেই।',
  method_not_allowed: 'এখানে এই পদ্ধতি চলে না।',
  request_timeout: 'অনুরোধ পৌঁছাতে বেশি সময় লেগেছে। আবার চেষ্টা করুন।',
  email_taken: 'এই ই-মেইলে আগেই অ্যাকাউন্ট আছে। অন্য ই-মেইল দিন।',
  account_not_joined: 'এই ই-মেইলে আগেই একটি অ্যাকাউন্ট আছে। আগে যেভাবে লগইন করতেন, সেভাবেই করুন।',
  second_factor_on: 'দুই ধাপের লগইন আগে থেকেই চালু।',
  second_factor_off: 'দুই ধাপের লগইন চালু নেই।',
  admin_leaves: 'এটি অ্যাডমিন অ্যাকাউন্ট, তাই এখানে মোছা যায় না। আগে অন্য কাউকে অ্যাডমিন করুন।',
  payment_open: 'এখন একটি পেমেন্ট চলছে। সেটি শেষ করুন, অথবা পনেরো মিনিট অপেক্ষা করুন; নিজেই শেষ হবে।',
  bike_sold: 'বাইকটি বিক্রি হয়ে গেছে।',
  bike_withdrawn: 'বিক্রেতা বাইকটি তুলে নিয়েছেন।',
  own_bike: 'এটি আপনার নিজের বাইক।',
  already_booked: 'বাইকটি আপনি আগেই বুক করেছেন। ‘আমার অর্ডার’-এ আছে।',
  search_saved: 'এই সার্চ আপনি আগেই সেভ করেছেন। ‘সেভ করা সার্চ’-এ আছে।',
  too_many_searches: 'আপনার আগেই ২০টি সার্চ সেভ করা আছে। আগে একটি মুছুন।',
  already_wished: 'বাইকটি আগেই আপনার পছন্দের তালিকায় আছে।',
  price_changed: 'বাইকটির দাম বদলেছে। নতুন দাম দেখে আবার চেষ্টা করুন।',
  only_sellers: 'শুধু বিক্রেতাকে যাচাই করা যায়।',
  admin_stays: 'অ্যাডমিনকে এখানে মোছা যায় না।',
  already_paid: 'এই বাইকের টাকা আপনি আগেই দিয়েছেন।',
  another_buyer_paying: 'এই মুহূর্তে আরেকজন ক্রেতা বাইকটির টাকা দিচ্ছেন।',
  payment_unfinished: 'পেমেন্টটি এখনো শেষ হয়নি।',
  payment_mismatch: 'এই পেমেন্ট অন্য কিছুর জন্য। এখানে এর কোনো টাকা নেওয়া হয়নি।',
  payment_refunded: 'বাইকটি আপনার কাছে বিক্রি করা গেল না, তাই টাকা ফেরত পাঠানো হচ্ছে।',
  too_many_bookings: 'টাকা না দেওয়া অর্ডার অনেক জমেছে। আগে একটির টাকা দিন।',
  draft_used: 'বাইকটি আগেই যোগ করেছেন। ‘আমার বাইক’-এ গিয়ে এডিট করুন।',
  bike_being_paid: 'এই মুহূর্তে কেউ বাইকটির টাকা দিচ্ছেন। পনেরো মিনিট পরে আবার চেষ্টা করুন।',
  edited_elsewhere: 'বাইকটি অন্য উইন্ডোতে বদলানো হয়েছে। বদল দেখতে আবার খুলুন।',
  brand_known: 'তালিকায় এই কোম্পানি আগেই আছে।',
  model_known: 'এই কোম্পানির এই নামের মডেল আগেই আছে।',
  too_big: 'এটি পাঠানোর পক্ষে বেশি বড়।',
  picture_too_big: 'ছবিটি ১০ এমবির বেশি। ছোট করে আবার চেষ্টা করুন।',
  wrong_media_type: 'এটি JSON হিসেবে পাঠান।',
  picture_wrong_type: 'ফাইলটি JPEG, PNG বা WebP ছবি নয়। অন্যটি নিন, অথবা আগে JPEG হিসেবে সেভ করুন।',
  too_many_requests: 'অনেকবার চেষ্টা হয়েছে। একটু অপেক্ষা করে আবার করুন।',
  too_many_pictures: 'আপনি ৬০টি ছবি আপলোড করেছেন যেগুলো কোনো বাইকে লাগেনি। আগে বাইক যোগ করুন, অথবা কাল আবার চেষ্টা করুন।',
  too_many_cookies: 'আপনার ব্রাউজার বেশি কুকি পাঠিয়েছে। এই সাইটের কুকি মুছে আবার চেষ্টা করুন।',
  pictures_unavailable: 'এখন ছবি সেভ করা যাচ্ছে না। কিছুই সেভ হয়নি। এক মিনিট পরে আবার চেষ্টা করুন।',
  second_factor_locked: 'কোড অনেকবার ভুল হয়েছে। পনেরো মিনিট অপেক্ষা করে আবার চেষ্টা করুন।',
  cards_unavailable: 'কার্ডের সেবা এখন সাড়া দিচ্ছে না। এক মিনিট পরে আবার চেষ্টা করুন।',
  social_unavailable: 'ওই লগইন সেবা এখন সাড়া দিচ্ছে না। এক মিনিট পরে আবার চেষ্টা করুন, অথবা পাসওয়ার্ড দিন।',
  shop_unavailable: 'মোটোহাটে এখন খুব ভিড়। একটু পরে আবার চেষ্টা করুন।',
  something_wrong: 'কিছু একটা ভুল হয়েছে। আবার চেষ্টা করুন; আবার হলে নিচের নম্বরটি আমাদের জানান।',
}

const translateFieldMessage = (message: string): string | undefined => {
  const exactMatch = fieldMessages[message]
  if (exactMatch !== undefined) return exactMatch
  for (const [pattern, render] of fieldPatterns) {
    const match = pattern.exec(message)
    const translation = match ? render(...match.slice(1)) : undefined
    if (translation !== undefined) return translation
  }
  return undefined
}

/**
 * A refusal's sentence in Bangla.
 * @param message its English: a sentence of its own, such as one about a field, is looked up; one that is not known is
 *   said by the code alone, so that nobody reads half a page in another language
 */
export const toBangla = (code: ApiErrorCode, message: string): string =>
  message === apiErrors[code].message ? messagesByCode[code] : (translateFieldMessage(message) ?? messagesByCode[code])

/** Whether a sentence of the API has its Bangla; for the test that asks it of all. */
export const hasBangla = (message: string): boolean =>
  translateFieldMessage(message) !== undefined ||
  Object.values(apiErrors).some((apiError) => apiError.message === message)
