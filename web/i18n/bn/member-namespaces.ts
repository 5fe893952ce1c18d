import type { MemberNamespaces } from '#web/i18n/en/namespaces.ts'
import { adminMessages } from './admin.ts'
import { catalogueMessages } from './catalogue.ts'
import { dealMessages } from './deals.ts'
import { dealSituationMessages } from './deal-situations.ts'
import { dealActMessages } from './deal-acts.ts'
import { moneyMessages } from './money.ts'
import { notificationMessages } from './notifications.ts'
import { orderMessages } from './orders.ts'
import { sellingMessages } from './selling.ts'

export const memberNamespaces: MemberNamespaces = {
  deals: dealMessages,
  dealSituations: dealSituationMessages,
  dealActs: dealActMessages,
  money: moneyMessages,
  notifications: notificationMessages,
  orders: orderMessages,
  admin: adminMessages,
  catalogue: catalogueMessages,
  selling: sellingMessages,
}
