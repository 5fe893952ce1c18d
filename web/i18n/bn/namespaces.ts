import type { MemberNamespaces, Namespaces } from '#web/i18n/en/namespaces.ts'
import { accountMessages } from './account.ts'
import { notFoundMessages } from './not-found.ts'
import { blogIntroMessages } from './blog-intro.ts'
import { bellMessages } from './bell.ts'
import { bikeDetailsMessages } from './bike-details.ts'
import { bikePageMessages } from './bike-page.ts'
import { buyerMessages } from './buyer.ts'
import { confirmAddressMessages } from './confirm-address.ts'
import { dashboardMessages } from './dashboard.ts'
import { authMessages } from './auth.ts'
import { searchMessages } from './search.ts'
import { formMessages } from './forms.ts'
import { homeBelowFoldMessages } from './home-below-fold.ts'
import { alertMessages } from './alerts.ts'
import { saveSearchMessages } from './save-search.ts'
import { priceEstimateMessages } from './price-estimates.ts'
import { priceBadgeMessages } from './price-badge.ts'
import { comparisonMessages } from './comparison.ts'
import { valuationMessages } from './valuation.ts'

export const namespaces: Omit<Namespaces, keyof MemberNamespaces> = {
  account: accountMessages,
  notFound: notFoundMessages,
  blogIntro: blogIntroMessages,
  bell: bellMessages,
  bikeDetails: bikeDetailsMessages,
  bikePage: bikePageMessages,
  buyer: buyerMessages,
  confirmAddress: confirmAddressMessages,
  dashboard: dashboardMessages,
  auth: authMessages,
  search: searchMessages,
  forms: formMessages,
  homeBelowFold: homeBelowFoldMessages,
  alerts: alertMessages,
  saveSearch: saveSearchMessages,
  priceEstimates: priceEstimateMessages,
  priceBadge: priceBadgeMessages,
  comparison: comparisonMessages,
  valuation: valuationMessages,
}
