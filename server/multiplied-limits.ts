// The limits of a running shop: requests and connections, and how much one member may ask for.
import { buyingLimits, numberCheckRates, phoneCodeRates, type Rate } from '#contract/limits.ts'
import type { BookingLimits } from '#market/deals/requests.ts'
import type { HoldLimits } from '#market/payments/settle.ts'
import type { PhoneCodeLimits } from '#market/phone-proofs/routes.ts'
import type { NumberCheckLimits } from '#market/vehicle-numbers/bike-check.ts'
import { createRequestLimits, multiplyRate, type RequestLimits } from '#platform/http/rate-limiter.ts'

export type Limits = RequestLimits & BookingLimits & HoldLimits & PhoneCodeLimits & NumberCheckLimits

const multiplyRates = <Name extends string>(rates: Readonly<Record<Name, Rate>>, factor: number): Record<Name, Rate> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the rates
  Object.fromEntries(Object.entries<Rate>(rates).map(([name, rate]) => [name, multiplyRate(rate, factor)])) as Record<
    Name,
    Rate
  >

/** The limits times `factor`; load tests raise it, because all their traffic comes from one address. */
export const createLimits = (factor = 1): Limits => ({
  ...createRequestLimits(factor),
  phoneCodes: multiplyRates(phoneCodeRates, factor),
  numberChecks: multiplyRates(numberCheckRates, factor),
  maxLiveBookings: Math.ceil(buyingLimits.maxLiveBookings * factor),
  maxUnansweredPerSeller: Math.ceil(buyingLimits.maxUnansweredPerSeller * factor),
  maxBookingsPerBike: Math.ceil(buyingLimits.maxBookingsPerBike * factor),
  maxHoldsPerBuyer: Math.ceil(buyingLimits.maxHoldsPerBuyer * factor),
})
