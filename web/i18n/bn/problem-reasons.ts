// Bangla words of what was reported as a problem.

export const problemReasons = {
  not_as_described: 'যেমন লেখা ছিল, বাইক তেমন নয়',
  not_handed_over: 'বাইক পাইনি',
  numbers_different: 'চেসিস বা ইঞ্জিন নম্বর মেলে না',
  papers: 'কাগজ ভুল বা নেই',
  damaged: 'বাইক ভাঙা বা নষ্ট',
  other: 'অন্য কিছু',
  contradiction: 'দুজন দুই রকম বলছেন',
  handed_over_without_code: 'বিক্রেতা বলছেন, কোড ছাড়াই বাইক দিয়েছেন',
}
