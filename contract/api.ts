// All endpoints of the API. Routing, validation, the typed client, OpenAPI and the access tests use this list.
import { accountCalls } from './auth/account.ts'
import { auditCalls } from './admin/audit.ts'
import { emailProofCalls } from './auth/email-proof.ts'
import { bikePageCalls } from './bike-page.ts'
import { bikeCalls } from './bikes.ts'
import { bookingCalls } from './deals/bookings.ts'
import { catalogueCalls } from './catalogue.ts'
import { categoryCalls } from './categories.ts'
import { dealCalls } from './deals/deal-calls.ts'
import { moneyCalls } from './deals/money.ts'
import { notificationCalls } from './notifications.ts'
import { contactCalls } from './contact.ts'
import { adminCalls } from './admin/members.ts'
import { signInCalls } from './auth/sign-in.ts'
import { memberCalls } from './members.ts'
import { alertCalls } from './alerts.ts'
import { ownDataCalls } from './auth/own-data.ts'
import { paymentAttentionCalls, paymentCalls } from './payments.ts'
import { pictureCalls } from './pictures.ts'
import { recoveryCalls } from './auth/recovery.ts'
import { searchCalls } from './search.ts'
import { secondFactorCalls } from './auth/second-factor.ts'
import { wishlistCalls } from './wishlist.ts'
import { priceEstimateCalls } from './price-estimates.ts'

export const contract = {
  ...signInCalls,
  ...recoveryCalls,
  ...emailProofCalls,
  ...secondFactorCalls,
  ...accountCalls,
  ...ownDataCalls,
  ...memberCalls,
  ...categoryCalls,
  ...catalogueCalls,
  ...bikeCalls,
  ...bikePageCalls,
  ...searchCalls,
  ...pictureCalls,
  ...bookingCalls,
  ...wishlistCalls,
  ...alertCalls,
  ...paymentCalls,
  ...dealCalls,
  ...notificationCalls,
  ...moneyCalls,
  ...contactCalls,
  ...adminCalls,
  ...auditCalls,
  ...paymentAttentionCalls,
  ...priceEstimateCalls,
}

export type Contract = typeof contract
