// English messages of the bell in the top bar.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  label: (unseen: number) => (unseen === 0 ? 'Notifications' : `Notifications, ${unseen} new`),
}

export const bellMessages = createNamespace('bell', en)
