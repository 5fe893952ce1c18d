// Messages that load with their screen's code in English; Bangla loads all of them at once.
import type { bellMessages } from './bell.ts'
import type { dealMessages } from './deals.ts'
import type { dealSituationMessages } from './deal-situations.ts'
import type { dealActMessages } from './deal-acts.ts'
import type { moneyMessages } from './money.ts'
import type { orderMessages } from './orders.ts'
import type { notificationMessages } from './notifications.ts'
import type { accountMessages } from './account.ts'
import type { notFoundMessages } from './not-found.ts'
import type { blogIntroMessages } from './blog-intro.ts'
import type { bikeDetailsMessages } from './bike-details.ts'
import type { bikePageMessages } from './bike-page.ts'
import type { catalogueMessages } from './catalogue.ts'
import type { confirmAddressMessages } from './confirm-address.ts'
import type { dashboardMessages } from './dashboard.ts'
import type { adminMessages } from './admin.ts'
import type { buyerMessages } from './buyer.ts'
import type { authMessages } from './auth.ts'
import type { searchMessages } from './search.ts'
import type { formMessages } from './forms.ts'
import type { homeBelowFoldMessages } from './home-below-fold.ts'
import type { alertMessages } from './alerts.ts'
import type { saveSearchMessages } from './save-search.ts'
import type { sellingMessages } from './selling.ts'
import type { priceEstimateMessages } from './price-estimates.ts'
import type { priceBadgeMessages } from './price-badge.ts'
import type { comparisonMessages } from './comparison.ts'
import type { valuationMessages } from './valuation.ts'

/**
 * Namespaces that only members need, and few of them on a visit. Bangla has them in a chunk of its own, which
 * web/i18n/load-member-messages.ts loads.
 */
export type MemberNamespaces = {
  deals: (typeof dealMessages)['en']
  dealSituations: (typeof dealSituationMessages)['en']
  dealActs: (typeof dealActMessages)['en']
  money: (typeof moneyMessages)['en']
  notifications: (typeof notificationMessages)['en']
  orders: (typeof orderMessages)['en']
  admin: (typeof adminMessages)['en']
  catalogue: (typeof catalogueMessages)['en']
  selling: (typeof sellingMessages)['en']
}

/** Every namespace: a new one is listed here or above, and a language that lacks it does not compile. */
export type Namespaces = MemberNamespaces & {
  account: (typeof accountMessages)['en']
  notFound: (typeof notFoundMessages)['en']
  blogIntro: (typeof blogIntroMessages)['en']
  bell: (typeof bellMessages)['en']
  bikeDetails: (typeof bikeDetailsMessages)['en']
  bikePage: (typeof bikePageMessages)['en']
  buyer: (typeof buyerMessages)['en']
  confirmAddress: (typeof confirmAddressMessages)['en']
  dashboard: (typeof dashboardMessages)['en']
  auth: (typeof authMessages)['en']
  search: (typeof searchMessages)['en']
  forms: (typeof formMessages)['en']
  homeBelowFold: (typeof homeBelowFoldMessages)['en']
  alerts: (typeof alertMessages)['en']
  saveSearch: (typeof saveSearchMessages)['en']
  priceEstimates: (typeof priceEstimateMessages)['en']
  priceBadge: (typeof priceBadgeMessages)['en']
  comparison: (typeof comparisonMessages)['en']
  valuation: (typeof valuationMessages)['en']
}
