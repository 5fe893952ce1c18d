// Bangla messages of the bell in the top bar.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const bellMessages: Namespaces['bell'] = {
  label: (unseen) => (unseen === 0 ? 'নোটিফিকেশন' : `নোটিফিকেশন, নতুন ${banglaFormat.digits(unseen)}টি`),
}
