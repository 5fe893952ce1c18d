import type { conditions } from '#contract/bikes.ts'
import type { District } from '#contract/districts.ts'
import type { SellerKey } from './fixtures.ts'
import type { RelativeTime } from './relative-time.ts'

/** A bike of the demonstration; ages count back from the day of seeding. */
export type DemoBike = {
  name: string
  seller: SellerKey
  location: string
  /** Whole Taka. */
  taka: { sale: number; original: number }
  bought: { yearsAgo: number; condition: (typeof conditions)[number] }
  listed: RelativeTime & { advertised?: true }
  /** The name of a picture in web/assets/pictures, without its extension. */
  picture: string
}

/** What is known of a bike beyond the specification. */
type BikeFacts = {
  /** The name in the catalogue; the brand is the category's. */
  model: string
  engineCc: number
  kilometres: number
  owners: number
  registeredIn: District
  /** By default the year of purchase; it differs for a bike that was bought used or registered late. */
  registeredYearsAgo?: number
}

type Words = {
  description: string
  /** Names of more pictures of the same bike in web/assets/pictures. */
  morePictures?: readonly string[]
}

/** Details of a bike beyond the specification, as its rows have them. */
export type BikeDetails = BikeFacts & Words

/** A bike as it is written by hand: one record has all of it. */
export type HandwrittenBike = DemoBike & Words & { facts: BikeFacts }
