// Bangla messages of payouts that did not arrive, or came back after they had arrived.
import { toObjective } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const returnedPayoutMessages: Namespaces['returnedPayouts'] = {
  heading: (taka) => `${taka} কি ফেরত এসেছে?`,
  text: (name) => `পাওনাটি নতুন নম্বরে আবার পাঠাতে হবে। আমরা ${toObjective(name)} কারণসহ জানাব।`,
  missing: 'কেন ফেরত এসেছে লিখুন।',
  reference: 'ফেরত আসা টাকার লেনদেন নম্বর',
  missingReference: 'ব্যাংকের স্টেটমেন্ট থেকে লেনদেন নম্বর লিখুন।',
  submit: 'হ্যাঁ, ফেরত এসেছে',
  success: 'হয়ে গেছে। আবার দেওয়ার জন্য অপেক্ষায় আছে।',
  repeats: (reference, why) => `আগে পাঠানো হয়েছিল, লেনদেন নম্বর ${reference}। ফেরত এসেছে: ${why}`,
  repeatsFailed: (reference, why) => `আগে পাঠানো হয়েছিল, লেনদেন নম্বর ${reference}। পৌঁছায়নি: ${why}`,
  returnedBy: (name, reference) => `জানিয়েছেন ${name}, ব্যাংকের লেনদেন নম্বর ${reference}। এবার অন্য একজন অনুমোদন করবেন।`,
  failedBy: (name) => `জানিয়েছেন ${name}। এবার অন্য একজন অনুমোদন করবেন।`,
}
