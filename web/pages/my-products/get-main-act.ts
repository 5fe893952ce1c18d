// What waits for the seller of a bike.
import type { OwnBike } from '#web/lib/bike.ts'

export type MainAct = 'read_why' | 'see_bookings' | 'see_deal' | 'edit'

type Shown = Pick<OwnBike, 'status' | 'liveDeals'>

/** The one act that comes first for a bike in this state; null for one whose sale was undone. */
export const getMainAct = ({ status, liveDeals }: Shown): MainAct | null => {
  if (status === 'withdrawn') return null
  if (status === 'waiting' || status === 'hidden') return 'read_why'
  if (status === 'sold') return 'see_deal'
  if (status === 'reserved') return liveDeals > 0 ? 'see_deal' : null
  return liveDeals > 0 ? 'see_bookings' : 'edit'
}
