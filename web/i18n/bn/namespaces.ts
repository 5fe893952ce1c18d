import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { accountMessages } from './account.ts'
import { notFoundMessages } from './not-found.ts'
import { blogIntroMessages } from './blog-intro.ts'
import { bikeDetailsMessages } from './bike-details.ts'
import { bikePageMessages } from './bike-page.ts'
import { buyerMessages } from './buyer.ts'
import { catalogueMessages } from './catalogue.ts'
import { confirmAddressMessages } from './confirm-address.ts'
import { dashboardMessages } from './dashboard.ts'
import { adminMessages } from './admin.ts'
import { authMessages } from './auth.ts'
import { searchMessages } from './search.ts'
import { formMessages } from './forms.ts'
import { homeBelowFoldMessages } from './home-below-fold.ts'
import { alertMessages } from './alerts.ts'
import { saveSearchMessages } from './save-search.ts'
import { sellingMessages } from './selling.ts'
import { priceEstimateMessages } from './price-estimates.ts'
import { priceBadgeMessages } from './price-badge.ts'

export const namespaces: Namespaces = {
  account: accountMessages,
  notFound: notFoundMessages,
  blogIntro: blogIntroMessages,
  bikeDetails: bikeDetailsMessages,
  bikePage: bikePageMessages,
  buyer: buyerMessages,
  catalogue: catalogueMessages,
  confirmAddress: confirmAddressMessages,
  dashboard: dashboardMessages,
  admin: adminMessages,
  auth: authMessages,
  search: searchMessages,
  forms: formMessages,
  homeBelowFold: homeBelowFoldMessages,
  alerts: alertMessages,
  saveSearch: saveSearchMessages,
  selling: sellingMessages,
  priceEstimates: priceEstimateMessages,
  priceBadge: priceBadgeMessages,
}
