import type { InspectionNamespaces, MemberNamespaces, Namespaces } from '#web/i18n/en/namespaces.ts'
import { accountMessages } from './account.ts'
import { notFoundMessages } from './not-found.ts'
import { offlinePageMessages } from './offline-page.ts'
import { blogIntroMessages } from './blog-intro.ts'
import { bellMessages } from './bell.ts'
import { bikeDetailsMessages } from './bike-details.ts'
import { bikePageMessages } from './bike-page.ts'
import { buyerMessages } from './buyer.ts'
import { confirmAddressMessages } from './confirm-address.ts'
import { authMessages } from './auth.ts'
import { searchMessages } from './search.ts'
import { searchAnswerMessages } from './search-answers.ts'
import { formMessages } from './forms.ts'
import { registerMessages } from './register.ts'
import { profilePhotoMessages } from './profile-photo.ts'
import { cardKilometresMessages } from './card-kilometres.ts'
import { firstScreenMessages } from './first-screen.ts'
import { homeMessages } from './home.ts'
import { homeBelowFoldMessages } from './home-below-fold.ts'
import { alertMessages } from './alerts.ts'
import { saveSearchMessages } from './save-search.ts'
import { priceEstimateMessages } from './price-estimates.ts'
import { priceBadgeMessages } from './price-badge.ts'
import { comparisonMessages } from './comparison.ts'
import { valuationMessages } from './valuation.ts'

export const namespaces: Omit<Namespaces, keyof MemberNamespaces | keyof InspectionNamespaces> = {
  account: accountMessages,
  notFound: notFoundMessages,
  offlinePage: offlinePageMessages,
  blogIntro: blogIntroMessages,
  bell: bellMessages,
  bikeDetails: bikeDetailsMessages,
  bikePage: bikePageMessages,
  buyer: buyerMessages,
  confirmAddress: confirmAddressMessages,
  auth: authMessages,
  search: searchMessages,
  searchAnswers: searchAnswerMessages,
  forms: formMessages,
  register: registerMessages,
  profilePhoto: profilePhotoMessages,
  cardKilometres: cardKilometresMessages,
  firstScreen: firstScreenMessages,
  home: homeMessages,
  homeBelowFold: homeBelowFoldMessages,
  alerts: alertMessages,
  saveSearch: saveSearchMessages,
  priceEstimates: priceEstimateMessages,
  priceBadge: priceBadgeMessages,
  comparison: comparisonMessages,
  valuation: valuationMessages,
}
