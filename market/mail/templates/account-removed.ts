// Pure. What somebody whom Motohaat removes is told, in both languages.
import { toBanglaDigits, type LanguageCode } from '#contract/language.ts'
import { appealDays } from '#contract/time/lifetimes.ts'
import { type EmailTemplate, type Recipient, weekMs } from './template.ts'

export type Removal = {
  /** The reason of the case, as the moderator wrote it; null where the admin deleted the member without one. */
  reason: string | null
  /** A deal's money is held, in dispute or on its way. */
  hasUnfinishedMoney: boolean
}

const wordsByLanguage = {
  en: {
    subject: 'Your account was removed',
    removed:
      'Motohaat removed your account. You cannot log in any more, your bikes are off sale, and orders that nobody had paid have ended.',
    reason: (reason: string) => `Why: ${reason}`,
    money:
      'Orders that were paid, but whose bike was not handed over, have ended: the buyer gets all the money back, the way it was paid. After a handover, and while we decide a problem, everything goes on, and money that is yours still comes to you.',
    answer: `If you think that we were wrong, write to us within ${appealDays} days, with this e-mail address. We read it and answer you.`,
    write: 'Write to us',
    unproven:
      'Somebody registered at Motohaat with this address, and nobody has confirmed it. If it was not you, do nothing.',
    home: '/',
  },
  bn: {
    subject: 'আপনার অ্যাকাউন্ট বাদ দেওয়া হয়েছে',
    removed:
      'মোটোহাট আপনার অ্যাকাউন্ট বাদ দিয়েছে। আর লগইন করা যাবে না, আপনার বাইক আর বিক্রির তালিকায় নেই, আর যে অর্ডারের টাকা দেওয়া হয়নি, তা শেষ হয়ে গেছে।',
    reason: (reason: string) => `কেন: ${reason}`,
    money:
      'টাকা দেওয়া হয়েছে, কিন্তু বাইক বুঝে নেওয়া হয়নি, এমন অর্ডার শেষ হয়ে গেছে: যেভাবে টাকা দেওয়া হয়েছিল, সেভাবেই ক্রেতা পুরোটা ফেরত পাবেন। বাইক বুঝে নেওয়া হয়ে থাকলে, কিংবা আমরা কোনো সমস্যা দেখতে থাকলে, সব আগের মতোই চলবে, আর আপনার পাওনা টাকা আপনিই পাবেন।',
    answer: `আমাদের ভুল হয়েছে মনে হলে ${toBanglaDigits(appealDays)} দিনের মধ্যে এই ই-মেইল ঠিকানা দিয়ে আমাদের লিখুন। আমরা পড়ে উত্তর দেব।`,
    write: 'আমাদের লিখুন',
    unproven: 'এই ঠিকানা দিয়ে কেউ মোটোহাটে অ্যাকাউন্ট খুলেছিলেন, কিন্তু ঠিকানাটি নিশ্চিত হয়নি। আপনি না খুলে থাকলে কিছু করতে হবে না।',
    home: '/bn',
  },
} as const satisfies Record<LanguageCode, unknown>

/** The e-mail to the old address. It is the last one, so it says all that the member can still do. */
export const toRemovalTemplate = (
  { name, publicUrl, reason, hasUnfinishedMoney }: Recipient & Removal,
  { greeting, language }: { greeting: string; language: LanguageCode },
): EmailTemplate => {
  const words = wordsByLanguage[language]
  return {
    publicUrl,
    lifetimeMs: weekMs,
    subject: words.subject,
    paragraphs: [
      greeting,
      words.removed,
      ...(reason === null ? [] : [words.reason(reason)]),
      ...(hasUnfinishedMoney ? [words.money] : []),
      words.answer,
    ],
    button: { label: words.write, url: `${publicUrl}${words.home}#contact` },
    footer: name === null ? [words.unproven] : [],
  }
}
