// THE API, ONCE. Validation, the typed client, the guards, the documents and the matrix of tests all come from here.
import { accountCalls } from './account.ts'
import { bikePageCalls } from './bike-page.ts'
import { bikeCalls } from './bikes.ts'
import { bookingCalls } from './bookings.ts'
import { catalogueCalls } from './catalogue.ts'
import { categoryCalls } from './categories.ts'
import { contactCalls } from './contact.ts'
import { deskCalls } from './desk.ts'
import { identityCalls } from './identity.ts'
import { memberCalls } from './members.ts'
import { noticeCalls } from './notices.ts'
import { ownDataCalls } from './own-data.ts'
import { paymentCalls } from './payments.ts'
import { pictureCalls } from './pictures.ts'
import { recoveryCalls } from './recovery.ts'
import { searchCalls } from './search.ts'
import { secondFactorCalls } from './second-factor.ts'
import { wishlistCalls } from './wishlist.ts'
import { worthCalls } from './worth.ts'

export const contract = {
  ...identityCalls,
  ...recoveryCalls,
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
  ...noticeCalls,
  ...paymentCalls,
  ...contactCalls,
  ...deskCalls,
  ...worthCalls,
}

export type Contract = typeof contract
