// Bangla messages of the kilometres on a card.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const cardKilometresMessages: Namespaces['cardKilometres'] = {
  label: 'কিলোমিটার',
  km: (count) => `${count}\u{a0}কিমি`,
}
