// Messages that load with their screen's code in English; Bangla loads all of them at once.
import type { badgeQuestionMessages } from './badge-question.ts'
import type { bellMessages } from './bell.ts'
import type { categoryMessages } from './category.ts'
import type { chatMessages } from './chats.ts'
import type { offerMessages } from './offers.ts'
import type { dealMessages } from './deals.ts'
import type { dealSituationMessages } from './deal-situations.ts'
import type { dealStepMessages } from './deal-steps.ts'
import type { dealPayoutMessages } from './deal-payout.ts'
import type { dealActMessages } from './deal-acts.ts'
import type { dealButtonMessages } from './deal-buttons.ts'
import type { dealReasonMessages } from './deal-reasons.ts'
import type { moneyMessages } from './money.ts'
import type { dealTermMessages } from './deal-terms.ts'
import type { meetingMessages } from './meeting.ts'
import type { handoverOrderMessages } from './handover-order.ts'
import type { adminBikeMessages } from './admin-bikes.ts'
import type { adminListMessages } from './admin-lists.ts'
import type { overviewMessages } from './overview.ts'
import type { accountNumberMessages } from './account-number.ts'
import type { appBrowserMessages } from './app-browser.ts'
import type { problemPictureMessages } from './problem-pictures.ts'
import type { returnedPayoutMessages } from './returned-payouts.ts'
import type { orderMessages } from './orders.ts'
import type { notificationMessages } from './notifications.ts'
import type { accountMessages } from './account.ts'
import type { accountStandingMessages } from './account-standing.ts'
import type { notFoundMessages } from './not-found.ts'
import type { offlinePageMessages } from './offline-page.ts'
import type { blogIntroMessages } from './blog-intro.ts'
import type { bikeDetailsMessages } from './bike-details.ts'
import type { bikePageMessages } from './bike-page.ts'
import type { caseMessages } from './cases.ts'
import type { catalogueMessages } from './catalogue.ts'
import type { confirmAddressMessages } from './confirm-address.ts'
import type { dashboardMessages } from './dashboard.ts'
import type { addedRoleMessages } from './added-roles.ts'
import type { adminMessages } from './admin.ts'
import type { buyerMessages } from './buyer.ts'
import type { authMessages } from './auth.ts'
import type { searchMessages } from './search.ts'
import type { searchAnswerMessages } from './search-answers.ts'
import type { formMessages } from './forms.ts'
import type { inspectionMessages } from './inspections.ts'
import type { registerMessages } from './register.ts'
import type { publishingMessages } from './publishing.ts'
import type { profilePhotoMessages } from './profile-photo.ts'
import type { cardKilometresMessages } from './card-kilometres.ts'
import type { firstScreenMessages } from './first-screen.ts'
import type { homeMessages } from './home.ts'
import type { homeBelowFoldMessages } from './home-below-fold.ts'
import type { alertMessages } from './alerts.ts'
import type { saveSearchMessages } from './save-search.ts'
import type { productFormMessages } from './product-form.ts'
import type { sellingMessages } from './selling.ts'
import type { priceEstimateMessages } from './price-estimates.ts'
import type { priceBadgeMessages } from './price-badge.ts'
import type { comparisonMessages } from './comparison.ts'
import type { valuationMessages } from './valuation.ts'
import type { ratingMessages } from './ratings.ts'
import type { stolenMessages } from './stolen.ts'
import type { transferMessages } from './transfers.ts'
import type { paperMessages } from './papers.ts'
import type { phoneMessages } from './phone.ts'
import type { pictureUploadMessages } from './picture-upload.ts'
import type { vehicleNumberMessages } from './vehicle-numbers.ts'
import type { walletMessages } from './wallets.ts'

/**
 * Namespaces that only members need, and few of them on a visit. Bangla has them in a chunk of its own, which
 * web/i18n/load-member-messages.ts loads.
 */
export type MemberNamespaces = {
  badgeQuestion: (typeof badgeQuestionMessages)['en']
  category: (typeof categoryMessages)['en']
  chats: (typeof chatMessages)['en']
  offers: (typeof offerMessages)['en']
  dashboard: (typeof dashboardMessages)['en']
  deals: (typeof dealMessages)['en']
  dealSituations: (typeof dealSituationMessages)['en']
  dealSteps: (typeof dealStepMessages)['en']
  dealPayout: (typeof dealPayoutMessages)['en']
  dealActs: (typeof dealActMessages)['en']
  dealButtons: (typeof dealButtonMessages)['en']
  dealReasons: (typeof dealReasonMessages)['en']
  money: (typeof moneyMessages)['en']
  handoverOrder: (typeof handoverOrderMessages)['en']
  meeting: (typeof meetingMessages)['en']
  dealTerms: (typeof dealTermMessages)['en']
  notifications: (typeof notificationMessages)['en']
  orders: (typeof orderMessages)['en']
  accountNumber: (typeof accountNumberMessages)['en']
  accountStanding: (typeof accountStandingMessages)['en']
  appBrowser: (typeof appBrowserMessages)['en']
  problemPictures: (typeof problemPictureMessages)['en']
  returnedPayouts: (typeof returnedPayoutMessages)['en']
  overview: (typeof overviewMessages)['en']
  addedRoles: (typeof addedRoleMessages)['en']
  adminBikes: (typeof adminBikeMessages)['en']
  adminLists: (typeof adminListMessages)['en']
  admin: (typeof adminMessages)['en']
  cases: (typeof caseMessages)['en']
  catalogue: (typeof catalogueMessages)['en']
  papers: (typeof paperMessages)['en']
  phone: (typeof phoneMessages)['en']
  pictureUpload: (typeof pictureUploadMessages)['en']
  ratings: (typeof ratingMessages)['en']
  stolen: (typeof stolenMessages)['en']
  transfers: (typeof transferMessages)['en']
  publishing: (typeof publishingMessages)['en']
  productForm: (typeof productFormMessages)['en']
  selling: (typeof sellingMessages)['en']
  vehicleNumbers: (typeof vehicleNumberMessages)['en']
  wallets: (typeof walletMessages)['en']
}

/** Namespaces that only pages of inspections need, public ones too: web/i18n/load-inspection-messages.ts loads them. */
export type InspectionNamespaces = { inspections: (typeof inspectionMessages)['en'] }

/** Every namespace: a new one is listed here or above, and a language that lacks it does not compile. */
export type Namespaces = MemberNamespaces &
  InspectionNamespaces & {
    account: (typeof accountMessages)['en']
    notFound: (typeof notFoundMessages)['en']
    offlinePage: (typeof offlinePageMessages)['en']
    blogIntro: (typeof blogIntroMessages)['en']
    bell: (typeof bellMessages)['en']
    bikeDetails: (typeof bikeDetailsMessages)['en']
    bikePage: (typeof bikePageMessages)['en']
    buyer: (typeof buyerMessages)['en']
    confirmAddress: (typeof confirmAddressMessages)['en']
    auth: (typeof authMessages)['en']
    search: (typeof searchMessages)['en']
    searchAnswers: (typeof searchAnswerMessages)['en']
    forms: (typeof formMessages)['en']
    register: (typeof registerMessages)['en']
    profilePhoto: (typeof profilePhotoMessages)['en']
    cardKilometres: (typeof cardKilometresMessages)['en']
    firstScreen: (typeof firstScreenMessages)['en']
    home: (typeof homeMessages)['en']
    homeBelowFold: (typeof homeBelowFoldMessages)['en']
    alerts: (typeof alertMessages)['en']
    saveSearch: (typeof saveSearchMessages)['en']
    priceEstimates: (typeof priceEstimateMessages)['en']
    priceBadge: (typeof priceBadgeMessages)['en']
    comparison: (typeof comparisonMessages)['en']
    valuation: (typeof valuationMessages)['en']
  }
