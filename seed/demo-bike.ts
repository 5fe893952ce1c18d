import type { conditions } from '../contract/bikes.ts'
import type { SellerKey } from './cast.ts'
import type { Earlier } from './days.ts'

/** A bike as the demonstration shop tells it; ages count back from the day of seeding. */
export type DemoBike = {
  name: string
  seller: SellerKey
  location: string
  /** Whole Taka. */
  taka: { sale: number; original: number }
  bought: { yearsAgo: number; condition: (typeof conditions)[number] }
  listed: Earlier & { advertised?: true }
  /** The name of a picture in web/pictures, without its ending. */
  picture: string
}
