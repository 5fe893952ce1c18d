import type { MemberNamespaces } from '#web/i18n/en/namespaces.ts'
import { dealMessages } from './deals.ts'
import { dealSituationMessages } from './deal-situations.ts'
import { dealActMessages } from './deal-acts.ts'
import { notificationMessages } from './notifications.ts'

export const memberNamespaces: MemberNamespaces = {
  deals: dealMessages,
  dealSituations: dealSituationMessages,
  dealActs: dealActMessages,
  notifications: notificationMessages,
}
