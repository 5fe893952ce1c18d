// Sentences that come with a screen's own code, since most visits need few of them. In Bangla they come all at once.
import type { accountMessages } from './account.ts'
import type { notFoundMessages } from './not-found.ts'
import type { blogIntroMessages } from './blog-intro.ts'
import type { bikeDetailsMessages } from './bike-details.ts'
import type { bikePageMessages } from './bike-page.ts'
import type { catalogueMessages } from './catalogue.ts'
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

/** A chapter as its screen brings it: in English, and its name, by which another language has it. */
export type Namespace<Name extends string, Messages> = { name: Name; en: Messages }

export const createNamespace = <Name extends string, Messages>(
  name: Name,
  en: Messages,
): Namespace<Name, Messages> => ({
  name,
  en,
})

/** Every chapter: a new one is named here, and a language that lacks it does not compile. */
export type Namespaces = {
  account: (typeof accountMessages)['en']
  notFound: (typeof notFoundMessages)['en']
  blogIntro: (typeof blogIntroMessages)['en']
  bikeDetails: (typeof bikeDetailsMessages)['en']
  bikePage: (typeof bikePageMessages)['en']
  buyer: (typeof buyerMessages)['en']
  catalogue: (typeof catalogueMessages)['en']
  dashboard: (typeof dashboardMessages)['en']
  admin: (typeof adminMessages)['en']
  auth: (typeof authMessages)['en']
  search: (typeof searchMessages)['en']
  forms: (typeof formMessages)['en']
  homeBelowFold: (typeof homeBelowFoldMessages)['en']
  alerts: (typeof alertMessages)['en']
  saveSearch: (typeof saveSearchMessages)['en']
  selling: (typeof sellingMessages)['en']
  priceEstimates: (typeof priceEstimateMessages)['en']
  priceBadge: (typeof priceBadgeMessages)['en']
}
