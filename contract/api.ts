// All endpoints of the API. Routing, validation, the typed client, OpenAPI and the access tests use this list.
import { accountCalls } from './auth/account.ts'
import { auditCalls } from './admin/audit.ts'
import { adminBikeCalls } from './admin/bikes.ts'
import { adminDealCalls } from './admin/deals.ts'
import { adminMoneyCalls } from './admin/money.ts'
import { overviewCalls } from './admin/overview.ts'
import { emailProofCalls } from './auth/email-proof.ts'
import { phoneCalls } from './auth/phone.ts'
import { bikePageCalls, numberCalls } from './bike-page.ts'
import { bikeCalls } from './bikes.ts'
import { bookingCalls } from './deals/bookings.ts'
import { badgeCalls } from './cases/badges.ts'
import { caseCalls } from './cases/case-calls.ts'
import { catalogueCalls } from './catalogue.ts'
import { categoryCalls } from './categories.ts'
import { dealCalls, meetingFileCalls } from './deals/deal-calls.ts'
import { moneyCalls } from './deals/money-calls.ts'
import { notificationCalls } from './notifications.ts'
import { chatCalls } from './chats/chat-calls.ts'
import { documentationCalls } from './openapi.ts'
import { feeCalls } from './transfers/transfer-fees.ts'
import { paperCalls } from './papers/paper-calls.ts'
import { ratingCalls } from './deals/ratings.ts'
import { transferCalls } from './transfers/transfers.ts'
import { inspectionCalls } from './inspections/inspection-calls.ts'
import { offerCalls } from './chats/offer-calls.ts'
import { contactCalls } from './contact.ts'
import { adminCalls } from './admin/members.ts'
import { signInCalls } from './auth/sign-in.ts'
import { memberCalls } from './members.ts'
import { alertCalls } from './alerts.ts'
import { ownDataCalls } from './auth/own-data.ts'
import { paymentAttentionCalls, paymentCalls } from './payments.ts'
import { pictureCalls } from './pictures.ts'
import { passwordResetCalls } from './auth/password-reset.ts'
import { searchCalls } from './search.ts'
import { secondFactorCalls } from './auth/second-factor.ts'
import { stolenCalls } from './vehicle-numbers/stolen-calls.ts'
import { vehicleNumberCalls } from './vehicle-numbers/vehicle-number-calls.ts'
import { wishlistCalls } from './wishlist.ts'
import { priceEstimateCalls } from './price-estimates.ts'

export const contract = {
  ...signInCalls,
  ...passwordResetCalls,
  ...emailProofCalls,
  ...secondFactorCalls,
  ...accountCalls,
  ...ownDataCalls,
  ...phoneCalls,
  ...memberCalls,
  ...categoryCalls,
  ...catalogueCalls,
  ...bikeCalls,
  ...bikePageCalls,
  ...numberCalls,
  ...vehicleNumberCalls,
  ...searchCalls,
  ...pictureCalls,
  ...bookingCalls,
  ...wishlistCalls,
  ...alertCalls,
  ...paymentCalls,
  ...dealCalls,
  ...meetingFileCalls,
  ...ratingCalls,
  ...transferCalls,
  ...feeCalls,
  ...inspectionCalls,
  ...notificationCalls,
  ...chatCalls,
  ...offerCalls,
  ...moneyCalls,
  ...contactCalls,
  ...adminCalls,
  ...auditCalls,
  ...overviewCalls,
  ...adminDealCalls,
  ...adminMoneyCalls,
  ...adminBikeCalls,
  ...badgeCalls,
  ...caseCalls,
  ...paperCalls,
  ...stolenCalls,
  ...paymentAttentionCalls,
  ...priceEstimateCalls,
  ...documentationCalls,
}

export type Contract = typeof contract
