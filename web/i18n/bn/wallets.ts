import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { maxHoldMinutes, paymentReviewHours } from '#contract/deals/deadlines.ts'
import { payWays } from './pay-ways.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const walletMessages: Namespaces['wallets'] = {
  testMode: 'পরীক্ষামূলক: সত্যিকারের টাকা যায় না।',
  how: 'কীভাবে টাকা দেবেন?',
  ways: payWays,
  wallets: {
    sslcommerz: {
      text: 'SSLCommerz-এর পাতায় নগদ, রকেট, উপায়, অন্য ওয়ালেট বা ব্যাংক দিয়ে টাকা দিন। তারপর এখানেই ফিরে আসবেন।',
      safe: 'টাকা পৌঁছানোর আগে বাইকটি হাতছাড়া হলে আপনার পুরো টাকা ফেরত যাবে।',
      payWith: (amount) => `ওয়ালেট বা ব্যাংকে ${amount} দিন`,
      going: 'SSLCommerz খুলছে',
      tooMuch: (max) => `SSLCommerz-এ একবারে সর্বোচ্চ ${max} দেওয়া যায়।`,
      depositInstead: (deposit) => `এখন অগ্রিম ${deposit}, বাকিটা দেখা করে`,
      title: 'ওয়ালেট বা ব্যাংকে পেমেন্ট',
      waiting: 'SSLCommerz-এর কাছে জানতে চাইছি…',
      waitingText:
        'কোনো কোনো ব্যাংকের কয়েক মিনিট লাগে। পাতাটি বন্ধ করলেও চলবে: SSLCommerz জানালেই আমার অর্ডারে “পেমেন্ট হয়েছে” দেখাবে।',
    },
    bkash: {
      text: 'বিকাশের পাতায় নম্বর, কোড আর পিন দিয়ে এখানে ফিরে আসবেন।',
      safe: 'বাইকটি এর মধ্যে হাতছাড়া হয়ে গেলে বিকাশ থেকে টাকা কাটা হবে না।',
      payWith: (amount) => `বিকাশে ${amount} দিন`,
      going: 'বিকাশ খুলছে',
      tooMuch: (max) => `বিকাশে একবারে সর্বোচ্চ ${max} দেওয়া যায়। অন্যভাবে দিন, অথবা এখানে অগ্রিম দিয়ে বাকিটা নগদে।`,
      depositInstead: (deposit) => `বিকাশে অগ্রিম ${deposit}, বাকিটা দেখা করে`,
      title: 'বিকাশে পেমেন্ট',
      waiting: 'বিকাশের কাছে জানতে চাইছি…',
      waitingText: 'কয়েক সেকেন্ড লাগবে। পাতাটি বন্ধ করলেও চলবে: বিকাশ জানালেই আমার অর্ডারে “পেমেন্ট হয়েছে” দেখাবে।',
    },
  },
  review: 'আপনার পেমেন্ট যাচাই হচ্ছে',
  reviewText: `SSLCommerz পেমেন্টটি আগে দেখে নিতে বলেছে। ততক্ষণ বাইকটি আপনার জন্যই থাকবে। ${digits(paymentReviewHours)} ঘণ্টার মধ্যে জানাব; পেমেন্টটি নিতে না পারলে পুরো টাকা ফেরত যাবে।`,
  unpaid: 'কোনো টাকা কাটা হয়নি',
  failures: {
    no_balance: 'এই বিকাশ অ্যাকাউন্টে যথেষ্ট টাকা নেই।',
    wrong_pin: 'পিন ভুল ছিল।',
    otp_expired: 'কোডের সময় শেষ হয়ে গিয়েছিল।',
    cancelled: 'পেমেন্ট বাতিল হয়েছে।',
    refused: 'পেমেন্টটি নেওয়া হয়নি।',
    hold_ended: `টাকা দেওয়ার ${digits(maxHoldMinutes)} মিনিট শেষ হয়ে গিয়েছিল।`,
    bike_gone: 'বাইকটি আর বিক্রির জন্য ছিল না, তাই আপনার টাকা নেওয়া হয়নি।',
    price_changed: 'টাকা দেওয়ার সময় দাম বদলে গেছে, তাই আপনার টাকা নেওয়া হয়নি।',
  },
  again: 'আবার চেষ্টা করুন',
  refunded: 'আপনার টাকা ফেরত যাচ্ছে',
  transactionId: 'লেনদেন নম্বর:',
  orders: 'আমার অর্ডার',
  see: 'আমার অর্ডার দেখুন',
}
