// Pure. What the Bangla e-mail of a case says besides its heading.
import type { CaseNotice } from './templates/template.ts'

/** By the kind of its notice. */
export const banglaCaseAdvice: Partial<Record<CaseNotice['kind'], string>> = {
  report_answered: 'জানানোর জন্য ধন্যবাদ। কী হলো, তা পড়তে পারেন।',
  stolen_active: 'এই নম্বরের কোনো বাইকের বিজ্ঞাপন এখানে দেখানো হবে না। বাইক ফিরে পেলে রিপোর্টটি তুলে নিন।',
  stolen_refused: 'কারণটি পড়ুন। যা বাকি আছে তা দিয়ে আবার জানাতে পারেন।',
  own_mechanic_signed: 'যাঁরা বাইকটি দেখেন, সবাই এটি পড়তে পারেন। এটি আর বদলানো যায় না।',
  stolen_match: 'বিজ্ঞাপনটি অপেক্ষায় আছে, বিক্রেতা জানেন কাগজ যাচাই চলছে। কেস আর রিপোর্টটি দেখুন।',
  badge_question_papers: '‘আমার বাইক’ থেকে কাগজের পাতায় যেতে পারবেন। ছবি দেওয়া হলে সেখানে “করে ফেলেছি” চাপুন।',
  badge_question_phone: 'আপনার ফোনে একটি কোড পাঠাব, আপনি সেটি লিখবেন।',
  badge_question_call: '‘আমার বাইক’ থেকে আমাদের লিখতে পারবেন। লেখা হলে সেখানে “করে ফেলেছি” চাপুন।',
  badge_question_bike: '‘আমার বাইক’ থেকে যোগ করতে পারবেন।',
  problem_to_decide: 'ততদিন টাকা আমাদের কাছে থাকবে। দুজন কী বলেছেন, আর কতদিন লিখতে পারবেন, তা পড়ুন।',
  removal_to_decide: 'কারণটি পড়ে সিদ্ধান্ত দিন। তার আগে কিছু হবে না।',
}
