// What may help a bike that is for sale for weeks without a booking.
import { advisedPhotos, slowSaleDays } from '#contract/limits.ts'
import type { OwnBike } from '#web/lib/bike.ts'

export type SaleAdvice = 'photos' | 'price' | 'advertise'

/** The first advice that fits a bike which is available, and for sale for so many days; null for none. */
export const getSaleAdvice = (bike: OwnBike, days: number): SaleAdvice | null => {
  if (bike.liveDeals > 0 || days < slowSaleDays) return null
  if (bike.photos < advisedPhotos) return 'photos'
  if (bike.similarPrices && bike.salePrice > bike.similarPrices.high) return 'price'
  return bike.advertise === 'on' ? null : 'advertise'
}
