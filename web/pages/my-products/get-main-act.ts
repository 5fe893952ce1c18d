// What waits for the seller of a bike.
import type { OwnBike } from '#web/lib/bike.ts'

export type MainAct = 'read_why' | 'see_bookings' | 'see_deal'

type Shown = Pick<OwnBike, 'status' | 'liveDeals'>

/** The act that comes first for a bike in this state; null where nothing waits. */
export const getMainAct = ({ status, liveDeals }: Shown): MainAct | null => {
  if (status === 'waiting' || status === 'hidden') return 'read_why'
  if (status === 'sold') return 'see_deal'
  if (status === 'withdrawn' || liveDeals === 0) return null
  return status === 'reserved' ? 'see_deal' : 'see_bookings'
}
