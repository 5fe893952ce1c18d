import type { MemberNamespaces } from '#web/i18n/en/namespaces.ts'
import { addedRoleMessages } from './added-roles.ts'
import { adminMessages } from './admin.ts'
import { caseMessages } from './cases.ts'
import { catalogueMessages } from './catalogue.ts'
import { categoryMessages } from './category.ts'
import { chatMessages } from './chats.ts'
import { offerMessages } from './offers.ts'
import { dashboardMessages } from './dashboard.ts'
import { dealMessages } from './deals.ts'
import { dealSituationMessages } from './deal-situations.ts'
import { dealStepMessages } from './deal-steps.ts'
import { dealPayoutMessages } from './deal-payout.ts'
import { dealActMessages } from './deal-acts.ts'
import { dealButtonMessages } from './deal-buttons.ts'
import { dealReasonMessages } from './deal-reasons.ts'
import { moneyMessages } from './money.ts'
import { dealTermMessages } from './deal-terms.ts'
import { meetingMessages } from './meeting.ts'
import { handoverOrderMessages } from './handover-order.ts'
import { notificationMessages } from './notifications.ts'
import { adminBikeMessages } from './admin-bikes.ts'
import { adminListMessages } from './admin-lists.ts'
import { overviewMessages } from './overview.ts'
import { orderMessages } from './orders.ts'
import { accountNumberMessages } from './account-number.ts'
import { accountStandingMessages } from './account-standing.ts'
import { appBrowserMessages } from './app-browser.ts'
import { problemPictureMessages } from './problem-pictures.ts'
import { returnedPayoutMessages } from './returned-payouts.ts'
import { paperMessages } from './papers.ts'
import { phoneMessages } from './phone.ts'
import { pictureUploadMessages } from './picture-upload.ts'
import { ratingMessages } from './ratings.ts'
import { stolenMessages } from './stolen.ts'
import { transferMessages } from './transfers.ts'
import { publishingMessages } from './publishing.ts'
import { productFormMessages } from './product-form.ts'
import { badgeQuestionMessages } from './badge-question.ts'
import { sellingMessages } from './selling.ts'
import { vehicleNumberMessages } from './vehicle-numbers.ts'
import { walletMessages } from './wallets.ts'

export const memberNamespaces: MemberNamespaces = {
  category: categoryMessages,
  chats: chatMessages,
  offers: offerMessages,
  dashboard: dashboardMessages,
  deals: dealMessages,
  dealSituations: dealSituationMessages,
  dealSteps: dealStepMessages,
  dealPayout: dealPayoutMessages,
  dealActs: dealActMessages,
  dealButtons: dealButtonMessages,
  dealReasons: dealReasonMessages,
  money: moneyMessages,
  handoverOrder: handoverOrderMessages,
  meeting: meetingMessages,
  dealTerms: dealTermMessages,
  notifications: notificationMessages,
  orders: orderMessages,
  overview: overviewMessages,
  adminBikes: adminBikeMessages,
  adminLists: adminListMessages,
  addedRoles: addedRoleMessages,
  admin: adminMessages,
  cases: caseMessages,
  catalogue: catalogueMessages,
  accountNumber: accountNumberMessages,
  accountStanding: accountStandingMessages,
  appBrowser: appBrowserMessages,
  problemPictures: problemPictureMessages,
  returnedPayouts: returnedPayoutMessages,
  papers: paperMessages,
  phone: phoneMessages,
  pictureUpload: pictureUploadMessages,
  ratings: ratingMessages,
  stolen: stolenMessages,
  transfers: transferMessages,
  publishing: publishingMessages,
  productForm: productFormMessages,
  badgeQuestion: badgeQuestionMessages,
  selling: sellingMessages,
  vehicleNumbers: vehicleNumberMessages,
  wallets: walletMessages,
}
