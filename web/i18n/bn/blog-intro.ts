// Bangla messages of the blog's heading.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const blogIntroMessages: Namespaces['blogIntro'] = {
  title: 'ব্লগ',
  lead: 'এমন পাতা বানাতে গেলে যে চারটি প্রশ্ন বারবার আসে।',
}
