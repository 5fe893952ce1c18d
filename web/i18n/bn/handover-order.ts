// Bangla messages of the order at a handover: each side reads what it does itself, and what the other one does.
import { toGenitive, toObjective } from '#contract/names/bangla-endings.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const handoverOrderMessages: Namespaces['handoverOrder'] = {
  heading: 'ধাপে ধাপে',
  look: 'দুজনে একসঙ্গে বাইক আর কাগজপত্র দেখুন।',
  leftToPay: (rest) => `বাকি আছে ${rest}: মোটোহাটে দিন, নয়তো নগদে।`,
  paid: (price) => `পুরো ${price} দেওয়া হয়েছে।`,
  buyer: {
    pay: (_name, rest) => `আপনি বাকি ${rest} দেবেন, মোটোহাটে নয়তো নগদে।`,
    read: (name) => `আপনি কোডটি ${toObjective(name)} পড়ে শোনাবেন।`,
    green: (name, words) => `${toGenitive(name)} পাতা সবুজ হবে: “${words}”`,
    keys: (name) => `${name} আপনাকে চাবি আর কাগজপত্র দেবেন।`,
  },
  seller: {
    pay: (name, rest) => `${name} বাকি ${rest} দেবেন, মোটোহাটে নয়তো নগদে।`,
    read: (name) => `${name} কোডটি পড়ে শোনাবেন, আপনি লিখবেন।`,
    green: (_name, words) => `আপনার পাতা সবুজ হবে: “${words}”`,
    keys: (name) => `আপনি ${toObjective(name)} চাবি আর কাগজপত্র দেবেন।`,
  },
  earlier: (name) => `আগেই দেখা করছেন? নতুন সময় বলুন। ${name} রাজি হলে কোড দুই ঘণ্টা আগে দেখা যাবে, সময় কাছে হলে তখনই।`,
  unpaid: 'এখানে এখনো কোনো টাকা দেওয়া হয়নি।',
  unpaidText: 'এখানে অগ্রিম বা পুরো টাকা দিলে আপনার কোড আসবে।',
}
