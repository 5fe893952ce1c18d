import { useMessages } from './app-context.ts'
import type { Messages } from '#web/i18n/language.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { dashboardMessages } from '#web/i18n/en/dashboard.ts'
import { buyerMessages } from '#web/i18n/en/buyer.ts'

/** The shared messages and those of the buyer pages and the dashboard. */
export const useBuyerMessages = (): Messages & Namespaces['buyer'] & Pick<Namespaces, 'dashboard'> => ({
  ...useMessages(),
  ...useMessages(buyerMessages),
  dashboard: useMessages(dashboardMessages),
})
