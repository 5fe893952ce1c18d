// Bangla messages of the page that stands for one that is not on the phone.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const offlinePageMessages: Namespaces['offlinePage'] = {
  title: 'অফলাইন',
  heading: 'এই পাতা এখনো আপনার ফোনে নেই',
  text: 'এখন মোটোহাট খুলছে না। আগে যেসব পাতা খুলেছেন, সেগুলো পড়তে পারবেন।',
  saved: 'ফোনে সেভ করা পাতা',
  retry: 'আবার চেষ্টা করুন',
  home: 'হোমে যান',
}
