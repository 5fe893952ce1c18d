// THE API, ONCE. Validation, the typed client, the guards, the documents and the matrix of tests all come from here.
import { bikeCalls } from './bikes.ts'
import { bookingCalls } from './bookings.ts'
import { categoryCalls } from './categories.ts'
import { contactCalls } from './contact.ts'
import { identityCalls } from './identity.ts'
import { memberCalls } from './members.ts'
import { paymentCalls } from './payments.ts'
import { wishlistCalls } from './wishlist.ts'

export const contract = {
  ...identityCalls,
  ...memberCalls,
  ...categoryCalls,
  ...bikeCalls,
  ...bookingCalls,
  ...wishlistCalls,
  ...paymentCalls,
  ...contactCalls,
}

export type Contract = typeof contract
