// Bangla messages of the bell in the top bar.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const bellMessages: Namespaces['bell'] = {
  label: (unseen) => (unseen === '' ? 'নোটিফিকেশন' : `নোটিফিকেশন, নতুন ${unseen}টি`),
}
