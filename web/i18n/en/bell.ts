// English messages of the bell in the top bar.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  /** `unseen` as the bell shows it, such as "9+". */
  label: (unseen: string) => (unseen === '' ? 'Notifications' : `Notifications, ${unseen} new`),
}

export const bellMessages = createNamespace('bell', en)
