import type { conditions } from '#contract/bikes.ts'
import type { District } from '#contract/districts.ts'
import type { SellerKey } from './fixtures.ts'
import type { RelativeTime } from './relative-time.ts'

/** A bike as the demonstration shop tells it; ages count back from the day of seeding. */
export type DemoBike = {
  name: string
  seller: SellerKey
  location: string
  /** Whole Taka. */
  taka: { sale: number; original: number }
  bought: { yearsAgo: number; condition: (typeof conditions)[number] }
  listed: RelativeTime & { advertised?: true }
  /** The name of a picture in web/assets/pictures, without its ending. */
  picture: string
}

/** What it knows of itself beyond the specification. */
export type BikeDetails = {
  /** As the catalogue names it; the brand is the category's. */
  model: string
  engineCc: number
  kilometres: number
  owners: number
  registeredIn: District
  /** Without it, the year in which it was bought: who buys a used bike, or registers late, has another. */
  registeredYearsAgo?: number
  description: string
  /** More names of pictures in web/assets/pictures that show the same bike. */
  morePictures?: string[]
}
